import Bytes

/// Generic parameters, requirements and associated types.
extension OldSwiftParser {
  /// `u`: a type after its generic parameters.
  mutating func genericType() throws(OldSwiftUnreadable) -> OldSwiftRef {
    let signature = try genericSignature()
    let type = try type()
    switch role(type) {
    case .function: return try phrase([.node(signature), .node(type)], .generic(isFunction: true))
    case .generic(let isFunction):
      return try phrase([.node(signature), .node(type)], .generic(isFunction: isFunction))
    case let role:
      return try phrase(
        [.node(signature), " ", .node(type)], .generic(isFunction: role == .wordyFunction))
    }
  }

  // MARK: Signatures

  /// The maximum number of parameters shown at each depth; a damaged name may state any number.
  private static let maxParameters: UInt64 = 128

  /// `generic-signature`: the number of parameters at each depth, and their requirements.
  mutating func genericSignature() throws(OldSwiftUnreadable) -> OldSwiftRef {
    var text = "<"
    var depth: UInt32 = 0
    while let next = reader.peek, next != UInt8(ascii: "R"), next != UInt8(ascii: "r") {
      let count = reader.take("z") ? 0 : try reader.indexNumber() &+ 1
      if depth > 0 { text += "><" }
      text += parameters(count, depth)
      depth += 1
      guard text.utf8.count <= maxReadableNameLength else { throw OldSwiftUnreadable() }
    }
    if depth == 0 { text += parameters(1, 0) }
    var pieces: [OldSwiftPiece] = [.text(text)]
    if !reader.take("r") {
      guard reader.take("R") else { throw OldSwiftUnreadable() }
      var separator = " where "
      while !reader.take("r") {
        pieces += [.text(separator), .node(try requirement())]
        separator = ", "
      }
    }
    return try phrase(pieces + [">"])
  }

  private func parameters(_ count: UInt64, _ depth: UInt32) -> String {
    var text = ""
    for index in 0..<UInt32(clamping: min(count, Self.maxParameters)) {
      if index > 0 { text += ", " }
      text += Self.parameterName(depth, index)
    }
    return count > Self.maxParameters ? text + ", ..." : text
  }

  /// Returns `A`, `B`, …, `Z`, `AB`, `BB`, …, followed by the depth unless it is 0.
  private static func parameterName(_ depth: UInt32, _ index: UInt32) -> String {
    var name = ""
    var rest = index
    repeat {
      name.unicodeScalars.append(UnicodeScalar(UInt8(truncatingIfNeeded: 0x41 + rest % 26)))
      rest /= 26
    } while rest > 0
    return depth == 0 ? name : name + String(depth)
  }

  /// `requirement`.
  private mutating func requirement() throws(OldSwiftUnreadable) -> OldSwiftRef {
    let constrained = try constrainedType()
    if reader.take("z") { return try phrase([.node(constrained), " == ", .node(try type())]) }
    if reader.take("l") { return try phrase([.node(constrained), ": ", .text(try layout())]) }
    return try phrase([.node(constrained), ": ", .node(try constraint())])
  }

  private mutating func constrainedType() throws(OldSwiftUnreadable) -> OldSwiftRef {
    if reader.take("w") { return try associatedType() }
    if reader.take("W") { return try associatedTypeChain() }
    return try genericParameterIndex()
  }

  /// Parses a class or a protocol.
  private mutating func constraint() throws(OldSwiftUnreadable) -> OldSwiftRef {
    if reader.peek == UInt8(ascii: "C") { return try type() }
    guard reader.take("S") else { return try protocolName() }
    let found = try substitution()
    if isModule(found) { return try nominal(.protocol, in: found) }
    guard let kind = declaration(found)?.kind, kind == .protocol || kind == .class else {
      throw OldSwiftUnreadable()
    }
    return found
  }

  private mutating func layout() throws(OldSwiftUnreadable) -> String {
    guard let layout = OldSwiftCatalog.layouts.first(where: { reader.take($0.letter) }) else {
      throw OldSwiftUnreadable()
    }
    var numbers: [String] = []
    for position in 0..<layout.numbers {
      if position > 0, !reader.take("_") { throw OldSwiftUnreadable() }
      numbers.append(String(try reader.natural()))
    }
    return numbers.isEmpty ? layout.name : "\(layout.name)(\(numbers.joined(separator: ", ")))"
  }

  // MARK: Parameters

  mutating func genericParameter(_ depth: UInt64, _ index: UInt64) throws(OldSwiftUnreadable) -> OldSwiftRef {
    let name = Self.parameterName(UInt32(truncatingIfNeeded: depth), UInt32(truncatingIfNeeded: index))
    return try phrase([.text(name)])
  }

  /// `generic-param-index`.
  private mutating func genericParameterIndex() throws(OldSwiftUnreadable) -> OldSwiftRef {
    if reader.take("d") {
      let depth = try reader.indexNumber() &+ 1
      return try genericParameter(depth, try reader.indexNumber())
    }
    if reader.take("x") { return try genericParameter(0, 0) }
    return try genericParameter(0, try reader.indexNumber() &+ 1)
  }

  // MARK: Associated types

  /// The part after `q`: a parameter, or a type and the name of its associated type.
  mutating func dependentType() throws(OldSwiftUnreadable) -> OldSwiftRef {
    guard let next = reader.peek else { throw OldSwiftUnreadable() }
    if next == UInt8(ascii: "d") || next == UInt8(ascii: "_") || next.isDigit {
      return try genericParameterIndex()
    }
    return try member(of: try type())
  }

  /// The part after `w`.
  mutating func associatedType() throws(OldSwiftUnreadable) -> OldSwiftRef {
    try member(of: try genericParameterIndex())
  }

  /// The part after `W`: names up to `_`.
  mutating func associatedTypeChain() throws(OldSwiftUnreadable) -> OldSwiftRef {
    var base = try genericParameterIndex()
    while !reader.take("_") { base = try member(of: base) }
    return base
  }

  /// `assoc-type-name` after `base`.
  private mutating func member(of base: OldSwiftRef) throws(OldSwiftUnreadable) -> OldSwiftRef {
    let name: OldSwiftRef
    if reader.take("S") {
      name = try substitution()
      guard role(name) == .memberName else { throw OldSwiftUnreadable() }
    } else {
      let owner: [OldSwiftPiece] = reader.take("P") ? [.node(try protocolName()), "."] : []
      name = try phrase(owner + [.text(try reader.identifier().shown)], .memberName)
      substitutions.append(name)
    }
    return try phrase([.node(base), ".", .node(name)])
  }

  /// The part after `Q`: an associated type of a protocol or of an associated type. Newer compilers use it for `some`
  /// types.
  mutating func archetypeOrOpaque() throws(OldSwiftUnreadable) -> OldSwiftRef {
    if reader.take("u") { return try phrase(["some"], .compound) }
    if reader.take("U") {
      _ = try reader.indexNumber()
      return try phrase(["some"], .compound)
    }
    return try archetype()
  }

  private mutating func archetype() throws(OldSwiftUnreadable) -> OldSwiftRef {
    try enter()
    defer { leave() }
    let root: OldSwiftRef
    if reader.take("Q") {
      root = try archetype()
    } else if reader.take("S") {
      root = try substitution()
    } else {
      guard reader.take("s") else { throw OldSwiftUnreadable() }
      root = try swiftModule()
    }
    let type = try phrase([.node(root), .text("." + (try reader.identifier().text))])
    substitutions.append(type)
    return type
  }
}
