import CrashReports
import Diagnosis
import Documents

/// How many views and documents failed in the logs of Interface Builder and its tools.
struct ViewSummary {
  /// The maximum number of failures of one log that text output shows in full. A log may have thousands.
  static let maxPages = 20

  private struct View: Hashable {
    var input: String
    var document: String
    var view: String
  }

  private var failed: Set<View> = []
  private var all: Set<View> = []
  private var documents: Set<View> = []

  init(_ reports: [PresentedReport]) {
    for presented in reports {
      let report = presented.assessment.report
      guard report.kind == .preview, report.canvasLines.isEmpty else { continue }
      var subject = View(input: presented.name, document: report.documentName ?? "", view: "")
      guard let name = report.viewName else {
        if !subject.document.isEmpty { documents.insert(subject) }
        continue
      }
      subject.view = name + " " + (report.previewMessages.lazy.compactMap(\.objectID).first ?? "")
      all.insert(subject)
      if report.previewMessages.contains(where: { $0.severity != .warning }) { failed.insert(subject) }
    }
  }

  /// The counts in words, such as "2 of 3 views failed"; `nil` if there are not several views or documents.
  var words: String? {
    let count = all.count + documents.count
    guard count > 1 else { return nil }
    var parts: [String] = []
    if !all.isEmpty { parts.append("\(failed.count) of \(all.count) \(all.count == 1 ? "view" : "views") failed") }
    if !documents.isEmpty {
      parts.append("\(documents.count) \(documents.count == 1 ? "document" : "documents") failed")
    }
    return parts.joined(separator: ", ")
  }
}
