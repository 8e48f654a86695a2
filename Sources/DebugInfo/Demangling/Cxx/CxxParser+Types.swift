import Bytes

extension CxxParser {
  mutating func type() throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    guard index < end else { throw CxxUnreadable() }
    let letter = peek
    if let builtin = Self.builtin(letter) {
      index += 1
      return make(.constant(builtin))
    }
    let found: CxxNodeID
    switch letter {
    case UInt8(ascii: "r"), UInt8(ascii: "V"), UInt8(ascii: "K"):
      found = isAtQualifiedFunction ? try functionType() : try qualifiedType()
    case UInt8(ascii: "U"): found = try qualifiedType()
    case UInt8(ascii: "u"): found = try vendorType()
    case UInt8(ascii: "F"): found = try functionType()
    case UInt8(ascii: "A"): found = try arrayType()
    case UInt8(ascii: "M"):
      index += 1
      let owner = try type()
      found = make(.memberPointer(class: owner, member: try type()))
    case UInt8(ascii: "P"): found = try compound { .pointer($0) }
    case UInt8(ascii: "R"): found = try compound { .reference($0, isRvalue: false) }
    case UInt8(ascii: "O"): found = try compound { .reference($0, isRvalue: true) }
    case UInt8(ascii: "C"): found = try compound { .postfix($0, " complex") }
    case UInt8(ascii: "G"): found = try compound { .postfix($0, " imaginary") }
    case UInt8(ascii: "D"):
      let (type, isSubstitutable) = try extendedType()
      if !isSubstitutable { return type }
      found = type
    case UInt8(ascii: "T"): found = try parameterOrElaboratedType()
    case UInt8(ascii: "S") where peek(1) != UInt8(ascii: "t"):
      guard let named = try substitutedType() else { return lastSubstituted }
      found = named
    default:
      var state: NameState?
      found = try name(&state)
    }
    substitutions.append(found)
    return found
  }

  private static func builtin(_ letter: UInt8) -> StaticString? {
    switch letter {
    case UInt8(ascii: "v"): "void"
    case UInt8(ascii: "w"): "wchar_t"
    case UInt8(ascii: "b"): "bool"
    case UInt8(ascii: "c"): "char"
    case UInt8(ascii: "a"): "signed char"
    case UInt8(ascii: "h"): "unsigned char"
    case UInt8(ascii: "s"): "short"
    case UInt8(ascii: "t"): "unsigned short"
    case UInt8(ascii: "i"): "int"
    case UInt8(ascii: "j"): "unsigned int"
    case UInt8(ascii: "l"): "long"
    case UInt8(ascii: "m"): "unsigned long"
    case UInt8(ascii: "x"): "long long"
    case UInt8(ascii: "y"): "unsigned long long"
    case UInt8(ascii: "n"): "__int128"
    case UInt8(ascii: "o"): "unsigned __int128"
    case UInt8(ascii: "f"): "float"
    case UInt8(ascii: "d"): "double"
    case UInt8(ascii: "e"): "long double"
    case UInt8(ascii: "g"): "__float128"
    case UInt8(ascii: "z"): "..."
    default: nil
    }
  }

  private mutating func compound(_ node: (CxxNodeID) -> CxxNode) throws(CxxUnreadable) -> CxxNodeID {
    index += 1
    let inner = try type()
    return make(node(inner))
  }

  // MARK: - Qualifiers and functions

  mutating func qualifiers() -> CxxQualifiers {
    var found: CxxQualifiers = []
    if take("r") { found.insert(.restrict) }
    if take("V") { found.insert(.volatile) }
    if take("K") { found.insert(.const) }
    return found
  }

  /// Returns true if a function type follows the qualifiers, which then belong to it.
  private var isAtQualifiedFunction: Bool {
    var distance = 0
    if peek(distance) == UInt8(ascii: "r") { distance += 1 }
    if peek(distance) == UInt8(ascii: "V") { distance += 1 }
    if peek(distance) == UInt8(ascii: "K") { distance += 1 }
    if peek(distance) == UInt8(ascii: "F") { return true }
    guard peek(distance) == UInt8(ascii: "D") else { return false }
    return [0x6F, 0x4F, 0x77, 0x78].contains(peek(distance + 1))
  }

  private mutating func qualifiedType() throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    guard take("U") else {
      let found = qualifiers()
      let inner = try type()
      return found.isEmpty ? inner : make(.qualified(inner, found))
    }
    let qualifier = try identifier()
    if tree.bytes[qualifier].starts(with: "objcproto".utf8) {
      // The protocol's name has a length, too.
      let outer = index
      index = qualifier.lowerBound + 9
      let name = try identifier()
      guard index == qualifier.upperBound else { throw CxxUnreadable() }
      index = outer
      return make(.objcProtocol(try qualifiedType(), name))
    }
    let arguments = peek == UInt8(ascii: "I") ? try templateArguments(areTagged: false) : nil
    let inner = try qualifiedType()
    return make(.vendorQualified(inner, qualifier: qualifier, arguments: arguments))
  }

  private mutating func vendorType() throws(CxxUnreadable) -> CxxNodeID {
    index += 1
    let name = try sourceName()
    guard peek == UInt8(ascii: "I") else { return name }
    return make(.templated(name, arguments: try templateArguments(areTagged: false)))
  }

  private mutating func functionType() throws(CxxUnreadable) -> CxxNodeID {
    var qualifiers = self.qualifiers()
    var exceptions: CxxNodeID?
    if take("Do") {
      exceptions = make(.constant("noexcept"))
    } else if take("DO") {
      exceptions = make(.noexceptType(try expression()))
      try expect("E")
    } else if take("Dw") {
      var types: [CxxNodeID] = []
      while !take("E") { types.append(try type()) }
      exceptions = make(.throwType(types))
    }
    _ = take("Dx")
    try expect("F")
    _ = take("Y")
    let result = try type()
    var parameters: [CxxNodeID] = []
    while true {
      if take("E") { break }
      if take("v") { continue }
      if take("RE") {
        qualifiers.insert(.lvalue)
        break
      }
      if take("OE") {
        qualifiers.insert(.rvalue)
        break
      }
      parameters.append(try type())
    }
    return make(
      .functionType(
        CxxFunctionType(result: result, parameters: parameters, qualifiers: qualifiers, exceptions: exceptions)))
  }

  private mutating func arrayType() throws(CxxUnreadable) -> CxxNodeID {
    index += 1
    var count: CxxNodeID?
    if peek.isDigit {
      count = make(.source(number()))
    } else if peek != UInt8(ascii: "_") {
      count = try expression()
    }
    try expect("_")
    return make(.array(try type(), count: count))
  }

  // MARK: - Names of types

  private mutating func parameterOrElaboratedType() throws(CxxUnreadable) -> CxxNodeID {
    var state: NameState?
    if take("Ts") { return make(.elaborated("struct ", try name(&state))) }
    if take("Tu") { return make(.elaborated("union ", try name(&state))) }
    if take("Te") { return make(.elaborated("enum ", try name(&state))) }
    let parameter = try templateParameter()
    guard readsArguments, peek == UInt8(ascii: "I") else { return parameter }
    substitutions.append(parameter)
    return make(.templated(parameter, arguments: try templateArguments(areTagged: false)))
  }

  /// Reads a name that begins with a substitution; returns `nil` for a substitution alone, which is then
  /// `lastSubstituted`.
  private mutating func substitutedType() throws(CxxUnreadable) -> CxxNodeID? {
    var state: NameState?
    let (name, isSubstitution) = try unscopedName(&state)
    if peek == UInt8(ascii: "I"), !isSubstitution || readsArguments {
      if !isSubstitution { substitutions.append(name) }
      return make(.templated(name, arguments: try templateArguments(areTagged: false)))
    }
    guard isSubstitution else { return name }
    lastSubstituted = name
    return nil
  }

  // MARK: - Types of two letters

  private mutating func extendedType() throws(CxxUnreadable) -> (type: CxxNodeID, isSubstitutable: Bool) {
    let second = peek(1)
    if let name = Self.extendedBuiltin(second) {
      index += 2
      return (make(.constant(name)), false)
    }
    switch second {
    case UInt8(ascii: "p"):
      index += 2
      return (make(.expansion(try type())), true)
    case UInt8(ascii: "t"), UInt8(ascii: "T"): return (try decltype(), true)
    case UInt8(ascii: "v"): return (try vectorType(), true)
    case UInt8(ascii: "o"), UInt8(ascii: "O"), UInt8(ascii: "w"), UInt8(ascii: "x"): return (try functionType(), true)
    case UInt8(ascii: "F"):
      index += 2
      if take("16b") { return (make(.constant("std::bfloat16_t")), false) }
      let bits = number()
      guard !bits.isEmpty else { throw CxxUnreadable() }
      try expect("_")
      return (make(.binaryFloat(bits)), false)
    case UInt8(ascii: "B"), UInt8(ascii: "U"):
      index += 2
      let size = peek.isDigit ? make(.source(number())) : try expression()
      try expect("_")
      return (make(.bitInt(size, isSigned: second == UInt8(ascii: "B"))), true)
    case UInt8(ascii: "k"), UInt8(ascii: "K"):
      index += 2
      var state: NameState?
      let constraint = try name(&state)
      return (make(.postfix(constraint, second == UInt8(ascii: "k") ? " auto" : " decltype(auto)")), false)
    default:
      var state: NameState?
      return (try name(&state), true)
    }
  }

  private static func extendedBuiltin(_ letter: UInt8) -> StaticString? {
    switch letter {
    case UInt8(ascii: "d"): "decimal64"
    case UInt8(ascii: "e"): "decimal128"
    case UInt8(ascii: "f"): "decimal32"
    case UInt8(ascii: "h"): "half"
    case UInt8(ascii: "i"): "char32_t"
    case UInt8(ascii: "s"): "char16_t"
    case UInt8(ascii: "u"): "char8_t"
    case UInt8(ascii: "a"): "auto"
    case UInt8(ascii: "c"): "decltype(auto)"
    case UInt8(ascii: "n"): "std::nullptr_t"
    default: nil
    }
  }

  /// `Dt <expression> E` or `DT <expression> E`.
  mutating func decltype() throws(CxxUnreadable) -> CxxNodeID {
    index += 2
    let found = try expression()
    try expect("E")
    return make(.expression(.enclosed("decltype", found, .primary)))
  }

  /// `Dv <number> _ <type>`, `Dv [<expression>] _ <type>`, or `p` for a pixel.
  private mutating func vectorType() throws(CxxUnreadable) -> CxxNodeID {
    index += 2
    var count: CxxNodeID?
    if (0x31...0x39).contains(peek) {
      count = make(.source(number()))
      try expect("_")
      if take("p") { return make(.vector(nil, count: count)) }
    } else if !take("_") {
      count = try expression()
      try expect("_")
    }
    return make(.vector(try type(), count: count))
  }
}
