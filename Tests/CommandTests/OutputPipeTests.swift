import Foundation
import Platform
import TestSupport
import Testing

/// Outputs that are no files: pipes, sockets, terminals and the streams of the process. None is waited for.
@Suite(.serialized) struct OutputPipeTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for folder in ["reports", "project"] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    for number in 0..<40 { try scratch.write(Sample.json(number), "reports/\(number).ips") }
    try scratch.write(Sample.json(), "x.ips")
    try scratch.write("let answer = 42\n", "project/S.swift")
    #expect(mkfifo(scratch.url("pipe").path, 0o600) == 0)
  }

  /// The options that write a file, with an output of some bytes; `FILE` is the output.
  private static let writers: [[String]] = [
    ["x.ips", "--no-database", "--output", "FILE"], ["x.ips", "--no-database", "--json-out", "FILE"],
    ["x.ips", "--no-database", "--write", "sarif=FILE"],
    ["latest", "--no-database", "--watch", "reports", "--output", "FILE"],
    ["run", "--no-database", "--output", "FILE", "--", "true"],
    ["run", "--no-database", "--write", "junit=FILE", "--", "true"],
    ["check", "project", "--output", "FILE"], ["symbolicate", "x.ips", "--output", "FILE"],
    ["scrub", "x.ips", "--output", "FILE"],
  ]

  private func arguments(_ words: [String], _ output: String) -> [String] {
    words.map { $0.replacingOccurrences(of: "FILE", with: output) }
  }

  @Test(arguments: writers) func aPipeWithoutAReaderIsAnError(_ words: [String]) throws {
    let answer = try Tool.run(arguments(words, "pipe"), in: scratch.folder)
    #expect(answer.status == 74 && answer.err.contains("pipe: cannot write (no process reads this pipe)"), "\(answer)")
    #expect(answer.seconds < 10)
  }

  /// Outputs that must be new files, folders or baselines are no pipes.
  @Test(arguments: [
    (["patterns", "new", "acme/lost", "--output", "pipe"], 74), (["report", "--html", "pipe"], 74),
    (["x.ips", "--no-database", "--write-baseline", "pipe"], 78),
  ]) func otherOutputsAreNoPipes(_ words: [String], _ status: Int) throws {
    let answer = try Tool.run(words, in: scratch.folder)
    #expect(answer.status == Int32(status) && !answer.err.isEmpty, "\(words): \(answer)")
  }

  @Test(arguments: writers) func aPipeWithAReaderIsWritten(_ words: [String]) throws {
    let (reader, out) = try (Process(), Tool.Capture(scratch.folder, "reader"))
    reader.executableURL = URL(fileURLWithPath: "/bin/cat")
    reader.arguments = [scratch.url("pipe").path]
    reader.standardOutput = out.handle
    try reader.run()
    let answer = try Tool.run(arguments(words, "pipe"), in: scratch.folder)
    #expect(answer.status == 0, "\(words): \(answer)")
    reader.waitUntilExit()
    #expect(!out.text().isEmpty, "\(words)")
    #expect(try FileStatus(of: FilePath(scratch.url("pipe").path)).kind == .pipe)
  }

  @Test func aSocketIsAnError() throws {
    let socket = socket(AF_UNIX, Int32(Self.streamSocket), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("s-\(UUID().uuidString.prefix(8))").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    let answer = try Tool.run(["x.ips", "--no-database", "-o", path], in: scratch.folder)
    #expect(answer.status == 74 && answer.err.contains("cannot write (it is a socket)"), "\(answer)")
  }

  private static let streamSocket = 1

  /// A name of standard output leads to its file, which is not replaced by another one: as root, `/dev/stdout` would be.
  @Test(arguments: ["out", "link"]) func theFileOfStandardOutputIsWritten(_ name: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url("link").path,
      withDestinationPath: OperatingSystem.current == .linux ? "/proc/self/fd/1" : "/dev/fd/1")
    let script = "'\(Tool.url.path)' x.ips --no-database -o \(name) > out; echo $? >> out"
    try scratch.write(script, "script")
    let inode = { () throws in try FileStatus(of: FilePath(scratch.url("link").path), followsLinks: false).inode }
    let before = try inode()
    let process = try Tool.prepare([], in: scratch.folder, startedBy: ["/bin/sh", "script"])
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: scratch.url("out"), encoding: .utf8)
    #expect(text.contains("NULL") && text.hasSuffix("\n0\n"), "\(text)")
    #expect(try inode() == before)
  }

  // MARK: Signals

  /// The commands that write more than a pipe holds.
  private static let long: [[String]] = [
    ["reports", "--no-database", "--format", "json"], ["reports", "--no-database", "--format", "json", "-o", "pipe"],
    ["ingest", "reports", "--database", "h.sqlite", "--format", "jsonl"],
    ["run", "--no-database", "--", "yes"],
    // More than one pipe holds, and less than two: the command ends, and `run` is blocked. With more, the command may be
    // blocked, too, and shells ignore SIGINT while they wait for a command.
    ["run", "--no-database", "--", "sh", "-c", "yes | head -c 80000"],
    [
      "run", "--no-database", "--watch", "left", "--format", "json", "-o", "pipe", "--", "cp", "-r", "reports",
      "left/r",
    ],
    ["mcp", "--no-database"],
  ]

  /// Nobody reads the output, and a signal ends the process.
  @Test(arguments: long.indices, [SIGTERM, SIGINT]) func aSignalEndsABlockedOutput(_ index: Int, _ signal: Int32) throws
  {
    let words = Self.long[index]
    try FileManager.default.createDirectory(at: scratch.url("left"), withIntermediateDirectories: true)
    // Open for reading and writing, so that the pipe has a reader.
    let reader = open(scratch.url("pipe").path, O_RDWR)
    defer { close(reader) }
    if words.first == "mcp" {
      let requests = (0..<400).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"tools/list"}"# + "\n" }.joined()
      try scratch.write(
        #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"#
          + #""clientInfo":{"name":"t","version":"1"}}}"# + "\n" + requests, "requests")
    } else {
      try scratch.write("", "requests")
    }
    // Foundation's `Process` also waits for processes that inherit its files, such as those that pass on output.
    let (pipe, err) = (Pipe(), try Tool.Capture(scratch.folder, "err"))
    let script = "cd '\(scratch.folder.path)' && exec \"$@\" < requests"
    let child = try ChildProcess(
      starting: "/bin/sh", ["-c", script, "sh", Tool.url.path] + words,
      environment: Tool.environment(home: scratch.folder).map { $0 + "=" + $1 },
      ChildProcess.Streams(
        output: FileDescriptor(rawValue: pipe.fileHandleForWriting.fileDescriptor),
        error: FileDescriptor(rawValue: err.handle.fileDescriptor)))
    Thread.sleep(forTimeInterval: 3)
    #expect(child.state() == .running, "\(words): \(err.text())")
    child.send(signal)
    let deadline = Date().addingTimeInterval(60)
    var state = child.state()
    while state == .running, Date() < deadline {
      Thread.sleep(forTimeInterval: 0.05)
      state = child.state()
    }
    #expect(state != .running, "\(words) goes on after signal \(signal): \(err.text())")
    if state == .running { child.kill() }
    try? pipe.fileHandleForReading.close()
  }

  /// What `run` has read and could not write before a signal is passed on when the reader reads again.
  @Test func aSignalLosesNoOutputOfRun() throws {
    let process = try Tool.prepare(
      ["run", "--no-database", "--", "sh", "-c", "trap '' TERM; seq 1 200000; sleep 1"], in: scratch.folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    try pipe.fileHandleForWriting.close()
    Thread.sleep(forTimeInterval: 1)
    kill(process.processIdentifier, SIGTERM)
    // The command is blocked by the reader, too. It ends when the rest fits into the pipes, and `run` before that is read.
    var data = Data()
    while data.count < 1_150_000, let part = try pipe.fileHandleForReading.read(upToCount: 1 << 16), !part.isEmpty {
      data += part
    }
    Thread.sleep(forTimeInterval: 4)
    while let part = try pipe.fileHandleForReading.read(upToCount: 1 << 16), !part.isEmpty { data += part }
    process.waitUntilExit()
    let expected = (1...200_000).map { "\($0)\n" }.joined()
    #expect(data == Data(expected.utf8), "\(data.count) of \(expected.utf8.count) bytes")
  }
}
