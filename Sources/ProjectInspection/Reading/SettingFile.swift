/// A build configuration settings file (.xcconfig): its settings and the files that it includes.
struct SettingFile: Sendable {
  /// The index of the file in the project.
  let file: Int
  /// The settings by key, with conditions such as `[sdk=iphoneos*]`. The last assignment counts.
  private(set) var settings: [String: XcodeProject.Setting] = [:]
  /// The paths of the included files, relative to the project's folder.
  private(set) var includes: [(path: String, isOptional: Bool)] = []

  /// Whether the file has more lines than are read.
  let isCut: Bool

  private static let maxLineCount = 4000

  init(_ file: ProjectFile, index: Int) {
    self.file = index
    isCut = file.lineCount > Self.maxLineCount
    let folder = ProjectFile.folder(of: file.path)
    for number in 1...max(1, min(file.lineCount, Self.maxLineCount)) {
      guard let line = file.rawLine(number) else { continue }
      let text = Self.trimmed(Self.withoutComment(line))
      if text.hasPrefix("#include") {
        let name = text.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }
        if !name.isEmpty {
          includes.append((ProjectFile.join(folder, String(name)), text.hasPrefix("#include?")))
        }
        continue
      }
      guard let mark = Self.assignment(in: text) else { continue }
      let key = Self.trimmed(text[..<mark])
      var value = Self.trimmed(text[text.index(after: mark)...])
      if value.hasSuffix(";") { value.removeLast() }
      if !key.isEmpty { settings[key] = XcodeProject.Setting(value: value, line: number) }
    }
  }

  /// Returns the position of the `=` that assigns; one inside `[sdk=…]` does not.
  private static func assignment(in text: String) -> String.Index? {
    var level = 0
    for index in text.indices {
      switch text[index] {
      case "[": level += 1
      case "]": level -= 1
      case "=" where level == 0: return index
      default: break
      }
    }
    return nil
  }

  private static func withoutComment(_ line: String) -> Substring {
    line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" || character == "\r" }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
