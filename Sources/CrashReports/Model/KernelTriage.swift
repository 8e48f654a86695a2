import Bytes

extension CrashReport {
  /// Adds what a text of "Kernel Triage:" states about memory that could not be read from its file. Its other statements, such as a fault
  /// that was interrupted, occur in reports of any failure.
  ///
  /// - Parameters:
  ///   - text: One or more lines, each `VM - (arg = 0x0) TEXT`.
  ///   - line: The line of the input, from 1.
  mutating func addTriage(_ text: String, line: Int?) {
    guard detail(.unreadableMemory) == nil else { return }
    for part in text.utf8.prefix(4096).split(separator: 0x0A) {
      let statement = Array(part)[...]
      guard let start = statement.position(of: "Object has no pager") else { continue }
      add(.unreadableMemory, statement[start...].text, line: line)
      return
    }
  }
}
