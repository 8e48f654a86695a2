package import Vocabulary

/// A kind of JSON document that the program writes, with its published schema.
package struct PublishedDocument: Identifiable, Sendable {
  /// The value of the member `schema`.
  package let id: String
  /// What the document contains, in one sentence.
  package let summary: String
  /// The commands that write it.
  package let commands: [String]
  /// The members of the document; `nil` if the schema is written by hand.
  package let members: [SchemaMember]?
  /// True if the members of `members` that are not required are lists, of which a document has exactly one.
  package let hasOneList: Bool

  init(
    _ id: String, _ summary: String, commands: [String], hasOneList: Bool = false, members: [SchemaMember]?
  ) {
    self.id = id
    self.summary = summary
    self.commands = commands
    self.hasOneList = hasOneList
    self.members = members
  }

  /// The names of the members whose text is untrusted, in order, also those of objects in the document.
  ///
  /// - Parameter lists: The members that are not required, of which a document has one; `nil` for all members.
  package func untrustedMembers(lists: [String]? = nil) -> [String] {
    var names: [String] = []
    func add(_ members: [SchemaMember]) {
      for member in members { visit(member, member.shape) }
    }
    func visit(_ member: SchemaMember, _ shape: SchemaShape) {
      switch shape {
      case .text: if member.isUntrusted, !names.contains(member.name) { names.append(member.name) }
      case .list(let element), .dictionary(let element): visit(member, element)
      case .object(let members): add(members)
      case .integer, .number, .flag, .word, .constant: break
      }
    }
    add((members ?? []).filter { lists?.contains($0.name) ?? true })
    return names
  }

  /// The path of the schema in the repository.
  package var file: String {
    let name = id.replacing("/", with: "-") + ".schema.json"
    return members == nil ? "docs/" + name : "docs/schemas/" + name
  }

  /// The members that every document with a schema begins with.
  static func head(_ id: String) -> [SchemaMember] {
    [
      SchemaMember("schema", .constant(id), nullable: false),
      SchemaMember(
        "tool",
        .object([
          SchemaMember("name", .constant(Product.name)),
          SchemaMember("version", .text, nullable: false, untrusted: false),
        ]),
        "The program that wrote the document.", nullable: false),
    ]
  }

  /// The JSON Schema of the document, with a final line feed; empty if it is written by hand.
  package var schema: String {
    guard let members else { return "" }
    var writer = JSONWriter(layout: .indented)
    writer.object {
      $0.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      $0.member("$id", "urn:diagnose:schema:" + id)
      $0.member("title", id)
      write(members, to: &$0)
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  /// Writes the schema as an object without the members that identify it, and without the meanings of members, for
  /// readers that pay for each word.
  ///
  /// - Parameter lists: The members that are not required, of which a document has one; `nil` for all.
  package func writeShortSchema(to writer: inout JSONWriter, lists: [String]?) {
    let shown = (members ?? []).filter { $0.isRequired || lists?.contains($0.name) != false }
    writer.object { SchemaShape.object(shown.map(\.withoutMeaning)).writeRules(to: &$0, meaning: summary) }
  }

  private func write(_ members: [SchemaMember], to writer: inout JSONWriter) {
    SchemaShape.object(members).writeRules(
      to: &writer, meaning: summary + " Ignore members and values that are not listed.")
    guard hasOneList else { return }
    writer.name("anyOf")
    writer.array(members.filter { !$0.isRequired }, inline: true) { writer, member in
      writer.object {
        $0.name("required")
        $0.array([member.name], inline: true) { $0.text($1) }
      }
    }
  }
}
