extension ArraySlice where Element == SourceToken {
  /// Returns the text of a token. Empty outside the section.
  package func text(_ index: Int) -> String { index >= startIndex && index < endIndex ? self[index].text : "" }

  /// Whether the token at `index` is a word; false outside the section.
  package func isWord(_ index: Int) -> Bool { index >= startIndex && index < endIndex && self[index].kind == .word }

  /// Whether the token at `index` is a string; false outside the section.
  package func isString(_ index: Int) -> Bool { index >= startIndex && index < endIndex && self[index].kind == .string }

  /// Returns the line of a token, from 1. 0 outside the section.
  package func line(_ index: Int) -> Int { index >= startIndex && index < endIndex ? Int(self[index].line) : 0 }

  /// Whether these words and punctuation characters are at `index`, none of them a string.
  package func has(_ words: [String], at index: Int) -> Bool {
    guard index >= startIndex, index + words.count <= endIndex else { return false }
    for (offset, word) in words.enumerated() {
      let token = self[index + offset]
      if token.text != word || token.kind == .string { return false }
    }
    return true
  }

  /// Returns the positions of these words and punctuation characters.
  package func positions(of words: [String]) -> [Int] {
    guard let first = words.first else { return [] }
    return indices.filter { self[$0].text == first && has(words, at: $0) }
  }

  /// Whether the section contains these words and punctuation characters.
  package func contains(_ words: [String]) -> Bool {
    guard let first = words.first else { return false }
    return indices.contains { self[$0].text == first && has(words, at: $0) }
  }

  /// Returns the tokens between the bracket at `index` and its closing bracket, or up to the end if it is not closed.
  package func group(at index: Int) -> SourceTokens {
    guard index >= startIndex, index < endIndex else { return self[endIndex..<endIndex] }
    let open = self[index].text
    let close = open == "(" ? ")" : open == "[" ? "]" : open == "{" ? "}" : ""
    guard !close.isEmpty else { return self[index..<index] }
    var level = 0
    for position in index..<endIndex where self[position].kind == .punctuation {
      if self[position].text == open { level += 1 }
      if self[position].text == close {
        level -= 1
        if level == 0 { return self[(index + 1)..<position] }
      }
    }
    return self[(index + 1)..<endIndex]
  }

  /// Returns one argument: the tokens up to the next `,`, `;` or closing bracket at this level.
  package func argument(at index: Int) -> SourceTokens {
    var level = 0
    var position = Swift.max(index, startIndex)
    let start = Swift.min(position, endIndex)
    let last = Swift.min(endIndex, start + Self.maxArgumentLength)
    while position < last {
      let token = self[position]
      if token.kind == .punctuation {
        switch token.text {
        case "(", "[", "{": level += 1
        case ")", "]", "}":
          level -= 1
          if level < 0 { return self[start..<position] }
        case ",", ";": if level == 0 { return self[start..<position] }
        default: break
        }
      }
      position += 1
    }
    return self[start..<last]
  }

  /// The maximum number of tokens in an argument. Longer arguments are cut, so that parsing takes linear time.
  private static var maxArgumentLength: Int { 400 }

  /// The concatenated texts of the first 64 tokens.
  package var joined: String { prefix(64).map(\.text).joined() }
}
