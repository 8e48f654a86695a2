import Bytes
import Vocabulary

/// A server of the Model Context Protocol, as a function from messages to answers. It neither reads nor writes streams.
package struct ContextServer {
  private let tools: [ServedTool]
  private let resources: ServedResources
  /// What the model is told about the server.
  private let instructions: String
  /// The revision that a handshake agreed on; `nil` before it.
  private var session: ProtocolVersion?

  private static let maxBatch = 100
  private static let metaPrefix = "io.modelcontextprotocol/"

  /// Creates a server.
  package init(tools: [ServedTool], resources: ServedResources, instructions: String) {
    self.tools = tools
    self.resources = resources
    self.instructions = instructions
  }

  /// Returns the answer to a message, one line without its line feed; `nil` if it needs none.
  package mutating func answer(_ bytes: [UInt8]) -> [UInt8]? {
    guard let node = JSONNode(parsing: bytes) else { return Self.failure(.notJSON, id: .null) }
    guard case .array(let messages) = node else { return answer(node) }
    guard session?.hasBatches == true, !messages.isEmpty, messages.count <= Self.maxBatch else {
      return Self.failure(.invalidRequest("Batches are not supported: send one message per line."), id: .null)
    }
    let answers = messages.compactMap { answer($0) }
    guard !answers.isEmpty else { return nil }
    return [UInt8(ascii: "[")] + Array(answers.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
  }

  /// Returns the answer to a message that was skipped because of its length.
  package static func answerToLongMessage(limit: Int) -> [UInt8] {
    failure(.invalidRequest("The message is longer than \(limit >> 20) MB, the limit."), id: .null)
  }

  /// Returns the identifier of a request, as text, if the message is a request; for a notification that cancels one,
  /// that request's.
  package static func subject(of bytes: [UInt8]) -> (id: String, isCancellation: Bool)? {
    guard let node = JSONNode(parsing: bytes) else { return nil }
    if node["method"]?.text == "notifications/cancelled" {
      return node["params"]?["requestId"].flatMap { key($0) }.map { ($0, true) }
    }
    return node["id"].flatMap { key($0) }.map { ($0, false) }
  }

  /// Identifiers of different types are different.
  private static func key(_ id: JSONNode) -> String? {
    switch id {
    case .text(let text): "text " + text
    case .number(_, let whole?): "number \(whole)"
    default: nil
    }
  }

  // MARK: Messages

  private mutating func answer(_ message: JSONNode) -> [UInt8]? {
    guard message.isObject, message["jsonrpc"] == .text("2.0") else {
      return Self.failure(.invalidRequest("Not a JSON-RPC 2.0 message."), id: Self.identifier(message) ?? .null)
    }
    guard let method = message["method"]?.text else {
      // The server sends no requests, so it expects no answers.
      if message["result"] != nil || message["error"] != nil { return nil }
      return Self.failure(.invalidRequest("The message has no method."), id: Self.identifier(message) ?? .null)
    }
    guard let id = message["id"] else { return nil }
    guard let identifier = Self.identifier(message) else {
      return Self.failure(
        .invalidRequest(
          "'id' is not a string or an integer that can be returned unchanged: \(method.prefix(characters: 60))."),
        id: .null)
    }
    do throws(ProtocolFault) {
      let parameters = message["params"] ?? .object([:])
      guard parameters.isObject else { throw .invalidParameters("'params' is not an object.") }
      return try result(method, parameters, id: id)
    } catch {
      return Self.failure(error, id: identifier)
    }
  }

  private static func identifier(_ message: JSONNode) -> JSONNode? {
    guard let id = message["id"], key(id) != nil, isReturnable(id) else { return nil }
    return id
  }

  /// Whether an identifier is written as it was read: the writer limits texts, and replaces characters that are not
  /// permitted in UTF-8. A client finds no request for another identifier.
  private static func isReturnable(_ id: JSONNode) -> Bool {
    if id.text?.unicodeScalars.contains("\u{FFFD}") == true { return false }
    var writer = JSONWriter(layout: .compact)
    id.write(to: &writer)
    return JSONNode(parsing: writer.bytes) == id
  }

  private mutating func result(_ method: String, _ parameters: JSONNode, id: JSONNode) throws(ProtocolFault)
    -> [UInt8]
  {
    if method == "initialize" { return try initialize(parameters, id: id) }
    if method == "ping", parameters["_meta"]?[Self.metaPrefix + "protocolVersion"] == nil {
      return Self.success(id: id) { $0.object { _ in } }
    }
    let version = try version(of: parameters)
    guard let method = Self.methods[method] else { throw .unknownMethod(method) }
    let write = try method(self, parameters, version)
    return Self.success(id: id) { writer in
      writer.object { writer in
        if version.isStateless {
          writer.member("resultType", "complete")
          writer.name("_meta")
          writer.object {
            $0.name(Self.metaPrefix + "serverInfo")
            Self.writeIdentity(to: &$0)
          }
        }
        write(&writer)
      }
    }
  }

  /// Returns the revision of a request: the one that it states, else that of the handshake.
  private func version(of parameters: JSONNode) throws(ProtocolFault) -> ProtocolVersion {
    if let stated = parameters["_meta"]?[Self.metaPrefix + "protocolVersion"] {
      guard let name = stated.text else { throw .invalidParameters("The protocol version is not a string.") }
      guard let version = ProtocolVersion.named(name), version.isStateless else { throw .unsupported(version: name) }
      guard parameters["_meta"]?[Self.metaPrefix + "clientCapabilities"]?.isObject == true else {
        throw .invalidParameters("'_meta' has no client capabilities.")
      }
      return version
    }
    guard let session else {
      throw .invalidRequest("Send 'initialize' first, or state the protocol version in '_meta'.")
    }
    return session
  }

  private mutating func initialize(_ parameters: JSONNode, id: JSONNode) throws(ProtocolFault) -> [UInt8] {
    guard let requested = parameters["protocolVersion"]?.text else {
      throw .invalidParameters("'protocolVersion' is not a string.")
    }
    let known = ProtocolVersion.named(requested)
    let version = known.flatMap { $0.isStateless ? nil : $0 } ?? .proposed
    session = version
    return Self.success(id: id) { writer in
      writer.object {
        $0.member("protocolVersion", version.id)
        writeCapabilities(to: &$0)
        $0.name("serverInfo")
        Self.writeIdentity(to: &$0)
        $0.member("instructions", instructions)
      }
    }
  }

  // MARK: Methods

  private typealias Write = (inout JSONWriter) -> Void
  private typealias Method =
    @Sendable (ContextServer, JSONNode, ProtocolVersion) throws(ProtocolFault) -> Write

  /// The methods other than those of the handshake.
  private static let methods: [String: Method] = [
    "server/discover": { (server, _, version) throws(ProtocolFault) in
      guard version.isStateless else { throw .unknownMethod("server/discover") }
      return { writer in
        writer.name("supportedVersions")
        writer.array(ProtocolVersion.catalog.map(\.id)) { $0.text($1) }
        server.writeCapabilities(to: &writer)
        writer.member("instructions", server.instructions)
        writeCaching(isPublic: true, to: &writer, version)
      }
    },
    "tools/list": { (server, _, version) throws(ProtocolFault) in
      { writer in
        writer.name("tools")
        writer.array(server.tools) { $1.write(to: &$0, version) }
        writeCaching(isPublic: true, to: &writer, version)
      }
    },
    "tools/call": { (server, parameters, version) throws(ProtocolFault) in
      try server.call(parameters, version)
    },
    "resources/list": { (server, _, version) throws(ProtocolFault) in
      { writer in
        writer.name("resources")
        writer.array(server.resources.list()) { $1.write(to: &$0, address: "uri") }
        writeCaching(isPublic: false, to: &writer, version)
      }
    },
    "resources/templates/list": { (server, _, version) throws(ProtocolFault) in
      { writer in
        writer.name("resourceTemplates")
        writer.array(server.resources.templates) { $1.write(to: &$0, address: "uriTemplate") }
        writeCaching(isPublic: true, to: &writer, version)
      }
    },
    "resources/read": { (server, parameters, version) throws(ProtocolFault) in
      try server.read(parameters, version)
    },
    // Clients may ask for log messages; this server has none, and does not declare the capability.
    "logging/setLevel": { (_, _, version) throws(ProtocolFault) in
      guard !version.isStateless else { throw .unknownMethod("logging/setLevel") }
      return { _ in }
    },
  ]

  private func call(_ parameters: JSONNode, _ version: ProtocolVersion) throws(ProtocolFault) -> Write {
    guard let name = parameters["name"]?.text else { throw .invalidParameters("'name' is not a string.") }
    guard let tool = tools.first(where: { $0.description.name == name }) else {
      throw .invalidParameters("Unknown tool \(name.prefix(characters: 100)).")
    }
    let arguments = parameters["arguments"] ?? .object([:])
    guard arguments.isObject else { throw .invalidParameters("'arguments' is not an object.") }
    do throws(ToolFault) {
      let answer = try tool.call(try ToolArguments(arguments, tool.description.parameters))
      return { writer in
        writer.name("content")
        writer.begin("[")
        writer.separate()
        Self.write(text: answer.text, to: &writer)
        if version.hasStructuredContent {
          for link in answer.links {
            writer.separate()
            Self.write(link, to: &writer)
          }
        }
        writer.end("]")
        if version.hasStructuredContent {
          writer.name("structuredContent")
          writer.value(json: answer.json)
        }
        writer.member("isError", false)
      }
    } catch {
      // The model can correct wrong arguments, so they are an answer of the tool and not an error of the protocol.
      return { writer in
        writer.name("content")
        writer.array([error.message]) { Self.write(text: $1, to: &$0) }
        writer.member("isError", true)
      }
    }
  }

  private func read(_ parameters: JSONNode, _ version: ProtocolVersion) throws(ProtocolFault) -> Write {
    guard let uri = parameters["uri"]?.text else { throw .invalidParameters("'uri' is not a string.") }
    let text: String?
    do throws(ToolFault) { text = try resources.read(uri) } catch {
      throw ProtocolFault(code: -32603, message: error.message)
    }
    guard let text else { throw .unknownResource(uri, version) }
    return { writer in
      writer.name("contents")
      writer.array([text]) { writer, text in
        writer.object {
          $0.member("uri", uri)
          $0.member("mimeType", "text/plain")
          $0.member("text", text)
        }
      }
      Self.writeCaching(isPublic: false, to: &writer, version)
    }
  }

  // MARK: Writing

  private static func success(id: JSONNode, _ result: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object {
      $0.member("jsonrpc", "2.0")
      $0.name("id")
      id.write(to: &$0)
      $0.name("result")
      result(&$0)
    }
    return writer.bytes
  }

  private static func failure(_ fault: ProtocolFault, id: JSONNode) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object {
      $0.member("jsonrpc", "2.0")
      $0.name("id")
      id.write(to: &$0)
      $0.name("error")
      $0.object {
        $0.member("code", fault.code)
        $0.member("message", fault.message)
        guard let requested = fault.requestedVersion else { return }
        $0.name("data")
        $0.object {
          $0.name("supported")
          $0.array(ProtocolVersion.catalog.map(\.id)) { $0.text($1) }
          $0.member("requested", requested)
        }
      }
    }
    return writer.bytes
  }

  private func writeCapabilities(to writer: inout JSONWriter) {
    writer.name("capabilities")
    writer.object {
      $0.name("tools")
      $0.object { _ in }
      $0.name("resources")
      $0.object { _ in }
    }
  }

  private static func writeIdentity(to writer: inout JSONWriter) {
    writer.object {
      $0.member("name", Product.name)
      $0.member("version", Product.version)
    }
  }

  /// Writes how long a result may be reused, which the stateless revision requires.
  private static func writeCaching(isPublic: Bool, to writer: inout JSONWriter, _ version: ProtocolVersion) {
    guard version.isStateless else { return }
    writer.member("ttlMs", isPublic ? 3_600_000 : 0)
    writer.member("cacheScope", isPublic ? "public" : "private")
  }

  private static func write(text: String, to writer: inout JSONWriter) {
    writer.object {
      $0.member("type", "text")
      $0.member("text", text)
    }
  }

  private static func write(_ link: ToolAnswer.Link, to writer: inout JSONWriter) {
    writer.object {
      $0.member("type", "resource_link")
      $0.member("uri", link.uri)
      $0.member("name", link.name)
      $0.member("description", link.meaning)
      $0.member("mimeType", "text/plain")
    }
  }
}
