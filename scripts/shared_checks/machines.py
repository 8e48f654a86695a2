"""Machines: users of the program with data folders of their own, and the comparison of their histories."""
import glob
import hashlib
import json
import os
import shutil
import subprocess

from . import reports

# What is asked of each copy. Each answer is compared byte for byte with that of an ordinary history in a file.
QUESTIONS = {
    "issues": ["history", "list", "--format", "json", "--limit", "0"],
    "reports": ["history", "list", "--reports", "--format", "json", "--limit", "0"],
    "days": ["history", "list", "--by", "day", "--format", "json"],
    "devices": ["history", "list", "--by", "device", "--format", "json"],
    "trends": ["trends", "--format", "json"],
    "trends of builds": ["trends", "--by", "build", "--format", "json"],
    "export": ["database", "export"],
}

# What is asked of a machine without a copy. Its answers are those of the summary.
SUMMARIZED = {name: question for name, question in QUESTIONS.items() if name not in ("reports", "export")}
SUMMARIZED |= {
    "issues of a period": ["history", "list", "--since", "1000h", "--format", "json", "--limit", "0"],
    "issues of an app": ["history", "list", "--app", "MadeApp", "--format", "json", "--limit", "0"],
    "trends of an app": ["trends", "--app", "com.example.MadeApp", "--format", "json"],
    "unrecognized": ["trends", "--unrecognized", "--format", "json"],
}


class Fault(Exception):
    """A guarantee that does not hold."""


class Answer:
    """The result of a command."""

    def __init__(self, status, output, messages):
        self.status, self.output, self.messages = status, output, messages.decode("utf-8", "replace").strip()


class Machine:
    """A machine with its own data folder."""

    def __init__(self, program, folder, name, address=None, now=reports.NOW):
        self.program, self.folder, self.name = program, os.path.join(folder, name), name
        os.makedirs(self.folder, exist_ok=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "XDG_DATA_HOME": self.folder + "/data",
            "XDG_CONFIG_HOME": self.folder + "/config", "TZ": "UTC", "SOURCE_DATE_EPOCH": str(now), "USER": name,
            "DIAGNOSE_DATABASE": address or self.folder + "/history.sqlite"}

    def start(self, *arguments):
        return subprocess.Popen([self.program, *arguments], env=self.environment, cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments, status=0, timeout=3_600):
        """Runs a command; another exit status than `status` (None: any) is a fault."""
        process = self.start(*arguments)
        output, messages = process.communicate(timeout=timeout)
        answer = Answer(process.returncode, output, messages)
        if status is not None and answer.status != status:
            raise Fault(f"{self.name}: diagnose {' '.join(arguments)}: exit status {answer.status} instead of {status}: "
                        f"{answer.messages[-600:]}")
        return answer

    def synchronize(self, attempts=60):
        """Exchanges everything, with repetitions while the server is not available."""
        for left in reversed(range(attempts)):
            answer = self.run("database", "sync", status=None if left else 0)
            if answer.status == 0:
                return
            if answer.status != 75:
                raise Fault(f"{self.name}: database sync: exit status {answer.status}: {answer.messages[-600:]}")

    @property
    def file(self):
        """The local copy."""
        found = glob.glob(self.folder + "/data/diagnose/shared/*.sqlite")
        if len(found) != 1:
            raise Fault(f"{self.name}: {len(found)} local copies instead of one")
        return found[0]

    def answers(self):
        answers = {name: self.run(*arguments).output for name, arguments in QUESTIONS.items()}
        # The lines of an export are in the order of arrival.
        answers["export"] = b"\n".join(sorted(answers["export"].split(b"\n")))
        return answers

    def reports(self):
        """Returns the number of reports, and of different digests."""
        lines = self.run("database", "export").output.split(b"\n")
        digests = [document["reports"][0]["source"]["digest"] for document in map(json.loads, filter(None, lines))
                   if document.get("reports")]
        return len(digests), len(set(digests))


def fresh(machine, name):
    """Returns a machine that has never been in contact with the server."""
    other = Machine(machine.program, os.path.dirname(machine.folder), name, machine.environment["DIAGNOSE_DATABASE"],
                    int(machine.environment["SOURCE_DATE_EPOCH"]))
    shutil.rmtree(other.folder + "/data", ignore_errors=True)
    for name in ("DIAGNOSE_DATABASE_PASSWORD", "DIAGNOSE_DATABASE_PASSWORD_FILE"):
        if name in machine.environment:
            other.environment[name] = machine.environment[name]
    return other


def digest(data):
    return hashlib.sha256(data).hexdigest()


def compare(reference, machines, count):
    """Compares the answers of all machines, and of a fresh one, with those of the reference."""
    expected = reference.answers()
    found = reference.reports()
    if found != (count, count):
        raise Fault(f"the reference has {found[0]} reports, {found[1]} different, instead of {count}")
    for machine in machines:
        machine.synchronize()
    for machine in [*machines, fresh(machines[0], "fresh")]:
        machine.synchronize()
        number, different = machine.reports()
        if (number, different) != (count, count):
            raise Fault(f"{machine.name}: {number} reports, {different} different, instead of {count}")
        for name, answer in machine.answers().items():
            if digest(answer) != digest(expected[name]):
                raise Fault(f"{machine.name}: {name}: {difference(expected[name], answer)}")


def compare_summary(reference, machine):
    """Compares the answers of a machine without a copy with those of the reference. `machine` has made the summary."""
    thin = fresh(machine, "thin")
    address = thin.environment["DIAGNOSE_DATABASE"]
    thin.environment["DIAGNOSE_DATABASE"] = address + ("&" if "?" in address else "?") + "copy=0"
    for name, arguments in SUMMARIZED.items():
        expected, found = reference.run(*arguments).output, thin.run(*arguments).output
        if digest(expected) != digest(found):
            raise Fault(f"summary: {name}: {difference(expected, found)}")
    issues = json.loads(reference.run("history", "list", "--format", "json", "--limit", "5").output)["issues"]
    for issue in issues:
        arguments = ["history", "show", issue["id"], "--facets"]
        expected, found = reference.run(*arguments).output, thin.run(*arguments).output
        if digest(expected) != digest(found):
            raise Fault(f"summary: {issue['id']}: {difference(expected, found)}")


def difference(expected, found):
    """Returns the first lines that differ."""
    left, right = expected.split(b"\n"), found.split(b"\n")
    for number, (one, other) in enumerate(zip(left, right), 1):
        if one != other:
            start = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), 0)
            start = max(0, start - 60)
            return f"line {number}: expected …{one[start:start + 200]!r}, found …{other[start:start + 200]!r}"
    return f"{len(left)} lines expected, {len(right)} found"
