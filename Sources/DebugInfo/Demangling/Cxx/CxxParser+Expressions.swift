import Bytes

extension CxxParser {
  /// `<expression>` (section 5.1.6).
  mutating func expression() throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    let isGlobal = take("gs")
    if let found = CxxOperator.named(peek, peek(1)) {
      index += 2
      return try operation(found, isGlobal: isGlobal)
    }
    if isGlobal { return try unresolvedName(isGlobal: true) }
    switch peek {
    case UInt8(ascii: "L"): return try primaryExpression()
    case UInt8(ascii: "T"): return try templateParameter()
    case UInt8(ascii: "f"):
      let isParameter = peek(1) == UInt8(ascii: "p") || peek(1) == UInt8(ascii: "L") && peek(2).isDigit
      return isParameter ? try functionParameter() : try fold()
    case UInt8(ascii: "u"): return try vendorExpression()
    default:
      if let found = try wordExpression() { return found }
      return try unresolvedName(isGlobal: false)
    }
  }

  private mutating func make(_ expression: CxxExpression) -> CxxNodeID { make(.expression(expression)) }

  private mutating func expressions() throws(CxxUnreadable) -> [CxxNodeID] {
    var found: [CxxNodeID] = []
    while !take("E") { found.append(try expression()) }
    return found
  }

  // MARK: - Operators

  private mutating func operation(_ found: CxxOperator, isGlobal: Bool) throws(CxxUnreadable) -> CxxNodeID {
    switch found.kind {
    case .prefix: return make(.prefix(found.symbol, try expression()))
    case .suffix:
      if take("_") { return make(.prefix(found.symbol, try expression())) }
      return make(.suffix(try expression(), found.symbol))
    case .binary:
      let left = try expression()
      return make(.binary(left, found, try expression()))
    case .array:
      let base = try expression()
      return make(.element(base, try expression()))
    case .member, .unnamedMember:
      let base = try expression()
      return make(.member(base, found, try expression()))
    case .new: return try new(isGlobal: isGlobal, isArray: found.isVariant)
    case .delete: return make(.delete(try expression(), isGlobal: isGlobal, isArray: found.isVariant))
    case .call:
      let callee = try expression()
      return make(.call(callee, try expressions(), isParenthesized: found.isVariant))
    case .conversion: return try conversion()
    case .conditional:
      let condition = try expression()
      let first = try expression()
      return make(.conditional(condition, first, try expression()))
    case .namedCast:
      let target = try type()
      return make(.cast(found.symbol, to: target, try expression()))
    case .ofType: return make(.enclosed(found.symbol, try type(), found.precedence))
    case .ofExpression: return make(.enclosed(found.symbol, try expression(), found.precedence))
    case .nameOnly: throw CxxUnreadable()
    }
  }

  private mutating func new(isGlobal: Bool, isArray: Bool) throws(CxxUnreadable) -> CxxNodeID {
    var placement: [CxxNodeID] = []
    while !take("_") { placement.append(try expression()) }
    var found = CxxNew(placement: placement, type: try type(), arguments: [], isGlobal: isGlobal, isArray: isArray)
    if take("pi") { found.arguments = try expressions() } else { try expect("E") }
    return make(.new(found))
  }

  private mutating func conversion() throws(CxxUnreadable) -> CxxNodeID {
    let reads = readsArguments
    readsArguments = false
    defer { readsArguments = reads }
    let target = try type()
    readsArguments = reads
    if take("_") { return make(.conversion(target, try expressions())) }
    return make(.conversion(target, [try expression()]))
  }

  // MARK: - Expressions named by a word

  private mutating func wordExpression() throws(CxxUnreadable) -> CxxNodeID? {
    if take("il") { return make(.initializerList(nil, try expressions(braced: true))) }
    if take("tl") {
      let type = try type()
      return make(.initializerList(type, try expressions(braced: true)))
    }
    if take("mc") {
      let target = try type()
      let source = try expression()
      _ = number(mayBeNegative: true)
      try expect("E")
      return make(.conversion(target, [source]))
    }
    if take("nx") { return make(.enclosed("noexcept ", try expression(), .unary)) }
    if take("so") { return try subobject() }
    if take("sp") { return make(.expansion(try expression())) }
    if take("sZ") {
      if peek == UInt8(ascii: "T") { return make(.packSize(try templateParameter())) }
      return make(.enclosed("sizeof... ", try functionParameter(), .primary))
    }
    if take("sP") {
      var arguments: [CxxNodeID] = []
      while !take("E") { arguments.append(try templateArgument()) }
      let pack = make(.argumentPack(arguments))
      return make(.enclosed("sizeof... ", pack, .primary))
    }
    if take("tr") { return make(.constant("throw")) }
    if take("tw") { return make(.throwing(try expression())) }
    if take("rQ") { return try requires(hasParameters: true) }
    if take("rq") { return try requires(hasParameters: false) }
    return nil
  }

  private mutating func expressions(braced: Bool) throws(CxxUnreadable) -> [CxxNodeID] {
    var found: [CxxNodeID] = []
    while !take("E") { found.append(try bracedExpression()) }
    return found
  }

  /// `<braced-expression>`: an expression with an optional designator.
  private mutating func bracedExpression() throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    if take("di") {
      let field = try sourceName()
      return make(.braced(field, try bracedExpression(), isArray: false))
    }
    if take("dx") {
      let number = try expression()
      return make(.braced(number, try bracedExpression(), isArray: true))
    }
    if take("dX") {
      let first = try expression()
      let last = try expression()
      return make(.bracedRange(first, last, try bracedExpression()))
    }
    return try expression()
  }

  private mutating func subobject() throws(CxxUnreadable) -> CxxNodeID {
    let type = try type()
    let base = try expression()
    let offset = number(mayBeNegative: true)
    while take("_") { _ = number() }
    _ = take("p")
    try expect("E")
    return make(.subobject(base, type: type, offset: offset))
  }

  /// `fp [<qualifiers>] [<number>] _`, `fL <level> p … _` or `fpT`.
  private mutating func functionParameter() throws(CxxUnreadable) -> CxxNodeID {
    if take("fpT") { return make(.constant("this")) }
    if take("fL") {
      guard !number().isEmpty else { throw CxxUnreadable() }
      try expect("p")
    } else if !take("fp") {
      throw CxxUnreadable()
    }
    _ = qualifiers()
    let digits = number()
    try expect("_")
    return make(.parameter(digits))
  }

  /// `fl`, `fr`, `fL` or `fR`, a binary operator, a pack, and for `fL` and `fR` an initial value.
  private mutating func fold() throws(CxxUnreadable) -> CxxNodeID {
    index += 1
    let kind = peek
    guard [0x6C, 0x72, 0x4C, 0x52].contains(kind) else { throw CxxUnreadable() }
    index += 1
    guard let found = CxxOperator.named(peek, peek(1)) else { throw CxxUnreadable() }
    switch found.kind {
    case .binary: break
    case .member where found.symbol.description == "->*", .unnamedMember where found.symbol.description == ".*": break
    default: throw CxxUnreadable()
    }
    index += 2
    let isLeft = kind | 0x20 == UInt8(ascii: "l")
    let first = try expression()
    guard kind < 0x60 else {
      return make(.fold(CxxFold(isLeft: isLeft, symbol: found.symbol, pack: first)))
    }
    let second = try expression()
    return make(
      .fold(
        CxxFold(
          isLeft: isLeft, symbol: found.symbol, pack: isLeft ? second : first, initial: isLeft ? first : second)))
  }

  /// `u <source-name> <template-arg>* E`.
  private mutating func vendorExpression() throws(CxxUnreadable) -> CxxNodeID {
    index += 1
    let name = try sourceName()
    // `__uuidof` has a type, marked with `t`, or an expression, marked with `z`.
    if case .source(let range) = tree.nodes[name], tree.bytes[range].elementsEqual("__uuidof".utf8) {
      if take("t") { return make(.call(name, [try type()], isParenthesized: false)) }
      if take("z") { return make(.call(name, [try expression()], isParenthesized: false)) }
    }
    var arguments: [CxxNodeID] = []
    while !take("E") { arguments.append(try templateArgument()) }
    return make(.call(name, arguments, isParenthesized: false))
  }

  private mutating func requires(hasParameters: Bool) throws(CxxUnreadable) -> CxxNodeID {
    var parameters: [CxxNodeID] = []
    if hasParameters { while !take("_") { parameters.append(try type()) } }
    var requirements: [CxxNodeID] = []
    repeat {
      if take("X") {
        let found = try expression()
        let isNoexcept = take("N")
        var constraint: CxxNodeID?
        if take("R") {
          var state: NameState?
          constraint = try name(&state)
        }
        requirements.append(
          make(.expressionRequirement(found, isNoexcept: isNoexcept, constraint: constraint)))
      } else if take("T") {
        requirements.append(make(.typeRequirement(try type())))
      } else if take("Q") {
        requirements.append(make(.nestedRequirement(try constraint())))
      } else {
        throw CxxUnreadable()
      }
    } while !take("E")
    return make(.requires(parameters, requirements))
  }

  // MARK: - Literals

  /// `L <type> <value> E`, or `L _Z <encoding> E`.
  mutating func primaryExpression() throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    try expect("L")
    let letter = peek
    if let suffix = Self.integerType(letter) {
      index += 1
      let value = number(mayBeNegative: true)
      guard !value.isEmpty else { throw CxxUnreadable() }
      try expect("E")
      return make(.integer(type: suffix, value))
    }
    if take("b0E") { return make(.constant("false")) }
    if take("b1E") { return make(.constant("true")) }
    switch letter {
    case UInt8(ascii: "f"), UInt8(ascii: "d"), UInt8(ascii: "e"): return try float()
    case UInt8(ascii: "_"):
      guard take("_Z") else { throw CxxUnreadable() }
      let found = try encoding()
      try expect("E")
      return found
    case UInt8(ascii: "A"):
      let type = try type()
      try expect("E")
      return make(.string(type))
    case UInt8(ascii: "D") where peek(1) == UInt8(ascii: "n"):
      index += 2
      _ = take("0")
      try expect("E")
      return make(.constant("nullptr"))
    case UInt8(ascii: "T"): throw CxxUnreadable()
    case UInt8(ascii: "U") where peek(1) == UInt8(ascii: "l"):
      let type = try unnamedType()
      try expect("E")
      return make(.lambda(type))
    default:
      let type = try type()
      let value = number(mayBeNegative: true)
      guard !value.isEmpty else { throw CxxUnreadable() }
      try expect("E")
      return make(.enumerator(type, value))
    }
  }

  /// Returns the suffix of a literal, or the type that is written before it if it has no suffix.
  private static func integerType(_ letter: UInt8) -> StaticString? {
    switch letter {
    case UInt8(ascii: "w"): "wchar_t"
    case UInt8(ascii: "c"): "char"
    case UInt8(ascii: "a"): "signed char"
    case UInt8(ascii: "h"): "unsigned char"
    case UInt8(ascii: "s"): "short"
    case UInt8(ascii: "t"): "unsigned short"
    case UInt8(ascii: "i"): ""
    case UInt8(ascii: "j"): "u"
    case UInt8(ascii: "l"): "l"
    case UInt8(ascii: "m"): "ul"
    case UInt8(ascii: "x"): "ll"
    case UInt8(ascii: "y"): "ull"
    case UInt8(ascii: "n"): "__int128"
    case UInt8(ascii: "o"): "unsigned __int128"
    default: nil
    }
  }

  private mutating func float() throws(CxxUnreadable) -> CxxNodeID {
    let kind = peek
    index += 1
    let count = kind == UInt8(ascii: "f") ? 8 : kind == UInt8(ascii: "d") ? 16 : 20
    guard count <= end - index, tree.bytes[index..<(index + count)].allSatisfy({ $0.hexDigitValue != nil }) else {
      throw CxxUnreadable()
    }
    let digits = index..<(index + count)
    index += count
    try expect("E")
    return make(.float(kind: kind, digits))
  }

  // MARK: - Unresolved names

  /// `<unresolved-name>`: a name in a template that depends on the arguments.
  private mutating func unresolvedName(isGlobal: Bool) throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    if take("srN") {
      var scope = try unresolvedType()
      if peek == UInt8(ascii: "I") {
        scope = make(.templated(scope, arguments: try templateArguments(areTagged: false)))
      }
      while !take("E") { scope = make(.nested(scope, try simpleID())) }
      return make(.nested(scope, try baseUnresolvedName()))
    }
    guard take("sr") else {
      let name = try baseUnresolvedName()
      return isGlobal ? make(.global(name)) : name
    }
    if peek.isDigit {
      var scope: CxxNodeID?
      repeat {
        let part = try simpleID()
        scope = scope.map { make(.nested($0, part)) } ?? (isGlobal ? make(.global(part)) : part)
      } while !take("E")
      guard let scope else { throw CxxUnreadable() }
      return make(.nested(scope, try baseUnresolvedName()))
    }
    var scope = try unresolvedType()
    if peek == UInt8(ascii: "I") {
      scope = make(.templated(scope, arguments: try templateArguments(areTagged: false)))
    }
    return make(.nested(scope, try baseUnresolvedName()))
  }

  private mutating func unresolvedType() throws(CxxUnreadable) -> CxxNodeID {
    switch peek {
    case UInt8(ascii: "T"):
      let found = try templateParameter()
      substitutions.append(found)
      return found
    case UInt8(ascii: "D"):
      let found = try decltype()
      substitutions.append(found)
      return found
    default: return try substitution()
    }
  }

  private mutating func simpleID() throws(CxxUnreadable) -> CxxNodeID {
    let name = try sourceName()
    guard peek == UInt8(ascii: "I") else { return name }
    return make(.templated(name, arguments: try templateArguments(areTagged: false)))
  }

  private mutating func baseUnresolvedName() throws(CxxUnreadable) -> CxxNodeID {
    if peek.isDigit { return try simpleID() }
    if take("dn") {
      return make(.destructor(peek.isDigit ? try simpleID() : try unresolvedType()))
    }
    _ = take("on")
    guard let found = CxxOperator.named(peek, peek(1)) else { throw CxxUnreadable() }
    index += 2
    let name: CxxNodeID
    if case .conversion = found.kind {
      name = make(.special("operator ", try type()))
    } else {
      guard found.isNameable else { throw CxxUnreadable() }
      name = make(.special("operator", make(.constant(found.symbol))))
    }
    guard peek == UInt8(ascii: "I") else { return name }
    return make(.templated(name, arguments: try templateArguments(areTagged: false)))
  }
}
