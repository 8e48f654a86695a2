import CrashReports
import Diagnosis
package import Documents
package import Vocabulary

/// The source locations of reports.
package enum ShownLocations {
  /// Returns the locations that text output shows, in its order: for each answer that of its best finding, then those of
  /// the app's frames.
  package static func of(_ reports: [PresentedReport], _ style: PresentationStyle) -> [SourceLocation] {
    SameFailures.answers(reports, style).flatMap { answer -> [SourceLocation] in
      let presented = answer.shown
      let blames = [presented.findings(style).first?.blame, presented.assessment.blame]
      let named = blames.compactMap { blame in blame?.file.map { SourceLocation(file: $0, line: blame?.line) } }
      let frames = presented.assessment.report.failureStack.filter { $0.role == .app }.compactMap(\.source)
      return named + frames
    }
  }
}
