import Foundation
import TestSupport
import Testing

/// `run` in the foreground of a terminal, which sends the signals of its keys to all processes there.
@Suite struct RunTerminalTests {
  private static let hasPython: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import pty"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// A command that leaves the session of the terminal, and states which signals arrived before SIGTERM.
  private static let command = """
    import os, signal
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])
    os.setsid()
    print("ready", flush=True)
    signal.sigwait([signal.SIGTERM])
    print("interrupted" if signal.SIGINT in signal.sigpending() else "only ended", flush=True)
    """

  /// Starts the words after it in the foreground of a new terminal, types Ctrl-C, and sends SIGTERM after the terminal has
  /// sent SIGINT, which it states by writing `^C`.
  private static let terminal = """
    import os, pty, signal, sys
    process, master = pty.fork()
    if process == 0:
        os.execv(sys.argv[1], sys.argv[1:])
    text = b""
    def wait(word):
        global text
        while word not in text:
            try:
                part = os.read(master, 4096)
            except OSError:
                part = b""
            if not part:
                return
            text += part
    wait(b"ready")
    os.write(master, b"\\x03")
    wait(b"^C")
    os.kill(process, signal.SIGTERM)
    wait(b"no such text")
    os.waitpid(process, 0)
    sys.stdout.buffer.write(text)
    """

  /// A command in the foreground gets SIGINT from the terminal, and must not get it twice. One that left the foreground shows
  /// that it is not forwarded.
  @Test(.enabled(if: hasPython, "python3 is missing"))
  func keysOfTheTerminalAreNotForwarded() throws {
    let scratch = try Scratch()
    try scratch.write(Self.command, "command.py")
    try scratch.write(Self.terminal, "terminal.py")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "terminal.py", Tool.url.path, "run", "--no-database", "--", "python3", "command.py",
    ]
    process.currentDirectoryURL = scratch.folder
    process.environment = Tool.environment(home: scratch.folder)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text.contains("ready") && text.contains("^C"), "\(text)")
    #expect(text.contains("only ended") && !text.contains("interrupted"), "\(text)")
  }
}
