import Bytes

/// A value of a property list.
package indirect enum PropertyListValue: Sendable {
  /// A string. The line is that of the value, from 1; a binary list has only line 1.
  case text(String, line: Int)
  /// Another single value: `true`, `false`; in the XML form a number, date or data as written, in the binary form empty.
  case other(String, line: Int)
  case list([PropertyListValue], line: Int)
  case dictionary(PropertyListMembers, line: Int)

  /// The string, or the text of another single value; `nil` for an array or dictionary.
  package var text: String? {
    switch self {
    case .text(let text, _), .other(let text, _): text
    case .list, .dictionary: nil
    }
  }

  /// The elements; `nil` if the value is not an array.
  package var list: [PropertyListValue]? { if case .list(let list, _) = self { list } else { nil } }

  /// The members; `nil` if the value is not a dictionary.
  package var dictionary: PropertyListMembers? { if case .dictionary(let members, _) = self { members } else { nil } }

  /// The line on which the value begins, from 1.
  package var line: Int {
    switch self {
    case .text(_, let line), .other(_, let line), .list(_, let line), .dictionary(_, let line): line
    }
  }

  /// Returns the value of a key; `nil` without it, or if the value is not a dictionary.
  package subscript(_ key: String) -> PropertyListValue? { dictionary?[key] }

  /// The strings of an array. A single string counts as an array of one.
  package var texts: [String] { list?.compactMap(\.text) ?? text.map { [$0] } ?? [] }
}

/// The members of a dictionary, in the order of the file. A key may occur twice.
package struct PropertyListMembers: Sendable, RandomAccessCollection {
  /// A key with its line, from 1, and its value.
  package struct Member: Sendable {
    /// The key.
    package let key: String
    /// The line of the key, from 1.
    package let line: Int
    /// The value.
    package let value: PropertyListValue
  }

  private var members: [Member] = []
  private var positions: [String: Int] = [:]

  mutating func append(_ key: String, line: Int, _ value: PropertyListValue) {
    positions[key] = members.count
    members.append(Member(key: key, line: line, value: value))
  }

  /// The position of the first member.
  package var startIndex: Int { 0 }
  /// The position after the last member.
  package var endIndex: Int { members.count }
  /// Returns the member at a position of the file.
  package subscript(_ position: Int) -> Member { members[position] }
  /// Returns the value of a key; the last one, if the key occurs twice.
  package subscript(_ key: String) -> PropertyListValue? { positions[key].map { members[$0].value } }
}

/// A property list in one of its three forms: XML, binary, or the old style of Xcode projects.
package struct PropertyList: Sendable {
  /// The forms of property lists.
  package enum Form: Sendable { case xml, binary, oldStyle }

  /// The maximum depth of nested values.
  package static let maxDepth = 64
  /// The maximum length of a string in bytes. A longer one is cut.
  package static let maxTextLength = 1 << 20

  /// The outermost value.
  package let root: PropertyListValue
  /// The form of the list.
  package let form: Form
  /// Whether the list is cut off or not valid, so that `root` is only what could be read. XML only: in the other forms
  /// nothing is read of such a list.
  package let isDamaged: Bool

  /// Returns the property list in the bytes of a file; `nil` if there is none.
  package static func read(_ bytes: [UInt8]) -> PropertyList? {
    if bytes.starts(with: "bplist00".utf8) {
      return BinaryPropertyList.read(bytes).map { PropertyList(root: $0, form: .binary, isDamaged: false) }
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[start...].first { !$0.isWhitespace }
    if first == UInt8(ascii: "<") {
      var reader = XMLPropertyList(bytes, start..<bytes.count, line: 1)
      if let root = reader.read() {
        return PropertyList(root: root, form: .xml, isDamaged: reader.isDamaged || !reader.isClosed)
      }
    }
    return OldStylePropertyList.read(bytes).map { PropertyList(root: $0, form: .oldStyle, isDamaged: false) }
  }
}
