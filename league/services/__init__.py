"""Writes: one function a fact, one transaction each, the audit row inside it."""
