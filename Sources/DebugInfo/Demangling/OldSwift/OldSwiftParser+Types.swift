import Bytes

/// Types.
extension OldSwiftParser {
  /// `type`.
  mutating func type() throws(OldSwiftUnreadable) -> OldSwiftRef {
    try enter()
    defer { leave() }
    if let form = OldSwiftCatalog.functionForms.first(where: { reader.take($0.code) }) {
      return try functionType(form)
    }
    if let form = OldSwiftCatalog.wordsBeforeTypes.first(where: { reader.take($0.code) }) {
      return try phrase([.text(form.words), .node(try type())], form.role)
    }
    return try otherType()
  }

  private mutating func otherType() throws(OldSwiftUnreadable) -> OldSwiftRef {
    guard let letter = reader.next() else { throw OldSwiftUnreadable() }
    switch letter {
    case UInt8(ascii: "B"): return try builtinType()
    case UInt8(ascii: "C"): return try nominal(.class)
    case UInt8(ascii: "V"): return try nominal(.structure)
    case UInt8(ascii: "O"): return try nominal(.enumeration)
    case UInt8(ascii: "a"): return try nominal(.alias)
    case UInt8(ascii: "S"): return try substitution()
    case UInt8(ascii: "G"): return try boundGenericType()
    case UInt8(ascii: "T"): return try tuple(isVariadic: false)
    case UInt8(ascii: "t"): return try tuple(isVariadic: true)
    case UInt8(ascii: "M"): return try metatype("")
    case UInt8(ascii: "P"): return reader.take("M") ? try existentialMetatype("") : try protocolList()
    case UInt8(ascii: "X"): return try extendedType()
    case UInt8(ascii: "D"):
      // The type is not printed: it is the type of the context.
      _ = try type()
      return try phrase(["Self"])
    case UInt8(ascii: "E"):
      guard reader.take("RR") else { throw OldSwiftUnreadable() }
      return try phrase(["<ERROR TYPE>"])
    case UInt8(ascii: "Q"): return try archetypeOrOpaque()
    case UInt8(ascii: "q"): return try dependentType()
    case UInt8(ascii: "x"): return try genericParameter(0, 0)
    case UInt8(ascii: "w"): return try associatedType()
    case UInt8(ascii: "W"): return try associatedTypeChain()
    case UInt8(ascii: "u"): return try genericType()
    default: throw OldSwiftUnreadable()
    }
  }

  /// The part after `X`.
  private mutating func extendedType() throws(OldSwiftUnreadable) -> OldSwiftRef {
    if reader.take("B") { return try boxLayout() }
    if reader.take("F") { return try implementationType() }
    if reader.take("M") { return try metatype(try metatypeForm()) }
    if reader.take("PM") { return try existentialMetatype(try metatypeForm()) }
    guard reader.take("P") else { throw OldSwiftUnreadable() }
    return try protocolList()
  }

  // MARK: Builtin types

  private mutating func builtinType() throws(OldSwiftUnreadable) -> OldSwiftRef {
    if let type = OldSwiftCatalog.builtinTypes.first(where: { reader.take($0.letter) }) {
      return try phrase([.text("Builtin.\(type.name)")])
    }
    if reader.take("v") {
      let count = try reader.natural()
      guard reader.take("B") else { throw OldSwiftUnreadable() }
      let element = reader.take("p") ? "RawPointer" : try sizedBuiltin()
      return try phrase([.text("Builtin.Vec\(count)x\(element)")])
    }
    return try phrase([.text("Builtin.\(try sizedBuiltin())")])
  }

  private mutating func sizedBuiltin() throws(OldSwiftUnreadable) -> String {
    let name: String
    if reader.take("f") {
      name = "FPIEEE"
    } else {
      guard reader.take("i") else { throw OldSwiftUnreadable() }
      name = "Int"
    }
    let size = try reader.natural()
    guard reader.take("_") else { throw OldSwiftUnreadable() }
    return name + String(size)
  }

  // MARK: Functions and tuples

  /// The traits that precede the parameters of a function type, in the order in which they are printed.
  private enum FunctionTrait { case actor, differentiable, throwing, sendable, asynchronous }

  private mutating func functionType(
    _ form: OldSwiftCatalog.FunctionForm
  ) throws(OldSwiftUnreadable) -> OldSwiftRef {
    var stated: [(trait: FunctionTrait, pieces: [OldSwiftPiece])] = []
    if reader.take("z") { stated.append((.throwing, [" throws"])) }
    if reader.take("y") { stated.append((.sendable, ["@Sendable "])) }
    if reader.take("Z") { stated.insert((.asynchronous, [" async"]), at: stated.first?.trait == .throwing ? 1 : 0) }
    if reader.take("D") {
      if let kind = OldSwiftCatalog.differentiability.first(where: { reader.take($0.letter) }) {
        stated.append((.differentiable, [.text(kind.words)]))
      } else {
        _ = reader.next()
      }
    }
    if reader.take("Y") { stated.append((.actor, ["@", .node(try type()), " "])) }
    let parameters = try type()
    let result = try type()

    // Swift's own demangler prints a trait only if the traits come in this order.
    var shown: [FunctionTrait: [OldSwiftPiece]] = [:]
    for trait in [FunctionTrait.actor, .differentiable, .throwing, .sendable, .asynchronous]
    where stated.first?.trait == trait { shown[trait] = stated.removeFirst().pieces }

    var pieces: [OldSwiftPiece] = [.text(form.words)]
    for trait in [FunctionTrait.actor, .differentiable, .sendable] { pieces += shown[trait] ?? [] }
    pieces += role(parameters) == .tuple ? [.node(parameters)] : ["(", .node(parameters), ")"]
    for trait in [FunctionTrait.asynchronous, .throwing] { pieces += shown[trait] ?? [] }
    return try phrase(pieces + [" -> ", .node(result)], form.role)
  }

  /// `tuple-element*`, after the letter.
  private mutating func tuple(isVariadic: Bool) throws(OldSwiftUnreadable) -> OldSwiftRef {
    var pieces: [OldSwiftPiece] = ["("]
    while !reader.take("_") {
      if pieces.count > 1 { pieces.append(", ") }
      guard let next = reader.peek else { throw OldSwiftUnreadable() }
      if next.isDigit || next == UInt8(ascii: "o") {
        pieces.append(.text(try reader.identifier(mayBeOperator: false).text + ": "))
      }
      pieces.append(.node(try type()))
    }
    if isVariadic, pieces.count > 1 { pieces.append("...") }
    return try phrase(pieces + [")"], .tuple)
  }

  // MARK: Types of types, protocols

  private mutating func metatypeForm() throws(OldSwiftUnreadable) -> String {
    guard let form = OldSwiftCatalog.metatypeForms.first(where: { reader.take($0.letter) }) else {
      throw OldSwiftUnreadable()
    }
    return form.words
  }

  private mutating func metatype(_ words: String) throws(OldSwiftUnreadable) -> OldSwiftRef {
    let type = try type()
    var isExistential = false
    if case .existential = role(type) { isExistential = true }
    return try phrase([.text(words)] + parenthesized(type) + [isExistential ? ".Protocol" : ".Type"])
  }

  private mutating func existentialMetatype(_ words: String) throws(OldSwiftUnreadable) -> OldSwiftRef {
    try phrase([.text(words), .node(try type()), ".Type"], .existential(isSimple: true))
  }

  /// `protocol-list`.
  private mutating func protocolList() throws(OldSwiftUnreadable) -> OldSwiftRef {
    var protocols: [OldSwiftRef] = []
    while !reader.take("_") { protocols.append(try protocolName()) }
    return try phrase(
      protocols.isEmpty ? ["Any"] : separated(protocols, by: " & "), .existential(isSimple: protocols.count <= 1))
  }

  // MARK: The intermediate language

  /// The layout of a box: `{ var A, let B }`, with generic parameters before and arguments after it.
  private mutating func boxLayout() throws(OldSwiftUnreadable) -> OldSwiftRef {
    let signature = reader.take("G") ? try genericSignature() : nil
    var pieces: [OldSwiftPiece] = []
    if let signature { pieces += [.node(signature), " "] }
    pieces.append("{")
    var isFirst = true
    while !reader.take("_") {
      let isMutable = reader.take("m")
      guard isMutable || reader.take("i") else { throw OldSwiftUnreadable() }
      pieces.append(.text((isFirst ? " " : ", ") + (isMutable ? "var " : "let ")))
      pieces.append(.node(try type()))
      isFirst = false
    }
    pieces.append(" }")
    if signature != nil {
      var arguments: [OldSwiftRef] = []
      while !reader.take("_") { arguments.append(try type()) }
      pieces += [" <"] + separated(arguments, by: ", ") + [">"]
    }
    return try phrase(pieces)
  }

  private enum ConventionPosition { case callee, parameter, result }

  private mutating func convention(_ position: ConventionPosition) throws(OldSwiftUnreadable) -> String {
    guard let found = OldSwiftCatalog.conventions.first(where: { reader.take($0.letter) }) else {
      throw OldSwiftUnreadable()
    }
    let text =
      switch position {
      case .callee: found.ofCallee
      case .parameter: found.ofParameter
      case .result: found.ofResult
      }
    guard let text else { throw OldSwiftUnreadable() }
    return text
  }

  /// `impl-function-type`.
  private mutating func implementationType() throws(OldSwiftUnreadable) -> OldSwiftRef {
    var pieces: [OldSwiftPiece] = []
    pieces.append(.text((reader.take("t") ? "@convention(thin)" : try convention(.callee)) + " "))
    if let form = OldSwiftCatalog.functionConventions.first(where: { reader.take($0.code) }) {
      pieces.append(.text("@convention(\(form.name)) "))
    }
    if reader.take("h") { pieces.append("@Sendable ") }
    if reader.take("H") { pieces.append("@async ") }
    if reader.take("G") || reader.take("g") { pieces += [.node(try genericSignature()), " "] }
    guard reader.take("_") else { throw OldSwiftUnreadable() }
    pieces.append("(")
    var separator = ""
    while !reader.take("_") {
      pieces += [.text(separator + (try convention(.parameter)) + " "), .node(try type())]
      separator = ", "
    }
    pieces.append(") -> (")
    separator = ""
    while !reader.take("_") {
      let words = reader.take("z") ? "@error " : ""
      pieces += [.text(separator + words + (try convention(.result)) + " "), .node(try type())]
      separator = ", "
    }
    return try phrase(pieces + [")"], .compound)
  }
}
