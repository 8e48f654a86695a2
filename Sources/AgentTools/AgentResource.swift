import Analysis
import Answers
import Diagnosis
import Documents
import Foundation
import History
import HistoryPresentation
import ModelContext
import Presentation
import Vocabulary
import Workflow

/// A kind of detail that an agent can read by its ID.
struct AgentResource: Sendable {
  /// The host of the address: `diagnose://KIND/ID`.
  let kind: String
  /// The name of the ID in the template.
  let variable: String
  let meaning: String
  /// Returns the text; `nil` if nothing has this ID.
  let read: @Sendable (_ id: String, AgentContext) throws -> String?

  /// All kinds.
  static let catalog: [AgentResource] = [.report, .issue, .pattern, .topic]

  /// A report of this session or of the history.
  private static let report = AgentResource(
    kind: "report", variable: "id", meaning: "The complete diagnosis of a report, as text: stack, evidence, steps."
  ) { id, context in
    if let report = context.recentReport(id) {
      return AgentText.limitedPage(OutputFormat.text.render([report], [], context.style))
    }
    guard isID(id) else { return nil }
    return try context.reading { store in
      for case .report(let report) in try store.matches(id) {
        return AgentText.limitedPage(HistoryPage(context.session.clock, context.style).report(report))
      }
      return nil
    }
  }

  /// An issue of the history.
  private static let issue = AgentResource(
    kind: "issue", variable: "id", meaning: "An issue of the history, as text: builds, devices, states, last reports."
  ) { id, context in
    guard isID(id) else { return nil }
    return try context.reading { store in
      guard try !store.matches(id).isEmpty else { return nil }
      let issue = try IssueAnswer.issue(id, store)
      let page = HistoryPage(context.session.clock, context.style)
      return AgentText.limitedPage(page.issue(try IssueAnswer.story(of: issue, store, context.session)))
    }
  }

  /// A known failure.
  private static let pattern = AgentResource(
    kind: "pattern", variable: "id", meaning: "The page of a known failure: cause, evidence, examples, steps."
  ) { id, context in
    context.analysis.patterns.pattern(id).map { AgentText.page(of: $0, PatternPage.text($0, style: context.style)) }
  }

  /// A term of reports.
  private static let topic = AgentResource(
    kind: "topic", variable: "name", meaning: "The explanation of a code, signal, exception type or field."
  ) { name, context in
    TopicExplanation.of(name, nil, style: context.style)?.text
  }

  private static func isID(_ id: String) -> Bool {
    (4...64).contains(id.utf8.count) && id.allSatisfy { $0.isHexDigit || $0 == "-" }
  }
}
