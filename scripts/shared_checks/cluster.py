"""A cluster on the loopback address: two shards with two replicas each, and ZooKeeper."""
import os
import shutil
import signal
import socket
import subprocess
import time

from .machines import Fault
from .servers import Server, free_port

JARS = "/usr/share/java/zookeeper.jar"
NAME = "crashes"


def missing():
    """Returns what is not installed; None if a cluster can be started."""
    if not shutil.which("clickhouse-server"):
        return "clickhouse-server is not installed (Debian: apt-get install clickhouse-server)"
    if not (os.path.exists(JARS) and shutil.which("java")):
        return "ZooKeeper is not installed (Debian: apt-get install zookeeper)"
    return None


class ZooKeeper:
    """One ZooKeeper server with its own data folder."""

    def __init__(self, folder):
        self.folder, self.port, self.process = folder, free_port(), None

    def start(self):
        os.makedirs(self.folder + "/data", exist_ok=True)
        with open(self.folder + "/zoo.cfg", "w", encoding="utf-8") as file:
            file.write(f"dataDir={self.folder}/data\nclientPort={self.port}\nclientPortAddress=127.0.0.1\n"
                       "tickTime=1000\nmaxClientCnxns=0\nadmin.enableServer=false\n4lw.commands.whitelist=srvr\n")
        with open(self.folder + "/output.log", "ab") as log:
            self.process = subprocess.Popen(
                ["java", "-Xmx256m", "-Dzookeeper.jmx.log4j.disable=true", "-cp", f"{self.folder}:{JARS}",
                 "org.apache.zookeeper.server.quorum.QuorumPeerMain", self.folder + "/zoo.cfg"],
                stdout=log, stderr=log, start_new_session=True)
        with open(self.folder + "/pid", "w", encoding="utf-8") as file:
            file.write(str(self.process.pid))
        for _ in range(300):
            try:
                # ZooKeeper accepts connections before it serves them.
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                    connection.sendall(b"srvr")
                    if b"Mode: " in connection.recv(4_096):
                        return self
            except OSError:
                if self.process.poll() is not None:
                    raise Fault(f"ZooKeeper did not start ({self.folder}/output.log)") from None
            time.sleep(0.1)
        raise Fault("ZooKeeper does not answer")

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)


class Cluster:
    """Four servers: `nodes[0]` and `nodes[1]` are the replicas of the first shard, the others of the second."""

    def __init__(self, folder):
        self.folder = folder
        self.keeper = ZooKeeper(folder + "/zookeeper")
        ports = [(free_port(), free_port(), free_port()) for _ in range(4)]
        shards = "".join(
            "<shard><internal_replication>true</internal_replication>" + "".join(
                f"<replica><host>127.0.0.1</host><port>{tcp}</port></replica>" for _, tcp, _ in pair) + "</shard>"
            for pair in (ports[:2], ports[2:]))
        self.nodes = [
            Server(f"{folder}/node{number + 1}", ports=ports[number], more=(
                f"<zookeeper><node><host>127.0.0.1</host><port>{self.keeper.port}</port></node>"
                "<session_timeout_ms>15000</session_timeout_ms></zookeeper>"
                f"<remote_servers><{NAME}>{shards}</{NAME}></remote_servers>"
                f"<macros><shard>{number // 2 + 1}</shard><replica>{number % 2 + 1}</replica></macros>"
                "<distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>"))
            for number in range(4)]

    def start(self):
        self.keeper.start()
        for node in self.nodes:
            node.start()
        # Version 18.16 ends with a signal if its first contact with ZooKeeper fails.
        for _ in range(60):
            if all(is_connected(node) for node in self.nodes):
                return self
            time.sleep(0.5)
        raise Fault("the servers have no connection to ZooKeeper")

    def stop(self):
        for node in self.nodes:
            node.stop()
        self.keeper.stop()


def is_connected(node):
    """Returns whether a node has created its list of tasks in ZooKeeper; restarts a node that has ended."""
    if node.process.poll() is not None:
        node.start()
    try:
        return int(node.query("SELECT count() FROM system.zookeeper WHERE path = '/clickhouse/task_queue'")) > 0
    except (Fault, OSError):
        return False


def stop_started(folder):
    """Ends the processes that an earlier call has started in the folder."""
    for name in ("node1", "node2", "node3", "node4", "zookeeper"):
        path = f"{folder}/{name}/pid"
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            pid = int(file.read())
        os.remove(path)
        try:
            # The number may belong to another process since.
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if folder.encode() not in file.read():
                    continue
            os.kill(pid, signal.SIGTERM)
            for _ in range(200):
                os.kill(pid, 0)
                time.sleep(0.1)
        except (ProcessLookupError, FileNotFoundError):
            pass
