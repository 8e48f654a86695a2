import Bytes

/// Tests whether a line, given as a slice without indentation and trailing blanks, is source code.
struct CodeForms {
  let text: ByteText

  private static let codeStarts: [StaticString] = [
    "#import", "#if", "#else", "#end", "#define", "#pragma", "#include", "#!/", "#[", "- (", "+ (", "-(", "+(",
    "return ", "let ", "var ", "func ", "class ", "struct ", "enum ", "protocol ", "extension ", "import ", "override ",
    "private ", "public ", "open ", "internal ", "package ", "required ", "convenience ", "static ", "final ",
    "guard ", "if ", "else", "self.", "super.", "init(", "weak ", "lazy ", "fileprivate ", "for ", "case ", "switch ",
    "while ", "do {", "try ", "await ", "throw ", "def ", "end", "from ", "const ", "fn ", "pub ", "use ", "namespace ",
    "template<", "template <", "typedef ", "using ", "void ", "int ", "char ", "bool ", "auto ", "echo ", "export ",
    "set ", "local ", "pod '", "target '", "@",
  ]

  /// Returns whether the line is a statement or declaration. Lines of logs may end in a bracket, too, so a caller must
  /// see several such lines before it concludes anything.
  func isCode(_ line: Slice, indent: Int) -> Bool {
    guard !line.isEmpty else { return false }
    // What follows code in a comment may end like a sentence.
    if let comment = commentStart(line) {
      return isCode(text.trimmed(Slice(line.start, comment)), indent: indent)
    }
    // Frames and lines of a console begin with a number, members of JSON with a key.
    if text[line.start].isDigit || isMember(line) { return false }
    // Rows of a call graph begin with guides, and end with an address in brackets.
    if text.isCallGraphRow(line) { return false }
    // Frames of .NET, Java and JavaScript.
    if text.hasPrefix("at ", line) { return false }
    switch text[line.end - 1] {
    case UInt8(ascii: ";") where isReference(line): return false
    // Messages end with arrays and dictionaries, too.
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return !text.hasPrefix("*** ", line) && !beginsAsMessage(line)
    case UInt8(ascii: ";"), UInt8(ascii: "{"):
      return !text.hasPrefix("*** ", line)
    // A call or a list whose arguments or elements are on the following lines, and their ends.
    case UInt8(ascii: "("), UInt8(ascii: "["): return LinePrefixes.opensStrings(text, line)
    case UInt8(ascii: ",") where text[line.end - 2] == UInt8(ascii: ")") || text[line.end - 2] == UInt8(ascii: "]"):
      return true
    default: break
    }
    if text[line.start] == UInt8(ascii: "."), text[line.start + 1].isLetter, indent >= 2 { return true }
    for word in Self.codeStarts where text.hasPrefix(word, line) { return text[line.end - 1] != UInt8(ascii: ".") }
    if isAssignedLiteral(line) || isLiteralWithLineBreak(line) { return true }
    guard indent >= 2, isArgument(line) else { return false }
    // A report may be indented as a whole, or be a list of strings.
    let isString = text[line.start] == UInt8(ascii: "\"")
    return LineEvidence.structure(text, isString ? Slice(line.start + 1, line.end) : line) < 3
  }

  /// Returns whether a line states the message of a failure in front of its first quotation mark.
  private func beginsAsMessage(_ line: Slice) -> Bool {
    let marks = [UInt8(ascii: "\""), UInt8(ascii: "'")].compactMap { text.first($0, line) }
    let mark = marks.min() ?? line.end
    return !Wording.scan(text, Slice(line.start, mark)).isDisjoint(with: [.failure, .weakFailure, .exception])
  }

  /// Returns whether the line ends with a character reference of HTML, such as `&gt;`.
  private func isReference(_ line: Slice) -> Bool {
    var at = line.end - 2
    while at > line.start, line.end - at < 9, text[at].isLetterOrDigit || text[at] == UInt8(ascii: "#") { at -= 1 }
    return text[at] == UInt8(ascii: "&")
  }

  /// Returns whether a literal is assigned to a variable, as in Python: `TITLE = "…"`.
  private func isAssignedLiteral(_ line: Slice) -> Bool {
    var at = line.start
    while at < line.end, text[at].isIdentifier || text[at] == UInt8(ascii: ".") { at += 1 }
    // Descriptions of errors in logs have such members: `NSLocalizedDescription = "…"`.
    guard at > line.start, !text.hasPrefix("NS", line), text.hasPrefix(" = ", Slice(at, line.end)) else { return false }
    return "\"'[{(@".utf8.contains(text[at + 3])
  }

  /// Returns whether the line is a string literal that ends with a line break: `'/* com.example.errors */\\n'`.
  private func isLiteralWithLineBreak(_ line: Slice) -> Bool {
    let mark = text[line.start]
    guard mark == UInt8(ascii: "'") || mark == UInt8(ascii: "\"") else { return false }
    var end = line.end
    while end > line.start + 3, ",);".utf8.contains(text[end - 1]) { end -= 1 }
    return end - line.start > 3 && text[end - 1] == mark && text[end - 2] == UInt8(ascii: "n")
      && text[end - 3] == UInt8(ascii: "\\")
  }

  /// Returns whether the line ends like a call or one of its arguments.
  private func isArgument(_ line: Slice) -> Bool {
    switch text[line.end - 1] {
    case UInt8(ascii: ")"):
      (line.start + 1..<line.end).contains { text[$0] == UInt8(ascii: "(") && text[$0 - 1].isLetterOrDigit }
    case UInt8(ascii: ","): text.first(UInt8(ascii: "\""), line) != nil
    default: false
    }
  }

  /// The offset of a comment behind other text on the line, of the kinds that are rare in prose.
  private func commentStart(_ line: Slice) -> Int? {
    guard let found = text.find(" // ", line) ?? text.find(" /* ", line), found > line.start + 1 else { return nil }
    return found
  }

  /// Returns whether a comment follows the code of a line.
  func hasComment(_ line: Slice) -> Bool {
    Self.commentMarks.contains { mark in
      text.find(mark, line).map { $0 > line.start + 1 } ?? false
    }
  }

  /// Returns whether a line of code has a string literal: an argument, a value or an element. A quotation in an error of a compiler
  /// does not count.
  func hasLiteral(_ line: Slice) -> Bool {
    if isLiteral(line) { return true }
    let mark = text.first(UInt8(ascii: "\""), line) ?? line.end
    if text.contains(": error: ", Slice(line.start, mark)) { return false }
    return Self.literalStarts.contains { text.contains($0, line) }
  }

  /// What precedes a string literal, and its mark.
  private static let literalStarts: [StaticString] = [
    "(\"", "= \"", "@\"", ", \"", ": \"", "[\"", "[ \"", "{\"", "{ \"", "( \"", "('", "= '", ", '", "['", "[ '", "( '",
  ]

  /// Returns whether a line begins with a string literal, as the elements of a list do.
  func isLiteral(_ line: Slice) -> Bool {
    switch text[line.start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): line.count > 1
    case UInt8(ascii: "@"): text.hasPrefix("@\"", line)
    default: false
    }
  }

  private static let commentMarks: [StaticString] = [" // ", " /* ", " # ", " -- "]

  private func isMember(_ line: Slice) -> Bool {
    if text[line.start] == UInt8(ascii: "{"), text[text.skipBlanks(line.start + 1, line.end)] == UInt8(ascii: "\"") {
      return true
    }
    guard text[line.start] == UInt8(ascii: "\""),
      let end = text.first(UInt8(ascii: "\""), Slice(line.start + 1, line.end))
    else { return false }
    return text[text.skipBlanks(end + 1, line.end)] == UInt8(ascii: ":")
  }
}

extension ByteText {
  /// Whether a line is a heading of Markdown or HTML.
  func isHeading(_ line: Slice) -> Bool {
    if self[line.start] == UInt8(ascii: "#") {
      var at = line.start
      while at < line.end, at - line.start < 6, self[at] == UInt8(ascii: "#") { at += 1 }
      return self[at] == 0x20 && line.end > at + 1
    }
    guard self[line.start] == UInt8(ascii: "<"), self[line.start + 1] | 0x20 == UInt8(ascii: "h") else { return false }
    return (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(self[line.start + 2])
  }
}
