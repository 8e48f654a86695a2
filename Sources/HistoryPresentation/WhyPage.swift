import CrashReports
import Diagnosis
import Documents
package import History
package import Presentation
package import Signatures
import Trends
import Vocabulary

/// Two reports side by side, for people.
package struct WhyPage {
  private let style: PresentationStyle

  /// Creates a page in this style.
  package init(_ style: PresentationStyle) { self.style = style }

  /// - Parameters:
  ///   - reports: Two, with their traces in the same order.
  ///   - isOneIssue: Whether the history counts them as one, whatever their keys.
  package func text(
    _ reports: [StoredReport], _ traces: [SignatureTrace], _ comparison: SignatureComparison, isOneIssue: Bool
  ) -> String {
    var page = Page(style)
    page.line((isOneIssue ? "One issue: " : "Two issues: ") + comparison.rule)
    if isOneIssue, comparison.verdict != .sameIssue {
      page.line(
        "  Their keys differ; they were joined: diagnose history show \(reports[0].issueStatus.shortIssue ?? "")")
    }
    for (index, (report, trace)) in zip(reports, traces).enumerated() {
      let headline = style.shown(report.headline).cut(to: max(20, style.width - 12), ascii: style.ascii)
      page.blank()
      page.line("\(index == 0 ? "A" : "B")  \(report.issueStatus.shortReport ?? "")  \(headline)")
      page.line("   key   \(trace.signature.key(.default))  \(trace.signature.title)")
      page.line("   kind  \(trace.kindExplanation)")
      if trace.signature.isProvisional { page.line("   The key is provisional: a frame of it has no name yet.") }
    }
    page.blank()
    rows(comparison, &page)
    let fates = Set(traces.flatMap(\.frames).prefix(Self.rows * 2).map(\.fate))
    page.blank()
    for fate in FrameFate.allCases where fates.contains(fate) {
      page.line("  \(Self.sign(fate)) \(fate.explanation)")
    }
    let alike = Int((comparison.similarity * 100).rounded(.down))
    let isSuggested = !isOneIssue && comparison.similarity >= SignatureComparison.suggestedFrom
    page.line(
      "Alike to \(alike) of 100"
        + (isSuggested ? ": perhaps one failure; diagnose history merge makes them one issue." : "."))
    return page.text
  }

  /// Rows shown at most.
  private static let rows = 60

  private func rows(_ comparison: SignatureComparison, _ page: inout Page) {
    let half = max(20, (style.width - 8) / 2)
    for row in comparison.rows.prefix(Self.rows) {
      let sign = row.isSame ? "=" : row.left == nil ? "›" : row.right == nil ? "‹" : "*"
      let line = cell(row.left, half).padded(to: half) + " \(sign) " + cell(row.right, half)
      page.line(String(line.reversed().drop { $0 == " " }.reversed()))
    }
    if comparison.rows.count > Self.rows { page.line("and \(comparison.rows.count - Self.rows) rows more") }
  }

  private func cell(_ frame: SignatureTrace.Frame?, _ width: Int) -> String {
    guard let frame else { return "" }
    let name = frame.function ?? (frame.written.isEmpty ? "no name" : frame.written)
    let image = frame.image ?? frame.writtenImage ?? "???"
    return style.shown(Self.sign(frame.fate) + " " + image + " " + name).cut(to: width, ascii: style.ascii)
  }

  /// One letter for each fate, explained below the rows.
  private static func sign(_ fate: FrameFate) -> String {
    switch fate {
    case .blamed: "B"
    case .inDefault: "d"
    case .inStrict: "s"
    case .beyond: "+"
    case .repeated: "r"
    case .dropped: "x"
    case .cut: "c"
    case .lead: "L"
    case .folded: "f"
    case .machinery: "m"
    case .loader: "l"
    case .glue: "g"
    case .host: "h"
    case .system: "."
    case .unknown: "?"
    }
  }
}

/// Two reports side by side, for programs.
package enum WhyDocument {
  /// A list whose first object is the answer, and the others the rows of the comparison.
  package static func json(_ reports: [StoredReport], _ comparison: SignatureComparison, isOneIssue: Bool) -> String {
    let rows = comparison.rows.map { row in
      { (writer: inout JSONWriter) in
        writer.member("left", row.left?.token)
        writer.member("leftFate", row.left?.fate.rawValue)
        writer.member("right", row.right?.token)
        writer.member("rightFate", row.right?.fate.rawValue)
        writer.member("isSame", row.isSame)
      }
    }
    let head = { (writer: inout JSONWriter) in
      writer.member("isOneIssue", isOneIssue)
      writer.member("verdict", comparison.verdict.rawValue)
      writer.member("rule", comparison.rule)
      writer.member("similarity", real: comparison.similarity)
      writer.member("left", reports[0].issueStatus.report)
      writer.member("right", reports[1].issueStatus.report)
    }
    return ListDocument.text(HistoryDocument.schema, "why", [head] + rows) { $1(&$0) }
  }
}
