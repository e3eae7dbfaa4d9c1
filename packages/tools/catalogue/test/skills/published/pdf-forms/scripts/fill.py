"""Fills in a form: fill.py FORM VALUES.json OUT."""
import sys

print(sys.argv[1:])
