"""What people see: views drawn as pictures and written as text."""
