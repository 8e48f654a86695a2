import Bytes

/// Consecutive lines `field: value`.
package struct KnowledgeEntry: Sendable {
  /// The fields in their order. A field may occur several times.
  package let fields: [(name: String, value: String)]

  /// Returns the first value of a field; `nil` without one.
  package subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Returns all values of a field.
  package func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Returns the elements of a field, which `separator` separates, without blanks before them; empty without the field.
  package func list(_ name: String, separator: Character) -> [String] {
    self[name]?.split(separator: separator).map { String($0.drop { $0 == " " }) } ?? []
  }
}

/// The lists of a text.
package struct KnowledgeLists: Sendable {
  /// The elements by the name of the list, in the order of the text.
  package let all: [String: [String]]

  /// Returns the elements of a list; empty if the text has no such list, which a test excludes.
  package subscript(_ name: String) -> [String] { all[name] ?? [] }

  /// Returns the elements `key: value` of a list, in the order of the text. Other elements are left out; a test rejects them.
  package func pairs(_ name: String) -> [(key: String, value: String)] {
    self[name].compactMap { element in
      guard let mark = element.firstRange(of: ": ") else { return nil }
      return (String(element[..<mark.lowerBound]), String(element[mark.upperBound...]))
    }
  }

  /// Returns the values of a list of elements `key: value`. The first one of a key counts; a test rejects a second one.
  package func dictionary(_ name: String) -> [String: String] {
    Dictionary(pairs(name).map { ($0.key, $0.value) }) { first, _ in first }
  }
}

extension KnowledgeText {
  /// Calls `body` with the range of each line and the offset of the entry that contains it.
  ///
  /// Empty lines separate entries. Comments are skipped.
  package func forEachLine(_ body: (Range<Int>, _ entry: Int) -> Void) {
    let bytes = bytes
    var begin = 0
    var entry: Int?
    while begin < bytes.count {
      let end = bytes.firstOffset(of: UInt8(ascii: "\n"), from: begin) ?? bytes.count
      if end == begin {
        entry = nil
      } else if bytes[begin] != UInt8(ascii: "#") {
        let first = entry ?? begin
        entry = first
        body(begin..<end, first)
      }
      begin = end + 1
    }
  }

  /// The fields of all entries. Other lines are ignored; a test rejects them.
  package var fields: [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    forEachLine { line, _ in if let field = field(line) { fields.append(field) } }
    return fields
  }

  /// The entries: lines `field: value` between empty lines.
  package var entries: [KnowledgeEntry] {
    var entries: [(offset: Int, fields: [(name: String, value: String)])] = []
    forEachLine { line, entry in
      guard let field = field(line) else { return }
      if entries.last?.offset == entry {
        entries[entries.count - 1].fields.append(field)
      } else {
        entries.append((entry, [field]))
      }
    }
    return entries.map { KnowledgeEntry(fields: $0.fields) }
  }

  /// Returns the entry whose first line is at `offset`.
  package func entry(at offset: Int) -> KnowledgeEntry {
    let bytes = bytes
    var fields: [(name: String, value: String)] = []
    var begin = offset
    while begin < bytes.count {
      let end = bytes.firstOffset(of: UInt8(ascii: "\n"), from: begin) ?? bytes.count
      if end == begin { break }
      if bytes[begin] != UInt8(ascii: "#"), let field = field(begin..<end) { fields.append(field) }
      begin = end + 1
    }
    return KnowledgeEntry(fields: fields)
  }

  /// The lists: a line `[name]`, then one element a line, in quotation marks if blanks at its ends belong to it.
  package var lists: KnowledgeLists {
    let bytes = bytes
    var lists: [String: [String]] = [:]
    var name = ""
    var elements: [String] = []
    forEachLine { line, _ in
      let (first, last) = (bytes[line.lowerBound], bytes[line.upperBound - 1])
      let inside = line.count > 2 ? line.lowerBound + 1..<line.upperBound - 1 : line
      if first == UInt8(ascii: "["), last == UInt8(ascii: "]") {
        lists[name] = elements
        (name, elements) = (String(streamSafe: bytes[inside]), [])
      } else {
        let isQuoted = first == UInt8(ascii: "\"") && last == UInt8(ascii: "\"")
        elements.append(String(streamSafe: bytes[isQuoted ? inside : line]))
      }
    }
    lists[name] = elements
    lists[""] = nil
    return KnowledgeLists(all: lists)
  }

  private func field(_ line: Range<Int>) -> (name: String, value: String)? {
    let bytes = bytes
    guard let mark = bytes.firstOffset(of: ": ", from: line.lowerBound, to: line.upperBound) else { return nil }
    return (String(streamSafe: bytes[line.lowerBound..<mark]), String(streamSafe: bytes[mark + 2..<line.upperBound]))
  }
}
