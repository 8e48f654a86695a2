/// Converts offsets to line numbers. Offsets must ascend.
struct LineCounter {
  private var line = 1
  private var at = 0

  mutating func line(of offset: Int, in bytes: [UInt8]) -> Int {
    while at < offset, at < bytes.count {
      if bytes[at] == 0x0A { line += 1 }
      at += 1
    }
    return line
  }
}

/// A record of replacements for display. It does not contain the replaced values.
package struct RedactionTrace: Sendable {
  /// One value that was replaced.
  package struct Entry: Sendable {
    /// The kind of the value: user name, host name, e-mail or IP address, token, …
    package let kind: Redactor.Kind
    /// The placeholder in the copy.
    package let placeholder: String
    /// A hint by which the owner recognizes the value: its length and, if it has five or more characters, the first
    /// one.
    package let hint: String
    /// The number of replacements of the value.
    package internal(set) var count = 0
    /// The lines with the value, from 1, in ascending order; at most the first 100.
    package internal(set) var lines: [Int] = []
  }

  /// The replaced values, by kind and in order of appearance.
  package var entries: [Entry] {
    Redactor.Kind.allCases.flatMap { kind in
      (stored[kind] ?? [:]).sorted { $0.key < $1.key }.map { _, entry in
        var entry = entry
        // Words are replaced after values, so lines may be out of order or duplicate.
        entry.lines = Set(entry.lines).sorted()
        return entry
      }
    }
  }

  private var stored: [Redactor.Kind: [Int: Entry]] = [:]
  private static let maxLines = 100

  mutating func add(_ kind: Redactor.Kind, _ number: Int, _ value: String, line: Int) {
    var entry =
      stored[kind]?[number]
      ?? Entry(
        kind: kind, placeholder: kind == .account ? "501" : "\(kind.rawValue)-\(number)", hint: Self.hint(value, kind))
    entry.count += 1
    if entry.lines.last != line, entry.lines.count < Self.maxLines { entry.lines.append(line) }
    stored[kind, default: [:]][number] = entry
  }

  private static func hint(_ value: String, _ kind: Redactor.Kind) -> String {
    let length = value.count
    guard kind != .token, kind != .account, length >= 5, let first = value.first else { return "(\(length))" }
    return "\(first)… (\(length))"
  }
}
