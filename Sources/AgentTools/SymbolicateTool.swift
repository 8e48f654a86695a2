import CrashReports
import Diagnosis
import Documents
import ModelContext
import Presentation
import Vocabulary
import Workflow

extension AgentTool {
  /// Names the frames of the stack that matters.
  static let symbolicate = AgentTool(
    description: .init(
      name: "symbolicate", title: "Symbolicate a crash report",
      meaning: """
        Adds functions, files and lines to the stack of the crash (at most 40 frames), and says for each image of the \
        app which dSYM matched or is missing. Symbols are matched by UUID only.
        """, parameters: inputParameters, outputSchema: PublishedDocument.schema("diagnose-symbolication/1")),
    records: true
  ) { arguments, context in
    let outcome = try context.outcome(arguments)
    var style = context.style
    style.verbose = true
    style.fields = ["path", "index", "kind", "process", "frames", "frameCount", "symbols", "notes"]
    let document = BriefDocument(
      outcome.reports, outcome.errors, style, schema: "diagnose-symbolication/1", maxReports: maxReports)
    var text = AgentText.notice + "\n"
    for report in outcome.reports.prefix(maxReports) {
      let warnings = SymbolWarning.all(report.assessment.report)
      if warnings.isEmpty { text += "No image of the app was searched for symbols.\n" }
      for warning in warnings.prefix(10) {
        text += warning.isMissing ? "Symbols missing:\n" : "Symbols found:\n"
        text += AgentText.quoted("image", warning.image + ": " + warning.words)
        text += AgentText.quoted("hint", warning.advice)
      }
    }
    for error in outcome.errors.prefix(20) { text += AgentText.quoted("not read", error.name + ": " + error.message) }
    return ToolAnswer(text: text, json: document.json(.compact))
  }
}
