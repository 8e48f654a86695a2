import Platform
import Synchronization
import Vocabulary

/// The unfinished line at the bottom of the terminal on standard error. Whatever else is written there goes through
/// here, which takes the line away first; its owner draws it again.
enum StatusLine {
  private struct State {
    /// The line that is shown now, and the terminal that shows it.
    var shown: (text: String, terminal: FileDescriptor)?
    /// Owners that may draw.
    var owners = 0
  }

  private static let state = Mutex(State())

  /// Back to the first column, and all behind it cleared.
  private static let erasure = Array("\r\u{1B}[K".utf8)

  static func addOwner() { state.withLock { $0.owners += 1 } }

  static func removeOwner() {
    state.withLock { state in
      erase(&state)
      state.owners -= 1
    }
  }

  /// Shows `text`, which is safe and fits into a line, in place of what was shown; `nil`: nothing.
  static func show(_ text: String?, on terminal: FileDescriptor) {
    state.withLock { state in
      // The owner may be gone by now.
      guard state.owners > 0, state.shown?.text != text else { return }
      guard let text else { return erase(&state) }
      try? terminal.write(erasure + Array(text.utf8))
      state.shown = (text, terminal)
    }
  }

  /// Calls `write` while no line is shown, and none can come. It must not come here again.
  static func aside<Result: Sendable, Failure: Error>(_ write: () throws(Failure) -> Result) throws(Failure) -> Result {
    try state.withLock { (state) throws(Failure) in
      erase(&state)
      return try write()
    }
  }

  /// True if somebody may draw on the terminal that standard output goes to as well.
  static var sharesOutput: Bool { outputIsTerminal && state.withLock { $0.owners > 0 } }

  private static let outputIsTerminal = FileDescriptor.standardOutput.isTerminal

  /// For a process that ends at once, and cannot wait for who is writing.
  static func eraseBeforeExit() { state.withLockIfAvailable { erase(&$0) } }

  private static func erase(_ state: inout State) {
    guard let shown = state.shown else { return }
    try? shown.terminal.write(erasure)
    state.shown = nil
  }
}

/// A terminal to draw on.
struct DrawingTerminal: Sendable {
  let descriptor: FileDescriptor

  /// Standard error; `nil` where it is no terminal, or one that cannot clear a line.
  static func standardError(_ environment: [String: String]) -> DrawingTerminal? {
    guard FileDescriptor.standardError.isTerminal, environment["TERM"] != "dumb" else { return nil }
    return DrawingTerminal(descriptor: .standardError)
  }

  /// Asked each time, as windows change their size.
  var columns: Int { descriptor.terminalColumns ?? 80 }

  /// False for a job in the background: the line at the bottom is the shell's then.
  var isOurs: Bool { descriptor.isForeground }
}
