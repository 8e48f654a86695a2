/// What depends on who wrote a pattern.
extension Pattern {
  /// The mark before each text of a pattern whose author is a stranger.
  package static let strangersMark = "[untrusted pattern]"

  /// The highest confidence of a finding.
  package var maxConfidence: Confidence { author == .stranger ? .likely : .certain }

  /// The patterns whose findings are not separate if this pattern matches. A stranger's pattern hides no finding.
  package var effectiveSupersedes: [String] { author == .stranger ? [] : supersedes }

  /// Whether a finding of this pattern can make others superfluous.
  package var hides: Bool { author != .stranger }

  /// Returns a text of the pattern, which may contain captures: with a mark and on one line if its author is a stranger.
  package func attributed(_ text: String) -> String {
    guard author == .stranger, !text.isEmpty else { return text }
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    return Self.strangersMark + " " + words
  }

  /// Returns code of the pattern, with a mark before it if its author is a stranger.
  package func attributedCode(_ code: String) -> String {
    author == .stranger ? Self.strangersMark + "\n" + code : code
  }

  /// Returns whether a text has the form of a pattern's id: `name` or `namespace/name` in lowercase letters, digits and
  /// hyphens, at most 100 bytes. Ids are printed without quotation marks, so that no other text may be one.
  package static func isID(_ text: String) -> Bool {
    guard text.utf8.count <= 100 else { return false }
    let words = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return words.count <= 2
      && words.allSatisfy { word in
        !word.isEmpty && word.first != UInt8(ascii: "-") && word.last != UInt8(ascii: "-")
          && word.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
              || $0 == UInt8(ascii: "-")
          }
      }
  }

  /// Returns an id from a document or a history: the text if it has the form of an id, otherwise `invalidID`.
  package static func checkedID(_ text: String) -> String { isID(text) ? text : invalidID }

  /// The id that is shown in place of one that a damaged or hostile history contains.
  package static let invalidID = "invalid-pattern-id"
}
