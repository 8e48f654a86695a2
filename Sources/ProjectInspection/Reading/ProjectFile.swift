/// A file of the project with its content.
package struct ProjectFile: Sendable {
  /// Relative to the project's folder, parts separated by `/`.
  package let path: String
  let bytes: [UInt8]
  /// Offset of the first byte of each line.
  private let starts: [Int]

  /// Creates a file from its bytes; `path` is relative to the project's folder.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == 0x0A { starts.append(offset + 1) }
    self.starts = starts
  }

  /// Creates a file from text, as UTF-8.
  package init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

  /// The part behind the last `/`.
  var name: String { Self.name(of: path) }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Lower case, without the dot; empty if there is none.
  static func suffix(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The name without what stands behind its last dot.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

  var lineCount: Int { bytes.last == 0x0A ? starts.count - 1 : starts.count }

  /// The line as it stands, without its end; lines count from 1.
  func rawLine(_ number: Int) -> String? {
    guard number >= 1, number <= starts.count else { return nil }
    let from = starts[number - 1]
    var to = number < starts.count ? starts[number] - 1 : bytes.count
    if to > from, bytes[to - 1] == 0x0D { to -= 1 }
    return from <= to ? String(decoding: bytes[from..<to], as: UTF8.self) : nil
  }

  /// The line for a quotation: without blanks around it, and not longer than a person reads.
  func quotation(_ number: Int) -> String {
    guard let line = rawLine(number) else { return "" }
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    let text = trimmed.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed()
    let whole = String(text)
    return whole.count > 240 ? whole.prefix(239) + "…" : whole
  }
}

/// How much of a project is read.
package struct ProjectLimits: Sendable, Equatable {
  /// Entries of folders that are looked at.
  package var entries = 200_000
  /// Bytes read of all files together.
  package var bytes = 48 << 20
  /// Bytes of one file; larger ones are passed over.
  package var fileBytes = 8 << 20
  /// Bytes of one source file.
  package var sourceBytes = 2 << 20
  /// Folders below each other.
  package var depth = 40

  /// Creates the default limits.
  package init() {}
}
