"""A proxy between client and server that damages some of the exchanges."""
import random
import socket
import threading
import time


class Proxy:
    """Forwards one request for each connection, and damages a share of them in one of these forms."""

    FORMS = ["refuse", "cut request", "cut answer", "no answer", "shorten answer", "delay", "repeat", "late"]

    def __init__(self, port, seed=0, share=0.3, forms=None):
        self.port, self.share, self.forms, self.chance = port, share, forms or self.FORMS, random.Random(seed)
        self.counts = dict.fromkeys(self.forms, 0)
        self.requests = 0
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.address = self.listener.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def stop(self):
        self.listener.close()

    def listen(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def choose(self):
        with self.lock:
            self.requests += 1
            form = self.chance.choice(self.forms) if self.chance.random() < self.share else None
            if form:
                self.counts[form] += 1
            return form, self.chance.random()

    def serve(self, client):
        form, part = self.choose()
        try:
            with client:
                client.settimeout(60)
                if form == "refuse":
                    return
                request = message(client, proceed=True)
                if not request:
                    return
                if form == "cut request":
                    self.exchange(request[:int(part * len(request))], cut=True)
                    return
                if form == "late":
                    # The client gives up, and the server executes the request afterwards.
                    client.close()
                    time.sleep(3 * part)
                    self.exchange(request)
                    return
                if form == "delay":
                    time.sleep(2 * part)
                answer = self.exchange(request)
                if form == "repeat":
                    answer = self.exchange(request)
                if form == "no answer":
                    return
                if form == "cut answer":
                    answer = answer[:int(part * len(answer))]
                if form == "shorten answer":
                    answer = shortened(answer, part)
                client.sendall(answer)
        except OSError:
            pass

    def exchange(self, request, cut=False):
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as server:
            server.sendall(request)
            if cut:
                return b""
            parts = []
            while part := server.recv(1 << 16):
                parts.append(part)
            return b"".join(parts)


def message(connection, proceed=False):
    """Reads a request with its body; returns it with the field that ends the connection after the answer."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(1 << 16)
        if not part:
            return b""
        data += part
    head, body = data.split(b"\r\n\r\n", 1)
    lines = head.split(b"\r\n")
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines[1:])}
    if proceed and fields.get(b"expect", b"").lower() == b"100-continue":
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
    if fields.get(b"transfer-encoding", b"").lower() == b"chunked":
        while not body.endswith(b"0\r\n\r\n"):
            part = connection.recv(1 << 16)
            if not part:
                return b""
            body += part
    else:
        while len(body) < int(fields.get(b"content-length", b"0")):
            part = connection.recv(1 << 16)
            if not part:
                return b""
            body += part
    kept = [line for line in lines if line.split(b":")[0].lower() not in (b"connection", b"expect")]
    return b"\r\n".join([*kept, b"Connection: close"]) + b"\r\n\r\n" + body


def shortened(answer, part):
    """Returns an answer that lacks its end, and whose fields claim that it is complete."""
    head, separator, body = answer.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n")
             if line.split(b":")[0].lower() not in (b"content-length", b"transfer-encoding")]
    if b"chunked" in head.lower():
        body = unchunked(body)
    body = body[:int(part * len(body))]
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body)]) + separator + body


def unchunked(body):
    parts = []
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size.split(b";")[0] or b"0", 16)
        if length == 0:
            break
        parts.append(rest[:length])
        body = rest[length + 2:]
    return b"".join(parts)
