import Bytes

/// The path or name of a library at the beginning of a text.
///
/// A message about a library ends with its path, or goes on in ways that depend on the program that prints it:
/// quotation marks, columns of a table, and the words of a sentence. The name of a file may contain blanks, so the path
/// ends where a framework or a dynamic library must end.
struct LibraryPath {
  /// The path or name, without quotation marks and without what follows it.
  let text: Substring

  private static let closing: [Character: Character] = [
    "'": "'", "\"": "\"", "`": "`", "\u{2018}": "\u{2019}", "\u{201C}": "\u{201D}", "\u{AB}": "\u{BB}",
  ]
  private static let endings = [".dylib", ".tbd", ".so"]

  /// Reads the path at the beginning of a text.
  init(in written: String) {
    var text = written[...]
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    if let first = text.first, let mark = Self.closing[first] {
      text = text.dropFirst()
      self.text = text.prefix { $0 != mark }
      return
    }
    if let end = Self.endOfFramework(text) ?? Self.endOfFile(text) { text = text[..<end] }
    while let last = text.last, Self.closing.values.contains(last) || last == "," { text = text.dropLast() }
    self.text = text
  }

  /// Returns the end of `NAME` in `NAME.framework/NAME` or `NAME.framework/Versions/A/NAME`.
  private static func endOfFramework(_ text: Substring) -> Substring.Index? {
    var rest = text
    while let folder = rest.firstRange(of: ".framework/") {
      let name = text[..<folder.lowerBound].split(separator: "/").last ?? ""
      rest = rest[folder.upperBound...]
      var file = rest
      if file.hasPrefix("Versions/") {
        let parts = file.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { continue }
        file = parts[2]
      }
      guard !name.isEmpty, file.hasPrefix(name) else { continue }
      let end = file.index(file.startIndex, offsetBy: name.count)
      if !continues(file[end...]) { return end }
    }
    return nil
  }

  /// Returns the end of the first dynamic library.
  private static func endOfFile(_ text: Substring) -> Substring.Index? {
    endings.compactMap { ending -> Substring.Index? in
      var rest = text
      while let found = rest.firstRange(of: ending) {
        if !continues(text[found.upperBound...]) { return found.upperBound }
        rest = rest[found.upperBound...]
      }
      return nil
    }.min()
  }

  /// Whether a text continues the name of a file. A period does if the name goes on behind it, as in `a.so.1`.
  private static func continues(_ text: Substring) -> Bool {
    guard let first = text.first else { return false }
    if first == "." { return text.dropFirst().first.map { $0.isLetter || $0.isNumber } ?? false }
    return first.isLetter || first.isNumber || "_-+/".contains(first)
  }
}
