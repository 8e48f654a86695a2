/// Reports of one call that tell of the same failure: the line of a build log, the agent's crash report, a console line.
package struct Incident: Sendable, Equatable {
  /// Why two reports belong together.
  package struct Link: Sendable, Equatable {
    /// Position of the first report in the reports that were joined.
    package var first: Int
    /// Position of the second report; larger than `first`.
    package var second: Int
    /// `certain` for one process or one incident identifier, `likely` for the same view or document at the same time,
    /// `possible` for the time alone.
    package var confidence: Confidence
    /// One sentence.
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
    /// Position of the report with the symptom.
    package var symptomReport: Int
    /// Identifier of the symptom's pattern.
    package var symptom: String
    /// Position of the report with the cause.
    package var causeReport: Int
    /// Identifier of the cause's pattern.
    package var cause: String
    /// Never more than the finding of the cause, nor than the links between the two.
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

  /// Positions of the reports in the order given, ascending; at least one.
  package var reports: [Int]
  /// Position of the report with the finding that explains the incident best; `nil` where nothing is known.
  package var main: Int?
  /// Why the reports belong together, pair by pair; empty for a single report.
  package var links: [Link]
  /// Symptoms in these reports that another one of them explains.
  package var explanations: [Explanation]

  /// Creates an incident from its parts.
  package init(reports: [Int], main: Int? = nil, links: [Link] = [], explanations: [Explanation] = []) {
    self.reports = reports
    self.main = main
    self.links = links
    self.explanations = explanations
  }

  /// The explanation of the best finding of the report at `position`, if it is a symptom that another report explains.
  package func explanation(of position: Int, symptom: String) -> Explanation? {
    explanations.first { $0.symptomReport == position && $0.symptom == symptom }
  }
}
