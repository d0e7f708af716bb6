"""Printed tally sheets: what stands on them, and the PDF."""
