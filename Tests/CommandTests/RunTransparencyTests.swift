import Foundation
import Platform
import TestSupport
import Testing

/// `run` passes on everything, and returns what the command returned.
@Suite(.serialized) struct RunTransparencyTests {
  private let scratch: Scratch
  private static let tool = "'\(Tool.url.path)' run --no-database"

  init() throws { scratch = try Scratch() }

  /// Starts words in the scratch folder. Foundation's `Process` also waits for processes that inherit its files, and ignores
  /// SIGPIPE in its children if this process does.
  private func start(_ words: [String], environment: [String: String] = [:]) throws -> (
    child: ChildProcess, out: Tool.Capture, err: Tool.Capture
  ) {
    let (out, err) = (try Tool.Capture(scratch.folder, "out"), try Tool.Capture(scratch.folder, "err"))
    let all = Tool.environment(home: scratch.folder).merging(environment) { $1 }
    let defaults = OperatingSystem.current == .linux ? ["env", "--default-signal=PIPE,XFSZ"] : []
    let script = "cd '\(scratch.folder.path)' && exec \"$@\""
    let child = try ChildProcess(
      starting: "/bin/sh", ["-c", script, "sh"] + defaults + words, environment: all.map { $0 + "=" + $1 },
      ChildProcess.Streams(
        output: FileDescriptor(rawValue: out.handle.fileDescriptor),
        error: FileDescriptor(rawValue: err.handle.fileDescriptor)))
    return (child, out, err)
  }

  private func status(_ state: ChildProcess.State) -> Int32 {
    switch state {
    case .exited(let status): status
    case .signaled(let number): -number
    case .running, .lost: -1000
    }
  }

  /// Runs a script of bash, and waits until standard output has the expected content.
  private func bash(
    _ script: String, expecting text: String? = nil, environment: [String: String] = [:]
  ) throws -> Answer {
    try scratch.write(script, "script.sh")
    let begin = Date()
    let (child, out, err) = try start(["/bin/bash", "script.sh"], environment: environment)
    let status = status(child.wait())
    let seconds = -begin.timeIntervalSinceNow
    let early = out.text()
    let deadline = Date().addingTimeInterval(20)
    if let text { while out.text() != text, Date() < deadline { Thread.sleep(forTimeInterval: 0.05) } }
    return Answer(status: status, early: early, out: out.text(), err: err.text(), seconds: seconds)
  }

  // MARK: Output after the end of the command

  /// Commands whose output goes through other processes, with what these write.
  private static let formatters: [(name: String, script: String, output: String)] = {
    let lines = (1...3000).map { "line \($0)\n" }.joined()
    let make = "for i in $(seq 1 3000); do echo line $i; done"
    return [
      ("slow formatter", "exec > >(while read -r l; do echo \"$l\"; done); \(make)", lines),
      ("formatter that starts slowly", "exec > >(sleep 1; cat); \(make)", lines),
      ("formatter that starts later than the analysis waits", "exec > >(sleep 3; cat); \(make)", lines),
      ("formatter that waits for the end", "exec > >(sort -s -k1,1); \(make)", lines),
      ("formatter that pauses", "exec > >(read -r l; echo \"$l\"; sleep 2.5; cat); \(make)", lines),
      ("two formatters", "exec > >(sed 's/^/x/' | (sleep 0.5; sed 's/^x//')); \(make)", lines),
      ("formatter and a copy", "exec > >(tee copy); \(make)", lines),
      ("errors through a formatter", "exec 2> >(sleep 0.7; cat >&1) >/dev/null; \(make) >&2", lines),
      ("background job", "\(make); (sleep 0.5; echo late; sleep 2.5; echo later) &", lines + "late\nlater\n"),
      ("session of its own", "\(make); setsid sh -c 'sleep 2.5; echo late' &", lines + "late\n"),
      (
        "trickle", "(for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.4; done) & \(make) >/dev/null",
        "1\n2\n3\n4\n5\n6\n7\n8\n"
      ),
      (
        "burst after the end", "(sleep 2.6; head -c 3000000 /dev/zero | tr '\\0' a) &",
        String(repeating: "a", count: 3_000_000)
      ),
      ("command that closes its output", "exec > >(sleep 0.5; cat); \(make); exec >&- 2>&-", lines),
    ]
  }()

  @Test(arguments: formatters.indices) func everythingIsPassedOn(_ index: Int) throws {
    let (name, script, output) = Self.formatters[index]
    try scratch.write(script + "\nexit 65\n", "build.sh")
    let answer = try bash("\(Self.tool) -- bash build.sh\n", expecting: output)
    #expect(answer.status == 65, "\(name): \(answer.status) \(answer.err.prefix(300))")
    #expect(answer.out == output, "\(name): \(answer.out.utf8.count) of \(output.utf8.count) bytes")
  }

  @Test func theOutputOfAFormatterIsAnalyzed() throws {
    try scratch.write(
      """
      exec > >(sleep 1; tr a-z A-Z) 2>&1
      echo "App.swift:3: Fatal error: Unexpectedly found nil while unwrapping an Optional value"
      exit 65
      """, "build.sh")
    let answer = try bash("\(Self.tool) -q -- bash build.sh\n")
    #expect(answer.status == 65 && answer.err.contains("[swift-nil-unwrap]"), "\(answer)")
  }

  /// The pipe is larger than usual, so that it contains much when the command ends, and its reader is slow.
  @Test(arguments: [1 << 16, 1 << 20]) func aLargePipeAndASlowReaderLoseNothing(_ size: Int) throws {
    // F_SETPIPE_SZ is 1031 on Linux.
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), OperatingSystem.current == .linux else {
      return
    }
    try scratch.write(
      """
      import fcntl, os
      fcntl.fcntl(1, 1031, \(size))
      data = b"x" * \(size - 4096)
      while data: data = data[os.write(1, data):]
      """, "large.py")
    let reader =
      "python3 -c 'import os,time\nn=0\nwhile True:\n b=os.read(0,4096)\n if not b: break\n n+=len(b)\n time.sleep(0.02)\nprint(n)'"
    let answer = try bash("\(Self.tool) -- python3 large.py | \(reader)\n")
    #expect(answer.out == "\(size - 4096)\n", "\(answer)")
  }

  /// A service that never ends and never is silent: `run` ends, and the service goes on.
  @Test func aServiceIsNeitherWaitedForNorEnded() throws {
    try scratch.write(
      "(for i in $(seq 1 60); do echo tick; sleep 0.1; done; touch ended) &\necho Fatal error: gone; exit 3\n",
      "build.sh")
    let ticks = String(repeating: "tick\n", count: 60)
    let answer = try bash(
      "\(Self.tool) --wait 1s -- bash build.sh | grep tick; exit ${PIPESTATUS[0]}\n", expecting: ticks)
    #expect(answer.out == ticks && answer.status == 3)
    let direct = try bash("rm -f ended; \(Self.tool) --wait 1s -- bash build.sh; echo status $? >&2\n")
    #expect(direct.seconds < 5 && direct.err.contains("status 3"), "\(direct)")
    #expect(direct.err.contains("processes that bash started still hold its output open"), "\(direct)")
    let deadline = Date().addingTimeInterval(20)
    while !FileManager.default.fileExists(atPath: scratch.url("ended").path), Date() < deadline {
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(FileManager.default.fileExists(atPath: scratch.url("ended").path))
  }

  /// The reader of a pipeline gets the end of the file when the service has ended, as it would without `run`.
  @Test func theReaderSeesTheEndOfTheService() throws {
    let answer = try bash("\(Self.tool) -- sh -c '(sleep 3; echo last) & echo first' | cat\necho end\n")
    #expect(answer.early == "first\nlast\nend\n", "\(answer)")
  }

  /// Without a reader, the service gets SIGPIPE, as it would without `run`.
  @Test func aServiceWithoutAReaderIsTold() throws {
    let service = "(sleep 3; trap '' PIPE; while echo x 2>/dev/null; do sleep 0.1; done; touch told) &"
    try scratch.write(service + "\n", "build.sh")
    _ = try bash("\(Self.tool) --wait 1s -- bash build.sh | true\n")
    let deadline = Date().addingTimeInterval(20)
    while !FileManager.default.fileExists(atPath: scratch.url("told").path), Date() < deadline {
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(FileManager.default.fileExists(atPath: scratch.url("told").path))
  }

  @Test func aSilentServiceIsNamedOnlyAfterAFailure() throws {
    let fine = try bash("\(Self.tool) -- sh -c 'sleep 5 & echo done'\n")
    #expect(fine.status == 0 && fine.early == "done\n" && fine.err.isEmpty && fine.seconds < 4.5, "\(fine)")
    let failed = try bash("\(Self.tool) -- sh -c 'sleep 5 & echo done; exit 4'\n")
    #expect(failed.status == 4 && failed.err.contains("passed on, and not analyzed"), "\(failed)")
    let hurried = try bash("\(Self.tool) --wait 0 -- sh -c 'sleep 5 & echo done; exit 4'\n")
    #expect(hurried.status == 4 && hurried.early == "done\n" && hurried.seconds < 1.5, "\(hurried)")
  }

  // MARK: Limits of the analysis

  private static let failure = "App.swift:3: Fatal error: Unexpectedly found nil while unwrapping an Optional value"

  /// The first and the last part are analyzed whatever the size, and without a folder for temporary files.
  @Test func theEndIsAnalyzedWithoutATemporaryFile() throws {
    let long = "head -c 8000000 /dev/zero | tr '\\0' 'a' | fold -w 120"
    try scratch.write("\(long); echo '\(Self.failure)'; exit 65\n", "end.sh")
    try scratch.write("echo '\(Self.failure)'; \(long); exit 65\n", "begin.sh")
    for (environment, prefix, reason) in [
      (["TMPDIR": "/nonexistent"], "", "no temporary file: "), (["TMPDIR": "/dev/null"], "", "no temporary file: "),
      (["TMPDIR": ""], "", nil), ([:], "", nil),
      // A file cannot become larger than one megabyte: as on a full disk, after a part of it.
      (["TMPDIR": scratch.folder.path], "ulimit -f 1024; ", "no temporary file: the file is too large"),
    ] as [([String: String], String, String?)] {
      for name in ["end.sh", "begin.sh"] {
        let answer = try bash(
          "\(prefix)\(Self.tool) -q -- sh \(name) | wc -c; exit ${PIPESTATUS[0]}\n", environment: environment)
        #expect(answer.status == 65 && answer.err.contains("[swift-nil-unwrap]"), "\(environment) \(name) \(answer)")
        #expect(answer.err.contains(reason ?? "in the middle") == (reason != nil), "\(environment) \(name) \(answer)")
        #expect(Int(answer.out.filter(\.isNumber)) ?? 0 > 8_000_000)
      }
    }
    for name in ["end.sh", "begin.sh"] {
      let small = try bash("\(Self.tool) -q --max-size 64K -- sh \(name) | wc -c; exit ${PIPESTATUS[0]}\n")
      #expect(small.err.contains("[swift-nil-unwrap]") && small.err.contains("(--max-size)"), "\(small)")
    }
  }

  // MARK: Signals

  /// Starts `run`, waits until its command is ready, sends signals, and returns the status and the output.
  private func signal(_ script: String, _ numbers: [Int32], late: Bool = false) throws -> (
    status: Int32, out: String, seconds: Double
  ) {
    let (child, out, _) = try start([Tool.url.path, "run", "--no-database", "-q", "--", "sh", "-c", script])
    let deadline = Date().addingTimeInterval(20)
    while !out.text().contains("ready"), Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
    if late { Thread.sleep(forTimeInterval: 0.3) }
    let begin = Date()
    for number in numbers { child.send(number) }
    let status = status(child.wait())
    return (status, out.text(), -begin.timeIntervalSinceNow)
  }

  @Test func everySignalIsForwarded() throws {
    for signal in SystemSignal.forwarded where signal.effect != .stops {
      let caught = try self.signal(
        "trap 'echo caught; exit 9' \(signal.number); echo ready; while :; do sleep 0.02; done", [signal.number])
      #expect(caught.status == 9 && caught.out == "ready\ncaught\n", "\(signal.name) \(caught)")
    }
  }

  @Test func theStatusIsThatOfAShell() throws {
    for signal in SystemSignal.forwarded where signal.effect == .ends || signal.effect == .faults {
      let ended = try self.signal("echo ready; exec sleep 20", [signal.number])
      #expect(ended.status == 128 + signal.number, "\(signal.name) \(ended)")
    }
  }

  /// A stopped `run` continues with its command.
  @Test func stoppingAndContinuing() throws {
    let script =
      "trap 'echo stopped' TSTP; trap 'echo continued; exit 9' CONT; echo ready; while :; do sleep 0.02; done"
    let answer = try signal(script, [SIGTSTP, SIGCONT])
    #expect(answer.status == 9 && answer.out.contains("continued"), "\(answer)")
  }

  @Test func aSignalAfterTheEndHandsOver() throws {
    let answer = try signal("(sleep 3; echo late; touch told) & echo ready; exit 6", [SIGTERM], late: true)
    #expect(answer.status == 6 && answer.out == "ready\n" && answer.seconds < 1.5, "\(answer)")
    let deadline = Date().addingTimeInterval(20)
    while !FileManager.default.fileExists(atPath: scratch.url("told").path), Date() < deadline {
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(FileManager.default.fileExists(atPath: scratch.url("told").path))
  }

  @Test(.enabled(if: OperatingSystem.current == .linux, "only Linux ends a process with its parent"))
  func theCommandEndsWithRun() throws {
    for round in 0..<20 {
      let mark = scratch.url("mark\(round)")
      let script = "for i in $(seq 1 500); do echo x >> \(mark.path); sleep 0.02; done"
      let (child, _, _) = try start([Tool.url.path, "run", "--no-database", "--", "sh", "-c", script])
      // Half of the commands run, and the others are being started.
      let isRunning = round % 2 == 0
      let deadline = Date().addingTimeInterval(isRunning ? 20 : Double(round) * 0.006)
      while Date() < deadline, !FileManager.default.fileExists(atPath: mark.path) {
        Thread.sleep(forTimeInterval: 0.005)
      }
      child.kill()
      child.wait()
      Thread.sleep(forTimeInterval: 0.1)
      let size = (try? Data(contentsOf: mark))?.count
      #expect(size != nil || !isRunning, "round \(round)")
      Thread.sleep(forTimeInterval: 0.15)
      #expect((try? Data(contentsOf: mark))?.count == size, "round \(round)")
    }
  }

  // MARK: Outputs that cannot be written

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func aFullDiskIsAnErrorOfTheOutput() throws {
    for (script, status) in [
      ("\(Self.tool) -- sh -c 'echo hi' >/dev/full", 74), ("\(Self.tool) -- sh -c 'echo hi >&2' 2>/dev/full", 74),
      ("\(Self.tool) -- sh -c 'echo hi' >/dev/full 2>&1", 74), ("\(Self.tool) -- yes >/dev/full", 74),
      ("\(Self.tool) -- sh -c 'yes; exit $?' >/dev/full", 74),
      ("\(Self.tool) -- sh -c 'echo hi; exit 5' >/dev/full", 5),
      ("\(Self.tool) -- sh -c 'kill -TERM $$' >/dev/full", 143), ("\(Self.tool) -- true >/dev/full", 0),
      ("\(Self.tool) --json-out /dev/full -- true", 74), ("\(Self.tool) -o /dev/full -- true", 74),
      ("\(Self.tool) --write sarif=/dev/full -- true", 74), ("\(Self.tool) -o /dev/full -- sh -c 'exit 6'", 6),
      ("ulimit -f 8; \(Self.tool) -- head -c 100000 /dev/zero > limited", 74),
      ("\(Self.tool) -- sh -c 'echo hi' | true", 0),
    ] {
      let answer = try bash(script + "\nexit ${PIPESTATUS[0]}\n")
      #expect(answer.status == Int32(status), "\(script) \(answer)")
    }
  }

  /// The command finds the signals of writes as its caller had them.
  @Test func signalsOfWritesAreThoseOfTheCaller() throws {
    #expect(try bash("\(Self.tool) -- sh -c 'kill -PIPE $$; echo alive'\n").status == 141)
    #expect(try bash("\(Self.tool) -- sh -c 'kill -XFSZ $$; echo alive'\n").status == 128 + SIGXFSZ)
    #expect(try bash("trap '' PIPE; \(Self.tool) -- sh -c 'kill -PIPE $$; echo alive'\n").out == "alive\n")
    #expect(try bash("trap '' HUP; \(Self.tool) -- sh -c 'kill -HUP $$; echo alive'\n").out == "alive\n")
  }
}

/// What a script and all processes that it left wrote to standard output.
private struct Answer {
  var status: Int32
  /// Standard output at the end of the script, and after the last process that had it open has ended.
  var early: String
  var out: String
  var err: String
  /// The time until the script ended.
  var seconds: Double
}
