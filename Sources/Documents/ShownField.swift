package import CrashReports
package import Diagnosis
package import Vocabulary

/// A value of a report that lists, tables and pages show.
///
/// `ShownField.catalog` is the only list of these values: the columns of CSV, of the tables of a history and of its pages,
/// and the lines about one report derive from it, each in the order of the catalog.
package struct ShownField: Sendable {
  /// An output that shows some of the fields.
  package enum Output: String, CaseIterable, Sendable {
    /// A column of `--format csv`.
    case csv
    /// A part of the second line of a report in `history list --reports`.
    case list
    /// A column of the latest reports in `history show ISSUE`.
    case table
    /// A line of `history show REPORT`.
    case details
    /// A fact on the page of a report.
    case page
    /// A column of the reports on pages of issues.
    case pageTable
  }

  /// The name: unique, permanent, and the header of the column in CSV.
  package let name: String
  /// The name for people, as it is written in a sentence of its own: `System`.
  package let title: StaticString
  /// The outputs that show the field.
  package let outputs: Set<Output>
  /// Returns the value; `nil` or empty if the report does not state it. Not escaped.
  package let text: @Sendable (ShownReport) -> String?

  init(
    _ name: String, _ title: StaticString, in outputs: Set<Output>, _ text: @escaping @Sendable (ShownReport) -> String?
  ) {
    self.name = name
    self.title = title
    self.outputs = outputs
    self.text = text
  }

  /// Returns the fields that an output shows, in order.
  package static func shown(in output: Output) -> [ShownField] { shown[output] ?? [] }

  private static let shown = Dictionary(
    uniqueKeysWithValues: Output.allCases.map { output in (output, catalog.filter { $0.outputs.contains(output) }) })
}

/// A report whose fields are shown, from a file or from a history.
package struct ShownReport: Sendable {
  /// The report and its findings.
  package let assessment: Assessment
  /// The text of the best finding; `nil` without one.
  package let finding: FindingText?
  /// The SHA-256 digest of the report's bytes: 64 hexadecimal digits.
  package let digest: String
  /// The name of the input for display.
  package let path: String
  /// The labels by key.
  package let labels: [String: String]
  /// The time at which the report was recorded; `nil` if it is not stored.
  package let seenAt: Timestamp?

  /// The report as read, or the stored parts of it.
  package var report: CrashReport { assessment.report }
  /// The blame of the best finding, else of the report.
  package var blame: Blame? { finding?.blame ?? assessment.blame }

  /// Creates a report from its parts.
  ///
  /// - Parameter patterns: The patterns that supply the text of findings.
  package init(
    _ assessment: Assessment, digest: String, path: String, labels: [String: String], seenAt: Timestamp? = nil,
    _ patterns: PatternSet
  ) {
    self.assessment = assessment
    finding = assessment.findings.first.map { FindingText($0, patterns) }
    self.digest = digest
    self.path = path
    self.labels = labels
    self.seenAt = seenAt
  }

  /// Creates a report from the form that outputs take.
  package init(_ presented: PresentedReport) {
    let mark = "sha256:"
    let digest = presented.digest
    self.init(
      presented.assessment, digest: digest.hasPrefix(mark) ? String(digest.dropFirst(mark.count)) : digest,
      path: presented.name, labels: presented.labels, presented.patterns)
  }

  /// Returns the fields that the report states, in the order of the output, with their values.
  package func values(in output: ShownField.Output) -> [(field: ShownField, text: String)] {
    ShownField.shown(in: output).compactMap { field in
      field.text(self).flatMap { $0.isEmpty ? nil : (field, $0) }
    }
  }
}
