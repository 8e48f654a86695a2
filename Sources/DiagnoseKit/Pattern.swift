import Diagnosis

/// A known failure that reports are checked for.
public struct Pattern: Identifiable, Sendable {
  private let stored: Boxed<Diagnosis.Pattern>
  var pattern: Diagnosis.Pattern { stored.value }

  /// All patterns of the catalog.
  public static let all: [Pattern] = Diagnosis.Pattern.catalog.map { Pattern($0) }

  init(_ pattern: Diagnosis.Pattern) { stored = Boxed(pattern) }

  /// Returns the pattern of the catalog with an identifier; `nil` if there is none.
  public init?(id: String) {
    guard let pattern = Diagnosis.Pattern.with(id: id) else { return nil }
    stored = Boxed(pattern)
  }

  /// The permanent identifier, such as `ib-font-cfrelease-null`.
  public var id: String { pattern.id }
  /// The title in one line, the same for every report.
  public var title: String { pattern.title }
  /// The family of the pattern, such as `memory`. New families may be added.
  public var family: String { pattern.family.rawValue }
  /// The revision, raised when the pattern matches different reports than before.
  public var revision: Int { pattern.revision }
  /// The first version of diagnose that has the pattern.
  public var since: String { pattern.since }
  /// The severity of the failure, unless the report determines it.
  public var severity: Severity { Severity(pattern.severity) }
  /// The symptoms of the failure.
  public var symptom: String { pattern.symptom }
}
