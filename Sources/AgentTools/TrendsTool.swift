import Documents
import History
import HistoryPresentation
import ModelContext
import Presentation
import Vocabulary
import Workflow

extension AgentTool {
  /// Shows what is new, growing or regressed.
  static let trends = AgentTool(
    description: .init(
      name: "trends", title: "Show trends of recorded failures",
      meaning: """
        Lists issues that are new, growing, regressed or gone: the last 7 days compared with the 28 days before, with a \
        test that corrects for the number of issues. Do not call an issue growing that is not in that section.
        """,
      parameters: [
        ToolParameter("limit", .integer(1...50), "Maximum number of issues per section; default 5.")
      ] + AgentFilter.parameters, outputSchema: PublishedDocument.schema("diagnose-history/1", lists: ["trends"]))
  ) { arguments, context in
    try context.reading { store in
      let limit = arguments.integer("limit") ?? 5
      var report = try store.trends(
        now: context.session.now, terms: try AgentFilter.terms(arguments, store), shortIDs: limit)
      var text = AgentText.notice + "\n"
      for index in report.sections.indices {
        let rows = report.sections[index].rows
        guard !rows.isEmpty else { continue }
        text += "\(report.sections[index].section.title): \(rows.count)\n"
        for row in rows.prefix(limit) { text += AgentText.quoted(row.issue.shortID, row.issue.title) }
        report.sections[index].rows = Array(rows.prefix(limit))
      }
      return ToolAnswer(text: text, json: TrendDocument.json(report).json(quoting: historyQuotes))
    }
  }
}
