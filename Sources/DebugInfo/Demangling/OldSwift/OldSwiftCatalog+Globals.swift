/// The forms of a complete name.
extension OldSwiftCatalog {
  enum Operand: Sendable {
    case type, protocolName, conformance, entity, declarationName
    /// `direct ` or `indirect `.
    case directness
    /// The generic parameters of a thunk and a space, or nothing.
    case thunkParameters
    /// ` for ` and the applied function, or nothing.
    case forwarded
    /// The two letters of a value witness.
    case valueWitness
  }

  /// A text, or the number of an operand.
  enum Word: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case operand(Int)

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .operand(number) }
  }

  struct GlobalForm: Sendable {
    let code: StaticString
    let operands: [Operand]
    let words: [Word]

    init(_ code: StaticString, _ operands: [Operand], _ words: [Word]) {
      self.code = code
      self.operands = operands
      self.words = words
    }
  }

  /// The forms, tried in this order. A name that begins with none of them is an entity.
  static let globalForms: [GlobalForm] = [
    .init("t", [.type], [0]),
    .init("MP", [.type], ["generic type metadata pattern for ", 0]),
    .init("Ma", [.type], ["type metadata accessor for ", 0]),
    .init("ML", [.type], ["lazy cache variable for type metadata for ", 0]),
    .init("Mm", [.type], ["metaclass for ", 0]),
    .init("Mn", [.type], ["nominal type descriptor for ", 0]),
    .init("Mf", [.type], ["full type metadata for ", 0]),
    .init("Mp", [.protocolName], ["protocol descriptor for ", 0]),
    .init("M", [.type], ["type metadata for ", 0]),
    .init("PAo", [.forwarded], ["partial apply ObjC forwarder", 0]),
    .init("PA", [.forwarded], ["partial apply forwarder", 0]),
    .init("w", [.valueWitness, .type], [0, " value witness for ", 1]),
    .init("WV", [.type], ["value witness table for ", 0]),
    .init("Wv", [.directness, .entity], [0, "field offset for ", 1]),
    .init("WP", [.conformance], ["protocol witness table for ", 0]),
    .init("WG", [.conformance], ["generic protocol witness table for ", 0]),
    .init("WI", [.conformance], ["instantiation function for generic protocol witness table for ", 0]),
    .init("Wa", [.conformance], ["protocol witness table accessor for ", 0]),
    .init(
      "Wl", [.type, .conformance], ["lazy protocol witness table accessor for type ", 0, " and conformance ", 1]),
    .init(
      "WL", [.type, .conformance],
      ["lazy protocol witness table cache variable for type ", 0, " and conformance ", 1]),
    .init("Wt", [.conformance, .declarationName], ["associated type metadata accessor for ", 1, " in ", 0]),
    .init(
      "WT", [.conformance, .declarationName, .protocolName],
      ["associated type witness table accessor for ", 1, " : ", 2, " in ", 0]),
    .init("TR", [.thunkParameters, .type, .type], ["reabstraction thunk helper ", 0, "from ", 2, " to ", 1]),
    .init("Tr", [.thunkParameters, .type, .type], ["reabstraction thunk ", 0, "from ", 2, " to ", 1]),
    .init("TW", [.conformance, .entity], ["protocol witness for ", 1, " in conformance ", 0]),
  ]

  /// The letters before a global that describe how it is called.
  static let attributes: [(code: StaticString, words: String)] = [
    ("To", "@objc "), ("TO", "@nonobjc "), ("TD", "dynamic "), ("Td", "super "), ("TV", "override "),
  ]

  static let valueWitnesses: [(code: StaticString, name: String)] = [
    ("al", "allocateBuffer"), ("ca", "assignWithCopy"), ("ta", "assignWithTake"), ("de", "deallocateBuffer"),
    ("xx", "destroy"), ("XX", "destroyBuffer"), ("Xx", "destroyArray"), ("CP", "initializeBufferWithCopyOfBuffer"),
    ("Cp", "initializeBufferWithCopy"), ("cp", "initializeWithCopy"), ("Cc", "initializeArrayWithCopy"),
    ("TK", "initializeBufferWithTakeOfBuffer"), ("Tk", "initializeBufferWithTake"), ("tk", "initializeWithTake"),
    ("Tt", "initializeArrayWithTakeFrontToBack"), ("tT", "initializeArrayWithTakeBackToFront"),
    ("pr", "projectBuffer"), ("xs", "storeExtraInhabitant"), ("xg", "getExtraInhabitantIndex"), ("ug", "getEnumTag"),
    ("up", "destructiveProjectEnumData"), ("ui", "destructiveInjectEnumTag"), ("et", "getEnumTagSinglePayload"),
    ("st", "storeEnumTagSinglePayload"),
  ]

  // MARK: Entities

  struct EntityForm: Sendable {
    enum Operand: Sendable { case none, name, number }

    let code: StaticString
    let label: String
    /// The variant for members of a class.
    var labelInClass: String?
    var operand = Operand.none
    var style = OldSwiftDeclaration.TypeStyle.none
    /// Whether the displayed number counts from 1 instead of 0.
    var countsFromOne = false
    var joint = " in "
  }

  /// The functions without a name, after their context.
  static let functionEntities: [EntityForm] =
    [
      .init(code: "D", label: "deinit", labelInClass: "__deallocating_deinit"),
      .init(code: "Z", label: "deinit", labelInClass: "__isolated_deallocating_deinit"),
      .init(code: "d", label: "deinit"),
      .init(code: "e", label: "__ivar_initializer"),
      .init(code: "E", label: "__ivar_destroyer"),
      .init(code: "C", label: "init", labelInClass: "__allocating_init", style: .function),
      .init(code: "c", label: "init", style: .function),
      .init(code: "U", label: "closure #", operand: .number, style: .function, countsFromOne: true),
      .init(code: "u", label: "implicit closure #", operand: .number, style: .function, countsFromOne: true),
    ]
    + accessors.map { EntityForm(code: $0.code, label: $0.label, operand: .name, style: .colon) }

  private static let accessors: [(code: StaticString, label: String)] = [
    ("g", "getter"), ("G", "getter"), ("s", "setter"), ("m", "materializeForSet"), ("w", "willset"), ("W", "didset"),
    ("r", "read"), ("M", "modify"),
    ("aO", "owningMutableAddressor"), ("ao", "nativeOwningMutableAddressor"), ("ap", "nativePinningMutableAddressor"),
    ("au", "unsafeMutableAddressor"), ("lO", "owningAddressor"), ("lo", "nativeOwningAddressor"),
    ("lp", "nativePinningAddressor"), ("lu", "unsafeAddressor"),
  ]

  /// The initializers of a value.
  static let initializerEntities: [EntityForm] = [
    .init(code: "A", label: "default argument ", operand: .number, joint: " of "),
    .init(code: "i", label: "variable initialization expression", joint: " of "),
  ]

  /// The letters of entities. `initializer` has no form with a name.
  static let entityKinds: [(letter: StaticString, kind: EntityKind)] = [
    ("F", .function), ("v", .variable), ("I", .initializer), ("i", .subscript),
  ]

  enum EntityKind: Sendable { case function, variable, initializer, `subscript` }
}
