import Bytes

/// A file of the project with its content.
package struct ProjectFile: Sendable {
  /// The path relative to the project's folder, with components separated by `/`.
  package let path: String
  let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let lineStarts: [Int]

  /// Creates a file from its bytes; `path` is relative to the project's folder.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var lineStarts = [0]
    for (offset, byte) in bytes.enumerated() where byte == 0x0A { lineStarts.append(offset + 1) }
    self.lineStarts = lineStarts
  }

  /// Creates a file from text, encoded as UTF-8.
  package init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

  /// The part after the last `/`.
  var name: String { Self.name(of: path) }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Returns the suffix in lower case, without the dot. Empty if there is none.
  static func suffix(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Returns the file name without its suffix.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Returns the path of the enclosing folder. Empty for the project's folder.
  static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

  /// Returns a path below a folder, without `.` and `..`. The path is not absolute.
  static func join(_ folder: String, _ path: String) -> String {
    var parts = folder.isEmpty ? [] : folder.split(separator: "/").map(String.init)
    for part in path.split(separator: "/") {
      if part == "." { continue }
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }

  var lineCount: Int { bytes.last == 0x0A ? lineStarts.count - 1 : lineStarts.count }

  /// Returns the unchanged line, without its line ending. Lines count from 1.
  func rawLine(_ number: Int) -> String? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start <= end ? String(streamSafe: bytes[start..<end]) : nil
  }

  /// Returns the line for a quotation: without surrounding whitespace, and at most 240 characters long.
  func quotation(_ number: Int) -> String {
    guard let line = rawLine(number) else { return "" }
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    let characters = trimmed.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed()
    let text = String(characters)
    return text.count > 240 ? text.prefix(239) + "…" : text
  }
}

/// The limits for reading a project.
package struct ProjectLimits: Sendable, Equatable {
  /// The maximum number of folder entries.
  package var maxEntryCount = 200_000
  /// The maximum number of bytes read from all files together.
  package var maxTotalBytes = 48 << 20
  /// The maximum size of one file in bytes. Larger files are skipped.
  package var maxFileBytes = 8 << 20
  /// The maximum size of one source file in bytes. Larger files are skipped.
  package var maxSourceBytes = 2 << 20
  /// The maximum depth of nested folders.
  package var maxDepth = 40

  /// Creates the default limits.
  package init() {}
}
