"""Writes README.md of sample-logs from index.csv: what each file shows and how it was created."""

import csv
import os

INTRO = """# Sample logs

All files in this folder are synthetic: they were created for this project, and none is a report of a real failure. Names
(`MyApp`, `CardView`, `com.example.…`, user `user`), addresses, identifiers and dates are invented. The layout, the system symbols
and the system messages are those of the real systems, so every tool that reads reports can read the files.

* *script*: written by `scripts/make-samples.py` from one description, so the same invented crash has the same values in every
  format. Do not edit these files by hand. `scripts/make-samples.py --check` reports files that differ from the output of the
  script, and files that are not listed in `index.csv`.
* *hand*: written by hand.

Synthetic values can be recognized: incident identifiers and reporter keys are zero except for a serial number
(`00000000-0000-4000-8000-…`, `0123456789abcdef…`), and home folders are `/Users/user`. Other UUIDs are version 5, computed from a
name. In files written by the script, load addresses are page-aligned, images do not overlap, and address = load address + offset.

## index.csv

`index.csv` has a row for each file. `UPDATE_EXPECTED=1 scripts/test --filter MatrixTests` adds missing rows.

| column | meaning |
|---|---|
| `path` | path of the file in this folder |
| `format` | `source.format` in the JSON output; `none` if no format is recognized |
| `expected_pattern` | pattern of the first finding; empty if no pattern should match |
| `expected_confidence_at_least` | its minimum confidence |
| `near_miss_of` | a pattern that must not be reported as likely or certain |
| `remark` | what the file shows |

## Folders

| folder | contents |
|---|---|
| `designables/` | three failures of Interface Builder previews, each in every format in which they occur |
| `patterns/` | one failure pattern each |
| `near-misses/` | reports that resemble a pattern and must not match it |
| `malformed/` | files without a report |
| `symbols/` | unsymbolicated reports, and the dSYM for them |
| `archives/` | some of these files in archives and bundles: complete, truncated, encrypted and empty |
| all others | one report format each |

`scripts/make-archives` writes `archives/` from the other files; `scripts/make-archives --check` reports differences in their contents.
"""


def rows(root):
    with open(os.path.join(root, "index.csv"), newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


def ordered(rows):
    """Returns the rows by folder. Folders are in the order of index.csv, pattern folders in alphabetical order."""
    folders, first = [os.path.dirname(row["path"]) for row in rows], {}
    for index, folder in enumerate(folders):
        first.setdefault(folder, index)
        first.setdefault(folder.split("/")[0] + "/", index)

    def key(pair):
        top = pair[1].split("/")[0]
        return first[top + "/"], (0, pair[1]) if top == "patterns" else (first[pair[1]], "")
    return [row for row, _ in sorted(zip(rows, folders), key=key)]


def text(root, generated):
    out, folder = [INTRO], None
    for row in ordered(rows(root)):
        if os.path.dirname(row["path"]) != folder:
            folder = os.path.dirname(row["path"])
            out.append("\n## %s\n\n| file | shows | pattern | written by |\n|---|---|---|---|" % folder)
        expected = row["expected_pattern"] or "none"
        if row["near_miss_of"]:
            expected += ", not " + row["near_miss_of"]
        out.append("| `%s` | %s | %s | %s |" % (
            os.path.basename(row["path"]), row["remark"] or "example of its pattern", expected,
            "script" if row["path"] in generated else "hand"))
    return "\n".join(out) + "\n"


def unlisted(root):
    """Returns messages about files without a row, rows without a file, and duplicate rows."""
    listed = [row["path"] for row in rows(root)]
    present = []
    for folder, _, names in os.walk(root):
        present += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    present = [path for path in present if path not in ("README.md", "index.csv") and ".dSYM" not in path]
    present = [path for path in present if not path.startswith("archives" + os.sep)]
    out = ["not in index.csv: " + path for path in sorted(set(present) - set(listed))]
    out += ["in index.csv, but missing: " + path for path in sorted(set(listed) - set(present))]
    return out + ["twice in index.csv: " + path for path in sorted({p for p in listed if listed.count(p) > 1})]
