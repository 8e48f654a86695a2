import Documents
import Vocabulary

extension String {
  /// The headline of a failure in a message of one line, such as the confirmation of a change: escaped, on one line, and as
  /// long as a reader can see at once. Headlines contain texts of reports, which can be very long.
  package var headlineInMessage: String { Terminal.escaped(onOneLine).cut(to: 160, ascii: false) }

  /// Returns the text padded with blanks after it, or before it, to at least `columns` columns of a terminal.
  package func padded(to columns: Int, onLeft: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, columns - DisplayWidth.of(self)))
    return onLeft ? blanks + self : self + blanks
  }

  /// Returns at most `columns` columns of the text; `…` replaces the rest. Characters and escapes are not split.
  package func cut(to columns: Int, ascii: Bool) -> String { Wrapping.cut(self, to: columns, ascii: ascii) }

  /// Like `cut`, but `…` replaces the middle of the text.
  package func cutMiddle(to columns: Int, ascii: Bool) -> String {
    Wrapping.cutMiddle(self, to: columns, ascii: ascii)
  }
}
