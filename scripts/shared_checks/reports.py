"""Synthetic reports, as lines of `diagnose database export`. Nothing in them comes from a real report."""
import datetime
import hashlib
import json
import random

START = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
# The time at which every command of the scenarios runs (SOURCE_DATE_EPOCH), after all reports.
NOW = int((START + datetime.timedelta(days=220)).timestamp())
HEADER = '{"schema":"diagnose-export/1","tool":{"name":"diagnose","version":"0.1.0"}}'


def chances(number, seed):
    """Returns the issue, the build and the time of a report."""
    chance = random.Random(f"{seed} {number}")
    issue = min(int(1 / (1 - chance.random())), 400)
    build = 400 + int(chance.random() * 30)
    return issue, build, START + datetime.timedelta(seconds=int(chance.random() * 200 * 86_400))


def since(date, numbers, seed=0):
    """Returns the numbers of the reports that are not from before a date, `2026-06-01`."""
    return [number for number in numbers if f"{chances(number, seed)[2]:%Y-%m-%d}" >= date]


def report(number, seed=0):
    """Returns the line of a report; equal numbers and seeds give equal lines."""
    issue, build, time = chances(number, seed)
    function = f"-[View{issue} draw:]"
    signature = "\n".join([
        "input/1", "type=EXC_CRASH", "signal=SIGABRT", "bug=309", "event=crash", "exception=NSRangeException",
        f"reason=index # of view {issue}", "process=MadeApp", "failure=__exceptionPreprocess",
        "stack=exception backtrace", "i\tCoreFoundation\tCoreFoundation\tsystem", "i\tMadeApp\tMadeApp\tother",
        "f\t0\t__exceptionPreprocess", f"f\t1\t{function}", f"f\t1\t-[Made run{issue % 7}]", "f\t1\tmain"])
    digest = hashlib.sha256(f"{seed} {number}".encode()).hexdigest()
    made = {
        "source": {"path": f"~/Reports/{number}.ips", "format": "ips", "bugType": "309", "digest": "sha256:" + digest,
                   "index": 0},
        "kind": "crash", "incident": f"00000000-0000-4000-8000-{number:012x}",
        "process": {"name": "MadeApp", "bundleID": "com.example.MadeApp", "version": f"2.{build % 10}",
                    "build": str(build)},
        "host": {"os": f"iPhone OS {15 + number % 4}.1", "device": f"iPhone14,{number % 5}", "architecture": "arm64"},
        "times": {"crashed": f"{time:%Y-%m-%dT%H:%M:%S}.{number % 10_000:04d}+00:00"},
        "exception": {"type": "EXC_CRASH", "signal": "SIGABRT"}, "findings": [], "labels": {}, "notes": [],
        "stored": {"seenAt": f"{time + datetime.timedelta(minutes=10):%Y-%m-%dT%H:%M:%SZ}", "location": function,
                   "program": "diagnose 0.1.0", "signatureInput": signature,
                   "summary": f"uncaught NSRangeException: index {number} of view {issue}"}}
    return json.dumps({"schema": "diagnose/1", "tool": {"name": "diagnose", "version": "0.1.0"}, "event": None,
                       "reports": [made], "errors": []}, separators=(",", ":"))


def write(path, numbers, seed=0):
    """Writes an export with the reports of `numbers`."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEADER + "\n")
        for number in numbers:
            file.write(report(number, seed) + "\n")
    return path


def chunks(folder, name, first, last, size, seed=0):
    """Writes exports with `size` reports each, and returns their paths."""
    return [write(f"{folder}/{name}-{low}.jsonl", range(low, min(low + size, last)), seed)
            for low in range(first, last, size)]
