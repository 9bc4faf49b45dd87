"""Plaso parsers for the Cursor editor and the Cursor Agent CLI."""

__version__ = "20261130"
