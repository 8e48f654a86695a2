import Knowledge

/// What the tools print that build, sign, install, launch and test an app when they fail. The wordings are those of
/// `Knowledge/words/tools.txt`; the patterns of the family `tools` explain them.
enum ToolMessage {
  /// The phrases in lower case by which a line of a log is found to be worth reading.
  static let phrases: [String] = KnowledgeText.toolMessages.lists["phrases"]
}
