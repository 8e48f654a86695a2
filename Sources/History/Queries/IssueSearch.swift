internal import Diagnosis
internal import GRDB

/// A search for issues that contain words.
///
/// An issue contains a word if it is part of its headline, function, file, exception, message, pattern, note or of a
/// function or image of its stacks. ASCII letter case is ignored. The words of a headline that come from a pattern are
/// not stored, so they are searched in the patterns, with the words that people use for these failures.
///
/// Issues and distinct stacks are few compared with reports, so they are scanned: an index of words would have to be
/// written with every report.
package struct IssueSearch {
  /// The maximum length of a word in bytes. A search compares a word with each part of each text, so its time is the
  /// product of their lengths.
  package static let maxWordLength = 500

  private let words: [Word]

  private struct Word {
    /// The operand of `LIKE`.
    var operand: String
    /// The identifiers of the patterns whose text contains the word.
    var patterns: [String]
  }

  init(_ words: [String], _ patterns: PatternSet) {
    self.words = words.map { word in
      let lowered = word.lowercased()
      return Word(operand: Self.operand(word), patterns: patterns.patterns.filter { $0.contains(lowered) }.map(\.id))
    }
  }

  /// Returns the operand of `LIKE … ESCAPE '\'` that matches a text that contains `word`.
  private static func operand(_ word: String) -> String {
    var operand = "%"
    for scalar in word.unicodeScalars {
      if scalar == "%" || scalar == "_" || scalar == "\\" { operand += "\\" }
      operand.unicodeScalars.append(scalar)
    }
    return operand + "%"
  }

  /// Returns a condition on `issue` and adds its values to the named arguments.
  func condition(_ arguments: inout StatementArguments) -> String {
    var conditions: [String] = []
    for (index, word) in words.enumerated() {
      let like = "LIKE :word\(index) ESCAPE '\\'"
      arguments += ["word\(index)": word.operand]
      var alternatives = ["summary", "signature", "location", "kind", "pattern", "note"].map { "member.\($0) \(like)" }
      if !word.patterns.isEmpty {
        let names = word.patterns.indices.map { "word\(index)pattern\($0)" }
        alternatives.append("member.pattern IN (\(names.map { ":" + $0 }.joined(separator: ", ")))")
        for (name, pattern) in zip(names, word.patterns) { arguments += [name: pattern] }
      }
      alternatives.append("member.facts IN (SELECT id FROM facts WHERE text \(like))")
      alternatives.append("member.key IN (SELECT default_key FROM stack WHERE input \(like))")
      conditions.append("(" + alternatives.joined(separator: " OR ") + ")")
    }
    return """
      issue.id IN (SELECT coalesce(member.merged_into, member.id) FROM issue AS member
        WHERE \(conditions.joined(separator: " AND ")))
      """
  }
}

extension Pattern {
  /// Returns whether the text of the pattern that headlines are made of contains `word`, in lower case.
  fileprivate func contains(_ word: String) -> Bool {
    [id, title, headline, searchTerms].contains { $0.lowercased().contains(word) }
  }
}
