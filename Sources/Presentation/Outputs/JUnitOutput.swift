import CrashReports
import Diagnosis
import Documents
import Vocabulary

extension OutputFormat {
  /// JUnit XML for CI systems: one test case for each report or fault, which fails if it describes a failure, and is
  /// skipped if the baseline accepts the failure. An unreadable input is an error.
  static let junit = OutputFormat(
    id: "junit", title: "JUnit XML, for CI systems",
    openings: [
      OutputOpening("<?xml", "<testsuites name=\"diagnose\"", "<testsuite name=\"crash reports\""),
      OutputOpening("<?xml", "<testsuites name=\"diagnose\"", "<testsuite name=\"project check\""),
    ],
    write: { problems in
      let failures = problems.entries.count { $0.isFailure && $0.isAccepted != true }
      let sums = [
        ("tests", String(problems.entries.count + problems.errors.count)), ("failures", String(failures)),
        ("errors", String(problems.errors.count)),
      ]
      let skipped = problems.entries.count { $0.isFailure && $0.isAccepted == true }
      var suite = [("name", problems.title)] + sums + [("skipped", String(skipped))]
      // The schema of JUnit requires a time without a zone. It is that of the reports, so that equal inputs give equal bytes.
      if let time = problems.entries.compactMap({ time(of: $0) }).max() {
        suite.append(("timestamp", String(time.rfc3339.dropLast())))
      }
      var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      text += XML.open("testsuites", [("name", Product.name)] + sums) + "\n"
      text += "  " + XML.open("testsuite", suite) + "\n"
      for problem in problems.entries { text += testCase(problem, problems.style) }
      for error in problems.errors { text += testCase(error, problems.locations) }
      return WorkflowCommands.defusedMarkup(WorkflowCommands.withoutReferences(text))
        + "  </testsuite>\n</testsuites>\n"
    })

  /// Returns the time that a report states with its zone; `nil` if there is none.
  private static func time(of problem: Problem) -> Timestamp? {
    guard case .report(let presented) = problem.origin else { return nil }
    return presented.assessment.report.times?.crashed?.rfc3339.flatMap { Timestamp(rfc3339: $0) }
  }

  private static func testCase(_ problem: Problem, _ style: PresentationStyle) -> String {
    var attributes = [("classname", problem.group), ("name", problem.name)]
    var report: PresentedReport?
    if case .report(let presented) = problem.origin { report = presented }
    // A log states the test during which the process crashed: "CardTests.testLoad" or "-[CardTests testLoad]".
    if case .text(let test)? = report?.assessment.report.detail(.testName)?.value {
      let words = test.split { " -[]./".contains($0) }.map(String.init)
      if words.count > 1, let last = words.last {
        attributes = [("classname", words.dropLast().joined(separator: ".")), ("name", last)]
      } else {
        attributes = [("classname", problem.group), ("name", test)]
      }
    }
    if let source = problem.source ?? problem.input {
      attributes.append(("file", source.path))
      if let line = source.line { attributes.append(("line", String(line))) }
    }
    if let seconds = report.flatMap({ seconds($0.assessment.report) }) { attributes.append(("time", String(seconds))) }
    let start = "    " + XML.open("testcase", attributes) + "\n      "
    let end = "\n    </testcase>\n"
    if !problem.isFailure { return start + "<system-out>" + XML.text(problem.headline) + "</system-out>" + end }
    if problem.isAccepted == true {
      return start + XML.open("skipped", [("message", "accepted in the baseline: " + problem.headline)]) + "</skipped>"
        + end
    }
    let failure = [("message", problem.headline), ("type", problem.rule.id)]
    return start + XML.open("failure", failure) + details(problem, style) + "</failure>" + end
  }

  /// Returns how long the process ran, if the report states when it was launched and when it crashed.
  private static func seconds(_ report: CrashReport) -> Int? {
    guard let crashed = report.times?.crashed?.rfc3339.flatMap(Timestamp.init(rfc3339:)),
      let launched = report.times?.launched?.rfc3339.flatMap(Timestamp.init(rfc3339:)), launched <= crashed
    else { return nil }
    return crashed.seconds - launched.seconds
  }

  /// Returns the text of the failure: location, remedy and stack.
  private static func details(_ problem: Problem, _ style: PresentationStyle) -> String {
    switch problem.origin {
    case .fault(let fault):
      let lines = ["Do this: " + fault.remedy] + fault.locations.map { "\($0.path):\($0.line): \($0.statement)" }
      return lines.map { XML.text(Wording.oneLine($0)) }.joined(separator: "\n")
    case .report(let presented):
      return details(presented, style)
    }
  }

  private static func details(_ presented: PresentedReport, _ style: PresentationStyle) -> String {
    var lines: [String] = []
    let finding = presented.findings(style).first
    if let words = (finding?.blame ?? presented.assessment.blame).flatMap(Wording.primaryLocation) {
      lines.append("Where: " + words)
    }
    if let first = finding?.remedy.first { lines.append("Do this: " + first) }
    lines.append("Report: " + presented.name)
    lines = lines.map { XML.text(Wording.oneLine($0)) }
    let report = presented.assessment.report
    let frames = report.failureStack
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

  private static func testCase(_ error: InputError, _ locations: FileLocations) -> String {
    var attributes = [("classname", "input"), ("name", error.name)]
    if let path = locations.input(error.path, line: nil)?.path { attributes.append(("file", path)) }
    return "    " + XML.open("testcase", attributes) + "\n      "
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
