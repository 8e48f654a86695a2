package import Platform
import Workflow

/// A command that runs as a child process without input, and whose output is collected and not passed on.
///
/// It is for a caller whose own streams are those of a protocol. Both streams of the command are one pipe, so that the order
/// of its output is preserved. The command leads a process group, so that the processes that it started end with it when
/// it is ended.
package enum CapturedCommand {
  /// Why a command was ended before it ended itself.
  package enum Interruption: Sendable {
    case time, cancellation
  }

  /// How the command ended.
  package struct End: Sendable {
    /// The end of the process.
    package var state: ChildProcess.State
    /// What it wrote.
    package var output: CollectedOutput.Text
    /// Why it was ended; `nil` if it ended itself.
    package var interruption: Interruption?
    /// Whether processes that it started still held its output open. What they write is lost.
    package var continues = false
  }

  /// How often the state of the command is examined, in milliseconds.
  private static let interval = 100
  /// How long other processes are heard after the end of the command, in milliseconds.
  private static let silence = 2_000
  /// The maximum time for that, in milliseconds.
  private static let maxDrain = 10_000
  /// How long a command that was asked to end may take, in milliseconds. Then it is killed.
  private static let grace = 5_000

  /// Runs a command, and waits for its end. Call it on a thread that exists until then: on Linux the command is killed with it.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments, without a shell.
  ///   - seconds: The time after which the command is ended.
  ///   - limit: The maximum number of bytes of its output that are stored.
  ///   - isCanceled: Returns whether the command is ended now.
  package static func run(
    _ words: [[UInt8]], seconds: Double, limit: Int, isCanceled: () -> Bool
  ) throws(SystemError) -> End {
    let pipe = try FileDescriptor.pipe()
    defer { try? pipe.reading.close() }
    let child: ChildProcess
    do throws(SystemError) {
      child = try ChildProcess(
        words: words, environment: ProcessEnvironment.variables,
        ChildProcess.Streams(output: pipe.writing, error: pipe.writing), endsWithThread: true, leadsGroup: true)
    } catch {
      try? pipe.writing.close()
      throw error
    }
    try? pipe.writing.close()
    var collected = CollectedOutput(streams: 1, limit: limit)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var process = Process(child, deadline: SystemClock.monotonicMilliseconds + Int(min(seconds, 1e9) * 1_000))
    var isOpen = true
    while true {
      if isOpen, !FileDescriptor.waitForReading([pipe.reading], milliseconds: interval).isEmpty {
        let count = buffer.withUnsafeMutableBytes { buffer -> Int in
          let count = (try? pipe.reading.read(into: buffer)) ?? 0
          collected.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]), stream: 0)
          return count
        }
        isOpen = count > 0
        process.wasHeard()
      } else if !isOpen {
        SystemClock.sleep(milliseconds: process.hasEnded ? 0 : interval)
      }
      process.examine(isCanceled)
      if process.hasEnded, !isOpen || process.isSilent { break }
    }
    return End(
      state: process.state, output: collected.finish(), interruption: process.interruption, continues: isOpen)
  }

  /// The process, and the times that matter, in milliseconds.
  private struct Process {
    private let child: ChildProcess
    private let deadline: Int
    private(set) var state = ChildProcess.State.running
    private(set) var interruption: Interruption?
    private var interrupted = 0
    private var ended = 0
    private var heard = 0
    private var isKilled = false

    init(_ child: ChildProcess, deadline: Int) { (self.child, self.deadline) = (child, deadline) }

    var hasEnded: Bool { state != .running }

    /// Whether the output is not waited for any more, although others hold it open.
    var isSilent: Bool {
      let now = SystemClock.monotonicMilliseconds
      return now - max(heard, ended) >= CapturedCommand.silence || now - ended >= CapturedCommand.maxDrain
    }

    mutating func wasHeard() { heard = SystemClock.monotonicMilliseconds }

    mutating func examine(_ isCanceled: () -> Bool) {
      guard !hasEnded else { return }
      // The group is reached only until the command is waited for. What the command left of it is not asked again.
      if interruption != nil, child.hasEnded() { child.killGroup() }
      state = child.state()
      let now = SystemClock.monotonicMilliseconds
      if hasEnded {
        ended = now
      } else if interruption != nil {
        guard now - interrupted >= CapturedCommand.grace, !isKilled else { return }
        child.killGroup()
        isKilled = true
      } else if now >= deadline || isCanceled() {
        interruption = now >= deadline ? .time : .cancellation
        interrupted = now
        child.sendToGroup(.terminate)
      }
    }
  }
}
