"""Recipes of the evidence files, one module per kind. See generate.py."""
