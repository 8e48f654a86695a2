import Foundation
package import Platform
import Synchronization
import Vocabulary
import Workflow

/// A command that runs as a child process: its output is passed on, and signals are forwarded to it.
///
/// Output goes through pipes and not through a pseudo-terminal: a terminal has one stream for output and errors, and
/// changes line ends. If both streams of this process are the same file, the command has one pipe for both, so that the
/// order of its output is preserved.
package final class RunningCommand: Sendable {
  /// How the command ended.
  package struct End: Sendable {
    /// The end of the process.
    package var state: ChildProcess.State
    /// What it wrote.
    package var output = CollectedOutput.Text()
    /// Whether processes that it started still hold its output open: what they write is passed on by another process,
    /// and not analyzed.
    package var continues = false
    /// Whether output could not be written, for another reason than that its reader left.
    var couldNotWrite = false
    /// A signal that this process received and forwarded, and that asks to end.
    package var signal: SystemSignal?
    /// Whether a signal arrived after the end of the command: the sender waits for this process.
    package var isHurried = false

    /// The exit status of the command; 128 and the number for a signal, as in a shell. If its output could not be
    /// written, the command may have ended because of that, or know nothing of it.
    package var status: Int32 {
      let status = state.commandStatus
      return couldNotWrite && (status == 0 || status == Self.brokenPipe) ? ExitStatus.cannotWrite.rawValue : status
    }

    private static let brokenPipe = 128 + (SystemSignal.catalog.first { $0.name == "SIGPIPE" }?.number ?? 0)
  }

  /// A pipe of the command, and the stream of this process that its content is passed on to.
  private struct Stream: Sendable {
    var index: Int
    var source: FileDescriptor
    var target: FileDescriptor
    /// What was read and could not be written before a signal.
    var unwritten: [UInt8] = []
  }

  private let child: ChildProcess
  private let streams: [Stream]
  /// A pipe with a byte for the end of the command, and for each signal after it.
  private let events: (reading: FileDescriptor, writing: FileDescriptor)
  private let control: Mutex<Control>

  private struct Control {
    /// How the command ended; `nil` while it runs.
    var end: ChildProcess.State?
    var signal: SystemSignal?
    /// Whether the output is still passed on after the end of the command.
    var isDraining = true
    var isHurried = false
    /// Whether the process ends as soon as its own output is blocked.
    var endsWhenBlocked = false

    /// Whether the output is not waited for any more: the command ended, and a signal asked to end.
    var isOver: Bool { isHurried || end != nil && signal != nil }
  }

  /// After the end of the command, processes that it started may keep its output open: formatters, which end soon, and
  /// services, which do not. They are heard until all have been silent for this time, in milliseconds: interpreters need
  /// a second to start on a busy machine.
  private static let silence = 2000
  /// What is passed on after the end without regard to the time, in bytes: the maximum capacity of a pipe on Linux, unless
  /// an administrator raises it. It was written before the end.
  private static let pipeCapacity = 1 << 20

  /// Starts a command. Call it on the main thread before any other thread is started, because threads inherit blocked
  /// signals, and because the command is killed when the thread that started it ends.
  ///
  /// - Parameter words: The program and its arguments.
  package init(_ words: [[UInt8]]) throws(SystemError) {
    let signals = BlockedSignals(SystemSignal.forwarded.map(\.number))
    let isOne = FileDescriptor.standardOutput.isSameFile(as: .standardError)
    let output = try FileDescriptor.pipe()
    let error = isOne ? output : try FileDescriptor.pipe()
    events = try FileDescriptor.pipe()
    defer {
      try? output.writing.close()
      if !isOne { try? error.writing.close() }
    }
    do throws(SystemError) {
      child = try ChildProcess(
        words: words, environment: ProcessEnvironment.variables,
        ChildProcess.Streams(input: .standardInput, output: output.writing, error: error.writing),
        endsWithThread: true)
    } catch {
      for file in [output.reading, events.reading, events.writing] { try? file.close() }
      throw error
    }
    streams =
      [Stream(index: 0, source: output.reading, target: .standardOutput)]
      + (isOne ? [] : [Stream(index: 1, source: error.reading, target: .standardError)])
    control = Mutex(Control())
    Self.thread { [self] in
      while true { forward(signals.waitForNumber()) }
    }
    Self.thread { [self] in
      child.waitForEnd()
      // Nothing is forwarded to its process ID after it is released.
      control.withLock { $0.end = child.wait() }
      try? events.writing.write([0])
    }
  }

  private static func thread(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = 256 << 10
    thread.start()
  }

  /// Sends a signal to the command. Ctrl-C reaches every process in the foreground of the terminal, also the command;
  /// it must not get it twice.
  private func forward(_ number: Int32) {
    guard let signal = SystemSignal.numbered(number) else { return }
    if signal.asksToEnd { endWhenBlocked() }
    let isLate = control.withLock { control -> Bool in
      if control.end != nil { return true }
      if control.signal == nil, signal.asksToEnd { control.signal = signal }
      if !(signal.isSentByTerminal && CurrentProcess.receivesTerminalKeys) { child.send(number) }
      return false
    }
    if signal.effect == .stops { BlockedSignals.takeDefault(number) }
    if isLate, signal.effect == .ends || signal.effect == .faults { hurry() }
  }

  /// After a signal, the diagnosis may have no reader either.
  private func endWhenBlocked() {
    let isFirst = control.withLock { control in
      defer { control.endsWhenBlocked = true }
      return !control.endsWhenBlocked
    }
    guard isFirst else { return }
    BlockingCalls.endWhenBlocked { [self] in control.withLock { $0.end }.map { End(state: $0).status } }
  }

  /// A signal after the end of the command: what it wrote is passed on, by another process if necessary, and the analysis
  /// is canceled. A second signal ends this process at once.
  private func hurry() {
    let end = control.withLock { control -> ChildProcess.State? in
      if control.isDraining, !control.isHurried {
        control.isHurried = true
        return nil
      }
      return control.end
    }
    if let end { CurrentProcess.exitNow(End(state: end).status) }
    try? events.writing.write([0])
  }

  /// Passes on the output until every process has closed it, or until the command has ended and the others are silent.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes to store for the analysis.
  ///   - wait: The maximum time to hear other processes after the end of the command, in seconds.
  package func finish(limit: Int, wait: Double) -> End {
    var collected = CollectedOutput(streams: streams.count, limit: limit)
    var passing = Passing(open: streams)
    var end: Drain?
    while end == nil || !passing.open.isEmpty {
      let left = end?.millisecondsLeft
      if end != nil, left == 0 { break }
      let ready = FileDescriptor.waitForReading(passing.open.map(\.source) + [events.reading], milliseconds: left)
      if ready.contains(passing.open.count) {
        readEvent()
        if end == nil { end = Drain(wait: Int(wait * 1000)) }
        if control.withLock({ $0.isHurried }) { break }
      }
      let streams = ready.filter { $0 < passing.open.count }
      if streams.isEmpty { end?.wasEmpty() }
      for index in streams.reversed() {
        let count = passing.copy(index, until: { control.withLock { $0.isOver } }) { collected.add($0, stream: $1) }
        end?.passed(count)
      }
      if passing.isInterrupted { break }
    }
    control.withLock { $0.isDraining = false }
    let continues = handOver(passing) { collected.add($0, stream: $1) }
    let output = collected.finish()
    return control.withLock {
      End(
        state: $0.end ?? .lost, output: output, continues: continues, couldNotWrite: passing.couldNotWrite,
        signal: $0.signal, isHurried: $0.isHurried)
    }
  }

  private func readEvent() {
    var byte: UInt8 = 0
    withUnsafeMutableBytes(of: &byte) { _ = try? events.reading.read(into: $0) }
  }

  /// Gives the streams that are still open to another process. If it cannot be started, passes on until their end: output
  /// is never dropped. Returns whether another process passes it on.
  private func handOver(_ passing: Passing, _ collect: (UnsafeRawBufferPointer, Int) -> Void) -> Bool {
    var rest = passing
    rest.open = []
    for stream in passing.open {
      if OutputRelay.start(after: stream.unwritten, from: stream.source, to: stream.target) {
        try? stream.source.close()
      } else {
        rest.open.append(stream)
      }
    }
    let continues = rest.open.count < passing.open.count
    for stream in rest.open { try? stream.target.write(stream.unwritten) }
    while !rest.open.isEmpty {
      let ready = FileDescriptor.waitForReading(rest.open.map(\.source), milliseconds: nil)
      for index in ready.reversed() { rest.copy(index, until: { false }, collect) }
    }
    return continues
  }

  /// The time after the end of the command.
  private struct Drain {
    private let deadline: Int
    private let silence: Int
    private var heard: Int
    /// What may still be in the pipes since before the end, in bytes.
    private var certain = RunningCommand.pipeCapacity

    init(wait: Int) {
      heard = SystemClock.monotonicMilliseconds
      deadline = heard + wait
      silence = min(RunningCommand.silence, wait)
    }

    /// How long to wait for output; 0 at the end.
    var millisecondsLeft: Int {
      let now = SystemClock.monotonicMilliseconds
      let left = max(0, min(heard + silence, deadline) - now)
      // A pipe that has not been empty is read at any time. Waiting for one millisecond shows whether it is.
      return certain > 0 ? max(1, left) : left
    }

    /// The pipes were empty.
    mutating func wasEmpty() { certain = 0 }

    mutating func passed(_ count: Int) {
      certain = max(0, certain - count)
      // A slow reader is not silence.
      heard = SystemClock.monotonicMilliseconds
    }
  }

  /// The streams that are open, and the copying of what can be read from them.
  private struct Passing {
    var open: [Stream]
    var couldNotWrite = false
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init(open: [Stream]) { self.open = open }

    /// Whether what was read could not be written before a signal.
    var isInterrupted: Bool { open.contains { !$0.unwritten.isEmpty } }

    /// Copies what can be read from a stream, and closes it at its end. Returns the number of bytes.
    ///
    /// - Parameter isOver: Whether a reader that does not read is not waited for.
    @discardableResult
    mutating func copy(
      _ index: Int, until isOver: () -> Bool, _ collect: (UnsafeRawBufferPointer, Int) -> Void
    ) -> Int {
      let stream = open[index]
      var count = 0
      var failure: SystemError?
      var unwritten: [UInt8] = []
      buffer.withUnsafeMutableBytes { buffer in
        count = (try? stream.source.read(into: buffer)) ?? 0
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        collect(bytes, stream.index)
        do throws(SystemError) {
          let written = try stream.target.write(bytes, until: isOver)
          unwritten = Array(bytes[written...])
        } catch {
          failure = error
        }
      }
      open[index].unwritten = unwritten
      if let failure {
        // Without a reader the command gets SIGPIPE when it writes again, as it would without this program.
        if failure != .brokenPipe, failure != .connectionReset {
          couldNotWrite = true
          Console.writeMessage("cannot pass on the output (\(StandardStreams.reason(failure)))")
        }
      }
      if count == 0 || failure != nil {
        try? stream.source.close()
        open.remove(at: index)
      }
      return count
    }
  }
}
