extension CxxParser {
  // MARK: - Arguments

  /// `I <template-arg>+ [Q <constraint>] E`.
  /// - Parameter areTagged: Whether later template parameters refer to these arguments.
  mutating func templateArguments(areTagged: Bool) throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    try expect("I")
    var list: Int?
    if areTagged {
      lists.append([])
      levels = [lists.count - 1]
      list = lists.count - 1
    }
    var arguments: [CxxNodeID] = []
    while !take("E") {
      if take("Q") {
        // A constraint is not part of the readable name.
        _ = try constraint()
        try expect("E")
        break
      }
      // An argument does not refer to those before it: `T_` in it belongs to a generic lambda.
      let own = levels
      if areTagged { levels = [] }
      let argument = try templateArgument()
      if areTagged { levels = own }
      arguments.append(argument)
      guard let list else { continue }
      if case .argumentPack(let elements) = tree.nodes[argument] {
        lists[list].append(make(.pack(elements)))
      } else {
        lists[list].append(argument)
      }
    }
    return make(.templateArguments(arguments))
  }

  mutating func templateArgument() throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    switch peek {
    case UInt8(ascii: "X"):
      index += 1
      let argument = try expression()
      try expect("E")
      return argument
    case UInt8(ascii: "J"):
      index += 1
      var arguments: [CxxNodeID] = []
      while !take("E") { arguments.append(try templateArgument()) }
      return make(.argumentPack(arguments))
    case UInt8(ascii: "L"):
      guard peek(1) == UInt8(ascii: "Z") else { return try primaryExpression() }
      index += 2
      let argument = try encoding()
      try expect("E")
      return argument
    case UInt8(ascii: "T") where isAtTemplateParameterDeclaration:
      // The declaration distinguishes overloads. Readable names contain only the argument.
      lists.append([])
      _ = try templateParameterDeclaration(in: lists.count - 1)
      return try templateArgument()
    default: return try type()
    }
  }

  // MARK: - Parameters

  /// `T_`, `T <n> _`, `TL <level> __` or `TL <level> _ <n> _`.
  mutating func templateParameter() throws(CxxUnreadable) -> CxxNodeID {
    let start = index
    try expect("T")
    var level = 0
    if take("L") {
      level = try natural() + 1
      try expect("_")
    }
    var number = 0
    if !take("_") {
      number = try natural() + 1
      try expect("_")
    }
    // Constraints may refer to parameters of enclosing templates, whose arguments are not all in the name.
    if isInConstraint { return make(.source(start..<(index - 1))) }
    if permitsForward, level == 0 {
      tree.forward.append(nil)
      pendingForward.append(number)
      return make(.forward(tree.forward.count - 1))
    }
    if level < levels.count, let list = levels[level], lists[list].indices.contains(number) {
      return lists[list][number]
    }
    // In the parameters of a generic lambda, `auto` is the corresponding template parameter.
    guard lambdaLevel == level, level <= levels.count else { throw CxxUnreadable() }
    if level == levels.count { levels.append(nil) }
    return make(.constant("auto"))
  }

  var isAtTemplateParameterDeclaration: Bool {
    guard peek == UInt8(ascii: "T") else { return false }
    return [0x79, 0x70, 0x74, 0x6E, 0x6B].contains(peek(1))
  }

  /// `Ty`, `Tk <constraint>`, `Tn <type>`, `Tt <declaration>* E` or `Tp <declaration>`. Invents a name for the
  /// parameter, and appends it to `list`.
  mutating func templateParameterDeclaration(in list: Int?) throws(CxxUnreadable) -> CxxNodeID {
    try enter()
    defer { leave() }
    if take("Ty") { return make(.typeParameter(inventedType(list))) }
    if take("Tk") {
      var state: NameState?
      let constraint = try name(&state)
      return make(.constrainedParameter(constraint: constraint, name: inventedType(list)))
    }
    if take("Tn") {
      let name = make(.inventedName("$N", number: inventedValues))
      inventedValues += 1
      if let list { lists[list].append(name) }
      return make(.valueParameter(name, type: try type()))
    }
    if take("Tt") { return try templateTemplateParameter(list) }
    if take("Tp") { return make(.packParameter(try templateParameterDeclaration(in: list))) }
    throw CxxUnreadable()
  }

  private mutating func inventedType(_ list: Int?) -> CxxNodeID {
    let name = make(.inventedName("$T", number: inventedTypes))
    inventedTypes += 1
    if let list { lists[list].append(name) }
    return name
  }

  private mutating func templateTemplateParameter(_ list: Int?) throws(CxxUnreadable) -> CxxNodeID {
    let name = make(.inventedName("$TT", number: inventedTemplates))
    inventedTemplates += 1
    if let list { lists[list].append(name) }
    let outerCount = levels.count
    lists.append([])
    let own = lists.count - 1
    levels.append(own)
    defer { if levels.count > outerCount { levels.removeLast(levels.count - outerCount) } }
    var parameters: [CxxNodeID] = []
    var requires: CxxNodeID?
    while !take("E") {
      if take("Q") {
        requires = try constraint()
        try expect("E")
        break
      }
      parameters.append(try templateParameterDeclaration(in: own))
    }
    return make(.templateParameter(name, parameters: parameters, requires: requires))
  }

  /// `<constraint-expression>`.
  mutating func constraint() throws(CxxUnreadable) -> CxxNodeID {
    let outer = isInConstraint
    isInConstraint = true
    defer { isInConstraint = outer }
    return try expression()
  }
}
