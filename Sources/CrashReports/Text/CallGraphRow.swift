import Bytes

extension ByteText {
  /// Returns whether a line is a row of the tool `sample`, with its guides: `+   2433 main  (in MyApp) + 294  [0x10e3817e6]`.
  func isCallGraphRow(_ slice: Slice) -> Bool {
    var at = slice.start
    while at < slice.end, self[at].isBlank || "+!:|".utf8.contains(self[at]) { at += 1 }
    let digits = at
    while at < slice.end, self[at].isDigit { at += 1 }
    guard at > digits, self[at].isBlank, let mark = find("  (in ", Slice(at, slice.end)) else { return false }
    return contains("  [0x", Slice(mark, slice.end))
  }
}
