import SourceText

/// A set of calls as sources contain them, such as `CKContainer.default()`, that is searched in one pass over tokens.
///
/// `import WeatherKit; WeatherService.shared` is a call only in files that import the module.
struct SourceCallSet: Sendable {
  private struct Call: Sendable {
    var words: [String]
    /// The position in `words` of the word under which the call is indexed.
    var anchor: Int
    var tag: Int
    /// The module that the file must import.
    var module: String?
  }

  private var callsByWord: [String: [Call]] = [:]

  /// Creates the set. The tag identifies a call in results.
  init(_ calls: [(text: String, tag: Int)]) {
    for (text, tag) in calls {
      var (text, module) = (text, String?.none)
      if text.hasPrefix("import "), let end = text.firstRange(of: "; ") {
        module = String(text[..<end.lowerBound].dropFirst("import ".count))
        text = String(text[end.upperBound...])
      }
      let tokens = SourceTokenizer.tokens(of: Array(text.utf8), .swift)
      // The longest word is the rarest.
      guard
        let anchor = tokens.indices.filter({ tokens[$0].kind == .word }).max(by: {
          tokens[$0].text.utf8.count < tokens[$1].text.utf8.count
        })
      else { continue }
      callsByWord[tokens[anchor].text, default: []].append(
        Call(words: tokens.map(\.text), anchor: anchor, tag: tag, module: module))
    }
  }

  /// Calls `body` with the tag of each call and the position of its first token.
  func forEachMatch(in tokens: SourceTokens, _ body: (_ tag: Int, _ position: Int, _ length: Int) -> Void) {
    for index in tokens.indices where tokens[index].kind == .word {
      guard let calls = callsByWord[tokens[index].text] else { continue }
      for call in calls where tokens.has(call.words, at: index - call.anchor) && isCall(at: index - call.anchor, tokens)
      {
        if let module = call.module, !tokens.contains(["import", module]) { continue }
        body(call.tag, index - call.anchor, call.words.count)
      }
    }
  }

  /// Returns the position of the first call.
  func firstMatch(in tokens: SourceTokens) -> Int? {
    var first: Int?
    forEachMatch(in: tokens) { _, position, _ in first = min(first ?? position, position) }
    return first
  }

  /// False for a declaration of a function with this name.
  private func isCall(at index: Int, _ tokens: SourceTokens) -> Bool {
    tokens.text(index - 1) != "func"
  }
}
