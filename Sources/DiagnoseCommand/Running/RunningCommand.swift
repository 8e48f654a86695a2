import Foundation
import Platform
import Synchronization
import Vocabulary

/// A command that runs as a child process: its output is passed on, and signals are forwarded to it.
///
/// Output goes through pipes and not through a pseudo-terminal: a terminal has one stream for output and errors, and
/// changes line ends. If both streams of this process are the same file, the command has one pipe for both, so that the
/// order of its output is preserved.
final class RunningCommand: Sendable {
  /// How the command ended.
  struct End: Sendable {
    var state: ChildProcess.State
    /// What it wrote.
    var output: [UInt8]
    /// The number of bytes that were dropped before the analysis.
    var omitted: Int
    /// A signal that this process received and forwarded.
    var signal: EndSignal?

    /// The exit status of the command; 128 and the number for a signal, as in a shell.
    var status: Int32 {
      switch state {
      case .exited(let status): status
      case .signaled(let number): 128 + number
      case .running, .lost: ExitStatus.internalFault.rawValue
      }
    }
  }

  private let child: ChildProcess
  private let streams: [(source: FileDescriptor, target: FileDescriptor)]
  /// A pipe that is closed when the command has ended.
  private let ended: FileDescriptor
  private let control: Mutex<Control>

  private struct Control {
    /// How the command ended; `nil` while it runs.
    var end: ChildProcess.State?
    var signal: EndSignal?
  }

  /// After the end of the command, processes that it started may keep its output open. They are heard until they have
  /// been silent for this time, in milliseconds.
  private static let silence = 100
  /// The maximum time for that, in milliseconds.
  private static let maxDrain = 2000

  /// Starts a command. Call it before any other thread is started, because threads inherit blocked signals.
  ///
  /// - Parameter words: The program and its arguments.
  init(_ words: [[UInt8]]) throws(SystemError) {
    let signals = BlockedSignals()
    let isOne = FileDescriptor.standardOutput.isSameFile(as: .standardError)
    let output = try FileDescriptor.pipe()
    let error = isOne ? output : try FileDescriptor.pipe()
    let wake = try FileDescriptor.pipe()
    defer {
      try? output.writing.close()
      if !isOne { try? error.writing.close() }
    }
    do throws(SystemError) {
      child = try ChildProcess(
        words: words, environment: ProcessEnvironment.variables,
        ChildProcess.Streams(input: .standardInput, output: output.writing, error: error.writing))
    } catch {
      for file in [output.reading, wake.reading, wake.writing] { try? file.close() }
      throw error
    }
    streams =
      [(output.reading, FileDescriptor.standardOutput)] + (isOne ? [] : [(error.reading, .standardError)])
    ended = wake.reading
    control = Mutex(Control())
    Self.thread { [self] in
      while true { forward(signals.wait()) }
    }
    Self.thread { [self] in
      child.waitForEnd()
      // Nothing is forwarded to its process ID after it is released.
      control.withLock { $0.end = child.wait() }
      try? wake.writing.close()
    }
  }

  private static func thread(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = 256 << 10
    thread.start()
  }

  /// Sends a signal to the command. Ctrl-C reaches every process in the foreground of the terminal, also the command;
  /// it must not get it twice.
  private func forward(_ signal: EndSignal) {
    let end = control.withLock { control -> ChildProcess.State? in
      if control.end != nil { return control.end }
      if control.signal == nil { control.signal = signal }
      if signal != .interrupt || !CurrentProcess.receivesTerminalKeys { child.send(signal) }
      return nil
    }
    // A signal during the analysis ends it at once.
    if let end { CurrentProcess.exitNow(End(state: end, output: [], omitted: 0).status) }
  }

  /// Passes on the output until the command has ended.
  ///
  /// - Parameter limit: The maximum number of bytes to store for the analysis.
  func finish(limit: Int) -> End {
    var collected = CollectedOutput(streams: streams.count, limit: limit)
    var open = streams.enumerated().map { (index: $0.offset, source: $0.element.source, target: $0.element.target) }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var deadline: Int?
    while deadline == nil || !open.isEmpty {
      let now = SystemClock.monotonicMilliseconds
      let left = deadline.map { min(Self.silence, $0 - now) }
      if let left, left <= 0 { break }
      let ready = FileDescriptor.waitForReading(
        open.map(\.source) + (deadline == nil ? [ended] : []), milliseconds: left)
      if ready.isEmpty {
        if deadline == nil { continue }
        break
      }
      if deadline == nil, ready.contains(open.count) { deadline = now + Self.maxDrain }
      for index in ready.reversed() where index < open.count {
        let stream = open[index]
        guard copy(stream.source, to: stream.target, &buffer, { collected.add($0, stream: stream.index) }) else {
          try? stream.source.close()
          open.remove(at: index)
          continue
        }
      }
    }
    for stream in open { try? stream.source.close() }
    try? ended.close()
    let (output, omitted) = collected.finish()
    return control.withLock {
      End(state: $0.end ?? .lost, output: output, omitted: omitted, signal: $0.signal)
    }
  }

  /// Copies what can be read; returns false at the end.
  private func copy(
    _ source: FileDescriptor, to target: FileDescriptor, _ buffer: inout [UInt8],
    _ collect: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    buffer.withUnsafeMutableBytes { buffer in
      guard let count = try? source.read(into: buffer), count > 0 else { return false }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      collect(bytes)
      do throws(SystemError) {
        try target.write(bytes)
        return true
      } catch {
        // Without a reader the command gets SIGPIPE when it writes again, as it would without this program.
        if error != .brokenPipe { Console.writeMessage("cannot pass on the output (\(StandardStreams.reason(error)))") }
        return false
      }
    }
  }
}
