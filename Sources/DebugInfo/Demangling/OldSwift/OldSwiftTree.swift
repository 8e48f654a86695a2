/// A node of an `OldSwiftTree`.
struct OldSwiftRef: Equatable, Sendable {
  fileprivate let index: Int
}

/// What a name says. Nodes refer to nodes made before them, and one may be referred to from many places: a name of 4 KB
/// may unfold to more text than fits into any memory. So each node knows how much text it is, and none may be more
/// than is passed on.
struct OldSwiftTree: Sendable {
  private var nodes: [OldSwiftNode] = []
  /// Bytes of text that each node unfolds to, all punctuation aside.
  private var sizes: [Int] = []
  /// Bytes of the texts in the tree itself.
  private var ownSize = 0

  mutating func add(_ node: OldSwiftNode) throws(OldSwiftUnreadable) -> OldSwiftRef {
    let own = node.ownSize
    ownSize += own
    let size = node.parts.reduce(own) { $0 + sizes[$1.index] }
    guard size <= longestReadableName, ownSize <= longestReadableName else { throw OldSwiftUnreadable() }
    nodes.append(node)
    sizes.append(size)
    return OldSwiftRef(index: nodes.count - 1)
  }

  subscript(ref: OldSwiftRef) -> OldSwiftNode { nodes[ref.index] }
}

enum OldSwiftNode: Sendable {
  case module(String)
  case declaration(OldSwiftDeclaration)
  /// Texts and nodes one after the other.
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

  /// The nodes that it consists of.
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

/// What a phrase is to those around it.
enum OldSwiftRole: Equatable, Sendable {
  /// Stands before `?` and `.Type` as it is.
  case simple
  /// Gets parentheses before `?` and `.Type`.
  case compound
  case tuple
  /// A function type that follows the name of a function at once.
  case function
  /// A function type that begins with a word, `@convention(c)`.
  case wordyFunction
  /// A type behind its generic parameters. `isFunction`: the type is one of the two above.
  case generic(isFunction: Bool)
  /// A type of values that conform to protocols, or of their types.
  case existential(isSimple: Bool)
  case extended
  case staticMember
  /// The name of an associated type, to which a later part of the name may refer.
  case memberName

  var needsParentheses: Bool {
    switch self {
    case .simple, .tuple, .generic, .existential(isSimple: true): false
    default: true
    }
  }
}

/// Something that has a place in a module: a type, a function, a variable, a closure, ….
struct OldSwiftDeclaration: Sendable {
  enum Kind: Sendable {
    case `class`, structure, enumeration, `protocol`, alias
    case function
    /// Of a variable or a subscript: `label` is `getter` and the like.
    case accessor
    case other
  }

  enum TypeStyle: Sendable {
    case none
    /// `name : Type`.
    case colon
    /// `name(Type) -> Type`; after a colon if it is no function type.
    case function
  }

  var kind: Kind
  /// What it is declared in.
  var context: OldSwiftRef
  var name: OldSwiftDeclarationName?
  /// What is said of it in place of a name or after it: `getter`, `init`, `closure #1`.
  var label = ""
  var type: OldSwiftRef?
  var style = TypeStyle.none
  /// Joins it to its context where that comes after it.
  var joint = " in "

  /// The context comes after it: `closure #1 in f()`, `Local #1 in f()`.
  var isBeforeContext: Bool { label.contains(" ") || name?.isLocal == true }
}

struct OldSwiftDeclarationName: Equatable, Sendable {
  /// As it is shown, with the number of a local name and the file's key of a private one.
  var text: String
  /// Declared in the body of a function; there it has a number.
  var isLocal = false
  var isSubscript = false
}
