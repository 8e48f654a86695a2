import CrashReports
import Diagnosis
import Documents

extension OutputFormat {
  /// A self-contained page without scripts and external resources.
  static let html = OutputFormat(
    id: "html", title: "HTML, one self-contained page", isMachineReadable: true,
    openings: [
      OutputOpening("<!DOCTYPE html>", "<title>Crash reports</title>"),
      // The pages of `report --html`.
      OutputOpening("<!DOCTYPE html>", " · diagnose</title>"),
    ],
    render: { reports, errors, style in
      var text = HTMLPage.header
      if reports.isEmpty, errors.isEmpty { text += "<p>\(Wording.noReports)</p>\n" }
      for report in reports { text += HTMLPage.section(report, style) }
      if !errors.isEmpty {
        text += "<section>\n<h2>Unreadable</h2>\n<ul>\n"
        for error in errors { text += "<li><code>\(XML.text(error.name))</code>: \(XML.text(error.message))</li>\n" }
        text += "</ul>\n</section>\n"
      }
      return WorkflowCommands.defusedMarkup(text) + "</main>\n</body>\n</html>\n"
    })
}

private enum HTMLPage {
  static let header = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width">
    <meta name="referrer" content="no-referrer">
    <title>Crash reports</title>
    <style>
    :root { color-scheme: light dark; }
    body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
    section { border-top: 1px solid; margin-top: 2rem; }
    pre { overflow-x: auto; }
    dt { font-weight: 600; }
    .flame { width: 100%; height: auto; font: 11px ui-monospace, monospace; }
    .flame rect { fill: #b9c4d0; stroke: none; }
    .flame .app rect { fill: #f2a65a; }
    .flame text { fill: #111; pointer-events: none; }
    </style>
    </head>
    <body>
    <main>
    <h1>Crash reports</h1>

    """

  static func section(_ presented: PresentedReport, _ style: PresentationStyle) -> String {
    let report = presented.assessment.report
    let finding = presented.findings(style).first
    let headline =
      finding.map { Wording.headline($0, in: report) } ?? Wording.withoutFinding(presented.assessment)
    var text = "<section>\n<h2>\(XML.text(headline))</h2>\n<dl>\n"
    for (label, value) in facts(presented, finding) {
      text += "<dt>\(label)</dt><dd>\(XML.text(Wording.oneLine(value)))</dd>\n"
    }
    text += "</dl>\n"
    if let finding {
      text += "<h3>Why</h3>\n<ul>\n"
      for group in Wording.grouped(finding.witnesses) {
        guard let statement = group.first?.statement else { continue }
        text += "<li>\(XML.text(statement)) (\(XML.text(Wording.evidence(group))))</li>\n"
      }
      text += "</ul>\n"
      if !finding.cause.isEmpty { text += "<p>\(XML.text(finding.cause))</p>\n" }
    }
    text += stack(presented, style)
    text += FlameGraph(report)?.markup ?? ""
    if let finding { text += fix(finding) }
    return text + "</section>\n"
  }

  private static func facts(_ presented: PresentedReport, _ finding: FindingText?) -> [(String, String)] {
    let facts: [(String, String?)] = [
      ("Where", (finding?.blame ?? presented.assessment.blame).flatMap(Wording.primaryLocation)),
      ("What", finding.map { "\($0.pattern), \(Wording.confidenceText($0))" }), ("Do this", finding?.remedy.first),
      ("Seen", Wording.seen(presented.history)),
    ]
    return facts.compactMap { label, value in value.flatMap { $0.isEmpty ? nil : (label, $0) } }
      + Wording.circumstances(presented.assessment.report) + [("Report", presented.name)]
  }

  private static func stack(_ presented: PresentedReport, _ style: PresentationStyle) -> String {
    StackSection.plainText(of: presented.assessment, style).map { pre("Stack", $0) } ?? ""
  }

  private static func fix(_ finding: FindingText) -> String {
    guard !finding.remedy.isEmpty || !finding.changes.isEmpty else { return "" }
    var text = "<h3>Fix</h3>\n<ol>\n" + finding.remedy.map { "<li>\(XML.text($0))</li>\n" }.joined() + "</ol>\n"
    for change in finding.changes {
      if let before = change.before { text += "<p>Replace</p>\n" + pre("Code to replace", before) }
      text += (change.before == nil ? "" : "<p>with</p>\n") + pre("New code", change.after)
    }
    return text
  }

  /// Returns preformatted lines, which scroll horizontally, also with the keyboard.
  private static func pre(_ label: StaticString, _ text: String) -> String {
    let lines = Wrapping.codeLines(text).map(XML.text).joined(separator: "\n")
    return "<pre tabindex=\"0\" role=\"region\" aria-label=\"\(label)\">\(lines)</pre>\n"
  }
}
