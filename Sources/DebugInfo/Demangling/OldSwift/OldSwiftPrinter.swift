/// Writes a tree as text.
struct OldSwiftPrinter {
  private var tree: OldSwiftTree
  private(set) var output = ""
  /// The size of the output in bytes.
  private var size = 0
  private var depth = 0

  init(_ tree: OldSwiftTree) { self.tree = tree }

  mutating func print(_ pieces: [OldSwiftPiece]) throws(OldSwiftUnreadable) {
    for piece in pieces {
      switch piece {
      case .text(let text): try print(text)
      case .node(let ref): _ = try print(ref)
      }
    }
  }

  private mutating func print(_ text: String) throws(OldSwiftUnreadable) {
    size += text.utf8.count
    guard size <= maxReadableNameLength else { throw OldSwiftUnreadable() }
    output += text
  }

  /// Prints a node. With `asPrefix` it precedes the name of a declaration inside it. Returns the context if that must
  /// follow instead.
  private mutating func print(_ ref: OldSwiftRef, asPrefix: Bool = false) throws(OldSwiftUnreadable) -> OldSwiftRef? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= maxOldSwiftDepth else { throw OldSwiftUnreadable() }
    switch tree[ref] {
    case .module(let name):
      try print(name)
      return nil
    case .phrase(let pieces, _):
      try print(pieces)
      return nil
    case .declaration(let declaration): return try print(declaration, ref, asPrefix: asPrefix)
    }
  }

  private mutating func print(
    _ declaration: OldSwiftDeclaration, _ ref: OldSwiftRef, asPrefix: Bool
  ) throws(OldSwiftUnreadable) -> OldSwiftRef? {
    let isBeforeContext = declaration.isBeforeContext
    if asPrefix, declaration.style != .none || isBeforeContext { return try postponed(declaration, ref) }
    var context: OldSwiftRef?
    if isBeforeContext {
      context = declaration.context
    } else {
      let start = size
      context = try print(declaration.context, asPrefix: true)
      if size > start { try print(".") }
    }
    try print(nameOf: declaration)
    if let type = declaration.type { try print(type, style: declaration.style, isBeforeContext: isBeforeContext) }
    guard !asPrefix, let last = context else { return context }
    try print(declaration.joint)
    _ = try print(last)
    return nil
  }

  /// Returns the context to print after the declarations inside it; for an accessor, the variable.
  private mutating func postponed(
    _ declaration: OldSwiftDeclaration, _ ref: OldSwiftRef
  ) throws(OldSwiftUnreadable) -> OldSwiftRef {
    guard declaration.kind == .accessor else { return ref }
    var variable = declaration
    variable.kind = .other
    variable.label = ""
    if variable.name?.text == "subscript" { variable.style = .function }
    return try tree.add(.declaration(variable))
  }

  private mutating func print(nameOf declaration: OldSwiftDeclaration) throws(OldSwiftUnreadable) {
    switch (declaration.name?.text, declaration.label) {
    case (let name?, ""): try print(name)
    case (let name?, let label):
      try print(declaration.isBeforeContext ? "\(label) of \(name)" : "\(name).\(label)")
    case (nil, let label): try print(label)
    }
  }

  private mutating func print(
    _ type: OldSwiftRef, style: OldSwiftDeclaration.TypeStyle, isBeforeContext: Bool
  ) throws(OldSwiftUnreadable) {
    var role: OldSwiftRole?
    if case .phrase(_, let found) = tree[type] { role = found }
    switch (style, role) {
    case (.function, .function), (.function, .generic(isFunction: true)): try print(isBeforeContext ? " " : "")
    case (.function, .wordyFunction): try print(" ")
    default: try print(" : ")
    }
    _ = try print(type)
  }

  /// Prints the rest of a name that could not be demangled, such as `.cold.1`.
  mutating func print(suffix: String) throws(OldSwiftUnreadable) {
    try print(" with unmangled suffix \"")
    for scalar in suffix.unicodeScalars { try print(Self.escaped(scalar)) }
    try print("\"")
  }

  private static func escaped(_ scalar: UnicodeScalar) -> String {
    switch scalar {
    case "\\": return "\\\\"
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\"": return "\\\""
    case "\0": return "\\0"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\x" + (digits.count < 2 ? "0" : "") + digits
    default: return String(scalar)
    }
  }
}
