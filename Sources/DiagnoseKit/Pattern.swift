import Diagnosis

/// A known failure that reports are examined for.
public struct Pattern: Identifiable, Sendable {
  let pattern: Diagnosis.Pattern

  /// Every pattern of the catalog.
  public static let all: [Pattern] = Diagnosis.Pattern.catalog.map { Pattern($0) }

  init(_ pattern: Diagnosis.Pattern) { self.pattern = pattern }

  /// The pattern of the catalog with an identifier; `nil` if there is none.
  public init?(id: String) {
    guard let pattern = Diagnosis.Pattern.with(id: id) else { return nil }
    self.pattern = pattern
  }

  /// Permanent identifier, as `ib-font-cfrelease-null`.
  public var id: String { pattern.id }
  /// One line, the same for every report.
  public var title: String { pattern.title }
  /// The group it belongs to, as `memory`; new groups may be added.
  public var family: String { pattern.family.rawValue }
  /// Raised whenever the pattern matches other reports than before.
  public var revision: Int { pattern.revision }
  /// First version of diagnose that has the pattern.
  public var since: String { pattern.since }
  /// How bad the failure is, unless the report says otherwise.
  public var severity: Severity { Severity(pattern.severity) }
  /// What a person sees who has never heard of the failure.
  public var symptom: String { pattern.symptom }
}
