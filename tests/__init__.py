"""Tests of cursor-plaso."""
