package import Analysis
import CrashReports
import Diagnosis
package import Documents
import History
package import ProjectInspection
package import Vocabulary

/// Converts an analyzed report into what the outputs show.
package struct ReportPresenter {
  /// The patterns that supply the text of findings.
  private let patterns: PatternSet
  private let images: ImageRules
  private let labels: [String: String]
  /// The user's project, used to confirm or refute the findings that are shown. What is recorded depends on the report
  /// alone, so that a failure is one issue with and without a project.
  private let project: ProjectIndex?

  /// Creates a presenter.
  ///
  /// - Parameters:
  ///     - analysis: The options of the analysis of the reports.
  ///     - labels: The labels of all reports.
  ///     - project: The user's project; `nil` if none was named.
  package init(_ analysis: AnalysisOptions, labels: [String: String], project: ProjectIndex?) {
    patterns = analysis.patterns
    images = analysis.images
    self.labels = labels
    self.project = project
  }

  /// Returns what outputs show of a report.
  ///
  /// - Parameter issueStatus: The status of the report's issue in the history.
  package func present(_ report: InputReport, path: String, _ issueStatus: IssueStatus) -> PresentedReport {
    var assessment = report.shown ?? report.assessment
    if let project { assessment.apply(by: project) }
    return PresentedReport(
      path: path, member: report.member, digest: report.analysis.digest?.description ?? "", assessment: assessment,
      id: issueStatus.report, history: issueStatus, labels: labels, signature: report.signature(images),
      patterns: patterns)
  }
}
