"""What the events of Cursor say together: the analysis plugin of psort."""
