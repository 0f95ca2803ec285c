"""What falls due by itself: deadlines, reminders, vacations, and the alarms behind them."""
