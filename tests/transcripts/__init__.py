"""Tests of the agent.v1 tree."""
