import Diagnosis
import Documents
import ModelContext
import Platform
import Presentation
import ProjectInspection
import Vocabulary
import Workflow

extension AgentTool {
  private static let maxFaults = 20

  /// Finds known faults of a project.
  static let check = AgentTool(
    description: .init(
      name: "check", title: "Check a project for known faults",
      meaning: "Finds faults in nibs, storyboards, sources and property lists that are known to crash, with the edit.",
      parameters: [ToolParameter("folder", .text, "The folder of the project.", required: true)],
      outputSchema: PublishedDocument.schema("diagnose-check/1"))
  ) { arguments, context in
    let path = try context.access.path(arguments.text("folder") ?? "")
    guard Folder.isFolder(path), let index = ProjectIndex.read(path, isCanceled: context.isCanceled) else {
      throw ToolFault("The folder cannot be read.")
    }
    let faults = index.check(isCanceled: context.isCanceled)
    if context.isCanceled() { throw ToolFault("Canceled.") }
    let page = ProjectPage(
      folder: path.text, faults: Array(faults.prefix(maxFaults)), notes: Array(index.notes.prefix(maxFaults)),
      files: index.fileCount)
    var text = "\(faults.count) faults, \(index.fileCount) files read. " + AgentText.notice + "\n"
    for fault in faults.prefix(maxFaults) {
      let place = fault.locations.first.map { "\($0.path):\($0.line): " } ?? ""
      text += "\(fault.pattern)\n" + AgentText.quoted("fault", place + fault.headline)
      text += AgentText.quoted("remedy", fault.remedy)
    }
    if faults.count > maxFaults { text += "\(faults.count - maxFaults) more faults omitted.\n" }
    return ToolAnswer(text: text, json: page.json().json(quoting: PublishedDocument.check.untrustedMembers()))
  }
}
