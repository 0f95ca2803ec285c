"""Time: deadlines, reminders, vacations, and the alarms behind them."""
