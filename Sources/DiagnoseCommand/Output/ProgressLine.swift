import Foundation
import Platform
import Synchronization

/// A line on standard error that shows the progress of long work.
///
/// It is shown only on a terminal, after half a second, at most ten times a second, and removed when the work is done.
/// Create it after the `Interruption`, because it starts a thread.
///
///     let progress = ProgressLine("rediagnose", total: count)
///     defer { progress.finish() }
///     …
///     progress.advance(by: 100)
final class ProgressLine: Sendable {
  private let work: Work?

  /// - Parameters:
  ///   - what: The name of the work, as in the command.
  ///   - total: The number of steps; 0 if unknown.
  ///   - unit: The singular noun for a step.
  ///   - counting: The singular noun for what else is counted; its rate is shown instead of that of the steps.
  ///   - isQuiet: Whether the user turned progress off.
  ///   - terminal: The terminal to draw on; `nil` draws nothing.
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

  /// Adds finished steps, and what else was counted in them.
  func advance(by steps: Int = 1, counted: Int = 0) {
    work?.change { text, _ in
      text.done = text.done &+ steps
      text.counted = text.counted &+ counted
    }
  }

  /// Removes the line permanently. Later calls have no effect.
  func finish() {
    guard let work else { return }
    Self.current.withLock { if $0 === work { $0 = nil } }
    work.stop()
  }

  /// The work whose progress is shown.
  private static let current = Mutex<Work?>(nil)

  /// Shows that a part of the current work takes long, until `endNote` is called with the same text. Can be called on
  /// any thread; does nothing if no line is shown.
  static func beginNote(_ text: String) {
    current.withLock { $0 }?.change { $0.notes.append((text, $1)) }
  }

  static func endNote(_ text: String) {
    current.withLock { $0 }?.change { progress, _ in
      if let index = progress.notes.lastIndex(where: { $0.text == text }) { progress.notes.remove(at: index) }
    }
  }
}

/// The state shared by the drawing thread and the working threads.
private final class Work: Sendable {
  private let state: Guarded<(text: ProgressText, isStopped: Bool)>
  private let terminal: DrawingTerminal
  private let begin = ContinuousClock.now

  /// The time before the first drawing, in seconds; most work is done by then.
  private static let initialDelay = 0.5
  private static let interval = 0.1

  init(_ text: ProgressText, _ terminal: DrawingTerminal) {
    state = Guarded((text, false))
    self.terminal = terminal
  }

  func start() {
    StatusLine.addOwner()
    let thread = Thread { self.run() }
    thread.stackSize = 256 << 10
    thread.start()
  }

  func change(_ body: (inout ProgressText, _ elapsed: Duration) -> Void) {
    state.withLock { body(&$0.text, begin.duration(to: .now)) }
  }

  func stop() {
    let isFirst = state.change { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    if isFirst { StatusLine.removeOwner() }
  }

  private func run() {
    var pause = Self.initialDelay
    while let text = next(after: pause) {
      pause = Self.interval
      guard terminal.isOurs else { continue }
      let line = text.line(after: begin.duration(to: .now), columns: terminal.columns)
      StatusLine.show(line, on: terminal.descriptor)
    }
  }

  /// Returns the state after a pause; `nil` if the work has ended.
  private func next(after pause: Double) -> ProgressText? {
    let isEnded = state.wait(until: .now.advanced(by: pause)) { $0.isStopped ? true : nil }
    return isEnded == true ? nil : state.withLock(\.text)
  }
}
