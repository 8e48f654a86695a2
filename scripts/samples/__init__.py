"""Parts of make-samples.py: descriptions of invented crashes, and writers for all report formats."""
