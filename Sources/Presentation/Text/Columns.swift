extension String {
  /// With blanks behind it, or before it, so that it takes `columns` columns of a terminal or more.
  package func padded(to columns: Int, onLeft: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, columns - DisplayWidth.of(self)))
    return onLeft ? blanks + self : self + blanks
  }

  /// At most `columns` columns of a terminal, with `…` in place of what is left out. Characters and escapes stay whole.
  package func cut(to columns: Int, ascii: Bool) -> String { Wrapping.cut(self, to: columns, ascii: ascii) }
}
