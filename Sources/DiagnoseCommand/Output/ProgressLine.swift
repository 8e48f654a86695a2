import Foundation
import Synchronization

/// One line on standard error that tells how far long work has come.
///
/// Only on a terminal, only after half a second, at most ten times a second, and gone when the work is done. To be made
/// after the `Interruption`, as it starts a thread.
///
///     let progress = ProgressLine("rediagnose", total: count)
///     defer { progress.finish() }
///     …
///     progress.advance(by: 100)
final class ProgressLine: Sendable {
  private let work: Work?

  /// - Parameters:
  ///   - what: The work, as the user called it.
  ///   - total: Steps in all; 0 where that is unknown.
  ///   - unit: What a step is, in the singular.
  ///   - counting: What else is counted, and whose rate is told instead of that of the steps.
  ///   - isQuiet: Whether the user asked for silence.
  ///   - terminal: Where to draw; `nil` draws nothing.
  init(
    _ what: String, total: Int, unit: String = "report", counting: String? = nil, isQuiet: Bool = false,
    terminal: DrawingTerminal? = .standardError(ProcessInfo.processInfo.environment)
  ) {
    guard !isQuiet, let terminal else {
      work = nil
      return
    }
    let work = Work(ProgressText(what: what, total: total, unit: unit, counting: counting), terminal)
    self.work = work
    Self.current.withLock { $0 = work }
    work.start()
  }

  deinit { finish() }

  /// Steps that are done, and what else was counted with them.
  func advance(by steps: Int = 1, counted: Int = 0) {
    work?.change { text, _ in
      text.done = text.done &+ steps
      text.counted = text.counted &+ counted
    }
  }

  /// Takes the line away for good. Whatever comes afterwards changes nothing.
  func finish() {
    guard let work else { return }
    Self.current.withLock { if $0 === work { $0 = nil } }
    work.stop()
  }

  /// The work that tells of itself now.
  private static let current = Mutex<Work?>(nil)

  /// Tells that something inside of the current work takes long, until `endNote` is called with the same words. On any
  /// thread; without a line, nothing happens.
  static func beginNote(_ text: String) {
    current.withLock { $0 }?.change { $0.notes.append((text, $1)) }
  }

  static func endNote(_ text: String) {
    current.withLock { $0 }?.change { progress, _ in
      if let index = progress.notes.lastIndex(where: { $0.text == text }) { progress.notes.remove(at: index) }
    }
  }
}

/// What the thread that draws shares with those that work.
private final class Work: @unchecked Sendable {
  private let condition = NSCondition()
  private let terminal: DrawingTerminal
  private let begin = ContinuousClock.now
  private var text: ProgressText
  private var isStopped = false

  /// Before it, nothing is drawn; most work is done by then.
  private static let patience = 0.5
  private static let interval = 0.1

  init(_ text: ProgressText, _ terminal: DrawingTerminal) {
    self.text = text
    self.terminal = terminal
  }

  func start() {
    StatusLine.addOwner()
    let thread = Thread { self.run() }
    thread.stackSize = 256 << 10
    thread.start()
  }

  func change(_ body: (inout ProgressText, _ elapsed: Duration) -> Void) {
    condition.withLock { body(&text, begin.duration(to: .now)) }
  }

  func stop() {
    let isFirst = condition.withLock {
      defer { isStopped = true }
      condition.signal()
      return !isStopped
    }
    if isFirst { StatusLine.removeOwner() }
  }

  private func run() {
    var pause = Self.patience
    while let text = next(after: pause) {
      pause = Self.interval
      guard terminal.isOurs else { continue }
      let line = text.line(after: begin.duration(to: .now), columns: terminal.columns)
      StatusLine.show(line, on: terminal.descriptor)
    }
  }

  /// The state after a while; `nil` when the work has ended.
  private func next(after pause: Double) -> ProgressText? {
    let end = Date(timeIntervalSinceNow: pause)
    return condition.withLock {
      while !isStopped, condition.wait(until: end) {}
      return isStopped ? nil : text
    }
  }
}
