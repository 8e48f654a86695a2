/// Contexts and declarations.
extension OldSwiftParser {
  /// `module`.
  mutating func module() throws(OldSwiftUnreadable) -> OldSwiftRef {
    if reader.take("s") { return try swiftModule() }
    if reader.take("S") {
      let module = try substitution()
      guard isModule(module) else { throw OldSwiftUnreadable() }
      return module
    }
    let module = try tree.add(.module(try reader.identifier(mayBeOperator: false).text))
    substitutions.append(module)
    return module
  }

  /// `context`.
  mutating func context() throws(OldSwiftUnreadable) -> OldSwiftRef {
    try enter()
    defer { leave() }
    if reader.take("E") { return try extended(isConstrained: false) }
    if reader.take("e") { return try extended(isConstrained: true) }
    if reader.take("S") { return try substitution() }
    if reader.take("s") { return try swiftModule() }
    if reader.take("G") { return try boundGenericType() }
    guard let next = reader.peek, "FIvPZCVO".utf8.contains(next) else { return try module() }
    return try entity()
  }

  /// `extension`, after its letter.
  private mutating func extended(isConstrained: Bool) throws(OldSwiftUnreadable) -> OldSwiftRef {
    let module = try module()
    let signature = isConstrained ? OldSwiftPiece.node(try genericSignature()) : ""
    return try phrase(["(extension in ", .node(module), "):", .node(try context()), signature], .extended)
  }

  /// `entity`.
  mutating func entity() throws(OldSwiftUnreadable) -> OldSwiftRef {
    let isStatic = reader.take("Z")
    guard let kind = OldSwiftCatalog.entityKinds.first(where: { reader.take($0.letter) })?.kind else {
      // Types are not shown as static.
      return try nominalType()
    }
    let entity = try entity(kind, in: try context())
    return isStatic ? try phrase(["static ", .node(entity)], .staticMember) : entity
  }

  private mutating func entity(
    _ kind: OldSwiftCatalog.EntityKind, in context: OldSwiftRef
  ) throws(OldSwiftUnreadable) -> OldSwiftRef {
    if let form = OldSwiftCatalog.functionEntities.first(where: { reader.take($0.code) }) {
      return try entity(form, in: context)
    }
    switch kind {
    case .initializer:
      guard let form = OldSwiftCatalog.initializerEntities.first(where: { reader.take($0.code) }) else {
        throw OldSwiftUnreadable()
      }
      return try entity(form, in: context)
    case .function: return try named(.function, .function, in: context)
    case .variable: return try named(.other, .colon, in: context)
    case .subscript: return try named(.other, .function, in: context, isSubscript: true)
    }
  }

  private mutating func named(
    _ kind: OldSwiftDeclaration.Kind, _ style: OldSwiftDeclaration.TypeStyle, in context: OldSwiftRef,
    isSubscript: Bool = false
  ) throws(OldSwiftUnreadable) -> OldSwiftRef {
    var name = try declarationName()
    if isSubscript { name = OldSwiftDeclarationName(text: "subscript") }
    return try tree.add(
      .declaration(
        OldSwiftDeclaration(kind: kind, context: context, name: name, type: try type(), style: style)))
  }

  private mutating func entity(
    _ form: OldSwiftCatalog.EntityForm, in context: OldSwiftRef
  ) throws(OldSwiftUnreadable) -> OldSwiftRef {
    let isInClass = declaration(context)?.kind == .class
    var entity = OldSwiftDeclaration(
      kind: .other, context: context, label: isInClass ? form.labelInClass ?? form.label : form.label,
      style: form.style, joint: form.joint)
    switch form.operand {
    case .none: break
    case .name:
      let name = try declarationName()
      entity.kind = .accessor
      entity.name = name.isSubscript ? OldSwiftDeclarationName(text: "subscript") : name
    case .number:
      // 32 bits as in Swift's own demangler, which does not print negative numbers.
      let number = Int32(truncatingIfNeeded: try reader.indexNumber()) &+ (form.countsFromOne ? 1 : 0)
      if number >= 0 { entity.label += String(number) }
    }
    if form.style != .none { entity.type = try type() }
    return try tree.add(.declaration(entity))
  }

  // MARK: Generic arguments

  /// `G`, a type, and the arguments of all its contexts, outermost first.
  mutating func boundGenericType() throws(OldSwiftUnreadable) -> OldSwiftRef {
    try bindingArguments(of: try nominalType())
  }

  /// Parses the generic arguments of `ref`, which are empty for nodes without generic parameters.
  private mutating func bindingArguments(of ref: OldSwiftRef) throws(OldSwiftUnreadable) -> OldSwiftRef {
    try enter()
    defer { leave() }
    switch tree[ref] {
    case .declaration(var found):
      if hasArguments(found.context) { found.context = try bindingArguments(of: found.context) }
      if found.kind == .accessor { try expectNoArguments() }
      let arguments = try arguments()
      let declared = try tree.add(.declaration(found))
      return arguments.isEmpty ? declared : try bound(declared, found, arguments)
    case .phrase(let pieces, .staticMember):
      var changed = pieces
      for case (let position, .node(let member)) in pieces.enumerated() where hasArguments(member) {
        changed[position] = .node(try bindingArguments(of: member))
      }
      try expectNoArguments()
      return try phrase(changed, .staticMember)
    case .phrase, .module: throw OldSwiftUnreadable()
    }
  }

  /// Returns whether the mangling has arguments for a node: not for modules, extensions and functions.
  private func hasArguments(_ ref: OldSwiftRef) -> Bool {
    switch tree[ref] {
    case .module: false
    case .declaration(let declaration): declaration.kind != .function
    case .phrase(_, let role): role != .extended
    }
  }

  private mutating func expectNoArguments() throws(OldSwiftUnreadable) {
    guard reader.take("_") else { throw OldSwiftUnreadable() }
  }

  private mutating func arguments() throws(OldSwiftUnreadable) -> [OldSwiftRef] {
    var arguments: [OldSwiftRef] = []
    while !reader.take("_") {
      arguments.append(try type())
      if reader.isAtEnd { throw OldSwiftUnreadable() }
    }
    return arguments
  }

  private mutating func bound(
    _ type: OldSwiftRef, _ declared: OldSwiftDeclaration, _ arguments: [OldSwiftRef]
  ) throws(OldSwiftUnreadable) -> OldSwiftRef {
    guard [.class, .structure, .enumeration].contains(declared.kind) else { throw OldSwiftUnreadable() }
    // `[Int]` for `Array<Int>`, except in names inside names, as in `swift-demangle`.
    if nesting == 0, case .module("Swift") = tree[declared.context], let first = arguments.first {
      switch (declared.kind, declared.name?.text, arguments.count) {
      case (.enumeration, "Optional", 1): return try phrase(parenthesized(first) + ["?"])
      case (.enumeration, "ImplicitlyUnwrappedOptional", 1): return try phrase(parenthesized(first) + ["!"])
      case (.structure, "Array", 1): return try phrase(["[", .node(first), "]"])
      case (.structure, "Dictionary", 2): return try phrase(["[", .node(first), " : ", .node(arguments[1]), "]"])
      default: break
      }
    }
    return try phrase([.node(type), "<"] + separated(arguments, by: ", ") + [">"])
  }

  func separated(_ refs: [OldSwiftRef], by separator: String) -> [OldSwiftPiece] {
    var pieces: [OldSwiftPiece] = []
    for ref in refs {
      if !pieces.isEmpty { pieces.append(.text(separator)) }
      pieces.append(.node(ref))
    }
    return pieces
  }

  /// Returns a type as it is written before `?` or `.Type`.
  func parenthesized(_ type: OldSwiftRef) -> [OldSwiftPiece] {
    role(type)?.needsParentheses == true ? ["(", .node(type), ")"] : [.node(type)]
  }
}
