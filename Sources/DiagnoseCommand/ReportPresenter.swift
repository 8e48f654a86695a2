import Analysis
import CrashReports
import Diagnosis
import Documents
import History
import ProjectInspection
import Vocabulary

/// Makes of an analyzed report what outputs show.
struct ReportPresenter {
  /// By which findings are put into words.
  private let patterns: PatternSet
  private let images: ImageRules
  private let labels: [String: String]
  /// The user's project, by which what is shown is judged. What is recorded is what the report alone says, so that one
  /// failure is one issue with and without the project.
  private let project: ProjectIndex?

  init(_ analysis: AnalysisOptions, labels: [LabelArgument], project: ProjectIndex?) {
    patterns = analysis.patterns
    images = analysis.images
    self.labels = LabelArgument.dictionary(labels)
    self.project = project
  }

  /// - Parameter standing: What the history knows of the report.
  func present(_ report: InputReport, path: String, _ issueStatus: IssueStatus) -> PresentedReport {
    var assessment = report.shown ?? report.assessment
    if let project { assessment.judge(by: project) }
    return PresentedReport(
      path: path, member: report.member, digest: report.analysis.digest?.description ?? "", assessment: assessment,
      id: issueStatus.report, history: issueStatus, labels: labels, signature: report.signature(images),
      patterns: patterns)
  }
}
