"""Servers: ClickHouse processes that a scenario starts, kills and restarts."""
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from .machines import Fault


SCRIPTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def command():
    """Returns the command that starts a server; None if none is installed."""
    if shutil.which("clickhouse-server"):
        return ["clickhouse-server"]
    return ["clickhouse", "server"] if shutil.which("clickhouse") else None


class Server:
    """A ClickHouse server on the loopback address."""

    def __init__(self, folder, data=None, ports=None, more=""):
        self.folder, self.data, self.more = folder, data or folder + "/data", more
        self.http, self.tcp, self.exchange = ports or (free_port(), free_port(), free_port())
        self.password = ""
        self.process = None

    def configure(self):
        home = self.folder
        for path in (home, self.data, home + "/tmp", home + "/files"):
            os.makedirs(path, exist_ok=True)
        with open(home + "/config.xml", "w", encoding="utf-8") as file:
            file.write(f"""<yandex><logger><level>warning</level><log>{home}/server.log</log>
<errorlog>{home}/error.log</errorlog></logger><listen_host>127.0.0.1</listen_host><http_port>{self.http}</http_port>
<tcp_port>{self.tcp}</tcp_port><interserver_http_port>{self.exchange}</interserver_http_port>
<interserver_http_host>127.0.0.1</interserver_http_host><path>{self.data}/</path><tmp_path>{home}/tmp/</tmp_path>
<user_files_path>{home}/files/</user_files_path><mark_cache_size>67108864</mark_cache_size>
<users_config>{home}/users.xml</users_config><default_profile>default</default_profile>
<default_database>default</default_database><timezone>UTC</timezone>{self.more}</yandex>
""")
        self.write_users()

    def write_users(self):
        """The server reads this file again when it changes."""
        with open(self.folder + "/users.new", "w", encoding="utf-8") as file:
            file.write(f"""<yandex><profiles><default><max_memory_usage>2000000000</max_memory_usage></default></profiles>
<quotas><default></default></quotas><users><default><password>{self.password}</password><networks><ip>127.0.0.1</ip>
</networks><profile>default</profile><quota>default</quota></default></users></yandex>
""")
        os.replace(self.folder + "/users.new", self.folder + "/users.xml")

    def command(self):
        return [*command(), "--config-file=" + self.folder + "/config.xml"]

    def start(self):
        self.configure()
        with open(self.folder + "/output.log", "ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd=self.folder,
                                            start_new_session=True)
        with open(self.folder + "/pid", "w", encoding="utf-8") as file:
            file.write(str(self.process.pid))
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.http}/ping", timeout=2):
                    return self
            except OSError:
                if self.process.poll() is not None:
                    raise Fault(f"the server in {self.folder} did not start (error.log, output.log)") from None
                time.sleep(0.05)
        raise Fault(f"the server in {self.folder} does not answer")

    def kill(self):
        """Ends the server without any preparation."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def address(self, database="diagnose", port=None):
        return f"clickhouse://default@127.0.0.1:{port or self.http}/{database}"

    def query(self, statement, database="default"):
        """Runs a statement as the administrator."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.http}/?" + urllib.parse.urlencode({"database": database}),
            statement.encode(), {"X-ClickHouse-User": "default", "X-ClickHouse-Key": self.password})
        try:
            with urllib.request.urlopen(request, timeout=600) as answer:
                return answer.read().decode().strip()
        except urllib.error.HTTPError as error:
            raise Fault(f"the server refused {statement[:80]}: {error.read().decode()[:300]}") from None


class ModuleServer(Server):
    """The current engine as a Python module, behind the same interface. It has no users and no replicas."""

    def configure(self):
        os.makedirs(self.folder, exist_ok=True)
        os.makedirs(self.data, exist_ok=True)

    def command(self):
        return [sys.executable, SCRIPTS + "/chdb-server", str(self.http), self.data]


ENGINES = {"clickhouse-server": Server, "chdb": ModuleServer}
