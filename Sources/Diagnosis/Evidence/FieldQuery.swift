import CrashReports
import Vocabulary
import Bytes

/// A field of the report, with a condition on its value.
package final class FieldQuery: Sendable {
  /// The fields to test; the first that passes is used.
  package let fields: [ReportField]
  /// The condition on the value.
  package let test: ValueTest
  /// The name under which the value is captured; `nil` to capture nothing.
  package let capture: String?
  /// Whether the report states the fact, or it is inferred.
  package let kind: Witness.Kind
  /// What the value proves; `nil` if it is required but not cited. May use the capture.
  package let statement: String?
  /// Texts of which one must occur in a field for the query to match.
  let needs: EvidenceNeeds

  /// Creates a query from its parts.
  @inline(never)
  package init(
    _ fields: [ReportField], _ test: ValueTest, capture: String? = nil, kind: Witness.Kind = .stated,
    statement: String? = nil
  ) {
    self.fields = fields
    self.test = test
    self.capture = capture
    self.kind = kind
    self.statement = statement
    needs =
      fields.allSatisfy(\.isInFieldGrams)
      ? test.needs
      : EvidenceNeeds.details(fields).map { EvidenceNeeds(facts: $0) } ?? .unknown
  }
}

extension Evidence {
  /// A condition on one field of the report.
  @inline(never)
  package static func field(
    _ field: ReportField, _ test: ValueTest = .isStated, capture: String? = nil, statement: String? = nil
  ) -> Evidence {
    .field(FieldQuery([field], test, capture: capture, statement: statement))
  }
}

extension AnalysisContext {
  func match(of query: FieldQuery) -> EvidenceMatch? {
    for field in query.fields {
      guard let value = values(of: field).first(where: query.test.holds) else { continue }
      var match = EvidenceMatch()
      if let name = query.capture { match.captures[name] = value.text }
      if let statement = query.statement {
        match.witnesses.append(
          witness(
            line: value.line, member: value.member, statement: statement, captures: match.captures, kind: query.kind))
      }
      return match
    }
    return nil
  }
}
