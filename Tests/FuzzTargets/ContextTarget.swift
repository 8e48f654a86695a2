internal import ModelContext
internal import Vocabulary

extension FuzzTarget {
  package static let context = FuzzTarget(
    "FuzzContext",
    exercises:
      "the splitter of messages and the server of the Model Context Protocol; each answer is one line of valid JSON, "
      + "and each message that is not JSON gets one",
    dictionary: "json"
  ) { bytes in
    let description = ServedTool.Description(
      name: "echo", title: "Echo", meaning: "Returns the text.",
      parameters: [
        ToolParameter("text", .text, "The text.", required: true), ToolParameter("flag", .flag, "A flag."),
        ToolParameter("number", .integer(1...9), "A number."), ToolParameter("list", .texts(limit: 2), "Texts."),
        ToolParameter("word", .word(["a", "b"]), "A word."),
      ]
    ) { $0.object { _ in } }
    let tool = ServedTool(description) { (arguments) throws(ToolFault) in
      ToolAnswer(text: arguments.text("text") ?? "", json: Array("{}".utf8))
    }
    var server = ContextServer(
      tools: [tool],
      resources: ServedResources(templates: [], list: { [] }, read: { (uri) throws(ToolFault) in uri }),
      instructions: "")
    var items: [FrameSplitter.Item] = []
    var splitter = FrameSplitter(limit: 4096)
    let middle = bytes.count / 2
    splitter.feed(bytes[..<middle]) { items.append($0) }
    splitter.feed(bytes[middle...]) { items.append($0) }
    splitter.finish { items.append($0) }
    for case .message(let message) in items {
      _ = ContextServer.subject(of: message)
      let answer = server.answer(message)
      try require(answer != nil || JSONNode(parsing: message) != nil, "a message that is not JSON has no answer")
      guard let answer else { continue }
      try require(!answer.contains(0x0A), "an answer has several lines")
      try require(JSONNode(parsing: answer) != nil, "an answer is not JSON")
    }
  }
}
