/// Parses a name of the old mangling into a tree.
///
/// Methods are named after the productions of the grammar.
struct OldSwiftParser {
  var reader: OldSwiftReader
  var tree = OldSwiftTree()
  /// The substitutions: modules, types, protocols and associated types in the order in which they ended; `S_` is the
  /// first.
  var substitutions: [OldSwiftRef] = []
  /// The number of names that enclose this one.
  let nesting: Int
  private var depth = 0

  init(_ bytes: [UInt8], nesting: Int) {
    reader = OldSwiftReader(bytes)
    self.nesting = nesting
  }

  /// Every recursion begins with this and ends with `leave`.
  mutating func enter() throws(OldSwiftUnreadable) {
    guard depth < maxOldSwiftDepth else { throw OldSwiftUnreadable() }
    depth += 1
  }

  mutating func leave() { depth -= 1 }

  // MARK: Parts of the tree

  mutating func phrase(
    _ pieces: [OldSwiftPiece], _ role: OldSwiftRole = .simple
  ) throws(OldSwiftUnreadable) -> OldSwiftRef {
    try tree.add(.phrase(pieces, role))
  }

  mutating func swiftModule() throws(OldSwiftUnreadable) -> OldSwiftRef { try tree.add(.module("Swift")) }

  func role(_ ref: OldSwiftRef) -> OldSwiftRole? {
    if case .phrase(_, let role) = tree[ref] { role } else { nil }
  }

  func declaration(_ ref: OldSwiftRef) -> OldSwiftDeclaration? {
    if case .declaration(let declaration) = tree[ref] { declaration } else { nil }
  }

  func isModule(_ ref: OldSwiftRef) -> Bool {
    if case .module = tree[ref] { true } else { false }
  }

  // MARK: Complete names

  /// `mangled-name`: a sequence of pieces.
  mutating func name() throws(OldSwiftUnreadable) -> [OldSwiftPiece] {
    guard reader.take("_T") else { throw OldSwiftUnreadable() }
    var pieces: [OldSwiftPiece] = []
    if reader.take("TS") {
      repeat {
        pieces.append(.node(try specialization()))
        substitutions = []
      } while reader.take("_TTS")
      guard reader.take("_T") else { throw OldSwiftUnreadable() }
    } else if let attribute = OldSwiftCatalog.attributes.first(where: { reader.take($0.code) }) {
      pieces.append(.text(attribute.words))
    }
    pieces.append(.node(try global()))
    return pieces
  }

  /// `global`.
  mutating func global() throws(OldSwiftUnreadable) -> OldSwiftRef {
    guard let form = OldSwiftCatalog.globalForms.first(where: { reader.take($0.code) }) else { return try entity() }
    var operands: [OldSwiftPiece] = []
    for operand in form.operands { operands.append(try read(operand)) }
    return try phrase(
      form.words.map { word in
        switch word {
        case .text(let text): .text(text)
        case .operand(let number): operands.indices.contains(number) ? operands[number] : ""
        }
      })
  }

  private mutating func read(_ operand: OldSwiftCatalog.Operand) throws(OldSwiftUnreadable) -> OldSwiftPiece {
    switch operand {
    case .type: return .node(try type())
    case .protocolName: return .node(try protocolName())
    case .conformance: return .node(try conformance())
    case .entity: return .node(try entity())
    case .declarationName: return .text(try declarationName().text)
    case .directness:
      if reader.take("d") { return "direct " }
      guard reader.take("i") else { throw OldSwiftUnreadable() }
      return "indirect "
    case .thunkParameters:
      return reader.take("G") ? .node(try phrase([.node(try genericSignature()), " "])) : ""
    case .forwarded:
      guard reader.take("__T") else { return "" }
      try enter()
      defer { leave() }
      return .node(try phrase([" for ", .node(try global())]))
    case .valueWitness:
      guard let witness = OldSwiftCatalog.valueWitnesses.first(where: { reader.take($0.code) }) else {
        throw OldSwiftUnreadable()
      }
      return .text(witness.name)
    }
  }

  /// `protocol-conformance`: a type, a protocol, the module that states it.
  mutating func conformance() throws(OldSwiftUnreadable) -> OldSwiftRef {
    let type = try type()
    let protocolName = try protocolName()
    return try phrase([.node(type), " : ", .node(protocolName), " in ", .node(try context())])
  }

  // MARK: Names of declarations

  /// `decl-name`.
  mutating func declarationName() throws(OldSwiftUnreadable) -> OldSwiftDeclarationName {
    if reader.take("L") {
      let number = try reader.indexNumber() &+ 1
      return OldSwiftDeclarationName(text: "\(try reader.identifier().shown) #\(number)", isLocal: true)
    }
    if reader.take("P") {
      let file = try reader.identifier().text
      let name = try reader.identifier()
      return OldSwiftDeclarationName(text: "(\(name.shown) in \(file))", isSubscript: name.text == "subscript")
    }
    let name = try reader.identifier()
    return OldSwiftDeclarationName(text: name.shown, isSubscript: name.shown == "subscript")
  }

  /// `declaration-name` of a type: a context and a name. Later parts may refer to it.
  mutating func nominal(_ kind: OldSwiftDeclaration.Kind) throws(OldSwiftUnreadable) -> OldSwiftRef {
    try nominal(kind, in: try context())
  }

  mutating func nominal(
    _ kind: OldSwiftDeclaration.Kind, in context: OldSwiftRef
  ) throws(OldSwiftUnreadable) -> OldSwiftRef {
    let name = try declarationName()
    let type = try tree.add(.declaration(OldSwiftDeclaration(kind: kind, context: context, name: name)))
    substitutions.append(type)
    return type
  }

  /// `nominal-type`.
  mutating func nominalType() throws(OldSwiftUnreadable) -> OldSwiftRef {
    if reader.take("S") { return try substitution() }
    guard let found = OldSwiftCatalog.nominalKinds.first(where: { reader.take($0.letter) }) else {
      throw OldSwiftUnreadable()
    }
    return try nominal(found.kind)
  }

  /// `protocol-name`. `S` may refer to the protocol or to its module.
  mutating func protocolName() throws(OldSwiftUnreadable) -> OldSwiftRef {
    if reader.take("S") {
      let found = try substitution()
      if declaration(found)?.kind == .protocol { return found }
      guard isModule(found) else { throw OldSwiftUnreadable() }
      return try nominal(.protocol, in: found)
    }
    if reader.take("s") { return try nominal(.protocol, in: try swiftModule()) }
    return try nominal(.protocol)
  }

  /// The part after `S`.
  mutating func substitution() throws(OldSwiftUnreadable) -> OldSwiftRef {
    if let module = OldSwiftCatalog.knownModules.first(where: { reader.take($0.letter) }) {
      return try tree.add(.module(module.name))
    }
    if let type = OldSwiftCatalog.standardTypes.first(where: { reader.take($0.letter) }) {
      let name = OldSwiftDeclarationName(text: type.name)
      return try tree.add(
        .declaration(OldSwiftDeclaration(kind: type.kind, context: try swiftModule(), name: name)))
    }
    guard let number = Int(exactly: try reader.indexNumber()), number < substitutions.count else {
      throw OldSwiftUnreadable()
    }
    return substitutions[number]
  }
}
