import Platform
import Synchronization
import Vocabulary

/// The unfinished line at the bottom of the terminal on standard error. Other output goes through this type, which
/// erases the line first; the owner of the line draws it again.
enum StatusLine {
  private struct State {
    /// The line that is shown, and its terminal.
    var shown: (text: String, terminal: FileDescriptor)?
    /// The number of owners that may draw.
    var owners = 0
  }

  private static let state = Mutex(State())

  /// Moves to the first column and erases the line.
  private static let erasure = Array("\r\u{1B}[K".utf8)

  static func addOwner() { state.withLock { $0.owners += 1 } }

  static func removeOwner() {
    state.withLock { state in
      erase(&state)
      state.owners -= 1
    }
  }

  /// Shows `text`, which must be escaped and fit into one line, instead of the current line; `nil` shows nothing.
  static func show(_ text: String?, on terminal: FileDescriptor) {
    state.withLock { state in
      // The owner may be removed by now.
      guard state.owners > 0, state.shown?.text != text else { return }
      guard let text else { return erase(&state) }
      try? terminal.write(erasure + Array(text.utf8))
      state.shown = (text, terminal)
    }
  }

  /// Calls `write` while no line is shown or can appear. `write` must not call this type.
  static func suspending<Result: Sendable, Failure: Error>(_ write: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try state.withLock { (state) throws(Failure) in
      erase(&state)
      return try write()
    }
  }

  /// True if a line may be drawn on the terminal that is also standard output.
  static var sharesOutput: Bool { outputIsTerminal && state.withLock { $0.owners > 0 } }

  private static let outputIsTerminal = FileDescriptor.standardOutput.isTerminal

  /// Erases the line in a process that exits immediately, without waiting for writers.
  static func eraseBeforeExit() { state.withLockIfAvailable { erase(&$0) } }

  private static func erase(_ state: inout State) {
    guard let shown = state.shown else { return }
    try? shown.terminal.write(erasure)
    state.shown = nil
  }
}

/// A terminal to draw on.
package struct DrawingTerminal: Sendable {
  let descriptor: FileDescriptor

  /// Standard error; `nil` if it is not a terminal, or cannot erase a line.
  package static func standardError(_ environment: [String: String]) -> DrawingTerminal? {
    guard FileDescriptor.standardError.isTerminal, environment["TERM"] != "dumb" else { return nil }
    return DrawingTerminal(descriptor: .standardError)
  }

  /// The current width: windows can be resized.
  var columns: Int { descriptor.terminalColumns ?? 80 }

  /// False for a background job: the shell owns the bottom line then.
  var isOurs: Bool { descriptor.isForeground }
}
