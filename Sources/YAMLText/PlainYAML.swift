import Bytes

/// Reads the plain subset of YAML in which the documents of patterns are written: mappings and lists by indentation, lists
/// and mappings in brackets on one line, and scalars of one line, plain or in quotation marks.
///
/// Everything else is a fault, so that a text means the same here and for every reader of YAML. It needs no library, and
/// reads a document in a fraction of the time: the program reads documents while it analyzes a report.
package struct PlainYAML {
  private struct Line {
    /// The range without indentation.
    var range: Range<Int>
    var indentation: Int
    var number: Int
  }

  private let bytes: ArraySlice<UInt8>
  private let faults: Faults
  private var lines: [Line] = []
  private var next = 0
  private var depth = 0
  /// The maximum depth of lists and mappings.
  private static let maxDepth = 40

  /// Returns the tree of a text; `nil` if it is empty, or after a fault.
  ///
  /// - Parameter firstLine: The number of the first line, from 1, for faults.
  package static func read(_ bytes: ArraySlice<UInt8>, firstLine: Int = 1, _ faults: Faults) -> YAMLNode? {
    var reader = PlainYAML(bytes, firstLine, faults)
    guard let first = reader.lines.first else { return nil }
    let root = reader.block(first.indentation)
    if faults.isEmpty, reader.next < reader.lines.count {
      reader.add(reader.lines[reader.next], "unexpected indentation")
    }
    return faults.isEmpty ? root : nil
  }

  private init(_ bytes: ArraySlice<UInt8>, _ firstLine: Int, _ faults: Faults) {
    self.bytes = bytes
    self.faults = faults
    var begin = bytes.startIndex
    var number = firstLine
    while begin < bytes.endIndex {
      var end = bytes[begin...].firstIndex(of: 0x0A) ?? bytes.endIndex
      let following = end + 1
      var start = begin
      while start < end, bytes[start] == 0x20 { start += 1 }
      while end > start, bytes[end - 1] == 0x20 { end -= 1 }
      if start < end, bytes[start] != UInt8(ascii: "#") {
        lines.append(Line(range: start..<end, indentation: start - begin, number: number))
      }
      begin = following
      number += 1
    }
  }

  private func add(_ line: Line, _ message: String) {
    faults.add(FileFault(line: line.number, column: line.indentation + 1, message))
  }

  private func isItem(_ line: Line) -> Bool {
    bytes[line.range.lowerBound] == UInt8(ascii: "-")
      && (line.range.count == 1 || bytes[line.range.lowerBound + 1] == 0x20)
  }

  /// Returns the list or mapping that begins on the next line.
  private mutating func block(_ indentation: Int) -> YAMLNode {
    let line = lines[next]
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxDepth else {
      add(line, "nested deeper than \(Self.maxDepth) levels")
      next = lines.count
      return YAMLNode(content: .refused, line: line.number, column: indentation + 1)
    }
    let content = isItem(line) ? sequence(indentation) : mapping(indentation)
    return YAMLNode(content: content, line: line.number, column: indentation + 1)
  }

  private mutating func sequence(_ indentation: Int) -> YAMLNode.Content {
    var items: [YAMLNode] = []
    while next < lines.count, lines[next].indentation == indentation, isItem(lines[next]) {
      var line = lines[next]
      var start = line.range.lowerBound + 1
      while start < line.range.upperBound, bytes[start] == 0x20 { start += 1 }
      line.indentation += start - line.range.lowerBound
      line.range = start..<line.range.upperBound
      guard !line.range.isEmpty else {
        add(lines[next], "a list entry is empty")
        next += 1
        continue
      }
      if isItem(line) || key(of: line) != nil {
        lines[next] = line
        items.append(block(line.indentation))
      } else {
        next += 1
        items.append(inline(line, from: line.range.lowerBound))
      }
    }
    return .sequence(items)
  }

  private mutating func mapping(_ indentation: Int) -> YAMLNode.Content {
    var entries: [YAMLNode.Entry] = []
    // Most mappings are short; hashing their keys would take longer than reading them.
    var names: Set<String> = []
    func isDuplicate(_ name: String) -> Bool {
      if entries.count < 16 { return entries.contains { $0.key.text == name } }
      if names.isEmpty { names = Set(entries.compactMap(\.key.text)) }
      return !names.insert(name).inserted
    }
    while next < lines.count, lines[next].indentation == indentation, !isItem(lines[next]) {
      let line = lines[next]
      next += 1
      guard let (name, end) = key(of: line) else {
        add(line, "a line must be 'key: value', or '- ' with a list entry")
        continue
      }
      if isDuplicate(name) { add(line, "duplicate key '\(shown(name))'") }
      let key = node(name, isPlain: true, line, line.range.lowerBound)
      var start = end
      while start < line.range.upperBound, bytes[start] == 0x20 { start += 1 }
      entries.append(YAMLNode.Entry(key: key, value: value(line, start, indentation)))
    }
    if next < lines.count, lines[next].indentation > indentation {
      add(lines[next], "unexpected indentation")
      next += 1
    }
    return .mapping(entries)
  }

  /// Returns the value of a key: on its line, or on the lines below it.
  private mutating func value(_ line: Line, _ start: Int, _ indentation: Int) -> YAMLNode {
    guard start == line.range.upperBound else { return inline(line, from: start) }
    if next < lines.count {
      let following = lines[next]
      if following.indentation > indentation || following.indentation == indentation && isItem(following) {
        return block(following.indentation)
      }
    }
    return node("", isPlain: true, line, line.range.upperBound)
  }

  /// Returns the key of a line and the offset after its colon; `nil` for a line without a key.
  private func key(of line: Line) -> (name: String, end: Int)? {
    var cursor = line.range.lowerBound
    if bytes[cursor] == UInt8(ascii: "\"") {
      guard let (text, end) = quoted(line, cursor), end < line.range.upperBound, bytes[end] == UInt8(ascii: ":")
      else { return nil }
      return (text, end + 1)
    }
    guard Self.mayBegin(bytes[cursor]) else { return nil }
    while cursor < line.range.upperBound {
      if bytes[cursor] == UInt8(ascii: ":"), cursor + 1 == line.range.upperBound || bytes[cursor + 1] == 0x20 {
        return (String(streamSafe: bytes[line.range.lowerBound..<cursor]), cursor + 1)
      }
      cursor += 1
    }
    return nil
  }

  private func node(_ text: String, isPlain: Bool, _ line: Line, _ offset: Int) -> YAMLNode {
    YAMLNode(
      content: .scalar(text, isPlain: isPlain), line: line.number,
      column: line.indentation + offset - line.range.lowerBound + 1)
  }

  // MARK: One line

  /// Returns the value from an offset to the end of a line.
  private mutating func inline(_ line: Line, from start: Int) -> YAMLNode {
    var cursor = start
    let value = flow(line, &cursor, isNested: false)
    if cursor < line.range.upperBound, faults.isEmpty { add(line, "text after the value") }
    return value
  }

  private mutating func flow(_ line: Line, _ cursor: inout Int, isNested: Bool) -> YAMLNode {
    let start = cursor
    guard start < line.range.upperBound else { return unfinished(line, &cursor) }
    switch bytes[start] {
    case UInt8(ascii: "["): return list(line, &cursor)
    case UInt8(ascii: "{"): return entries(line, &cursor)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let found = bytes[start] == UInt8(ascii: "'") ? single(line, start) : quoted(line, start)
      guard let (text, end) = found else { return unfinished(line, &cursor) }
      cursor = end
      return node(text, isPlain: false, line, start)
    default: break
    }
    while cursor < line.range.upperBound {
      let byte = bytes[cursor]
      if isNested, Self.endsPart(byte) { break }
      if byte == UInt8(ascii: ":"), cursor + 1 == line.range.upperBound || bytes[cursor + 1] == 0x20 { break }
      if byte == UInt8(ascii: "#"), cursor > start, bytes[cursor - 1] == 0x20 { break }
      cursor += 1
    }
    var end = cursor
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    guard end > start, Self.mayBegin(bytes[start]) else {
      add(line, "a value that begins with this character must be in quotation marks")
      cursor = line.range.upperBound
      return YAMLNode(content: .refused, line: line.number, column: line.indentation + 1)
    }
    return node(String(streamSafe: bytes[start..<end]), isPlain: true, line, start)
  }

  /// Returns whether a byte ends a plain scalar inside brackets.
  private static func endsPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
    default: false
    }
  }

  /// Returns whether a plain scalar may begin with a byte. YAML permits some more.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x80...: return true
    case ...0x20: return false
    default: return !marks.contains(byte)
    }
  }
  private static let marks = Array("-?:,[]{}#&*!|>'\"%@`=".utf8)

  private mutating func list(_ line: Line, _ cursor: inout Int) -> YAMLNode {
    let start = cursor
    var items: [YAMLNode] = []
    let isClosed = forEachPart(line, &cursor, UInt8(ascii: "]")) { reader, cursor in
      items.append(reader.flow(line, &cursor, isNested: true))
    }
    guard isClosed else { return unfinished(line, &cursor) }
    return YAMLNode(content: .sequence(items), line: line.number, column: column(line, start))
  }

  private mutating func entries(_ line: Line, _ cursor: inout Int) -> YAMLNode {
    let start = cursor
    var entries: [YAMLNode.Entry] = []
    let isClosed = forEachPart(line, &cursor, UInt8(ascii: "}")) { reader, cursor in
      let key = reader.flow(line, &cursor, isNested: true)
      guard cursor < line.range.upperBound, reader.bytes[cursor] == UInt8(ascii: ":") else {
        cursor = line.range.upperBound
        return
      }
      cursor += 1
      reader.skipBlanks(line, &cursor)
      entries.append(YAMLNode.Entry(key: key, value: reader.flow(line, &cursor, isNested: true)))
    }
    guard isClosed else { return unfinished(line, &cursor) }
    return YAMLNode(content: .mapping(entries), line: line.number, column: column(line, start))
  }

  /// Calls `read` for each part between commas; returns false if the end is missing.
  private mutating func forEachPart(
    _ line: Line, _ cursor: inout Int, _ end: UInt8, _ read: (inout PlainYAML, inout Int) -> Void
  ) -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxDepth else { return false }
    cursor += 1
    skipBlanks(line, &cursor)
    while cursor < line.range.upperBound, bytes[cursor] != end {
      read(&self, &cursor)
      skipBlanks(line, &cursor)
      guard cursor < line.range.upperBound, faults.isEmpty else { return false }
      if bytes[cursor] == end { break }
      guard bytes[cursor] == UInt8(ascii: ",") else { return false }
      cursor += 1
      skipBlanks(line, &cursor)
    }
    guard cursor < line.range.upperBound else { return false }
    cursor += 1
    return true
  }

  private func skipBlanks(_ line: Line, _ cursor: inout Int) {
    while cursor < line.range.upperBound, bytes[cursor] == 0x20 { cursor += 1 }
  }

  private func column(_ line: Line, _ offset: Int) -> Int { line.indentation + offset - line.range.lowerBound + 1 }

  private func unfinished(_ line: Line, _ cursor: inout Int) -> YAMLNode {
    cursor = line.range.upperBound
    if faults.isEmpty { add(line, "a value in brackets or quotation marks must end on its line") }
    return YAMLNode(content: .refused, line: line.number, column: line.indentation + 1)
  }

  private func single(_ line: Line, _ start: Int) -> (String, Int)? {
    var text: [UInt8] = []
    var cursor = start + 1
    while cursor < line.range.upperBound {
      if bytes[cursor] == UInt8(ascii: "'") {
        guard cursor + 1 < line.range.upperBound, bytes[cursor + 1] == UInt8(ascii: "'") else {
          return (String(streamSafe: text), cursor + 1)
        }
        cursor += 1
      }
      text.append(bytes[cursor])
      cursor += 1
    }
    return nil
  }

  /// Returns the text of a scalar in double quotation marks and the offset after it; `nil` if it has no end, or an escape
  /// that is not supported.
  private func quoted(_ line: Line, _ start: Int) -> (String, Int)? {
    var cursor = start + 1
    while cursor < line.range.upperBound, bytes[cursor] != UInt8(ascii: "\""), bytes[cursor] != UInt8(ascii: "\\") {
      cursor += 1
    }
    guard cursor < line.range.upperBound else { return nil }
    if bytes[cursor] == UInt8(ascii: "\"") { return (String(streamSafe: bytes[start + 1..<cursor]), cursor + 1) }
    var text = Array(bytes[start + 1..<cursor])
    while cursor < line.range.upperBound {
      let byte = bytes[cursor]
      if byte == UInt8(ascii: "\"") { return (String(streamSafe: text), cursor + 1) }
      cursor += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard cursor < line.range.upperBound else { return nil }
      switch bytes[cursor] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(bytes[cursor])
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "U"):
        guard let scalar = scalar(line, cursor + 1) else { return nil }
        text += Array(String(Character(scalar)).utf8)
        cursor += 8
      default: return nil
      }
      cursor += 1
    }
    return nil
  }

  private func scalar(_ line: Line, _ start: Int) -> Unicode.Scalar? {
    guard start + 8 <= line.range.upperBound else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + 8] {
      guard let digit = byte.hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return Unicode.Scalar(value)
  }
}
