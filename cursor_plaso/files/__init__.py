"""Readers of the small files that Cursor leaves: settings, sessions, plans, exports.

One module per kind of file; registry.py tells which file goes to which reader.
"""
