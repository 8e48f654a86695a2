/// The precedence of expressions, from the strongest to the weakest binding.
enum CxxPrecedence: Int {
  case primary, postfix, unary, cast, memberPointer, multiplicative, additive, shift, spaceship, relational, equality
  case and, xor, or, andIf, orIf, conditional, assignment, comma, weakest
}

/// An operator of the Itanium C++ ABI, section 5.1.3.
struct CxxOperator {
  enum Kind {
    case prefix, suffix, binary, array, member, new, delete, call, conversion, conditional, nameOnly
    /// These occur only in expressions.
    case namedCast, ofType, ofExpression, unnamedMember
  }

  var kind: Kind
  var precedence: CxxPrecedence
  /// The symbol in an expression.
  var symbol: StaticString
  /// True for an array form (`new[]`), or a call whose function name is in parentheses.
  var isVariant = false

  /// True if a function can have this name.
  var isNameable: Bool {
    switch kind {
    case .namedCast, .ofType, .ofExpression, .unnamedMember: false
    default: true
    }
  }

  init(_ kind: Kind, _ precedence: CxxPrecedence, _ symbol: StaticString, isVariant: Bool = false) {
    self.kind = kind
    self.precedence = precedence
    self.symbol = symbol
    self.isVariant = isVariant
  }

  /// Returns the operator with a two-letter code.
  static func named(_ first: UInt8, _ second: UInt8) -> CxxOperator? { catalog[UInt16(first) << 8 | UInt16(second)] }

  private static let catalog: [UInt16: CxxOperator] = {
    var catalog: [UInt16: CxxOperator] = [:]
    for (code, found) in list {
      let bytes = Array(code.utf8)
      catalog[UInt16(bytes[0]) << 8 | UInt16(bytes[1])] = found
    }
    return catalog
  }()

  private static let list: [(code: String, CxxOperator)] = [
    ("aN", .init(.binary, .assignment, "&=")), ("aS", .init(.binary, .assignment, "=")),
    ("aa", .init(.binary, .andIf, "&&")), ("ad", .init(.prefix, .unary, "&")), ("an", .init(.binary, .and, "&")),
    ("at", .init(.ofType, .unary, "alignof ")), ("aw", .init(.nameOnly, .primary, " co_await")),
    ("az", .init(.ofExpression, .unary, "alignof ")), ("cc", .init(.namedCast, .postfix, "const_cast")),
    ("cl", .init(.call, .postfix, "()")), ("cm", .init(.binary, .comma, ",")), ("co", .init(.prefix, .unary, "~")),
    ("cp", .init(.call, .postfix, "()", isVariant: true)), ("cv", .init(.conversion, .cast, "")),
    ("dV", .init(.binary, .assignment, "/=")), ("da", .init(.delete, .unary, " delete[]", isVariant: true)),
    ("dc", .init(.namedCast, .postfix, "dynamic_cast")), ("de", .init(.prefix, .unary, "*")),
    ("dl", .init(.delete, .unary, " delete")), ("ds", .init(.unnamedMember, .memberPointer, ".*")),
    ("dt", .init(.unnamedMember, .postfix, ".")), ("dv", .init(.binary, .multiplicative, "/")),
    ("eO", .init(.binary, .assignment, "^=")), ("eo", .init(.binary, .xor, "^")),
    ("eq", .init(.binary, .equality, "==")), ("ge", .init(.binary, .relational, ">=")),
    ("gt", .init(.binary, .relational, ">")), ("ix", .init(.array, .postfix, "[]")),
    ("lS", .init(.binary, .assignment, "<<=")), ("le", .init(.binary, .relational, "<=")),
    ("ls", .init(.binary, .shift, "<<")), ("lt", .init(.binary, .relational, "<")),
    ("mI", .init(.binary, .assignment, "-=")), ("mL", .init(.binary, .assignment, "*=")),
    ("mi", .init(.binary, .additive, "-")), ("ml", .init(.binary, .multiplicative, "*")),
    ("mm", .init(.suffix, .postfix, "--")), ("na", .init(.new, .unary, " new[]", isVariant: true)),
    ("ne", .init(.binary, .equality, "!=")), ("ng", .init(.prefix, .unary, "-")),
    ("nt", .init(.prefix, .unary, "!")), ("nw", .init(.new, .unary, " new")),
    ("oR", .init(.binary, .assignment, "|=")), ("oo", .init(.binary, .orIf, "||")),
    ("or", .init(.binary, .or, "|")), ("pL", .init(.binary, .assignment, "+=")),
    ("pl", .init(.binary, .additive, "+")), ("pm", .init(.member, .memberPointer, "->*")),
    ("pp", .init(.suffix, .postfix, "++")), ("ps", .init(.prefix, .unary, "+")),
    ("pt", .init(.member, .postfix, "->")), ("qu", .init(.conditional, .conditional, "?")),
    ("rM", .init(.binary, .assignment, "%=")), ("rS", .init(.binary, .assignment, ">>=")),
    ("rc", .init(.namedCast, .postfix, "reinterpret_cast")), ("rm", .init(.binary, .multiplicative, "%")),
    ("rs", .init(.binary, .shift, ">>")), ("sc", .init(.namedCast, .postfix, "static_cast")),
    ("ss", .init(.binary, .spaceship, "<=>")), ("st", .init(.ofType, .unary, "sizeof ")),
    ("sz", .init(.ofExpression, .unary, "sizeof ")), ("te", .init(.ofExpression, .postfix, "typeid ")),
    ("ti", .init(.ofType, .postfix, "typeid ")),
  ]
}
