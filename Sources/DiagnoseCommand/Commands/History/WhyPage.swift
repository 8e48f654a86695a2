import History
import Presentation
import Signatures
import Vocabulary

/// Two reports side by side, for people.
struct WhyPage {
  let style: PresentationStyle

  func text(
    _ reports: [StoredReport], _ traces: [SignatureTrace], _ comparison: SignatureComparison, isOneIssue: Bool
  ) -> String {
    var text = isOneIssue ? "One issue: " : "Two issues: "
    text += Terminal.escaped(comparison.rule) + "\n"
    if isOneIssue, comparison.verdict != .sameIssue {
      text += "  Their keys differ; they were joined: diagnose history show \(reports[0].standing.shortIssue ?? "")\n"
    }
    for (index, (report, trace)) in zip(reports, traces).enumerated() {
      text += "\n\(index == 0 ? "A" : "B")  \(report.standing.shortReport ?? "")  "
      text += Terminal.escaped(report.headline).cut(to: max(20, style.width - 12), style) + "\n"
      text += "   key   \(trace.signature.key(.default))  \(Terminal.escaped(trace.signature.title))\n"
      text += "   kind  \(Terminal.escaped(trace.kindExplanation))\n"
      if trace.signature.isProvisional { text += "   The key is provisional: a frame of it has no name yet.\n" }
    }
    text += "\n"
    let half = max(20, (style.width - 8) / 2)
    for row in comparison.rows.prefix(Self.rows) {
      let sign =
        row.isSame
        ? "=" : row.left == nil ? (style.ascii ? ">" : "›") : row.right == nil ? (style.ascii ? "<" : "‹") : "*"
      let line = cell(row.left, half).padded(to: half) + " \(sign) " + cell(row.right, half)
      text += String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
    if comparison.rows.count > Self.rows { text += "and \(comparison.rows.count - Self.rows) rows more\n" }
    let fates = Set(traces.flatMap(\.frames).prefix(Self.rows * 2).map(\.fate))
    text += "\n"
    for fate in FrameFate.allCases where fates.contains(fate) {
      text += "  \(Self.sign(fate)) \(fate.explanation)\n"
    }
    let alike = Int((comparison.similarity * 100).rounded(.down))
    text += "Alike to \(alike) of 100"
    if !isOneIssue, comparison.similarity >= SignatureComparison.suggestedFrom {
      text += ": perhaps one failure; diagnose history merge makes them one issue"
    }
    return text + ".\n"
  }

  /// Rows shown at most.
  private static let rows = 60

  private func cell(_ frame: SignatureTrace.Frame?, _ width: Int) -> String {
    guard let frame else { return "" }
    let name = frame.function ?? (frame.written.isEmpty ? "no name" : frame.written)
    let image = frame.image ?? frame.writtenImage ?? "???"
    return (Self.sign(frame.fate) + " " + Terminal.escaped(image + " " + name)).cut(to: width, style)
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
enum WhyDocument {
  static func json(_ reports: [StoredReport], _ comparison: SignatureComparison, isOneIssue: Bool) -> String {
    let head =
      "    "
      + JSONText.object([
        ("isOneIssue", .flag(isOneIssue)), ("verdict", .text(comparison.verdict.rawValue)),
        ("rule", .text(comparison.rule)), ("similarity", .decimal(comparison.similarity)),
        ("left", .text(reports[0].standing.report)), ("right", .text(reports[1].standing.report)),
      ])
    let rows = comparison.rows.map { row in
      "    "
        + JSONText.object([
          ("left", .text(row.left?.token)), ("leftFate", .text(row.left?.fate.rawValue)),
          ("right", .text(row.right?.token)),
          ("rightFate", .text(row.right?.fate.rawValue)), ("isSame", .flag(row.isSame)),
        ])
    }
    return JSONText.document("diagnose-history/1", "why", [head] + rows)
  }
}
