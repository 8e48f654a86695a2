import Diagnosis

/// A known failure that was recognized in a report.
public struct Finding: Sendable {
  private let stored: Boxed<FindingText>
  private var text: FindingText { stored.value }

  init(_ text: FindingText) { stored = Boxed(text) }

  /// The identifier of the pattern, such as `ib-font-cfrelease-null`: ``Pattern/id``.
  public var pattern: Pattern.ID { text.finding.pattern }
  /// The revision of the pattern that matched.
  public var revision: Int { text.finding.patternRevision }
  /// The severity of the failure.
  public var severity: Severity { Severity(text.finding.severity) }
  /// The confidence that this failure happened.
  public var confidence: Confidence { Confidence(text.finding.confidence) }
  /// The confidence that the reason in ``cause`` is correct.
  public var certaintyOfCause: Confidence { Confidence(text.finding.certaintyOfCause) }
  /// Names and values from the report, such as `class` and `selector`. The pattern determines which ones exist.
  public var captures: [String: String] { text.finding.captures }
  /// The title of the pattern, the same for every report.
  public var title: String { text.title }
  /// What happened in this report, in one line.
  public var headline: String { text.bareStatement }
  /// The cause, in a few sentences.
  public var cause: String { text.cause }
  /// The steps to fix it, the most useful first.
  public var remedy: [String] { text.remedy }
  /// Information that is missing in the report and would increase the confidence.
  public var missing: [String] { text.missing }
  /// The location to look at first; `nil` if the report does not state it.
  public var location: Location? { text.finding.blame.map { Location($0) } }
  /// The lines of the report that the finding is based on, in the order of the report.
  public var citations: [Citation] { text.witnesses.map { Citation($0) } }

  /// A line of the report that a finding is based on.
  public struct Citation: Hashable, Sendable {
    /// The line in the input, from 1; `nil` if the fact has no line, as in a report of one JSON line.
    public let line: Int?
    /// The quoted line, or a description of the member.
    public let text: String?
    /// One sentence that states what the line proves.
    public let explanation: String
    /// True if it was inferred from the report and is not stated there.
    public let isInferred: Bool

    init(_ citation: ExplainedCitation) {
      line = citation.citation.line
      text = citation.citation.text
      explanation = citation.statement
      isInferred = citation.citation.kind == .inferred
    }
  }
}

/// A function or line of source code.
public struct Location: Hashable, Sendable {
  /// The demangled name of the function.
  public let function: String?
  /// The path or name of the source file, as in the report or the symbol file.
  public let file: String?
  /// The line in the source file, from 1.
  public let line: Int?
  /// The short name of the image.
  public let image: String?

  init(_ blame: Blame) {
    function = blame.function
    file = blame.file
    line = blame.line
    image = blame.image
  }
}
