import Bytes
import CrashReports
import Knowledge
import Vocabulary

extension Pattern {
  /// A cause of the failure that some reports tell from the others, with texts of its own.
  ///
  /// Many programs announce different failures with the same message: "App installation failed", "Command PhaseScriptExecution failed".
  /// A case chooses headline, cause and steps by what else the report states.
  package struct Case: Sendable {
    /// The name of the case in the capture `case`, in lowercase letters, digits and hyphens.
    package let name: String
    /// Templates of which one must occur in a line that the finding cites; empty for no condition.
    package let line: [TextTemplate]
    /// Templates of which one must occur in a line that the finding cites, or near the first one of these; empty for no condition.
    package let beside: [TextTemplate]
    /// Whether a line near the first cited one must announce an error, which is captured as `error`.
    package let readsError: Bool
    /// Further facts that the report must contain; `nil` for no condition.
    package let evidence: Evidence?
    /// The confidence in the cause; `nil` for that of the grade.
    package let certainty: Confidence?
    /// A headline in place of the pattern's; `nil` for the pattern's.
    package let headline: String?
    /// A cause in place of the pattern's; `nil` for the pattern's.
    package let cause: String?
    /// Steps in place of the pattern's; empty for the pattern's.
    package let remedy: [String]

    /// Creates a case from its parts.
    @inline(never)
    package init(
      _ name: String, line: [TextTemplate] = [], beside: [TextTemplate] = [], readsError: Bool = false,
      evidence: Evidence? = nil, certainty: Confidence? = nil, headline: String? = nil, cause: String? = nil,
      remedy: [String] = []
    ) {
      self.name = name
      self.line = line
      self.beside = beside
      self.readsError = readsError
      self.evidence = evidence
      self.certainty = certainty
      self.headline = headline
      self.cause = cause
      self.remedy = remedy
    }

    /// The capture that names the case of a finding.
    package static let capture = "case"
    /// The capture with the text of an error near a cited line.
    package static let errorCapture = "error"
    /// What a line near the cited one proves.
    static let besideStatement = "This line near it states the cause."
  }

  /// Returns the case that a finding names; `nil` for a finding without one, or of another revision.
  package func chosenCase(of captures: [String: String]) -> Case? {
    captures[Case.capture].flatMap { name in cases.first { $0.name == name } }
  }

  /// Adds what the first case that matches states to the match of a grade, and returns the case; `nil` if none matches.
  func chooseCase(_ match: inout EvidenceMatch, in context: AnalysisContext) -> Case? {
    for one in cases {
      guard let found = one.match(beside: match, in: context) else { continue }
      let captures = found.captures
      match.add(found)
      match.captures.merge(captures) { _, ofCase in ofCase }
      match.captures[Case.capture] = one.name
      return one
    }
    return nil
  }
}

extension Pattern.Case {
  /// Returns what the case is based on if all of its conditions hold for the finding with the match `grade`; otherwise `nil`.
  fileprivate func match(beside grade: EvidenceMatch, in context: AnalysisContext) -> EvidenceMatch? {
    var match = EvidenceMatch()
    let cited = line.isEmpty && beside.isEmpty ? [] : Self.citedLines(grade.witnesses, in: context)
    if !line.isEmpty {
      guard let captures = Self.first(line, in: cited) else { return nil }
      match.captures.merge(captures.values) { first, _ in first }
    }
    if !beside.isEmpty || readsError {
      let lines = Neighborhood(of: grade.witnesses, in: context)
      // Tools print the same text in one line or in several.
      if !beside.isEmpty, let captures = Self.first(beside, in: cited) {
        match.captures.merge(captures.values) { first, _ in first }
      } else if !beside.isEmpty {
        guard let captures = Self.first(beside, in: lines.texts) else { return nil }
        cite(captures.index, of: lines, captures.values, in: &match, context)
      }
      if readsError {
        guard let error = lines.firstError() else { return nil }
        cite(error.index, of: lines, [Self.errorCapture: AnalysisContext.quoted(error.text)], in: &match, context)
      }
    }
    if let evidence {
      guard evidence.mayMatch(in: context), let found = evidence.match(in: context),
        !found.isMention || grade.isMention || context.report.source.isMention
      else { return nil }
      match.add(found)
    }
    return match
  }

  /// Returns the cited lines, which quotations may cut, and the members that have no line.
  private static func citedLines(_ witnesses: [Witness], in context: AnalysisContext) -> [MatchableText] {
    witnesses.compactMap { witness in
      (witness.line.flatMap { context.quotations.lines($0...$0).first?.text } ?? witness.text).map { MatchableText($0) }
    }
  }

  /// Returns the captures of the first template that occurs in one of the texts, and the index of that text.
  private static func first(_ templates: [TextTemplate], in texts: [MatchableText])
    -> (values: [String: String], index: Int)?
  {
    for template in templates {
      for (index, text) in texts.enumerated() {
        if let values = template.match(text) { return (values, index) }
      }
    }
    return nil
  }

  private func cite(
    _ index: Int, of lines: Neighborhood, _ captures: [String: String], in match: inout EvidenceMatch,
    _ context: AnalysisContext
  ) {
    match.captures.merge(captures) { first, _ in first }
    match.witnesses.append(
      context.witness(line: lines.numbers[index], member: "", statement: Self.besideStatement))
  }
}

/// The lines near the first line that a finding cites, nearest first: those before it, then those after it. Cited lines are left out.
private struct Neighborhood {
  /// The numbers of the lines, from 1.
  let numbers: [Int]
  /// Their texts.
  let texts: [MatchableText]

  /// A build writes what failed before the sentence that the step failed, and tools write details after their message.
  private static let before = 60
  private static let after = 20

  init(of witnesses: [Witness], in context: AnalysisContext) {
    let cited = Set(witnesses.compactMap(\.line))
    guard let first = cited.min() else {
      (numbers, texts) = ([], [])
      return
    }
    let lines = context.quotations.lines(max(1, first - Self.before)...(first + Self.after)).filter {
      !cited.contains($0.number)
    }
    let sorted = lines.filter { $0.number < first }.reversed() + lines.filter { $0.number > first }
    numbers = sorted.map(\.number)
    texts = sorted.map { MatchableText($0.text) }
  }

  /// Returns the index of the first line that announces an error, and the text of the error; `nil` if there is none.
  func firstError() -> (index: Int, text: String)? {
    for (index, text) in texts.enumerated() {
      if let error = AnnouncedError.text(in: text) { return (index, error) }
    }
    return nil
  }
}

/// Finds the error that a line announces, in the words of `Knowledge/words/lists.txt`.
enum AnnouncedError {
  private static let linker = Array("ld: ".utf8)
  private static let warning = Array("warning: ".utf8)

  /// Returns what the linker states behind its name, which has no other mark of an error: `ld: can't map file, errno=22`.
  private static func ofLinker(_ line: MatchableText) -> String? {
    guard let start = line.firstOccurrence(of: linker, from: 0),
      start == 0 || !line.original[start - 1].isLetterOrDigit && line.original[start - 1] != UInt8(ascii: "_"),
      line.firstOccurrence(of: warning, from: start) == nil
    else { return nil }
    let error = line.string((start + linker.count)..<line.original.count)
    return error.utf8.count >= 8 ? error : nil
  }

  private static let marks = KnowledgeText.words.lists["errors beside"].map { Array($0.utf8) }
  private static let lastWords = KnowledgeText.words.lists["errors before signals"].map { Array($0.utf8) }
  private static let consequences = (KnowledgeText.words.lists["consequences"] + KnowledgeText.words.lists["wrappers"])
    .map { Array($0.utf8) }

  /// Returns the text of the error; `nil` if the line announces none.
  ///
  /// - Parameter isLast: Whether the words count, too, with which a program ends itself.
  static func text(in line: MatchableText, isLast: Bool = false) -> String? {
    if let error = ofLinker(line) { return error }
    for mark in isLast ? lastWords + marks : marks {
      guard let start = line.firstOccurrence(of: mark, from: 0),
        !consequences.contains(where: { line.firstOccurrence(of: $0, from: 0) != nil })
      else { continue }
      // What follows a colon or an equals sign is the error; other words are part of it.
      let isBefore = mark.last == UInt8(ascii: " ") || mark.last == UInt8(ascii: "=")
      let begin = isBefore ? start + mark.count : 0
      let error = line.string(begin..<line.original.count)
      if error.utf8.count >= 8 { return error }
    }
    return nil
  }
}
