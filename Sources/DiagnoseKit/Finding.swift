import Diagnosis

/// A known failure that was recognized in a report.
public struct Finding: Sendable {
  private let text: FindingText

  init(_ text: FindingText) { self.text = text }

  /// Identifier of the pattern, as `ib-font-cfrelease-null`: ``Pattern/id``.
  public var pattern: Pattern.ID { text.finding.pattern }
  /// The pattern's revision that made the finding.
  public var revision: Int { text.finding.patternRevision }
  /// How bad it is.
  public var severity: Severity { Severity(text.finding.severity) }
  /// How sure it is that this failure is what happened.
  public var confidence: Confidence { Confidence(text.finding.confidence) }
  /// How sure the reason in ``cause`` is.
  public var certaintyOfCause: Confidence { Confidence(text.finding.certaintyOfCause) }
  /// Names and values from the report, as `class` and `selector`. Which there are depends on the pattern.
  public var captures: [String: String] { text.finding.captures }
  /// The pattern's title: the same for every report.
  public var title: String { text.title }
  /// What happened, in one line, with the report's own names.
  public var headline: String { text.bareStatement }
  /// Why it happens, in a few sentences.
  public var cause: String { text.cause }
  /// What to do, the most useful step first.
  public var remedy: [String] { text.remedy }
  /// What would raise the certainty and is not in the report.
  public var missing: [String] { text.missing }
  /// Where to look first; `nil` if the report does not tell.
  public var location: Location? { text.finding.blame.map { Location($0) } }
  /// The lines of the report that the finding rests on, in the order of the report.
  public var citations: [Citation] { text.witnesses.map { Citation($0) } }

  /// A line of the report that a finding rests on.
  public struct Citation: Hashable, Sendable {
    /// Line of the input, from 1; `nil` if the fact has no line of its own, as in a report of one JSON line.
    public let line: Int?
    /// The line, quoted, or the member in words.
    public let text: String?
    /// What the line proves, in one sentence.
    public let explanation: String
    /// True if it is concluded from the report and does not stand there.
    public let isInferred: Bool

    init(_ citation: ExplainedCitation) {
      line = citation.citation.line
      text = citation.citation.text
      explanation = citation.statement
      isInferred = citation.citation.kind == .inferred
    }
  }
}

/// A function or line of source.
public struct Location: Hashable, Sendable {
  /// The function, readable.
  public let function: String?
  /// Path or name of the source file, as the report or the symbol file states it.
  public let file: String?
  /// Line of the source file, from 1.
  public let line: Int?
  /// Short name of the image.
  public let image: String?

  init(_ blame: Blame) {
    function = blame.function
    file = blame.file
    line = blame.line
    image = blame.image
  }
}
