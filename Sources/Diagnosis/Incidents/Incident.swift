/// Reports of one run that describe the same failure: the line of a build log, the agent's crash report, a console
/// line.
package struct Incident: Sendable, Equatable {
  /// The reason why two reports belong together.
  package struct Link: Sendable, Equatable {
    /// The index of the first report in the reports that were joined.
    package var first: Int
    /// The index of the second report; larger than `first`.
    package var second: Int
    /// `certain` for one process or one incident identifier, `likely` for the same view or document at the same time,
    /// `possible` for the time alone.
    package var confidence: Confidence
    /// The reason in one sentence.
    package var statement: String

    /// Creates a link from its parts.
    package init(first: Int, second: Int, confidence: Confidence, statement: String) {
      self.first = first
      self.second = second
      self.confidence = confidence
      self.statement = statement
    }
  }

  /// A symptom in one report that a finding in another one explains.
  package struct Explanation: Sendable, Equatable {
    /// The index of the report with the symptom.
    package var symptomReport: Int
    /// The identifier of the symptom's pattern.
    package var symptom: String
    /// The index of the report with the cause.
    package var causeReport: Int
    /// The identifier of the cause's pattern.
    package var cause: String
    /// The confidence; at most that of the cause's finding and that of the links between the two reports.
    package var confidence: Confidence

    /// Creates an explanation from its parts.
    package init(symptomReport: Int, symptom: String, causeReport: Int, cause: String, confidence: Confidence) {
      self.symptomReport = symptomReport
      self.symptom = symptom
      self.causeReport = causeReport
      self.cause = cause
      self.confidence = confidence
    }
  }

  /// The indices of the reports in the order given, ascending; at least one.
  package var reports: [Int]
  /// The index of the report with the finding that explains the incident best; `nil` if no report has a finding.
  package var main: Int?
  /// The reasons why the reports belong together, pair by pair; empty for a single report.
  package var links: [Link]
  /// Symptoms in these reports that a finding in another of them explains.
  package var explanations: [Explanation]

  /// Creates an incident from its parts.
  package init(reports: [Int], main: Int? = nil, links: [Link] = [], explanations: [Explanation] = []) {
    self.reports = reports
    self.main = main
    self.links = links
    self.explanations = explanations
  }

  /// Returns the explanation of `symptom` in the report at index `position`; `nil` if no other report explains it.
  package func explanation(of position: Int, symptom: String) -> Explanation? {
    explanations.first { $0.symptomReport == position && $0.symptom == symptom }
  }
}
