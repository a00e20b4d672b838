"""What ./run hands over to, inside the environment it made."""
