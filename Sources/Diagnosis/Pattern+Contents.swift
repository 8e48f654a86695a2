import CrashReports

extension Pattern {
  /// The parts of a pattern that are read from its document on first use.
  final class Contents: Sendable {
    let title: String
    let family: Family
    let revision: Int
    let since: String
    let severity: Finding.Severity
    let symptom: String
    let grades: [Grade]
    let headline: String
    let cause: String
    let remedy: [String]
    let cases: [Case]
    let changes: [Change]
    let gaps: [Gap]
    let lookalikes: [LookAlike]
    let knownGaps: [String]
    let references: [Reference]
    let supersedes: [String]
    let generality: Int
    let phrases: [String: [String: String]]
    let searchTerms: String
    let examples: [Example]

    @inline(never)
    init(
      title: String,
      family: Family,
      revision: Int,
      since: String,
      severity: Finding.Severity,
      symptom: String,
      grades: [Grade],
      headline: String,
      cause: String,
      remedy: [String],
      cases: [Case],
      changes: [Change],
      gaps: [Gap],
      lookalikes: [LookAlike],
      knownGaps: [String],
      references: [Reference],
      supersedes: [String],
      generality: Int,
      phrases: [String: [String: String]],
      searchTerms: String,
      examples: [Example]
    ) {
      self.title = title
      self.family = family
      self.revision = revision
      self.since = since
      self.severity = severity
      self.symptom = symptom
      self.grades = grades
      self.headline = headline
      self.cause = cause
      self.remedy = remedy
      self.cases = cases
      self.changes = changes
      self.gaps = gaps
      self.lookalikes = lookalikes
      self.knownGaps = knownGaps
      self.references = references
      self.supersedes = supersedes
      self.generality = generality
      self.phrases = phrases
      self.searchTerms = searchTerms
      self.examples = examples
    }

    /// A pattern that matches nothing, in place of a document that cannot be read. A test excludes that.
    static let empty = Contents(
      title: "", family: .exception, revision: 1, since: "", severity: .note, symptom: "", grades: [], headline: "",
      cause: "", remedy: [], cases: [], changes: [], gaps: [], lookalikes: [], knownGaps: [], references: [],
      supersedes: [],
      generality: 0, phrases: [:], searchTerms: "", examples: [])
  }
}

extension Pattern {
  /// A one-line description, the same for every report.
  package var title: String { contents.title }
  /// The area of the failure, by which lists are grouped.
  package var family: Family { contents.family }
  /// The revision of the evidence. Raised when the evidence matches something else, or when the order of its
  /// explanations changes, because stored findings refer to them by index.
  package var revision: Int { contents.revision }
  /// The first version of the program that includes the pattern.
  package var since: String { contents.since }
  /// The severity of the failure, unless a grade overrides it.
  package var severity: Finding.Severity { contents.severity }
  /// The symptoms as seen by a user who does not know the failure.
  package var symptom: String { contents.symptom }
  /// Alternatives of evidence, strongest first; the first that matches gives the finding its confidence.
  package var grades: [Grade] { document?.grades ?? contents.grades }
  /// A one-line description of what happened; may use captures, as `{nib}` and `{function|the app}`.
  package var headline: String { contents.headline }
  /// The cause in a few sentences; may use captures.
  package var cause: String { contents.cause }
  /// Steps to fix the failure, most useful first; may use captures. The first is printed as "Do this".
  package var remedy: [String] { contents.remedy }
  /// Causes that some reports tell from the others, most specific first; the first that matches gives the finding its texts.
  package var cases: [Case] { contents.cases }
  /// Example edits in Objective-C and Swift; may use captures.
  package var changes: [Change] { contents.changes }
  /// Facts that a report may lack, and what they would change.
  package var gaps: [Gap] { contents.gaps }
  /// Similar failures, with the reason why each is a different one.
  package var lookalikes: [LookAlike] { contents.lookalikes }
  /// Cases that the evidence is known not to match.
  package var knownGaps: [String] { contents.knownGaps }
  /// Documents that the pattern is based on.
  package var references: [Reference] { contents.references }
  /// Identifiers of less specific patterns that this one explains; they are then not separate findings.
  package var supersedes: [String] { contents.supersedes }
  /// How general the pattern is: of two findings with the same confidence, the smaller value sorts first. Unspecific
  /// patterns have 10.
  package var generality: Int { contents.generality }
  /// English phrases for values of captures, by the name of the capture and the value: captures are facts, not English.
  package var phrases: [String: [String: String]] { contents.phrases }
  /// Words that developers type for this failure, one term per line: see ``searchTermList``. One string, because an array
  /// for each pattern would take time at every start.
  package var searchTerms: String { contents.searchTerms }
  /// Excerpts that the pattern must match, and near misses that it must not match.
  package var examples: [Example] { contents.examples }
}
