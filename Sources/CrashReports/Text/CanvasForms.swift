import Bytes

/// The forms of lines in the diagnostics of Xcode's canvas.
extension ByteText {
  /// Removes the bars of the tree of errors, and counts them.
  func unbarred(_ slice: Slice) -> (depth: Int, content: Slice) {
    var (depth, rest) = (0, slice)
    while self[rest.start] == UInt8(ascii: "|"), !rest.isEmpty {
      depth += 1
      rest.start = skipBlanks(rest.start + 1, rest.end)
    }
    // An item of a list that someone made of the errors.
    let isItem = hasPrefix("* ", rest) || hasPrefix("- ", rest) || hasPrefix("• ", rest)
    if depth == 0, isItem, let blank = first(0x20, rest) {
      let item = trimmed(Slice(blank, rest.end))
      if startsTypedError(item) { return (0, item) }
    }
    return (depth, rest)
  }

  /// Returns the title of `== PREVIEW UPDATE ERROR:`.
  func canvasHeading(_ slice: Slice) -> Slice? {
    guard hasPrefix("== ", slice), slice.count < 80, self[slice.end - 1] == UInt8(ascii: ":") else { return nil }
    let title = trimmed(Slice(slice.start + 3, slice.end - 1))
    let isTitle = (title.start..<title.end).allSatisfy { index in
      let byte = self[index]
      return byte &- 0x41 < 26 || byte == 0x20 || byte.isDigit
    }
    return isTitle && !title.isEmpty ? title : nil
  }

  /// Whether a title begins the errors of a failure, and not a section of facts.
  func isErrorHeading(_ title: Slice) -> Bool { CanvasErrorType.errorHeadings.contains { equals(title, $0) } }

  func isCanvasRule(_ slice: Slice) -> Bool {
    let mark = self[slice.start]
    guard slice.count >= 4, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
    return (slice.start..<slice.end).allSatisfy { self[$0] == mark }
  }

  /// Returns the error type with which a line of a tree begins.
  func canvasErrorType(_ slice: Slice) -> String? {
    CanvasErrorType.name(of: string(Slice(slice.start, min(slice.end, slice.start + 160))))
  }

  func isKnownCanvasType(_ slice: Slice) -> Bool { canvasErrorType(slice).map(CanvasErrorType.isKnown) ?? false }

  /// Whether a line is an item of a list that consists of code: `- `Cannot preview in this file``.
  func isCodeItem(_ slice: Slice) -> Bool {
    let mark = self[slice.start]
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "*"), self[slice.start + 1] == 0x20 else { return false }
    let item = trimmed(Slice(slice.start + 2, slice.end))
    return self[item.start] == UInt8(ascii: "`") && self[item.end - 1] == UInt8(ascii: "`")
  }

  /// Whether a text without a heading begins with this line.
  func startsTypedError(_ slice: Slice) -> Bool {
    if isKnownCanvasType(slice) { return true }
    if let type = canvasErrorType(slice) {
      if hasPrefix("[Remote] ", slice) { return true }
      // A type that is not known, with what only the canvas says behind it.
      let message = Slice(min(slice.start + type.utf8.count, slice.end), slice.end)
      if type.hasSuffix("CrashError") || Self.canvasWords.contains(where: { contains($0, message) }) {
        return true
      }
    }
    return !hasPrefix("Failed to build ", slice)
      && CanvasErrorType.knownWithText.contains { words in
        string(Slice(slice.start, min(slice.end, slice.start + words.utf8.count))) == words
      }
  }

  /// Words of the canvas behind the type of an error.
  private static let canvasWords: [StaticString] = [
    " crashed because ", " crashed due to ", "to preview", "use previews", "Previews not supported", "the preview",
  ]

  enum SentencePosition {
    case beginning
    case within
  }

  /// Returns where a line contains a sentence of the canvas; `nil` if it contains none.
  func canvasSentence(_ slice: Slice) -> SentencePosition? {
    // A process that prints this is an app.
    if contains("Fatal error:", slice) { return nil }
    // What the linker prints goes on below.
    let isLinker = hasPrefix("ld: ", slice)
    let words = Wording.scan(self, slice)
    guard words.contains(.canvas) || statesType(slice) else { return nil }
    let start = Wording.scan(self, Slice(slice.start, min(slice.end, slice.start + 100)))
    return isLinker || start.contains(.canvas) ? .beginning : .within
  }

  /// Whether a line contains an error type with its message: sentences also name types.
  private func statesType(_ slice: Slice) -> Bool {
    if hasPrefix("Failed to build ", slice) { return hasSuffix(".swift", slice) }
    var at = slice.start
    while at < slice.end {
      var end = at
      while end < slice.end, self[end].isIdentifier { end += 1 }
      let next = self[end]
      if end - at > 6, end < slice.end, next == UInt8(ascii: ":") || next == UInt8(ascii: "("),
        CanvasErrorType.isKnown(string(Slice(at, end)))
      {
        return true
      }
      at = max(end, at + 1)
    }
    let line = string(Slice(slice.start, min(slice.end, slice.start + 4096)))
    return CanvasErrorType.knownWithText.dropFirst().contains { line.contains($0) }
  }

  /// Whether a line is what the author of a text writes below diagnostics: it speaks of the author or to the reader, is a
  /// heading, or is written in another script.
  func isCommentary(_ content: Slice) -> Bool {
    let mark = self[content.start]
    if mark == UInt8(ascii: "#") || mark == UInt8(ascii: "<") || mark == UInt8(ascii: "*") { return true }
    if isMostlyForeign(content) || hasPrefix("http", content) { return true }
    // Words between blanks: a path may contain the same letters.
    var rest = content
    while !rest.isEmpty {
      var word = token(rest)
      rest.start = skipBlanks(max(word.end, rest.start + 1), rest.end)
      while word.end > word.start, ",.!?:;)".utf8.contains(self[word.end - 1]) { word.end -= 1 }
      if Self.commentWords.contains(hash(word)) { return true }
    }
    return false
  }

  private static let commentWords = Set(
    [
      "I", "I'm", "I've", "Im", "my", "My", "we", "We", "our", "Our", "you", "You", "your", "Your", "Thanks", "thanks",
      "please", "Please", "anyone", "Anyone", "hi", "Hi", "hello", "Hello", "workaround", "Workaround",
      "fixed", "me",
    ].map { ByteText.hash($0) })
}
