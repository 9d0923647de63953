"""Tests of the project itself: its layers, its documents, its build. Not of the rules."""
