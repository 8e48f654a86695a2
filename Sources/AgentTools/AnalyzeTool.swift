import CrashReports
import Diagnosis
import Documents
import ModelContext
import Presentation
import Vocabulary
import Workflow

extension AgentTool {
  /// The parameters that name an input.
  static let inputParameters: [ToolParameter] = [
    ToolParameter("path", .text, "A report, archive or folder of reports. Pass this or 'text'."),
    ToolParameter("text", .text, "The text of a report, or the part of it that you have. Pass this or 'path'."),
    ToolParameter("symbols", .texts(limit: 32), "dSYMs, or folders with dSYMs. They are matched by UUID."),
  ]

  /// The maximum number of reports of one answer.
  static let maxReports = 10

  /// Diagnoses reports.
  static let analyze = AgentTool(
    description: .init(
      name: "analyze", title: "Diagnose a crash report",
      meaning: """
        Diagnoses Apple crash and diagnostic reports (.ips, .crash, MetricKit, excerpts, build logs): what failed, where \
        in the app, how certain, what to do, and whether it was seen before. Use it first, and instead of reading the \
        report. Read the linked resource only if you need the complete stack.
        """, parameters: inputParameters, outputSchema: PublishedDocument.schema("diagnose-brief/1")), records: true
  ) { arguments, context in
    diagnosis(try context.outcome(arguments), context)
  }

  /// Returns the answer of tools that diagnose reports.
  static func diagnosis(_ outcome: AgentContext.Outcome, _ context: AgentContext) -> ToolAnswer {
    let document = BriefDocument(outcome.reports, outcome.errors, context.style, maxReports: maxReports)
    let (text, links) = words(outcome)
    return ToolAnswer(text: AgentText.notice + "\n" + text, json: document.json(.compact), links: links)
  }

  /// Returns the reports in words, and where their details are.
  static func words(_ outcome: AgentContext.Outcome) -> (text: String, links: [ToolAnswer.Link]) {
    var text = ""
    var links: [ToolAnswer.Link] = []
    for report in outcome.reports.prefix(maxReports) {
      text += summary(of: report)
      for link in detailLinks(report) where !links.contains(where: { $0.uri == link.uri }) { links.append(link) }
    }
    if outcome.reports.count > maxReports { text += "\(outcome.reports.count - maxReports) more reports omitted.\n" }
    for error in outcome.errors.prefix(20) {
      text += AgentText.quoted("not read", [error.name, error.message, error.hint ?? ""].joined(separator: ": "))
    }
    if outcome.reports.isEmpty, outcome.errors.isEmpty { text += "No reports found.\n" }
    return (text, links)
  }

  private static func summary(of report: PresentedReport) -> String {
    let assessment = report.assessment
    var text = ""
    guard let finding = report.findings(from: .possible).first else {
      text += assessment.report.kind.isFailure ? "Not recognized.\n" : "Not a failure.\n"
      text += AgentText.quoted("summary", assessment.summary)
      text += AgentText.quoted("look first", assessment.blame?.words)
      return text + seen(report)
    }
    text += "\(AgentText.pattern(finding.pattern)): \(finding.confidence.rawValue), "
    text += "cause \(finding.certaintyOfCause.rawValue)\n" + AgentText.foreignPattern(finding.pattern)
    text += AgentText.quoted("headline", finding.bareStatement)
    text += AgentText.quoted("where", finding.location)
    text += AgentText.quoted("advice", finding.advice)
    return text + seen(report)
  }

  private static func seen(_ report: PresentedReport) -> String {
    guard let history = report.history, let issue = history.issue else { return "" }
    let count = history.count.map { ", \($0) reports" } ?? ""
    return "History: \(history.status.rawValue), issue \(issue)\(count)\n"
  }

  private static func detailLinks(_ report: PresentedReport) -> [ToolAnswer.Link] {
    var links: [ToolAnswer.Link] = []
    if let id = AgentContext.id(of: report) {
      links.append(
        .init(uri: "diagnose://report/" + id, name: "report " + id, meaning: "The complete diagnosis, with the stack."))
    }
    // The page of any other pattern is text of its author, and its id would be part of the unmarked address.
    if let pattern = report.assessment.findings.first?.pattern, Pattern.with(id: pattern) != nil {
      links.append(
        .init(
          uri: "diagnose://pattern/" + pattern, name: pattern, meaning: "Cause, evidence and steps of this failure."))
    }
    if let history = report.history, let issue = history.issue, history.count != nil {
      links.append(
        .init(uri: "diagnose://issue/" + issue, name: "issue " + issue, meaning: "Builds, devices and earlier reports.")
      )
    }
    return links
  }
}
