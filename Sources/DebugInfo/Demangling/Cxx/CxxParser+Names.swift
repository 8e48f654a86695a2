import Bytes

extension CxxParser {
  /// `<name>`. Without a state the name is not that of an encoding.
  mutating func name(_ state: inout NameState?) throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    if peek == UInt8(ascii: "N") { return try nestedName(&state) }
    if peek == UInt8(ascii: "Z") { return try localName(&state) }
    let (name, isSubstitution) = try unscopedName(&state)
    guard peek == UInt8(ascii: "I") else {
      // A substitution alone is not a name.
      guard !isSubstitution else { throw CxxUnreadable() }
      return name
    }
    if !isSubstitution { substitutions.append(name) }
    let arguments = try templateArguments(areTagged: state != nil)
    state?.endsWithArguments = true
    return make(.templated(name, arguments: arguments))
  }

  /// `<unscoped-name>`, or a substitution.
  mutating func unscopedName(
    _ state: inout NameState?
  ) throws(CxxUnreadable) -> (name: CxxNodeID, isSubstitution: Bool) {
    let std = take("St") ? make(.constant("std")) : nil
    var module: CxxNodeID?
    if peek == UInt8(ascii: "S") {
      let found = try substitution()
      if case .module = tree.nodes[found] {
        module = found
      } else if std == nil {
        return (found, true)
      } else {
        throw CxxUnreadable()
      }
    }
    return (try unqualifiedName(&state, scope: std, module: module), false)
  }

  // MARK: - Nested and local names

  /// `N [qualifiers] <prefix> <unqualified-name> E`.
  private mutating func nestedName(_ state: inout NameState?) throws(CxxUnreadable) -> CxxNodeID {
    try expect("N")
    if take("H") {
      state?.hasExplicitObject = true
    } else {
      var qualifiers = self.qualifiers()
      if take("O") { qualifiers.insert(.rvalue) } else if take("R") { qualifiers.insert(.lvalue) }
      state?.qualifiers = qualifiers
    }
    var soFar: CxxNodeID?
    while !take("E") {
      guard index < end else { throw CxxUnreadable() }
      state?.endsWithArguments = false
      guard let next = try nestedPart(soFar, &state) else { continue }
      if case .substituted(let part) = next {
        soFar = part
        continue
      }
      if case .part(let part) = next {
        soFar = part
        substitutions.append(part)
      }
      // Older compilers marked data members.
      _ = take("M")
    }
    guard let soFar, !substitutions.isEmpty else { throw CxxUnreadable() }
    substitutions.removeLast()
    return soFar
  }

  private enum NestedPart {
    case part(CxxNodeID)
    /// `std` or a substitution, which is not entered as a substitution again.
    case substituted(CxxNodeID)
  }

  private mutating func nestedPart(_ soFar: CxxNodeID?, _ state: inout NameState?) throws(CxxUnreadable) -> NestedPart?
  {
    switch peek {
    case UInt8(ascii: "T"):
      guard soFar == nil else { throw CxxUnreadable() }
      return .part(try templateParameter())
    case UInt8(ascii: "I"):
      guard let soFar else { throw CxxUnreadable() }
      if case .templated = tree.nodes[soFar] { throw CxxUnreadable() }
      let arguments = try templateArguments(areTagged: state != nil)
      state?.endsWithArguments = true
      return .part(make(.templated(soFar, arguments: arguments)))
    case UInt8(ascii: "D") where peek(1) == UInt8(ascii: "t") || peek(1) == UInt8(ascii: "T"):
      guard soFar == nil else { throw CxxUnreadable() }
      return .part(try decltype())
    case UInt8(ascii: "S"):
      let found = take("St") ? make(.constant("std")) : try substitution()
      if case .module = tree.nodes[found] {
        return .part(try unqualifiedName(&state, scope: soFar, module: found))
      }
      guard soFar == nil else { throw CxxUnreadable() }
      return .substituted(found)
    default: return .part(try unqualifiedName(&state, scope: soFar, module: nil))
    }
  }

  /// `Z <encoding> E <name> [<discriminator>]`.
  private mutating func localName(_ state: inout NameState?) throws(CxxUnreadable) -> CxxNodeID {
    try expect("Z")
    let function = try encoding()
    try expect("E")
    if take("s") {
      discriminator()
      return make(.nested(function, make(.constant("string literal"))))
    }
    if take("d") {
      _ = number(mayBeNegative: true)
      try expect("_")
      return make(.nested(function, try name(&state)))
    }
    let entity = try name(&state)
    discriminator()
    return make(.nested(function, entity))
  }

  /// `_ <digit>`, `__ <number> _`, or of old compilers, a number at the end.
  private mutating func discriminator() {
    if peek == UInt8(ascii: "_") {
      if peek(1).isDigit {
        index += 2
      } else if peek(1) == UInt8(ascii: "_") {
        let start = index
        index += 2
        if number().isEmpty || !take("_") { index = start }
      }
    } else if peek.isDigit {
      let start = index
      _ = number()
      if index != end { index = start }
    }
  }

  // MARK: - Unqualified names

  private mutating func unqualifiedName(
    _ state: inout NameState?, scope: CxxNodeID?, module: CxxNodeID?
  ) throws(CxxUnreadable) -> CxxNodeID {
    let module = try moduleName(module)
    var scope = scope
    let isFriend = scope != nil && take("F")
    _ = take("L")
    var name: CxxNodeID
    switch peek {
    case 0x31...0x39: name = try sourceName()
    case UInt8(ascii: "U"): name = try unnamedType()
    case UInt8(ascii: "D") where peek(1) == UInt8(ascii: "C"):
      index += 2
      var names: [CxxNodeID] = []
      repeat { names.append(try sourceName()) } while !take("E")
      name = make(.structuredBinding(names))
    case UInt8(ascii: "C"), UInt8(ascii: "D"):
      guard let enclosing = scope, module == nil else { throw CxxUnreadable() }
      let expanded = expandedAbbreviation(enclosing)
      scope = expanded
      name = try constructor(of: expanded, &state)
    default: name = try operatorName(&state)
    }
    if let module { name = make(.moduleEntity(module: module, name: name)) }
    name = try abiTags(name)
    guard let scope else { return name }
    return make(isFriend ? .friend(scope: scope, name: name) : .nested(scope, name))
  }

  /// Returns the full form of an abbreviation such as `std::string`, whose constructors have the full name.
  private mutating func expandedAbbreviation(_ scope: CxxNodeID) -> CxxNodeID {
    guard case .abbreviation(let found, isExpanded: false) = tree.nodes[scope] else { return scope }
    return make(.abbreviation(found, isExpanded: true))
  }

  private mutating func constructor(
    of scope: CxxNodeID, _ state: inout NameState?
  ) throws(CxxUnreadable) -> CxxNodeID {
    if take("C") {
      let isInherited = take("I")
      guard (0x31...0x35).contains(peek) else { throw CxxUnreadable() }
      index += 1
      state?.isConstructorOrConversion = true
      if isInherited { _ = try name(&state) }
      return make(.constructor(of: scope, isDestructor: false))
    }
    guard take("D"), (0x30...0x35).contains(peek), peek != 0x33 else { throw CxxUnreadable() }
    index += 1
    state?.isConstructorOrConversion = true
    return make(.constructor(of: scope, isDestructor: true))
  }

  /// `<source-name>`: a length and as many bytes.
  mutating func sourceName() throws(CxxUnreadable) -> CxxNodeID {
    let range = try identifier()
    let isAnonymous = tree.bytes[range].starts(with: "_GLOBAL__N".utf8)
    return make(isAnonymous ? .constant("(anonymous namespace)") : .source(range))
  }

  mutating func identifier() throws(CxxUnreadable) -> Range<Int> {
    let length = try natural()
    guard length > 0, length <= end - index else { throw CxxUnreadable() }
    defer { index += length }
    return index..<(index + length)
  }

  private mutating func abiTags(_ name: CxxNodeID) throws(CxxUnreadable) -> CxxNodeID {
    var name = name
    while take("B") { name = make(.abiTag(name, try identifier())) }
    return name
  }

  /// `W [P] <source-name>`, repeated; `module` is the name so far.
  mutating func moduleName(_ module: CxxNodeID?) throws(CxxUnreadable) -> CxxNodeID? {
    var module = module
    while take("W") {
      let isPartition = take("P")
      let found = make(.module(parent: module, name: try sourceName(), isPartition: isPartition))
      substitutions.append(found)
      module = found
    }
    return module
  }

  private mutating func operatorName(_ state: inout NameState?) throws(CxxUnreadable) -> CxxNodeID {
    if let found = CxxOperator.named(peek, peek(1)) {
      index += 2
      if case .conversion = found.kind {
        let (reads, permits) = (readsArguments, permitsForward)
        readsArguments = false
        permitsForward = permits || state != nil
        defer { (readsArguments, permitsForward) = (reads, permits) }
        let type = try type()
        state?.isConstructorOrConversion = true
        return make(.special("operator ", type))
      }
      guard found.isNameable else { throw CxxUnreadable() }
      return make(.special("operator", make(.constant(found.symbol))))
    }
    if take("li") { return make(.special("operator\"\" ", try sourceName())) }
    if peek == UInt8(ascii: "v"), peek(1).isDigit {
      index += 2
      return make(.special("operator ", try sourceName()))
    }
    throw CxxUnreadable()
  }

  // MARK: - Types without names

  /// `Ut …`, `Ul …` (a lambda) or `Ub …` (a block).
  mutating func unnamedType() throws(CxxUnreadable) -> CxxNodeID {
    if take("Ut") {
      let digits = number()
      try expect("_")
      return make(.unnamedType(digits))
    }
    if take("Ub") {
      _ = number()
      try expect("_")
      return make(.constant("'block-literal'"))
    }
    guard take("Ul") else { throw CxxUnreadable() }
    return try closure()
  }

  private mutating func closure() throws(CxxUnreadable) -> CxxNodeID {
    let outerLevel = lambdaLevel
    let outerCount = levels.count
    lambdaLevel = levels.count
    lists.append([])
    levels.append(lists.count - 1)
    defer {
      lambdaLevel = outerLevel
      if levels.count > outerCount { levels.removeLast(levels.count - outerCount) }
    }
    let own = lists.count - 1
    var closure = CxxClosure(number: index..<index, templateParameters: [], parameters: [])
    while isAtTemplateParameterDeclaration {
      closure.templateParameters.append(try templateParameterDeclaration(in: own))
    }
    // Without explicit parameters, `auto` parameters have the number of the next level.
    if closure.templateParameters.isEmpty { levels.removeLast() }
    if take("Q") { closure.firstRequires = try constraint() }
    if !take("v") {
      repeat {
        closure.parameters.append(try type())
      } while peek != UInt8(ascii: "E") && peek != UInt8(ascii: "Q") && index < end
    }
    if take("Q") { closure.secondRequires = try constraint() }
    try expect("E")
    closure.number = number()
    try expect("_")
    return make(.closure(closure))
  }

  // MARK: - Substitutions

  /// `S_`, `S <seq-id> _`, or an abbreviation.
  mutating func substitution() throws(CxxUnreadable) -> CxxNodeID {
    try expect("S")
    if (0x61...0x7A).contains(peek) {
      guard let abbreviation = CxxAbbreviation(rawValue: peek) else { throw CxxUnreadable() }
      index += 1
      let plain = make(.abbreviation(abbreviation, isExpanded: false))
      let tagged = try abiTags(plain)
      if tagged != plain { substitutions.append(tagged) }
      return tagged
    }
    if take("_") {
      guard let first = substitutions.first else { throw CxxUnreadable() }
      return first
    }
    let number = try sequenceNumber() + 1
    try expect("_")
    guard substitutions.indices.contains(number) else { throw CxxUnreadable() }
    return substitutions[number]
  }
}
