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
    if file.bytes.starts(with: Array("bplist00".utf8)) {
      guard let root = BinaryPropertyList.read(file.bytes) else { return nil }
      var result = InfoDictionary(value: root, index: index)
      result?.isBinary = true
      return result
    }
    if let dictionary = readXML(file, index: index) { return dictionary }
    let first = file.bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "/"),
      let root = try? OldStylePropertyList.read(file.bytes)
    else { return nil }
    return InfoDictionary(value: root, index: index)
  }

  private init(file: Int) { self.file = file }

  /// Creates the dictionary of a parsed property list; `nil` if its root is not a dictionary.
  private init?(value: PropertyListValue, index: Int) {
    guard let members = value.dictionary else { return nil }
    self.init(file: index)
    line = value.line
    isComplete = members.count <= Self.maxKeyCount
    for (key, value) in members.prefix(Self.maxKeyCount) {
      var entry = Entry(line: value.line)
      Self.collect(value, key: nil, into: &entry, depth: 0)
      entry.isEmptyText = value.text == ""
      entries[key] = entry
    }
  }

  private static func collect(_ value: PropertyListValue, key: String?, into entry: inout Entry, depth: Int) {
    guard depth < 32, entry.texts.count < 10_000 else { return }
    switch value {
    case .text(let text, let line): entry.append(text, line, key: key)
    case .list(let list, _): for item in list { collect(item, key: key, into: &entry, depth: depth + 1) }
    case .dictionary(let members, _):
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        collect(value, key: key, into: &entry, depth: depth + 1)
      }
    }
  }

  private static func readXML(_ file: ProjectFile, index: Int) -> InfoDictionary? {
    var result = InfoDictionary(file: index)
    var reader = XMLReader(file.bytes)
    var open: [String] = []
    var (key, innerKey) = (String?.none, String?.none)
    var (isDictionary, hasText) = (false, false)
    do {
      while let event = try reader.next() {
        switch event {
        case .start(let name, _, let line):
          if open.isEmpty, name != "plist" { return nil }
          if open.count == 1 {
            guard name == "dict" else { return nil }
            isDictionary = true
            result.line = line
          }
          if open.count == 2, name != "key", let key, result.entries[key]?.texts.isEmpty == true,
            name == "true" || name == "false"
          {
            result.entries[key]?.append(name, line)
          }
          hasText = false
          open.append(name)
        case .end(let name, _):
          if open.count == 3, name == "string", !hasText, let key { result.entries[key]?.isEmptyText = true }
          if !open.isEmpty { open.removeLast() }
        case .text(let text, let line):
          hasText = true
          if open.count == 3, open.last == "key" {
            (key, innerKey) = (text, nil)
            guard result.entries.count < maxKeyCount else {
              result.isComplete = false
              return result
            }
            result.entries[text] = Entry(line: line)
          } else if open.count > 3, open.last == "key" {
            innerKey = text
          } else if open.count >= 3, let key, open.last == "string" {
            result.entries[key]?.append(text, line, key: innerKey)
          }
        }
      }
    } catch {
      result.isComplete = false
    }
    return isDictionary ? result : nil
  }
}
