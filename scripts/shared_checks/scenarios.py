"""The scenarios of scripts/check-shared. Each returns figures for its line, or raises Fault or Skipped."""
import datetime
import glob
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from . import cluster, reports
from .machines import Fault, Machine, compare, compare_summary, fresh
from .proxy import Proxy
from .servers import ENGINES, free_port

CATALOG = {}


class Skipped(Exception):
    """What is missing, so that a scenario cannot run."""


class Setting:
    """What a scenario is given: the program, its own folder, and the scale."""

    def __init__(self, program, folder, arguments):
        self.program, self.folder, self.arguments = program, folder, arguments
        self.chance = random.Random(arguments.seed)
        self.servers = []

    def server(self, name="server", **options):
        server = ENGINES[self.arguments.engine](f"{self.folder}/{name}", **options)
        self.servers.append(server)
        return server.start()

    def needs_server(self, feature):
        if self.arguments.engine != "clickhouse-server":
            raise Skipped(f"{self.arguments.engine} has no {feature}")

    def machine(self, name, address=None, now=reports.NOW):
        return Machine(self.program, self.folder, name, address, now)

    def machines(self, count, address):
        return [self.machine(f"machine{number}", address) for number in range(1, count + 1)]

    def reference(self, files):
        """Returns an ordinary history with the reports of the files."""
        machine = self.machine("reference")
        for file in files:
            machine.run("database", "import", file)
        return machine

    def tables(self, server):
        """Creates the tables."""
        self.machine("administrator", server.address()).run("database", "init")

    def scaled(self, number):
        return max(1, number * self.arguments.reports // 200_000)

    def close(self):
        for server in self.servers:
            server.stop()


def scenario(letter, title):
    def add(function):
        CATALOG[letter] = (title, function)
        return function
    return add


def imported(machine, files, each=lambda: None):
    """Imports files one after the other. The server may be away: its part happens later."""
    for file in files:
        machine.run("database", "import", file)
        each()


@scenario("a", "the server is killed while four machines record")
def killed_server(setting):
    server = setting.server()
    setting.tables(server)
    total, kills = setting.arguments.reports, setting.arguments.kills
    machines = setting.machines(4, server.address())
    size = max(1, min(1_000, total // 4 // max(1, kills // 4)))
    parts = [reports.chunks(setting.folder, f"part{number}", number * total // 4, (number + 1) * total // 4, size)
             for number in range(4)]
    count = sum(map(len, parts))
    finished = []
    with ThreadPoolExecutor(4) as pool:
        work = [pool.submit(imported, machine, files, lambda: finished.append(1))
                for machine, files in zip(machines, parts)]
        for number in range(kills):
            # Kills are distributed over all imports, each at a random time of one of them.
            while len(finished) < number * count / kills and not all(one.done() for one in work):
                time.sleep(0.02)
            time.sleep(setting.chance.uniform(0, 1))
            server.kill()
            time.sleep(setting.chance.uniform(0, 0.3))
            server.start()
        for one in work:
            one.result()
    reference = setting.reference(sum(parts, []))
    compare(reference, machines, total)
    return f"{total} reports of 4 machines, {kills} kills, {stored(server)}"


def stored(server):
    rows, batches = (server.query(f"SELECT count() FROM diagnose.{table}") for table in ("record", "batch"))
    return f"{rows} rows, {batches} batches"


@scenario("b", "a proxy cuts, delays, repeats, and shortens")
def damaged_exchanges(setting):
    server = setting.server()
    setting.tables(server)
    proxy = Proxy(server.http, seed=setting.arguments.seed)
    total = setting.scaled(40_000)
    machines = setting.machines(2, server.address(port=proxy.address))
    files = [reports.chunks(setting.folder, f"part{n}", n * total // 2, (n + 1) * total // 2, max(1, total // 40))
             for n in range(2)]
    with ThreadPoolExecutor(2) as pool:
        for work in [pool.submit(imported, *pair) for pair in zip(machines, files)]:
            work.result()
        for _ in range(10):
            for work in [pool.submit(one.run, "database", "sync", status=None) for one in machines]:
                answer = work.result()
                if answer.status not in (0, 74, 75):
                    raise Fault(f"exit status {answer.status}: {answer.messages}")
    time.sleep(4)  # late requests
    counts = ", ".join(f"{form} {count}" for form, count in proxy.counts.items())
    proxy.share = 0
    machines[0].run("database", "check")
    compare(setting.reference(sum(files, [])), machines, total)
    proxy.stop()
    return f"{total} reports, {proxy.requests} requests ({counts}), {stored(server)}"


@scenario("c", "the password changes")
def changed_password(setting):
    setting.needs_server("file of users")
    server = setting.server()
    setting.tables(server)
    files = reports.chunks(setting.folder, "part", 0, 3_000, 1_000)
    machine, other = setting.machines(2, server.address())
    machine.run("database", "import", files[0])
    server.password = "a-new-password"
    for number in range(100):
        # The server compares times in seconds, and does not notice a change in the second of the last one.
        if number % 20 == 0:
            server.write_users()
        if machine.run("database", "sync", status=None).status == 77:
            break
        time.sleep(0.1)
    answer = machine.run("database", "sync", status=77)
    read = machine.run("history", status=77)
    later = machine.run("database", "import", files[1])
    if "warning" not in later.messages or "to be sent" not in later.messages:
        raise Fault(f"no warning that changes wait: {later.messages}")
    for text in (answer.messages, read.messages, later.messages):
        if server.password in text:
            raise Fault("a message contains the password")
    for one in (machine, other):
        one.environment["DIAGNOSE_DATABASE_PASSWORD"] = server.password
    other.run("database", "import", files[2])
    compare(setting.reference(files), [machine, other], 3_000)
    secret = setting.folder + "/password"
    with open(os.open(secret, os.O_WRONLY | os.O_CREAT, 0o644), "w", encoding="utf-8") as file:
        file.write(server.password + "\n")
    del machine.environment["DIAGNOSE_DATABASE_PASSWORD"]
    machine.environment["DIAGNOSE_DATABASE_PASSWORD_FILE"] = secret
    open_file = machine.run("database", "sync", status=None)
    os.chmod(secret, 0o600)
    machine.run("database", "sync")
    if open_file.status not in (77, 78):
        raise Fault(f"a file that others may read is accepted with status {open_file.status}")
    return f"3000 reports, 77 while it was wrong, {open_file.status} for a file that others may read"


def state(server, database="diagnose"):
    """Returns the columns and rows of all tables."""
    tables = server.query(f"SELECT name FROM system.tables WHERE database = '{database}' ORDER BY name").split()
    return [(table, server.query(f"DESCRIBE TABLE {database}.{table}"),
             server.query(f"SELECT count(), sum(cityHash64(*)) FROM {database}.{table}")) for table in tables]


@scenario("d", "what is refused")
def refused(setting):
    server = setting.server()
    setting.tables(server)
    file = reports.write(setting.folder + "/part.jsonl", range(500))
    machine = setting.machine("machine1", server.address())
    machine.run("database", "import", file)
    server.query("INSERT INTO meta (key, value) VALUES ('schema', '999')", "diagnose")
    before = state(server)
    checked = 0

    def expect(status, one, *arguments):
        nonlocal checked
        answer = one.run(*arguments, status=status)
        checked += 1
        lines = answer.messages.split("\n")
        if "diagnose" not in lines[0] or "Fatal" in answer.messages:
            raise Fault(f"{arguments}: {answer.messages}")
        return answer

    reading = (["database", "sync"], ["history"], ["trends"], ["database", "export"])
    for arguments in [*reading, ["database", "init"]]:
        expect(74, machine, *arguments)
    machine.run("database", "import", reports.write(setting.folder + "/more.jsonl", range(500, 700)))
    if state(server) != before:
        raise Fault("the tables of a newer schema were changed")
    server.query("CREATE DATABASE foreign_tables")
    server.query("CREATE TABLE foreign_tables.record (id UInt64, text String) ENGINE = Log")
    server.query("INSERT INTO foreign_tables.record VALUES (1, 'theirs')")
    before = state(server, "foreign_tables")
    stranger = setting.machine("stranger", server.address("foreign_tables"))
    for arguments in (["database", "init"], *reading):
        expect(74, stranger, *arguments)
    if state(server, "foreign_tables") != before:
        raise Fault("a database with foreign tables was changed")
    for arguments in reading:
        expect(74, setting.machine("missing", server.address("missing")), *arguments)
        expect(75, setting.machine("unreachable", f"clickhouse://default@127.0.0.1:{free_port()}/diagnose"), *arguments)
        for number, address in enumerate((
                "clickhouse://", "clickhouse://default:secret@127.0.0.1/diagnose", "clickhouse://u@h:99999/d",
                "clickhouse://u@127.0.0.1/d?unknown=1", "clickhouse://u@127.0.0.1/d?secure=2")):
            expect(78, setting.machine(f"invalid{number}", address), *arguments)
    return f"{checked} commands"


@scenario("e", "a machine is killed while it sends")
def killed_machine(setting):
    server = setting.server()
    setting.tables(server)
    kills = setting.arguments.kills
    machine, other = setting.machines(2, server.address())
    files = reports.chunks(setting.folder, "part", 0, kills * 200, 200)
    began = time.monotonic()
    machine.run("database", "import", files[0])
    duration = time.monotonic() - began
    killed = 0
    for number, file in enumerate(files):
        arguments = ["database", "import", file] if number % 2 else ["database", "sync"]
        if number % 2 == 0:
            # Everything of this file waits to be sent.
            away = setting.machine("machine1", machine.environment["DIAGNOSE_DATABASE"])
            away.environment["DIAGNOSE_DATABASE_PASSWORD"] = "wrong"
            away.run("database", "import", file)
        process = machine.start(*arguments)
        time.sleep(setting.chance.uniform(0, duration * 1.1))
        killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
    for file in files:
        machine.run("database", "import", file)
    compare(setting.reference(files), [machine, other], kills * 200)
    return f"{kills * 200} reports, {killed} of {kills} processes killed before they ended, {stored(server)}"


@scenario("f", "files are copied, and files and servers restored")
def restored(setting):
    server = setting.server()
    setting.tables(server)
    one, two = setting.machines(2, server.address())
    files = reports.chunks(setting.folder, "part", 0, 900, 100)
    used = []

    def use(machine, count=1):
        for _ in range(count):
            used.append(files[len(used)])
            machine.run("database", "import", used[-1])

    def verify(machines):
        compare(reference(), machines, len(used) * 100)

    def reference():
        shutil.rmtree(setting.folder + "/reference", ignore_errors=True)
        return setting.reference(used)

    use(one, 2)
    use(two)
    # 1. A copy on another machine, and both continue.
    three = setting.machine("machine3", server.address())
    os.makedirs(os.path.dirname(three.folder + "/data/diagnose/shared/x"))
    shutil.copy(one.file, three.folder + "/data/diagnose/shared/")
    use(three)
    use(one)
    rows = int(server.query("SELECT count() FROM diagnose.record"))
    verify([one, two, three])
    for machine in (one, two, three):
        machine.synchronize()
    repeated = int(server.query("SELECT count() FROM diagnose.record")) - rows
    # 2. A file that is restored from an older copy.
    backup = setting.folder + "/backup.sqlite"
    shutil.copy(one.file, backup)
    use(one)
    for leftover in glob.glob(one.file + "-*"):
        os.remove(leftover)
    shutil.copyfile(backup, one.file)
    use(one)
    verify([one, two, three])
    # 3. Tables that are emptied.
    for table in ("record", "batch", "meta"):
        kind = server.query(f"SHOW CREATE TABLE diagnose.{table}").replace("\\n", " ").replace("\\'", "'")
        server.query(f"DROP TABLE diagnose.{table}")
        server.query(kind)
    setting.tables(server)
    verify([one, two, three])
    # 4. Tables of an older state, which lack what one machine has sent, and later what none of the senders has.
    server.stop()
    shutil.copytree(server.data, setting.folder + "/server-backup", symlinks=True, dirs_exist_ok=True)
    server.start()
    use(two)
    for machine in (one, three):
        machine.synchronize()
    shutil.rmtree(two.folder)
    server.stop()
    shutil.rmtree(server.data)
    shutil.copytree(setting.folder + "/server-backup", server.data, symlinks=True)
    server.start()
    # Machine 2 no longer exists; machines 1 and 3 know its reports.
    verify([one, three])
    return f"{len(used) * 100} reports, {repeated} rows sent again after a copy, {stored(server)}"


@scenario("g", "the disk of the server is full")
def full_disk(setting):
    disk = setting.folder + "/disk"
    os.makedirs(disk)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk], capture_output=True).returncode:
        raise Skipped("a file system of limited size cannot be mounted")
    try:
        server = setting.server(data=disk)
        setting.tables(server)
        one, two = setting.machines(2, server.address())
        total = setting.scaled(100_000)
        files = reports.chunks(setting.folder, "part", 0, total, max(1, total // 20))
        with open(disk + "/filler", "wb") as filler:
            filler.write(bytes(14 << 20))
        for file in files[::2]:
            one.run("database", "import", file)
        for file in files[1::2]:
            two.run("database", "import", file)
        filler = os.open(disk + "/filler", os.O_WRONLY | os.O_APPEND)
        try:
            while True:
                os.write(filler, bytes(4096))
        except OSError:
            os.close(filler)
        extra = reports.write(setting.folder + "/extra.jsonl", range(total, total + 1_000))
        answer = one.run("database", "import", extra)
        status = one.run("database", "sync", status=None).status
        two.run("history")
        if "warning" not in answer.messages or status not in (74, 75):
            raise Fault(f"a full disk is not reported: status {status}, {answer.messages}")
        os.remove(disk + "/filler")
        subprocess.run(["mount", "-o", "remount,size=400m", disk], check=True)
        compare(setting.reference([*files, extra]), [one, two], total + 1_000)
        return f"{total + 1_000} reports, {status} while it was full, {stored(server)}"
    finally:
        setting.close()
        subprocess.run(["umount", disk], capture_output=True)


@scenario("h", "two clocks differ by one hour")
def two_clocks(setting):
    samples = setting.arguments.samples
    server = setting.server()
    setting.tables(server)
    now = reports.NOW
    one = setting.machine("machine1", server.address(), now)
    two = setting.machine("machine2", server.address(), now + 3_600)
    single = setting.machine("reference", None, now)
    later = setting.machine("reference", None, now + 3_600)
    files = sorted(glob.glob(samples + "/*"))
    half = len(files) // 2
    # The same steps on the machines, and in one history. The reports in the middle are recorded by both.
    steps = [(one, single, ["ingest", *files[:half + 2]]), (two, later, ["ingest", *files[half - 2:]])]
    for machine, same, arguments in steps:
        machine.run(*arguments, status=None)
        same.run(*arguments, status=None)
    issues = [issue["id"] for issue in json.loads(single.run("history", "--format", "json").output)["issues"]]
    for machine, same, arguments in (
            (one, single, ["history", "resolve", issues[0], "--by", "one"]),
            (two, later, ["history", "note", issues[0], "seen again", "--by", "two"]),
            (two, later, ["history", "merge", issues[2], issues[3], "--by", "two"]),
            (one, single, ["history", "ignore", issues[1], "--by", "one"])):
        machine.run(*arguments)
        same.run(*arguments)
    two.environment["SOURCE_DATE_EPOCH"] = str(now)
    count = single.reports()[0]
    compare(single, [one, two], count)
    return f"{count} reports of {len(files)} files, 4 events"


def senders(nodes):
    """Returns the number of senders of each shard."""
    return [node.query("SELECT uniqExact(sender) FROM diagnose.batch_local") for node in (nodes[0], nodes[2])]


@scenario("i", "a cluster of two shards and two replicas loses servers")
def cluster_of_four(setting):
    setting.needs_server("replicas")
    if reason := cluster.missing():
        raise Skipped(reason)
    four = cluster.Cluster(setting.folder)
    setting.servers += [*four.nodes, four.keeper]
    four.start()
    nodes = four.nodes
    setting.machine("administrator", nodes[0].address()).run("database", "init", "--cluster", cluster.NAME)
    setting.machine("second", nodes[3].address()).run("database", "init", "--cluster", cluster.NAME)
    total = setting.scaled(40_000)
    # One machine at each server; more senders than shards, so that both have some.
    machines = [setting.machine(f"machine{number + 1}", nodes[number].address()) for number in range(4)]
    parts = [reports.chunks(setting.folder, f"part{n}", n * total // 4, (n + 1) * total // 4, max(1, total // 40))
             for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        work = [pool.submit(imported, *pair) for pair in zip(machines, parts)]
        time.sleep(2)
        nodes[1].kill()
        for one in work:
            one.result()
    for machine in (machines[0], machines[2], machines[3]):
        machine.synchronize()
    # Chance distributes the senders; each shard is to have one.
    while "0" in (shards := senders(nodes)):
        machines.append(setting.machine(f"machine{len(machines) + 1}", nodes[0].address()))
        parts.append([reports.write(f"{setting.folder}/more-{total}.jsonl", range(total, total + 50))])
        total += 50
        imported(machines[-1], parts[-1])
    for machine in (machines[0], machines[2], machines[3]):
        machine.synchronize()
    # The second shard is down: an answer is correct or fails.
    before = {machine.name: machine.reports() for machine in (machines[0], machines[2], machines[3])}
    for node in nodes[2:]:
        node.kill()
    failures = 0
    for machine in (machines[0], setting.machine("reader", nodes[0].address())):
        for arguments in (["history"], ["trends"], ["database", "export"], ["database", "sync"]):
            answer = machine.run(*arguments, status=None)
            if answer.status == 75:
                failures += 1
            elif answer.status != 0 or before.get(machine.name) != machine.reports():
                raise Fault(f"{machine.name}: {arguments}: status {answer.status} while a shard is down: {answer.messages}")
    late = reports.write(setting.folder + "/late.jsonl", range(total, total + 500))
    machines[0].run("database", "import", late)
    for node in nodes[1:]:
        node.start()
    for machine in machines:
        machine.synchronize()
    # Replicas fetch what they lack.
    for node in nodes:
        for table in ("meta_local", "record_local", "batch_local"):
            node.query(f"SYSTEM SYNC REPLICA diagnose.{table}")
    pairs = [[node.query("SELECT count(), sum(cityHash64(sender, id, line)) FROM (SELECT DISTINCT sender, id, line "
                         "FROM diagnose.record_local)") for node in pair] for pair in (nodes[:2], nodes[2:])]
    if any(left != right for left, right in pairs):
        raise Fault(f"replicas differ: {pairs}")
    reference = setting.reference([*sum(parts, []), late])
    compare(reference, machines, total + 500)
    machines[0].run("database", "check")
    for machine in (reference, machines[2]):
        machine.run("database", "prune", "--older-than", FLOOR, "--yes")
    compare(reference, machines, reference.reports()[0])
    machines[0].run("database", "check")
    failures += summarized_cluster(setting, reference, machines[0], nodes)
    return (f"{total + 500} reports of {len(machines)} machines, {failures} of 10 questions failed with 75 and none was wrong while a "
            f"shard was down, senders of the shards: {' and '.join(shards)}")


def summarized_cluster(setting, reference, machine, nodes):
    """Compares summaries of a cluster. Returns the number of questions that failed while a shard was down."""
    machine.run("database", "summarize")
    for node in (nodes[0], nodes[3]):
        reader = setting.machine("reader-" + str(nodes.index(node)), node.address())
        compare_summary(reference, reader)
    for node in nodes[2:]:
        node.kill()
    failures = 0
    thin = setting.machine("thin-reader", nodes[0].address() + "?copy=0")
    for arguments in (["history", "list", "--by", "os"], ["trends"]):
        answer = thin.run(*arguments, status=None)
        if answer.status == 75:
            failures += 1
        elif answer.status != 0 or answer.output != reference.run(*arguments).output:
            raise Fault(f"summary: {arguments}: status {answer.status} while a shard is down: {answer.messages}")
    for node in nodes[2:]:
        node.start()
    return failures


def processor_time():
    """Returns the processor time of the commands that have ended, without the servers."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@scenario("k", "a machine is killed at every system call of a send")
def killed_at_calls(setting):
    strace = shutil.which("strace")
    if strace is None:
        raise Skipped("strace is not installed (Debian: apt-get install strace)")
    server = setting.server()
    setting.tables(server)
    machine, other = setting.machines(2, server.address())
    files = []

    def record():
        """Records three reports that wait to be sent."""
        files.append(reports.write(f"{setting.folder}/{len(files)}.jsonl", range(3 * len(files), 3 * len(files) + 3)))
        machine.environment["DIAGNOSE_DATABASE_PASSWORD"] = "wrong"
        machine.run("database", "import", files[-1])
        del machine.environment["DIAGNOSE_DATABASE_PASSWORD"]

    def traced(*options):
        return subprocess.run([strace, "-f", "-qq", *options, machine.program, "database", "sync"], env=machine.environment,
                              cwd=machine.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              check=False, timeout=120).returncode

    record()
    machine.synchronize()
    record()
    log = setting.folder + "/calls"
    if traced("-o", log) != 0:
        raise Skipped("strace cannot trace (ptrace is not permitted)")
    # The calls of each thread and child process are counted separately.
    calls = {}
    with open(log, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            thread, _, rest = line.partition(" ")
            if name := re.match(r"\s*([a-z_0-9]+)\(", rest):
                counts = calls.setdefault(name[1], {})
                counts[thread] = counts.get(thread, 0) + 1
    points = [(name, number) for name, counts in sorted(calls.items()) for number in range(1, max(counts.values()) + 1)
              if name not in ("execve", "exit_group", "exit")]
    setting.chance.shuffle(points)
    points = points[:setting.arguments.kills * 20]
    killed = 0
    for name, number in points:
        record()
        killed += traced("-o", "/dev/null", "-e", f"inject={name}:signal=KILL:when={number}") != 0
    compare(setting.reference(files), [machine, other], 3 * len(files))
    return f"{killed} of {len(points)} sends killed, {3 * len(files)} reports, {stored(server)}"


FLOOR = "2026-06-01"


@scenario("l", "old reports are pruned while machines send, and machines are killed while they prune")
def pruned(setting):
    server = setting.server()
    setting.tables(server)
    machines = setting.machines(3, server.address())
    kills = setting.arguments.kills
    total = setting.scaled(20_000)
    before = reports.chunks(setting.folder, "before", 0, total, max(1, total // 10))
    # Recorded while others prune. These are not older than the first day that remains, so that their order does not matter.
    numbers = reports.since(FLOOR, range(total, total + kills * 40))
    during = [reports.write(f"{setting.folder}/during-{low}.jsonl", numbers[low:low + 20]) for low in range(0, len(numbers), 20)]
    for number, file in enumerate(before):
        machines[number % 3].run("database", "import", file)
    reference = setting.machine("reference")
    for file in before:
        reference.run("database", "import", file)
    reference.run("database", "prune", "--older-than", FLOOR, "--yes")
    for machine in machines:
        machine.synchronize()
    began = time.monotonic()
    machines[0].run("database", "prune", "--older-than", "2026-04-01", "--yes")
    duration = time.monotonic() - began
    killed = 0
    for number, file in enumerate(during):
        sending = machines[1 + number % 2].start("database", "import", file)
        if number < kills:
            # Each has something to remove: a few days more than the last one.
            date = min(f"{datetime.date(2026, 4, 2) + datetime.timedelta(days=number)}", FLOOR)
            process = machines[0].start("database", "prune", "--older-than", date, "--yes")
            time.sleep(setting.chance.uniform(0, duration))
            killed += process.poll() is None
            process.kill()
            process.communicate()
        messages = sending.communicate()[1].decode()
        if sending.returncode:
            raise Fault(f"database import: exit status {sending.returncode}: {messages}")
        reference.run("database", "import", file)
    machines[0].run("database", "prune", "--older-than", FLOOR, "--yes")
    # A machine that recorded old reports and was not in contact: they are too late.
    late = setting.machine("late", server.address())
    late.environment["DIAGNOSE_DATABASE_PASSWORD"] = "wrong"
    late.run("database", "import", reports.write(setting.folder + "/late.jsonl", range(10**6, 10**6 + 300)))
    del late.environment["DIAGNOSE_DATABASE_PASSWORD"]
    young = reports.write(setting.folder + "/young.jsonl", reports.since(FLOOR, range(10**6, 10**6 + 300)))
    reference.run("database", "import", young)
    compare(reference, [*machines, late], reference.reports()[0])
    machines[0].run("database", "check")
    for left in reversed(range(100)):
        rows = int(server.query("SELECT count() FROM diagnose.record"))
        if rows < total or not left:
            break
        time.sleep(0.1)
    if rows >= total:
        raise Fault(f"the server still has {rows} rows")
    return f"{total + len(numbers)} reports, {killed} of {min(kills, len(during))} prunings killed, {stored(server)}"


def snapshot_figures(setting, server, machine):
    """Prunes the reports before `FLOOR`, and returns what it costs."""
    machine.synchronize()
    count, size = machine.reports()[0], os.path.getsize(machine.file)
    began = time.monotonic()
    machine.run("database", "prune", "--older-than", FLOOR, "--yes")
    duration = time.monotonic() - began
    newcomer = setting.machine("newcomer", server.address())
    began = time.monotonic()
    newcomer.synchronize()
    receiving = time.monotonic() - began
    left = newcomer.reports()[0]
    parts = int(server.query("SELECT sum(length(bytes)) FROM diagnose.snapshot_part"))
    return (f"pruned {count - left} of {count} reports in {duration:.1f} s, a copy of {size // count} bytes per counted report has "
            f"{os.path.getsize(newcomer.file) // count}, snapshot of {parts} bytes, received in {receiving:.2f} s")


@scenario("n", "summaries are made while the server and the program are killed")
def killed_summaries(setting):
    server = setting.server()
    setting.tables(server)
    machines = setting.machines(2, server.address())
    total, kills = setting.scaled(20_000), setting.arguments.kills
    files = reports.chunks(setting.folder, "part", 0, total, max(1, total // max(4, kills)))
    killed = {"program": 0, "server": 0}
    summaries = 0
    for number, file in enumerate(files):
        machines[number % 2].run("database", "import", file)
        process = machines[0].start("database", "summarize")
        if number < kills:
            time.sleep(setting.chance.uniform(0, 1))
            victim = "program" if number % 2 else "server"
            killed[victim] += process.poll() is None
            if number % 2:
                process.kill()
            else:
                server.kill()
                server.start()
        process.communicate()
        summaries += process.returncode == 0
        if server.query("SELECT count() FROM diagnose.summary") != "0":
            # After any interruption, the valid summary is one state of the history: all of its numbers agree.
            agree(fresh(machines[1], "asking"))
    for machine in machines:
        machine.synchronize()
    machines[0].synchronize()
    machines[0].run("database", "summarize")
    reference = setting.reference(files)
    compare(reference, machines, total)
    compare_summary(reference, machines[1])
    rows = server.query("SELECT count() FROM diagnose.summary_count")
    return (f"{total} reports, {killed['server']} kills of the server and {killed['program']} of the program, {summaries} of {len(files)} "
            f"summaries completed, {rows} rows")


def agree(machine):
    """Compares numbers of a summary with each other."""
    machine.environment["DIAGNOSE_DATABASE"] += "?copy=0"
    sums = {}
    for what in ("day", "os", "device", "build", "process"):
        document = json.loads(machine.run("history", "list", "--by", what, "--format", "json").output)
        sums[what] = sum(count["count"] for count in document["counts"])
    issues = json.loads(machine.run("history", "list", "--format", "json", "--limit", "0").output)["issues"]
    sums["issues"] = sum(issue["count"] for issue in issues)
    if len(set(sums.values())) != 1:
        raise Fault(f"the numbers of a summary differ: {sums}")


@scenario("m", "sizes and speed")
def measured(setting):
    server = setting.server()
    setting.tables(server)
    total = setting.arguments.reports
    one = setting.machine("machine1", server.address())
    folder = os.path.dirname(setting.arguments.samples)
    one.run("ingest", folder, status=None)
    samples = one.reports()[0]
    sample_bytes = os.path.getsize(one.file) // samples
    one.environment["DIAGNOSE_DATABASE_PASSWORD"] = "wrong"
    one.run("database", "import", reports.write(setting.folder + "/all.jsonl", range(total)))
    del one.environment["DIAGNOSE_DATABASE_PASSWORD"]
    began, busy = time.monotonic(), processor_time()
    one.synchronize()
    sent, sending = time.monotonic() - began, processor_time() - busy
    reader = setting.machine("reader", server.address())
    began, busy = time.monotonic(), processor_time()
    reader.synchronize()
    received, receiving = time.monotonic() - began, processor_time() - busy
    busy = processor_time()
    reader.synchronize()
    empty = processor_time() - busy
    many = [setting.machine(f"sender{number}", server.address()) for number in range(4)]
    for number, machine in enumerate(many):
        machine.environment["DIAGNOSE_DATABASE_PASSWORD"] = "wrong"
        first = total + number * total // 4
        machine.run("database", "import", reports.write(f"{setting.folder}/{number}.jsonl", range(first, first + total // 4)))
        del machine.environment["DIAGNOSE_DATABASE_PASSWORD"]
    complete = int(server.query("SELECT sum(rows) FROM diagnose.batch")) + total // 4 * 4
    began = time.monotonic()
    processes = [machine.start("database", "sync") for machine in many]
    # Each machine sends everything before it receives.
    while int(server.query("SELECT sum(rows) FROM diagnose.batch")) < complete:
        if all(process.poll() is not None for process in processes):
            raise Fault("the machines ended before everything was sent")
        time.sleep(0.05)
    all_sent = time.monotonic() - began
    for process in processes:
        process.communicate()
    together = time.monotonic() - began
    server.query("OPTIMIZE TABLE diagnose.record FINAL")
    stored_rows = int(server.query("SELECT count() FROM diagnose.record"))
    stored_bytes = int(server.query("SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'diagnose'"))
    return (f"{total} reports: sent at {total / sent:.0f}/s ({total / sending:.0f} per second of processor time), "
            f"received at {(total + samples) / received:.0f}/s ({(total + samples) / receiving:.0f}), "
            f"{os.path.getsize(reader.file) // (total + samples)} bytes per report in a copy, "
            f"{stored_bytes // stored_rows} on the server, {empty * 1000:.0f} ms of processor time if there is nothing new; "
            f"{sample_bytes} bytes per report in a copy of {samples} reports of {os.path.basename(folder)}; "
            f"4 machines sent {total} reports at {total / all_sent:.0f}/s, and each also received them at {total / together:.0f}/s; " + snapshot_figures(setting, server, one))
