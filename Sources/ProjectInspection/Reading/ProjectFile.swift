import Bytes

/// A file of the project with its content.
package struct ProjectFile: Sendable {
  /// The path relative to the project's folder, with components separated by `/`.
  package let path: String
  let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let lineStarts: [Int]
  /// The offset of the first byte of each line that is neither a space nor a tab; the end of the line if there is none.
  /// A minified file has all its faults on one line, so the blanks are not counted again for each fault.
  private let textStarts: [Int]

  /// Creates a file from its bytes; `path` is relative to the project's folder.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var lineStarts = [0]
    var textStarts: [Int] = []
    for (offset, byte) in bytes.enumerated() {
      if textStarts.count < lineStarts.count, !byte.isBlank { textStarts.append(offset) }
      if byte == 0x0A { lineStarts.append(offset + 1) }
    }
    if textStarts.count < lineStarts.count { textStarts.append(bytes.count) }
    self.lineStarts = lineStarts
    self.textStarts = textStarts
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

  /// Returns the bytes of the line, without its line ending. Lines count from 1.
  private func line(_ number: Int) -> Range<Int>? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start <= end ? start..<end : nil
  }

  /// Returns the unchanged line, without its line ending. Lines count from 1.
  func rawLine(_ number: Int) -> String? { line(number).map { String(streamSafe: bytes[$0]) } }

  /// The length of the longest line that is shown completely, in bytes.
  static let maxLineLength = 4_096

  /// Whether the line is too long to be repeated in the output for each fault on it.
  func isLong(_ number: Int) -> Bool { (line(number)?.count ?? 0) > Self.maxLineLength }

  /// Returns the leading spaces and tabs of a line, at most 256.
  func indentation(_ number: Int) -> String {
    guard let line = line(number) else { return "" }
    return String(streamSafe: bytes[line.lowerBound..<min(textStarts[number - 1], line.upperBound)].prefix(256))
  }

  /// Returns the line for a quotation: without surrounding whitespace, and at most 240 characters long. Takes the same
  /// time for a line of any length.
  func quotation(_ number: Int) -> String {
    guard let line = line(number) else { return "" }
    let all = bytes[min(textStarts[number - 1], line.upperBound)..<line.upperBound]
    var shown = all.prefix(Self.maxLineLength)
    while let last = shown.last, last.isBlank || last == 0x0D { shown.removeLast() }
    let text = String(streamSafe: shown)
    let isCut = all.count > Self.maxLineLength
    return isCut ? text.prefix(characters: 239) + "…" : text.shortened(to: 240, keeping: 239)
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
