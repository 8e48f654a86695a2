import Knowledge

/// What the tools print that build, sign, install, launch and test an app when they fail. The wordings are those of
/// `Knowledge/words/tools.txt`; the patterns of the family `tools` explain them.
enum ToolMessage {
  /// The phrases of tools, in lower case.
  static let toolPhrases: [String] = KnowledgeText.toolMessages.lists["phrases"]
  /// The phrases in lower case by which a line of a log is found to be worth reading: those of tools, and those of runtimes, engines and
  /// drivers.
  static let phrases: [String] = toolPhrases + KnowledgeText.toolMessages.lists["runtime phrases"]
}
