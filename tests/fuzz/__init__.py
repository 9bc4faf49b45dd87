"""Fuzzing of the readers: python -m tests.fuzz --help"""
