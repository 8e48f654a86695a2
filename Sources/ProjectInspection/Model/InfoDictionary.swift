import Bytes
import PropertyLists

/// An information property list (Info.plist) or an entitlements file: its keys, with the strings below them.
struct InfoDictionary: Sendable {
  struct Entry: Sendable {
    /// The line of the key, from 1.
    var line: Int
    /// The strings of the value with their lines; for a dictionary or array, those inside it.
    var texts: [(text: String, line: Int)] = []
    /// The keys inside the value, for each string the nearest one; `nil` for a string of an array or of the value itself.
    var keys: [String?] = []
    /// Whether the value is an empty string.
    var isEmptyText = false

    mutating func append(_ text: String, _ line: Int, key: String? = nil) {
      texts.append((text, line))
      keys.append(key)
    }

    /// The strings below an inner key, such as `CFBundleURLSchemes`.
    func texts(below key: String) -> [(text: String, line: Int)] {
      zip(texts, keys).filter { $0.1 == key }.map(\.0)
    }
  }

  /// The index of the file in the project.
  var file: Int
  /// The keys of the outermost dictionary.
  var entries: [String: Entry] = [:]
  /// The line of `<dict>`.
  var line: Int = 1
  /// False if the file is damaged, so that keys may be missing here.
  var isComplete = true
  /// Whether the file is in the binary format, which has no lines.
  var isBinary = false

  /// The maximum number of keys that are read.
  private static let maxKeyCount = 2000

  /// Returns the dictionary of the file, or `nil` if the file is not a property list with a dictionary.
  static func read(_ file: ProjectFile, index: Int) -> InfoDictionary? {
    guard let list = PropertyList.read(file.bytes), let members = list.root.dictionary else { return nil }
    var result = InfoDictionary(file: index, line: list.root.line)
    result.isComplete = !list.isDamaged && members.count <= maxKeyCount
    result.isBinary = list.form == .binary
    for member in members.prefix(maxKeyCount) {
      var entry = Entry(line: member.line)
      switch member.value {
      // Of the other values, only Booleans are compared.
      case .other(let text, let line): if text == "true" || text == "false" { entry.append(text, line) }
      case .text, .list, .dictionary: collect(member.value, key: nil, into: &entry, depth: 0)
      }
      if case .text(let text, _) = member.value { entry.isEmptyText = isBlank(text) }
      result.entries[member.key] = entry
    }
    return result
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy(\.isWhitespace) }

  private static func collect(_ value: PropertyListValue, key: String?, into entry: inout Entry, depth: Int) {
    guard depth < PropertyList.maxDepth, entry.texts.count < 10_000 else { return }
    switch value {
    case .text(let text, let line): if !isBlank(text) { entry.append(text, line, key: key) }
    case .other: break
    case .list(let list, _): for item in list { collect(item, key: key, into: &entry, depth: depth + 1) }
    case .dictionary(let members, _):
      for member in members { collect(member.value, key: member.key, into: &entry, depth: depth + 1) }
    }
  }
}
