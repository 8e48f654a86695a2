"""README.md of sample-logs, from the index: what each file shows and how it was made."""

import csv
import os

INTRO = """# Sample logs

Every file in this folder was made for this project. None is a report of a real failure, none was copied from anybody:
names (`MyApp`, `CardView`, `com.example.…`, user `user`), addresses, identifiers and dates are invented. Layout, system
symbols and system messages follow what the systems write, so that the files can be read by anything that reads reports.

* *script*: written by `scripts/make-samples.py` from one description, so the same invented crash says the same in every
  format. `scripts/make-samples.py --check` tells whether a file still is what the script writes, and whether every file
  is listed in `index.csv`. Do not edit these by hand.
* *hand*: written by hand.

Marks inside: incident identifiers and reporter keys are zero but for a serial number (`00000000-0000-4000-8000-…`,
`0123456789abcdef…`), home folders are `/Users/user`. Other UUIDs are version 5, made from a name.
In files made by the script, load addresses are aligned to pages, images do not overlap, and address = load address + offset.

`index.csv` has a row for each file: `path`, `format` (`source.format` of the answer; the recognised kind where a report
is not read yet; `none` where nothing is recognised), `expected_pattern` of the best finding (empty: no failure pattern
is right), `expected_confidence_at_least`, `near_miss_of` (this pattern must not be reported as likely or certain) and a
remark.
`designables/` holds three failures of Interface Builder previews in every form they come in; the next folders show one
format each; `patterns/` one failure pattern each; `near-misses/` what resembles a pattern but is not it; `symbols/`
reports whose frames have no names, and the dSYM that has them; `not-read-yet/` kinds of report that are recognised and
refused.
`archives/` holds some of these again, in the archives and bundles in which reports travel: whole, cut, encrypted, and with
nothing in them. `scripts/make-archives` writes them from the files here; `scripts/make-archives --check` tells whether they
still hold the same.
"""


def rows(root):
    with open(os.path.join(root, "index.csv"), newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


def text(root, generated):
    out, folder = [INTRO], None
    for row in rows(root):
        if os.path.dirname(row["path"]) != folder:
            folder = os.path.dirname(row["path"])
            out.append("\n## %s\n\n| file | shows | pattern | made by |\n|---|---|---|---|" % folder)
        expected = row["expected_pattern"] or "none"
        if row["near_miss_of"]:
            expected += ", not " + row["near_miss_of"]
        out.append("| `%s` | %s | %s | %s |" % (
            os.path.basename(row["path"]), row["remark"] or "what its pattern says", expected,
            "script" if row["path"] in generated else "hand"))
    return "\n".join(out) + "\n"


def unlisted(root):
    """Files without a row, and rows without a file."""
    listed = [row["path"] for row in rows(root)]
    present = []
    for folder, _, names in os.walk(root):
        present += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    present = [path for path in present if path not in ("README.md", "index.csv") and ".dSYM" not in path]
    present = [path for path in present if not path.startswith("archives" + os.sep)]
    out = ["not in index.csv: " + path for path in sorted(set(present) - set(listed))]
    out += ["in index.csv, but missing: " + path for path in sorted(set(listed) - set(present))]
    return out + ["twice in index.csv: " + path for path in sorted({p for p in listed if listed.count(p) > 1})]
