import Bytes
package import Vocabulary

/// A parameter of a tool.
package struct ToolParameter: Sendable {
  /// The kinds of values.
  package enum Kind: Sendable, Equatable {
    case text
    /// One of these words.
    case word([String])
    case integer(ClosedRange<Int>)
    case flag
    /// Texts, at most this many.
    case texts(limit: Int)
  }

  let name: String
  let kind: Kind
  let meaning: String
  let isRequired: Bool

  /// Creates a parameter; `meaning` is one sentence.
  package init(_ name: String, _ kind: Kind, _ meaning: String, required: Bool = false) {
    self.name = name
    self.kind = kind
    self.meaning = meaning
    isRequired = required
  }

  func write(to writer: inout JSONWriter) {
    writer.name(name)
    writer.object {
      switch kind {
      case .text: $0.member("type", "string")
      case .word(let words):
        $0.member("type", "string")
        $0.name("enum")
        $0.array(words) { $0.text($1) }
      case .integer(let range):
        $0.member("type", "integer")
        $0.member("minimum", range.lowerBound)
        $0.member("maximum", range.upperBound)
      case .flag: $0.member("type", "boolean")
      case .texts(let limit):
        $0.member("type", "array")
        $0.name("items")
        $0.object { $0.member("type", "string") }
        $0.member("maxItems", limit)
      }
      $0.member("description", meaning)
    }
  }

  /// Returns why a value cannot be used; `nil` if it can.
  func fault(_ value: JSONNode) -> String? {
    switch (kind, value) {
    case (.text, .text), (.flag, .flag): return nil
    case (.word(let words), .text(let text)):
      return words.contains(text) ? nil : "'\(name)' is not one of: \(words.joined(separator: ", "))."
    case (.integer(let range), .number(_, let whole?)):
      return range.contains(whole) ? nil : "'\(name)' is not from \(range.lowerBound) to \(range.upperBound)."
    case (.texts(let limit), .array(let elements)):
      guard elements.allSatisfy({ $0.text != nil }) else { return "'\(name)' has an element that is not a string." }
      return elements.count <= limit ? nil : "'\(name)' has more than \(limit) elements."
    case (.text, _), (.word, _): return "'\(name)' is not a string."
    case (.integer, _): return "'\(name)' is not an integer."
    case (.flag, _): return "'\(name)' is not a Boolean."
    case (.texts, _): return "'\(name)' is not an array of strings."
    }
  }
}

/// The checked arguments of a call.
package struct ToolArguments: Sendable {
  private let values: [String: JSONNode]

  /// Checks arguments against the parameters of a tool. Throws a sentence for the caller; null means no value.
  init(_ node: JSONNode?, _ parameters: [ToolParameter]) throws(ToolFault) {
    var values: [String: JSONNode] = [:]
    if case .object(let members)? = node {
      for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
        guard let parameter = parameters.first(where: { $0.name == name }) else {
          let known = parameters.map(\.name).joined(separator: ", ")
          throw ToolFault("Unknown argument '\(name.prefix(characters: 60))'. The arguments are: \(known).")
        }
        if let fault = parameter.fault(value) { throw ToolFault("Argument " + fault) }
        values[name] = value
      }
    }
    for parameter in parameters where parameter.isRequired && values[parameter.name] == nil {
      throw ToolFault("Argument '\(parameter.name)' is missing: \(parameter.meaning)")
    }
    self.values = values
  }

  /// Returns the text of an argument; `nil` if it is missing.
  package func text(_ name: String) -> String? { values[name]?.text }

  /// Returns the number of an argument; `nil` if it is missing.
  package func integer(_ name: String) -> Int? {
    if case .number(_, let whole)? = values[name] { whole } else { nil }
  }

  /// Returns the value of a flag; false if it is missing.
  package func flag(_ name: String) -> Bool { values[name] == .flag(true) }

  /// Returns the texts of an argument; empty if it is missing.
  package func texts(_ name: String) -> [String] {
    if case .array(let elements)? = values[name] { elements.compactMap(\.text) } else { [] }
  }
}

/// Why a tool cannot answer, for the model that called it.
package struct ToolFault: Error, Sendable {
  let message: String

  /// Creates a fault; `message` is text of this program, with names of the caller escaped.
  package init(_ message: String) { self.message = message }
}

/// The answer of a tool.
package struct ToolAnswer: Sendable {
  /// A link to details.
  package struct Link: Sendable {
    /// The address of a resource.
    package let uri: String
    let name: String
    let meaning: String

    /// Creates a link; `meaning` is one sentence.
    package init(uri: String, name: String, meaning: String) {
      self.uri = uri
      self.name = name
      self.meaning = meaning
    }
  }

  /// The answer in a few lines.
  let text: String
  /// The answer as a JSON object.
  let json: [UInt8]
  /// Where the details are.
  let links: [Link]

  /// Creates an answer.
  package init(text: String, json: [UInt8], links: [Link] = []) {
    self.text = text
    self.json = json
    self.links = links
  }
}

/// A tool of the server.
package struct ServedTool {
  /// What a call may change.
  package enum Effect: Sendable {
    /// Nothing.
    case readsOnly
    /// It adds to a store of this program.
    case records
    /// Everything that a command of the user does.
    case runsCommand
  }

  /// What a client learns of a tool.
  package struct Description: Sendable {
    /// The name by which it is called.
    package let name: String
    let title: String
    let meaning: String
    /// The parameters, the most important first.
    package let parameters: [ToolParameter]
    /// What a call may change.
    package var effect = Effect.readsOnly
    /// Writes the JSON Schema of its structured answers.
    package let outputSchema: @Sendable (inout JSONWriter) -> Void

    /// Creates a description; `meaning` says what the tool does and when to use it.
    package init(
      name: String, title: String, meaning: String, parameters: [ToolParameter], effect: Effect = .readsOnly,
      outputSchema: @escaping @Sendable (inout JSONWriter) -> Void
    ) {
      self.name = name
      self.title = title
      self.meaning = meaning
      self.parameters = parameters
      self.effect = effect
      self.outputSchema = outputSchema
    }
  }

  let description: Description
  let call: (ToolArguments) throws(ToolFault) -> ToolAnswer

  /// Creates a tool.
  package init(_ description: Description, call: @escaping (ToolArguments) throws(ToolFault) -> ToolAnswer) {
    self.description = description
    self.call = call
  }

  func write(to writer: inout JSONWriter, _ version: ProtocolVersion) {
    writer.object {
      $0.member("name", description.name)
      $0.member("title", description.title)
      $0.member("description", description.meaning)
      $0.name("inputSchema")
      $0.object { writer in
        writer.member("type", "object")
        writer.name("properties")
        writer.object { for parameter in description.parameters { parameter.write(to: &$0) } }
        writer.name("required")
        writer.array(description.parameters.filter(\.isRequired).map(\.name)) { $0.text($1) }
        writer.member("additionalProperties", false)
      }
      if version.hasStructuredContent {
        $0.name("outputSchema")
        description.outputSchema(&$0)
      }
      $0.name("annotations")
      $0.object {
        let runsCommand = description.effect == .runsCommand
        $0.member("readOnlyHint", description.effect == .readsOnly)
        $0.member("destructiveHint", runsCommand)
        $0.member("idempotentHint", !runsCommand)
        $0.member("openWorldHint", runsCommand)
      }
    }
  }
}
