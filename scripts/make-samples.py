#!/usr/bin/env python3
"""Writes the generated files of sample-logs. Needs only the standard library; every run writes the same bytes.

Usage: make-samples.py [--check] [FOLDER]   (--check writes nothing and exits with 1 if a file differs)
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from samples import catalog, readme  # noqa: E402


def same(path, data):
    if not os.path.exists(path):
        return False
    with open(path, "rb") as source:
        return source.read() == data


def main(arguments):
    check = "--check" in arguments
    folders = [argument for argument in arguments if not argument.startswith("-")]
    home = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "sample-logs")
    root = folders[0] if folders else home
    stale = []
    made = catalog.files()
    for path, content in sorted({**made, "README.md": readme.text(home, made)}.items()):
        data = content if isinstance(content, bytes) else content.encode("utf-8")
        full = os.path.join(root, path)
        if check:
            if not same(full, data):
                stale.append("differs: " + path)
            continue
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as out:
            out.write(data)
    stale += readme.unlisted(root) if root == home else []
    for message in stale:
        print(message, file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
