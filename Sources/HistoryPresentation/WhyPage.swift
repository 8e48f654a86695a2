import CrashReports
import Diagnosis
import Documents
package import History
package import Presentation
package import Signatures
import Trends
import Vocabulary

/// The comparison of two reports as text.
package struct WhyPage {
  private let style: PresentationStyle

  /// Creates a page in this style.
  package init(_ style: PresentationStyle) { self.style = style }

  /// Returns the comparison.
  ///
  /// - Parameters:
  ///   - reports: Two reports; their traces are in the same order.
  ///   - isOneIssue: Whether the history groups them into one issue, even if their keys differ.
  package func text(
    _ reports: [StoredReport], _ traces: [SignatureTrace], _ comparison: SignatureComparison, isOneIssue: Bool
  ) -> String {
    var renderer = TextRenderer(style)
    renderer.line((isOneIssue ? "One issue: " : "Two issues: ") + comparison.rule)
    if isOneIssue, comparison.verdict != .sameIssue {
      renderer.line(
        "  Their keys differ, but the issues were merged: diagnose history show "
          + (reports[0].issueStatus.shortIssue ?? ""))
    }
    for (index, (report, trace)) in zip(reports, traces).enumerated() {
      let headline = style.shown(report.headline).cut(to: max(20, style.width - 12), ascii: style.ascii)
      renderer.blank()
      renderer.line("\(index == 0 ? "A" : "B")  \(report.issueStatus.shortReport ?? "")  \(headline)")
      renderer.line("   key   \(trace.signature.key(.default))  \(trace.signature.title)")
      renderer.line("   kind  \(trace.kindExplanation)")
      if trace.signature.isProvisional {
        renderer.line("   The key is provisional: one of its frames is not symbolicated.")
      }
    }
    renderer.blank()
    rows(comparison, &renderer)
    let fates = Set(traces.flatMap(\.frames).prefix(Self.rows * 2).map(\.fate))
    renderer.blank()
    for fate in FrameFate.allCases where fates.contains(fate) {
      renderer.line("  \(Self.sign(fate)) \(fate.explanation)")
    }
    let alike = Int((comparison.similarity * 100).rounded(.down))
    let isSuggested = !isOneIssue && comparison.similarity >= SignatureComparison.suggestedFrom
    renderer.line(
      "Similarity: \(alike) of 100"
        + (isSuggested ? ", perhaps the same failure. To group them: diagnose history merge" : "."))
    return renderer.text
  }

  /// The maximum number of rows shown.
  private static let rows = 60

  private func rows(_ comparison: SignatureComparison, _ renderer: inout TextRenderer) {
    let half = max(20, (style.width - 8) / 2)
    for row in comparison.rows.prefix(Self.rows) {
      let sign = row.isSame ? "=" : row.left == nil ? "›" : row.right == nil ? "‹" : "*"
      let line = cell(row.left, half).padded(to: half) + " \(sign) " + cell(row.right, half)
      renderer.line(String(line.reversed().drop { $0 == " " }.reversed()))
    }
    if comparison.rows.count > Self.rows { renderer.line("and \(comparison.rows.count - Self.rows) more rows") }
  }

  private func cell(_ frame: SignatureTrace.Frame?, _ width: Int) -> String {
    guard let frame else { return "" }
    let name = frame.function ?? (frame.written.isEmpty ? "no symbol" : frame.written)
    let image = frame.image ?? frame.writtenImage ?? "???"
    return style.shown(Self.sign(frame.fate) + " " + image + " " + name).cut(to: width, ascii: style.ascii)
  }

  /// Returns the letter for a fate, which is explained below the rows.
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

/// The comparison of two reports as JSON.
package enum WhyDocument {
  /// Returns a list: the first object is the result, the others are the rows of the comparison.
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
    let result = { (writer: inout JSONWriter) in
      writer.member("isOneIssue", isOneIssue)
      writer.member("verdict", comparison.verdict.rawValue)
      writer.member("rule", comparison.rule)
      writer.member("similarity", real: comparison.similarity)
      writer.member("left", reports[0].issueStatus.report)
      writer.member("right", reports[1].issueStatus.report)
    }
    return ListDocument.text(HistoryDocument.schema, "why", [result] + rows) { $1(&$0) }
  }
}
