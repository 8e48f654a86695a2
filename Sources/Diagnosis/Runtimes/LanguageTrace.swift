import Bytes

/// A stack trace as a language runtime prints it.
enum LanguageTrace {
  /// How a runtime writes a frame.
  enum Form: Sendable {
    /// `4: cards::Deck::draw`, and on the next line `at ./src/deck.rs:41:18`.
    case rust
    /// `main.(*Deck).Draw(0x1400, 0x7)`, and on the next line `/Users/me/cards/deck.go:41 +0x2c`.
    case go
    /// `at 2 Cards 0x104e11020 kfun:cards.Deck#draw(){} + 171 (/Users/me/Deck.kt:41:15)`.
    case kotlin
    /// `File "/Users/me/deck.py", line 41 in draw`.
    case python
    /// `at draw (/Users/me/deck.js:41:5)`, `at Cards.Deck.Draw() in /Users/me/Deck.cs:line 41`, `draw@main.jsbundle:1:41`.
    case at
  }

  /// A frame of the user's code.
  struct Frame {
    var function: String?
    var file: String?
    var line: Int?
    var image: String?
    /// The line of the input, from 1.
    var text: Int?
  }

  /// Folders of packages that a package manager downloads, and of installed languages.
  private static let libraries = GlobSet([
    "*/.cargo/registry/*", "*/.cargo/git/*", "/rustc/*", "*/rustlib/src/*", "*/go/pkg/mod/*", "*/usr/local/go/src/*",
    "*/libexec/src/*", "*/site-packages/*", "*/lib/python*", "*/node_modules/*", "node:*", "internal/*", "*/vendor/*",
    "<*", "*/mono/*", "/_/src/*", "native",
  ])

  /// Returns whether a source file belongs to a library or to the language.
  static func isLibrary(_ path: String) -> Bool { libraries.matches(path) }

  /// Reads `file:line` or `file:line:column`; `nil` for other texts.
  static func location(_ text: some StringProtocol) -> (file: String, line: Int)? {
    var rest = Substring(text)
    while let last = rest.last, last == ":" || last == ")" || last == " " { rest.removeLast() }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, let last = Int(parts[parts.count - 1]), last >= 0 else { return nil }
    var (line, count) = (last, parts.count - 1)
    if parts.count >= 3, let number = Int(parts[parts.count - 2]), number >= 0 { (line, count) = (number, count - 1) }
    let file = parts[..<count].joined(separator: ":")
    guard !file.isEmpty, file.utf8.count <= 1024 else { return nil }
    return (file, line)
  }

  /// Returns the first frame that is neither of the runtime nor of a library.
  static func firstFrame(
    _ form: Form, _ lines: [(text: Substring, line: Int?)], isOwn: (String) -> Bool, isOwnImage: (String) -> Bool
  ) -> Frame? {
    for index in lines.indices.dropFirst() {
      let line = trimmed(lines[index].text)
      let next = index + 1 < lines.count ? trimmed(lines[index + 1].text) : ""
      guard var frame = frame(form, line, next) else { continue }
      if frame.function.map(isOwn) ?? false { continue }
      if frame.image.map(isOwnImage) ?? false { continue }
      if frame.file.map(isLibrary) ?? false { continue }
      frame.text = lines[index].line
      return frame
    }
    return nil
  }

  private static func frame(_ form: Form, _ line: Substring, _ next: Substring) -> Frame? {
    switch form {
    case .rust: rustFrame(line, next)
    case .go: goFrame(line, next)
    case .kotlin: kotlinFrame(line)
    case .python: pythonFrame(line)
    case .at: atFrame(line)
    }
  }

  private static func rustFrame(_ line: Substring, _ next: Substring) -> Frame? {
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.count < 5, line.dropFirst(digits.count).hasPrefix(": ") else { return nil }
    var name = trimmed(line.dropFirst(digits.count + 2))
    if name.hasPrefix("0x"), let dash = name.firstRange(of: " - ") { name = trimmed(name[dash.upperBound...]) }
    guard !name.isEmpty, name != "<unknown>" else { return nil }
    var frame = Frame(function: String(name))
    if next.hasPrefix("at "), let place = location(next.dropFirst(3)) { (frame.file, frame.line) = place }
    return frame
  }

  private static func goFrame(_ line: Substring, _ next: Substring) -> Frame? {
    guard line.hasSuffix(")"), let open = line.lastIndex(of: "("), next.contains(".go:"), !line.hasPrefix("panic(")
    else { return nil }
    let path = next.split(separator: " ").first ?? next
    guard let place = location(path) else { return nil }
    return Frame(function: String(line[..<open]), file: place.file, line: place.line)
  }

  private static func kotlinFrame(_ line: Substring) -> Frame? {
    guard line.hasPrefix("at ") else { return nil }
    let words = line.split(separator: " ", maxSplits: 4)
    guard words.count == 5, Int(words[1]) != nil, words[3].hasPrefix("0x") else { return nil }
    var name = trimmed(words[4])
    var frame = Frame(image: String(words[2]))
    if let open = name.lastIndex(of: "("), name.hasSuffix(")"), let place = location(name[name.index(after: open)...]) {
      (frame.file, frame.line) = place
      name = trimmed(name[..<open])
    }
    if let plus = name.ranges(of: " + ").last { name = name[..<plus.lowerBound] }
    frame.function = String(trimmed(name))
    return frame
  }

  private static func pythonFrame(_ line: Substring) -> Frame? {
    guard line.hasPrefix("File \""), let end = line.dropFirst(6).firstIndex(of: "\"") else { return nil }
    let path = line[line.index(line.startIndex, offsetBy: 6)..<end]
    guard let mark = line[end...].firstRange(of: ", line ") else { return nil }
    let digits = line[mark.upperBound...].prefix { $0.isASCII && $0.isNumber }
    var frame = Frame(file: String(path), line: Int(digits))
    if let mark = line[mark.upperBound...].firstRange(of: "in ") { frame.function = String(line[mark.upperBound...]) }
    return frame
  }

  private static func atFrame(_ line: Substring) -> Frame? {
    if let at = line.firstIndex(of: "@"), !line.contains(" "), let place = location(line[line.index(after: at)...]) {
      return Frame(function: at == line.startIndex ? nil : String(line[..<at]), file: place.file, line: place.line)
    }
    guard line.hasPrefix("at ") else { return nil }
    let rest = trimmed(line.dropFirst(3))
    if let mark = rest.firstRange(of: " in "), let colon = rest.ranges(of: ":line ").last,
      mark.upperBound <= colon.lowerBound
    {
      let digits = rest[colon.upperBound...].prefix { $0.isASCII && $0.isNumber }
      return Frame(
        function: String(rest[..<mark.lowerBound]), file: String(rest[mark.upperBound..<colon.lowerBound]),
        line: Int(digits))
    }
    if rest.hasSuffix(")"), let open = rest.lastIndex(of: "("), let place = location(rest[rest.index(after: open)...]) {
      return Frame(function: String(trimmed(rest[..<open])), file: place.file, line: place.line)
    }
    // Mono: `Cards.Deck.Draw () [0x00012] in <5c8f>:0`, with a path if there are symbols.
    if let open = rest.firstRange(of: " [0x"), let mark = rest.ranges(of: "] in ").last,
      open.upperBound < mark.lowerBound
    {
      var frame = Frame(function: String(trimmed(rest[..<open.lowerBound])))
      let path = rest[mark.upperBound...]
      if !path.hasPrefix("<"), let place = location(path) { (frame.file, frame.line) = place }
      return frame
    }
    guard !rest.contains(" "), let place = location(rest) else { return nil }
    return Frame(file: place.file, line: place.line)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var rest = text
    while let first = rest.first, first == " " || first == "\t" || first == "\r" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" || last == "\r" { rest.removeLast() }
    return rest
  }
}
