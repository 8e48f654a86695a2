/// A node of an `OldSwiftTree`.
struct OldSwiftRef: Equatable, Sendable {
  fileprivate let index: Int
}

/// The syntax tree of a mangled name.
///
/// Nodes refer to earlier nodes, and several nodes may refer to the same one, so a name of 4 KB may expand to more text
/// than fits into memory. Each node therefore stores the size of its expansion, which is limited to the maximum length
/// of a demangled name.
struct OldSwiftTree: Sendable {
  private var nodes: [OldSwiftNode] = []
  /// The size of the text that each node expands to, in bytes without punctuation.
  private var sizes: [Int] = []
  /// The size of the texts stored in the tree, in bytes.
  private var ownSize = 0

  mutating func add(_ node: OldSwiftNode) throws(OldSwiftUnreadable) -> OldSwiftRef {
    let own = node.ownSize
    ownSize += own
    let size = node.parts.reduce(own) { $0 + sizes[$1.index] }
    guard size <= maxReadableNameLength, ownSize <= maxReadableNameLength else { throw OldSwiftUnreadable() }
    nodes.append(node)
    sizes.append(size)
    return OldSwiftRef(index: nodes.count - 1)
  }

  subscript(ref: OldSwiftRef) -> OldSwiftNode { nodes[ref.index] }
}

enum OldSwiftNode: Sendable {
  case module(String)
  case declaration(OldSwiftDeclaration)
  /// A sequence of texts and nodes.
  case phrase([OldSwiftPiece], OldSwiftRole)

  fileprivate var ownSize: Int {
    switch self {
    case .module(let name): name.utf8.count
    case .declaration(let declaration): (declaration.name?.text.utf8.count ?? 0) + declaration.label.utf8.count
    case .phrase(let pieces, _):
      pieces.reduce(0) { sum, piece in
        if case .text(let text) = piece { sum + text.utf8.count } else { sum }
      }
    }
  }

  /// The child nodes.
  fileprivate var parts: [OldSwiftRef] {
    switch self {
    case .module: []
    case .declaration(let declaration): [declaration.context] + (declaration.type.map { [$0] } ?? [])
    case .phrase(let pieces, _):
      pieces.compactMap { piece in
        if case .node(let ref) = piece { ref } else { nil }
      }
    }
  }
}

enum OldSwiftPiece: Sendable, ExpressibleByStringInterpolation {
  case text(String)
  case node(OldSwiftRef)

  init(stringLiteral text: String) { self = .text(text) }
}

/// The syntactic role of a phrase.
enum OldSwiftRole: Equatable, Sendable {
  /// Needs no parentheses before `?` and `.Type`.
  case simple
  /// Needs parentheses before `?` and `.Type`.
  case compound
  case tuple
  /// A function type that follows the name of a function without a space.
  case function
  /// A function type that begins with an attribute, such as `@convention(c)`.
  case wordyFunction
  /// A type after its generic parameters. `isFunction`: the type is one of the two above.
  case generic(isFunction: Bool)
  /// An existential type or existential metatype.
  case existential(isSimple: Bool)
  case extended
  case staticMember
  /// The name of an associated type, which later parts of the name may refer to.
  case memberName

  var needsParentheses: Bool {
    switch self {
    case .simple, .tuple, .generic, .existential(isSimple: true): false
    default: true
    }
  }
}

/// A declaration in a module: a type, a function, a variable, a closure, ….
struct OldSwiftDeclaration: Sendable {
  enum Kind: Sendable {
    case `class`, structure, enumeration, `protocol`, alias
    case function
    /// An accessor of a variable or a subscript; `label` is `getter` or similar.
    case accessor
    case other
  }

  enum TypeStyle: Sendable {
    case none
    /// `name : Type`.
    case colon
    /// `name(Type) -> Type`; after a colon if it is not a function type.
    case function
  }

  var kind: Kind
  /// The enclosing declaration or module.
  var context: OldSwiftRef
  var name: OldSwiftDeclarationName?
  /// The description in place of a name or after it: `getter`, `init`, `closure #1`.
  var label = ""
  var type: OldSwiftRef?
  var style = TypeStyle.none
  /// The text between it and its context, if the context follows.
  var joint = " in "

  /// True if the context follows: `closure #1 in f()`, `Local #1 in f()`.
  var isBeforeContext: Bool { label.contains(" ") || name?.isLocal == true }
}

struct OldSwiftDeclarationName: Equatable, Sendable {
  /// The displayed name, with the number of a local name or the discriminator of a private one.
  var text: String
  /// True if it is declared in the body of a function, where it has a number.
  var isLocal = false
  var isSubscript = false
}
