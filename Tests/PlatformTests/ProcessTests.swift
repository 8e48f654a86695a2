import Foundation
import Platform
import TestSupport
import Testing
import Vocabulary

/// Programs of the system that are run to find symbol files.
@Suite struct BoundedProcessTests {
  @Test func returnsTheOutput() {
    #expect(BoundedProcess.output(of: "/bin/echo", ["a b", "c"], seconds: 10) == Array("a b c\n".utf8))
    #expect(BoundedProcess.output(of: "/usr/bin/head", ["-c", "200000", "/dev/zero"], seconds: 10)?.count == 200_000)
  }

  @Test func aFailureReturnsNil() {
    #expect(BoundedProcess.output(of: "/bin/sh", ["-c", "echo a; exit 3"], seconds: 10) == nil)
    #expect(BoundedProcess.output(of: "/nonexistent", [], seconds: 10) == nil)
  }

  @Test func isKilledAfterTheTimeLimit() {
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(BoundedProcess.output(of: "/bin/sleep", ["300"], seconds: 1) == nil)
      #expect(BoundedProcess.output(of: "/bin/cat", ["/dev/zero"], seconds: 10) == nil)
    }
    #expect(time < .seconds(120), "\(time)")
  }
}

/// Programs that are started with given streams.
@Suite struct ChildProcessTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ words: [String], environment: [String] = [], input: String = "") throws -> (
    state: ChildProcess.State, output: String
  ) {
    let file = try FileDescriptor.unnamedFile(in: FilePath(FileManager.default.temporaryDirectory.path))
    defer { try? file.close() }
    try file.write(Array(input.utf8))
    try file.rewind()
    let path = scratch.path("output")
    let output = try FileDescriptor(opening: path, [.writeOnly, .create])
    defer { try? output.close() }
    let child = try ChildProcess(
      starting: words[0], Array(words.dropFirst()), environment: environment,
      ChildProcess.Streams(input: file, output: output))
    let state = child.wait()
    return (state, try String(contentsOfFile: path.text, encoding: .utf8))
  }

  @Test func readsAndWritesItsStreams() throws {
    let (state, output) = try run(["/bin/cat"], input: "a line\n")
    #expect(state == .exited(status: 0) && output == "a line\n")
  }

  @Test func hasTheEnvironmentThatIsGivenAndNoOther() throws {
    let (state, output) = try run(["/usr/bin/env"], environment: ["A=1", "B=two words"])
    #expect(state == .exited(status: 0) && output == "A=1\nB=two words\n")
  }

  /// Further descriptors have the numbers from 3 on, in order, whatever their numbers are in this process.
  @Test func itHasTheFurtherFilesThatAreGivenAndNoOther() throws {
    let pipes = try (0..<3).map { _ in try FileDescriptor.pipe() }
    let other = try FileDescriptor.pipe()
    let output = try FileDescriptor.pipe()
    for (index, pipe) in pipes.enumerated() {
      try pipe.writing.write(Array("\(index)".utf8))
      try pipe.writing.close()
    }
    let script = "cat <&3; cat <&4; cat <&5; (: <&\(other.reading.rawValue)) 2>/dev/null && echo inherited; exit 0"
    let child = try ChildProcess(
      starting: "/bin/sh", ["-c", script], environment: ["PATH=/usr/bin:/bin"],
      ChildProcess.Streams(output: output.writing, others: [2, 1, 0].map { pipes[$0].reading }))
    #expect(child.wait() == .exited(status: 0))
    try output.writing.close()
    let text = try output.reading.bytesToEnd(expecting: 10, limit: 100)
    #expect(text == Array("210".utf8))
    for file in pipes.map(\.reading) + [output.reading, other.reading, other.writing] { try file.close() }
  }

  @Test func itsEndIsKnown() throws {
    #expect(try run(["/bin/sh", "-c", "exit 3"]).state == .exited(status: 3))
    #expect(try run(["/bin/sh", "-c", "kill -TERM $$"]).state == .signaled(number: 15))
    let child = try ChildProcess(starting: "/bin/sleep", ["30"], environment: [], ChildProcess.Streams())
    #expect(child.state() == .running)
    child.kill()
    #expect(child.wait() == .signaled(number: 9))
    #expect(child.wait() == .lost)
  }

  @Test func aProgramThatDoesNotExistIsAnError() {
    #expect(throws: SystemError.noSuchFile) {
      try ChildProcess(starting: "/no/such/program", [], environment: [], ChildProcess.Streams())
    }
  }

  /// What this process ignores would otherwise be ignored by the program, too: it would write into broken pipes for ever.
  @Test func brokenPipesEndIt() throws {
    CurrentProcess.ignoreWriteSignals()
    let (state, output) = try run(["/bin/sh", "-c", "kill -PIPE $$; echo survived"])
    #expect(state == .signaled(number: 13) && output.isEmpty)
  }
}

/// What `run` needs of processes and descriptors.
@Suite struct ForwardingTests {
  @Test func aSignalReachesTheProcessUntilItIsReleased() throws {
    let child = try ChildProcess(starting: "/bin/sleep", ["30"], environment: [], ChildProcess.Streams())
    child.send(.terminate)
    child.waitForEnd()
    // It has ended, and its ID is not used again before `wait`.
    child.send(.terminate)
    #expect(child.wait() == .signaled(number: EndSignal.terminate.number))
    #expect(child.wait() == .lost)
  }

  @Test func argumentsAndEnvironmentAreBytes() throws {
    let pipe = try FileDescriptor.pipe()
    let child = try ChildProcess(
      words: [Array("/usr/bin/printf".utf8), Array("%s".utf8), [0x61, 0xFF, 0x62]], environment: [[0x41, 0x3D, 0xFE]],
      ChildProcess.Streams(output: pipe.writing))
    try pipe.writing.close()
    #expect(try pipe.reading.bytesToEnd(expecting: 16, limit: 100) == [0x61, 0xFF, 0x62])
    #expect(child.wait() == .exited(status: 0))
    try pipe.reading.close()
    #expect(ProcessEnvironment.variables.contains { $0.starts(with: "PATH=".utf8) })
  }

  @Test func waitsForTheFilesThatCanBeRead() throws {
    let (one, two) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
    #expect(FileDescriptor.waitForReading([one.reading, two.reading], milliseconds: 1).isEmpty)
    try two.writing.write([1])
    #expect(FileDescriptor.waitForReading([one.reading, two.reading], milliseconds: nil) == [1])
    try one.writing.close()
    // A child that another test starts meanwhile has the pipe open until it has started its program.
    _ = FileDescriptor.waitForReading([one.reading], milliseconds: 5000)
    #expect(FileDescriptor.waitForReading([one.reading, two.reading], milliseconds: 1000) == [0, 1])
    #expect(one.reading.isSameFile(as: one.reading) && !one.reading.isSameFile(as: two.reading))
    for file in [one.reading, two.reading, two.writing] { try file.close() }
  }

  @Test func writesAtAnOffset() throws {
    let file = try FileDescriptor.unnamedFile(in: FilePath(FileManager.default.temporaryDirectory.path))
    try file.write([1, 2, 3, 4][...], at: 2)
    try file.write([9][...], at: 0)
    #expect(try file.bytes(at: 0, count: 10) == [9, 0, 1, 2, 3, 4])
    try file.close()
  }

  /// Every signal of the system is in the table, and is forwarded unless there is a reason against it.
  @Test func everySignalIsInTheTable() {
    let kept = SystemSignal.catalog.filter { !$0.isForwarded }.map(\.name).sorted()
    let faults = ["SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP"]
    let own = ["SIGCHLD", "SIGPIPE", "SIGTTIN", "SIGTTOU", "SIGXCPU", "SIGXFSZ"]
    let system = OperatingSystem.current == .macOS ? ["SIGEMT"] : []
    #expect(kept == (faults + own + ["SIGKILL", "SIGSTOP"] + system).sorted())
    #expect(Set(SystemSignal.catalog.map(\.number)).count == SystemSignal.catalog.count)
    for number in Int32(1)...31 { #expect(SystemSignal.numbered(number) != nil, "\(number)") }
    if OperatingSystem.current == .linux {
      // 32 and 33 are those of the C library.
      for number in Int32(34)...64 { #expect(SystemSignal.numbered(number)?.isForwarded == true, "\(number)") }
    }
    #expect(SystemSignal.numbered(0) == nil && SystemSignal.numbered(-1) == nil && SystemSignal.numbered(99) == nil)
  }

  /// A program that ends with its thread starts as any other: the same errors, files and signals.
  @Test func aBoundProgramStartsAsAnyOther() throws {
    let environment = [Array("PATH=/usr/bin:/bin".utf8)]
    func start(_ words: [String], _ output: FileDescriptor? = nil) throws -> ChildProcess.State {
      try ChildProcess(
        words: words.map { Array($0.utf8) }, environment: environment, ChildProcess.Streams(output: output),
        endsWithThread: true
      ).wait()
    }
    #expect(try start(["sh", "-c", "exit 3"]) == .exited(status: 3))
    #expect(try start(["sh", "-c", "kill -PIPE $$; exit 1"]) == .signaled(number: 13))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = folder.appendingPathComponent("text")
    // Written by another process: a child that another test starts meanwhile would have the file open for writing.
    #expect(try start(["sh", "-c", "printf 'no program' > \"$1\"", "sh", text.path]) == .exited(status: 0))
    #expect(throws: SystemError.permissionDenied) { try start([text.path]) }
    #expect(try start(["chmod", "755", text.path]) == .exited(status: 0))
    #expect(throws: SystemError.notAProgram) { try start([text.path]) }
    #expect(throws: SystemError.noSuchFile) { try start(["no-such-program"]) }
    #expect(throws: SystemError.noSuchFile) { try start(["/no/such/program"]) }
    #expect(throws: SystemError.noSuchFile) { try start([""]) }
    let pipe = try FileDescriptor.pipe()
    #expect(try start(["sh", "-c", "echo out; cat; ls /proc/self/fd | wc -l"], pipe.writing) == .exited(status: 0))
    try pipe.writing.close()
    #expect(try pipe.reading.bytesToEnd(expecting: 10, limit: 100)?.starts(with: "out\n".utf8) == true)
    try pipe.reading.close()
  }

  @Test func signalsHaveNames() {
    #expect(SignalName.text(11) == "SIGSEGV" && SignalName.text(99) == nil)
    #expect(SignalName.isFault(11) && SignalName.isFault(6) && !SignalName.isFault(15) && !SignalName.isFault(9))
    #expect(CurrentProcess.programPath?.isAbsolute == true)
  }
}
