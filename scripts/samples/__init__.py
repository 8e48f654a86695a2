"""Parts of make-samples.py: the description of invented crashes and the writers of every report format."""
