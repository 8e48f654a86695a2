import Answers
import Bytes
import Documents
import History
import HistoryPresentation
import ModelContext
import Presentation
import Vocabulary
import Workflow

extension AgentTool {
  /// The members of history documents with text of reports and users.
  static let historyQuotes = PublishedDocument.history.untrustedMembers(lists: ["issues", "trends"])
  private static let days = 30

  /// Finds issues.
  static let historySearch = AgentTool(
    description: .init(
      name: "history_search", title: "Search recorded failures",
      meaning: """
        Lists recorded issues (groups of reports of the same failure), the most recent first. With words, those that \
        contain all of them in headline, function, file, image, message or note.
        """,
      parameters: [
        ToolParameter("words", .texts(limit: 16), "Words that an issue contains; none lists all."),
        ToolParameter("since", .text, "Start of the period: 2w, 12h, yesterday, 2026-08-01."),
        ToolParameter(
          "state", .word(HistoryFilter.State.allCases.map(\.rawValue)), "State of the issues; default all."),
        ToolParameter("limit", .integer(1...50), "Maximum number of issues; default 10."),
      ] + AgentFilter.parameters, outputSchema: PublishedDocument.schema("diagnose-history/1", lists: ["issues"]))
  ) { arguments, context in
    try context.reading { store in
      var filter = HistoryFilter()
      filter.words = arguments.texts("words").filter { !$0.isEmpty }
      guard filter.words.allSatisfy({ $0.utf8.count <= IssueSearch.maxWordLength }) else {
        throw ToolFault("A word is longer than \(IssueSearch.maxWordLength) bytes. Search for a part of it.")
      }
      filter.terms = try AgentFilter.terms(arguments, store)
      filter.limit = arguments.integer("limit") ?? 10
      filter.state = arguments.text("state").flatMap(HistoryFilter.State.init) ?? .all
      if let since = arguments.text("since") {
        guard let time = RelativeTime.time(since, context.session.clock) else {
          throw ToolFault("'since' is not a time. Use 2w, 12h, yesterday or 2026-08-01.")
        }
        filter.since = time
      }
      return try answer(try store.issues(filter), filter, store, context)
    }
  }

  /// Shows one issue.
  static let historyShow = AgentTool(
    description: .init(
      name: "history_show", title: "Show a recorded issue",
      meaning:
        "Shows the issue with an ID, or the issue of the report with that ID. Details are in the linked resource.",
      parameters: [ToolParameter("id", .text, "ID of an issue or report; a unique prefix is enough.", required: true)],
      outputSchema: PublishedDocument.schema("diagnose-history/1", lists: ["issues"]))
  ) { arguments, context in
    try context.reading { store in
      let id = String((arguments.text("id") ?? "").prefix(characters: 80))
      return try answer([try IssueAnswer.issue(id, store)], HistoryFilter(), store, context)
    }
  }

  private static func answer(
    _ issues: [StoredIssue], _ filter: HistoryFilter, _ store: HistoryStore, _ context: AgentContext
  ) throws -> ToolAnswer {
    var issues = issues
    try store.countDevices(of: &issues, matching: filter)
    let first = Timestamp(seconds: context.session.now.seconds - (days - 1) * 86_400)
    let daily =
      issues.isEmpty ? [:] : try store.dailyOfIssues(from: first, to: context.session.now, terms: filter.terms)
    var text = "\(issues.count) issues. " + AgentText.notice + "\n"
    for issue in issues {
      text += "\(issue.shortID): \(AgentText.pattern(issue.pattern)), \(issue.count) reports, "
      if let devices = issue.devices { text += "\(devices) devices, " }
      text += "last \(issue.lastSeen.rfc3339), \(issue.state)\n" + AgentText.foreignPattern(issue.pattern)
      text += AgentText.quoted("what", issue.title)
      text += AgentText.quoted("where", issue.location)
    }
    return ToolAnswer(
      text: text, json: HistoryDocument.json(issues, daily, days: days).json(quoting: historyQuotes),
      links: issues.prefix(10).map {
        .init(uri: "diagnose://issue/" + $0.id, name: "issue " + $0.shortID, meaning: "Builds, devices and reports.")
      })
  }
}
