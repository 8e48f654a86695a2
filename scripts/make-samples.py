#!/usr/bin/env python3
"""Writes the generated part of sample-logs. Needs only the standard library; the same run gives the same bytes.

Usage: make-samples.py [--check] [FOLDER]   (--check writes nothing and fails when a file differs)
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from samples import catalog  # noqa: E402


def main(arguments):
    check = "--check" in arguments
    folders = [argument for argument in arguments if not argument.startswith("-")]
    home = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "sample-logs")
    root = folders[0] if folders else home
    stale = []
    for path, content in sorted(catalog.files().items()):
        data = content.encode("utf-8")
        full = os.path.join(root, path)
        if check:
            if not os.path.exists(full) or open(full, "rb").read() != data:
                stale.append(path)
            continue
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as out:
            out.write(data)
    for path in stale:
        print("differs: " + path, file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
