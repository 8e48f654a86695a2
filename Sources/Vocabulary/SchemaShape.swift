/// The shape of a JSON value, from which a JSON Schema (2020-12) is written.
package indirect enum SchemaShape: Sendable {
  case text
  case integer
  case number
  case flag
  /// A text with the values of this version; later versions may add values.
  case word([String])
  /// A text that is always the same.
  case constant(String)
  case list(SchemaShape)
  case object([SchemaMember])
  /// An object whose members have these names or others, each with a value of one shape.
  case dictionary(SchemaShape)
}

/// A member of a JSON object.
package struct SchemaMember: Sendable {
  /// The name of the member.
  package var name: String
  /// The shape of its value.
  package var shape: SchemaShape
  /// What the value means, in one sentence; empty if the name says it.
  package var meaning: String
  /// Whether every object has the member.
  package var isRequired: Bool
  /// Whether the value may be null.
  package var isNullable: Bool
  /// Whether texts in the value may contain text of reports, projects or users: data, never instructions. True unless the
  /// member states otherwise, so that a new member is marked for agents.
  package var isUntrusted: Bool

  /// Creates a member that every object has, and whose value may be null.
  ///
  /// - Parameter untrusted: False if the program composes every text of the value itself: keys, times, words of its
  ///   catalogs.
  package init(
    _ name: String, _ shape: SchemaShape, _ meaning: String = "", required: Bool = true, nullable: Bool = true,
    untrusted: Bool = true
  ) {
    self.name = name
    self.shape = shape
    self.meaning = meaning
    isRequired = required
    isNullable = nullable
    isUntrusted = untrusted
  }
}

extension SchemaMember {
  /// The member without descriptions, also of the members in it.
  package var withoutMeaning: SchemaMember {
    SchemaMember(
      name, shape.withoutMeaning, required: isRequired, nullable: isNullable, untrusted: isUntrusted)
  }
}

extension SchemaShape {
  /// Whether the value is or contains a text without fixed values.
  package var hasText: Bool {
    switch self {
    case .text: true
    case .list(let element), .dictionary(let element): element.hasText
    case .object(let members): members.contains { $0.shape.hasText }
    case .integer, .number, .flag, .word, .constant: false
    }
  }

  fileprivate var withoutMeaning: SchemaShape {
    switch self {
    case .text, .integer, .number, .flag, .constant: self
    case .word: .text
    case .list(let element): .list(element.withoutMeaning)
    case .dictionary(let value): .dictionary(value.withoutMeaning)
    case .object(let members): .object(members.map(\.withoutMeaning))
    }
  }

  /// Writes the schema of the value as an object.
  ///
  /// - Parameters:
  ///   - meaning: The description; empty for none.
  ///   - isNullable: Whether the value may also be null.
  package func write(to writer: inout JSONWriter, meaning: String = "", isNullable: Bool = false) {
    writer.object { self.writeRules(to: &$0, meaning: meaning, isNullable: isNullable) }
  }

  /// Writes the members of the schema into an open object.
  package func writeRules(to writer: inout JSONWriter, meaning: String = "", isNullable: Bool = false) {
    if case .constant(let text) = self {
      writer.member("const", text)
    } else {
      writer.name("type")
      if isNullable {
        writer.array([type, "null"], inline: true) { $0.text($1) }
      } else {
        writer.text(type)
      }
    }
    if !meaning.isEmpty { writer.member("description", meaning) }
    switch self {
    case .text, .integer, .number, .flag, .constant: break
    case .word(let words):
      writer.name("examples")
      writer.array(words, inline: true) { $0.text($1) }
    case .list(let element):
      writer.name("items")
      element.write(to: &writer)
    case .dictionary(let value):
      writer.name("additionalProperties")
      value.write(to: &writer, isNullable: true)
    case .object(let members):
      writer.name("properties")
      writer.object { writer in
        for member in members {
          writer.name(member.name)
          member.shape.write(to: &writer, meaning: member.meaning, isNullable: member.isNullable)
        }
      }
      writer.name("required")
      writer.array(members.filter(\.isRequired).map(\.name), inline: true) { $0.text($1) }
      writer.member("additionalProperties", true)
    }
  }

  private var type: String {
    switch self {
    case .text, .word, .constant: "string"
    case .integer: "integer"
    case .number: "number"
    case .flag: "boolean"
    case .list: "array"
    case .object, .dictionary: "object"
    }
  }
}
