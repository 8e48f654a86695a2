import CrashReports
import Diagnosis
import Documents
import Vocabulary

extension OutputFormat {
  /// JUnit XML for CI systems: one test case per report, which fails if the report describes a failure. An unreadable
  /// input is an error.
  static let junit = OutputFormat(
    id: "junit", title: "JUnit XML, for CI systems", isMachineReadable: true,
    openings: [
      OutputOpening("<?xml", "<testsuites name=\"diagnose\"", "<testsuite name=\"crash reports\"")
    ],
    render: { reports, errors, style in
      let failures = reports.count { !isPassed($0, style) }
      let sums = [
        ("tests", String(reports.count + errors.count)), ("failures", String(failures)),
        ("errors", String(errors.count)),
      ]
      var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      text += XML.open("testsuites", [("name", Product.name)] + sums) + "\n"
      text += "  " + XML.open("testsuite", [("name", "crash reports")] + sums) + "\n"
      for report in reports { text += testCase(report, style) }
      for error in errors { text += testCase(error) }
      return text + "  </testsuite>\n</testsuites>\n"
    })

  private static func isPassed(_ report: PresentedReport, _ style: PresentationStyle) -> Bool {
    guard let finding = report.findings(style).first else { return !report.assessment.report.kind.isFailure }
    return finding.severity == .note
  }

  private static func testCase(_ presented: PresentedReport, _ style: PresentationStyle) -> String {
    let report = presented.assessment.report
    var name = presented.name
    if report.source.index > 0 { name += " (\(report.source.index + 1))" }
    let attributes = [("classname", report.process?.name ?? "unknown"), ("name", name)]
    let finding = presented.findings(style).first
    let statement = finding.map(Wording.statement) ?? Wording.unrecognized(presented.assessment)
    if isPassed(presented, style) {
      return "    " + XML.open("testcase", attributes) + "\n      <system-out>" + XML.text(statement)
        + "</system-out>\n    </testcase>\n"
    }
    let failure = [("message", statement), ("type", finding?.pattern ?? "crash-not-recognized")]
    return "    " + XML.open("testcase", attributes) + "\n      " + XML.open("failure", failure)
      + details(presented, style) + "</failure>\n    </testcase>\n"
  }

  /// Returns the text of the failure: location, remedy and stack.
  private static func details(_ presented: PresentedReport, _ style: PresentationStyle) -> String {
    var lines: [String] = []
    let finding = presented.findings(style).first
    if let words = (finding?.blame ?? presented.assessment.blame).flatMap(Wording.primaryLocation) {
      lines.append("Where: " + words)
    }
    if let first = finding?.remedy.first { lines.append("Do this: " + first) }
    lines = lines.map { XML.text(Wording.oneLine($0)) }
    let report = presented.assessment.report
    let raised = report.lastExceptionBacktrace ?? []
    let frames = raised.isEmpty ? report.crashedThread?.frames ?? [] : raised
    if !frames.isEmpty {
      var plain = style
      plain.color = false
      var renderer = TextRenderer(plain)
      StackSection(title: "Stack", frames: frames, blamed: presented.assessment.blamedFrame, style: plain)
        .write(to: &renderer)
      lines += renderer.text.split(separator: "\n").map { XML.text(String($0)) }
    }
    return lines.joined(separator: "\n")
  }

  private static func testCase(_ error: InputError) -> String {
    "    " + XML.open("testcase", [("classname", "input"), ("name", error.name)]) + "\n      "
      + XML.open("error", [("message", error.message), ("type", error.code)]) + "</error>\n    </testcase>\n"
  }
}

/// Escapes text for XML and HTML, and writes start tags.
enum XML {
  static func text(_ text: String) -> String { MarkupText.escaped(text) }

  static func open(_ name: String, _ attributes: [(String, String)]) -> String {
    "<" + name + attributes.map { " \($0)=\"\(text($1))\"" }.joined() + ">"
  }
}
