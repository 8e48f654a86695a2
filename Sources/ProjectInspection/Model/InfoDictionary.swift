/// An information property list (Info.plist): its keys, with the strings below them.
struct InfoDictionary: Sendable {
  struct Entry: Sendable {
    /// The line of the key, from 1.
    var line: Int
    /// The strings of the value with their lines; for a dictionary or array, those inside it.
    var texts: [(text: String, line: Int)] = []
  }

  /// The index of the file in the project.
  var file: Int
  /// The keys of the outermost dictionary.
  var entries: [String: Entry] = [:]
  /// The line of `<dict>`.
  var line: Int = 1

  /// Returns the dictionary of the file, or `nil` if the file is not an XML property list with a dictionary.
  static func read(_ file: ProjectFile, index: Int) -> InfoDictionary? {
    var result = InfoDictionary(file: index)
    var reader = XMLReader(file.bytes)
    var open: [String] = []
    var key: String?
    var isDictionary = false
    while let event = try? reader.next() {
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
          result.entries[key]?.texts.append((name, line))
        }
        open.append(name)
      case .end: if !open.isEmpty { open.removeLast() }
      case .text(let text, let line):
        if open.count == 3, open.last == "key" {
          key = text
          result.entries[text] = Entry(line: line)
        } else if open.count >= 3, let key, open.last == "string" {
          result.entries[key]?.texts.append((text, line))
        }
      }
    }
    return isDictionary ? result : nil
  }
}
