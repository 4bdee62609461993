"""Estimates, tables, figures and the report, made from result files alone."""
