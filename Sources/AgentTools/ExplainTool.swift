import Answers
import Bytes
import Analysis
import Diagnosis
import Documents
import ModelContext
import Presentation
import Vocabulary
import Workflow

extension AgentTool {
  /// Explains a term.
  static let explain = AgentTool(
    description: .init(
      name: "explain", title: "Explain a failure, code or term",
      meaning: """
        Explains a known failure (an ID of analyze), an exception type or signal (EXC_BAD_ACCESS, SIGABRT), a termination \
        code (0x8badf00d, DYLD 4), a field of a report, or an error message. Offline.
        """,
      parameters: [ToolParameter("topic", .text, "The ID, term or message.", required: true)],
      outputSchema: PublishedDocument.schema("diagnose-explain/1"))
  ) { arguments, context in
    let topic = String((arguments.text("topic") ?? "").prefix(characters: 1000))
    let pattern = context.analysis.patterns.pattern(topic.lowercased())
    guard let explanation = TopicExplanation.of(topic, pattern, style: context.style) else {
      throw TopicExplanation.unknown(topic)
    }
    guard let pattern, pattern.author != .program else {
      return ToolAnswer(text: explanation.text, json: Array(explanation.json(topic).utf8))
    }
    return ToolAnswer(
      text: AgentText.page(of: pattern, explanation.text),
      json: explanation.json(topic).json(quoting: PublishedDocument.explanation.untrustedMembers()))
  }
}
