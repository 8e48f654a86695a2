import SourceText

/// An attribute of a declaration, such as `@Environment(\\.dismiss)`.
struct SourceAttribute: Sendable {
  /// The name with `@`.
  var name: String
  /// The tokens between the parentheses; empty without parentheses.
  var arguments: SourceTokens
}

/// A property, stored variable or instance variable.
struct SourceProperty: Sendable {
  var name: String
  /// The type as written, without whitespace. `nil` if it is inferred.
  var type: String?
  var isInspectable = false
  var isOutlet = false
  /// The accessors, observers or getter, without the braces. Swift only.
  var accessors: SourceTokens?
  /// The initial value. Swift only.
  var value: SourceTokens?
  var attributes: [SourceAttribute] = []
  var line: Int
}

/// A section of a type that contains code: a method, an initializer, an accessor, or the initial value of a property.
struct SourceMethod: Sendable {
  /// When the code runs.
  enum Role: String, Sendable {
    case function, getter, setter, willSet, didSet, initialValue
    case deinitializer = "deinit"
    /// Statements outside all declarations, in pasted code.
    case statements
  }

  /// The selector in Objective-C, the base name in Swift. A Swift initializer has its labels, such as `init(frame:)`;
  /// an accessor has the name of its property, such as `title.didSet`, and an initial value that of its property.
  var name: String
  var role = Role.function
  /// The property of an accessor or initial value.
  var property: String?
  var isTypeMethod = false
  var isSwift: Bool
  /// The modifiers: `private`, `override`, `convenience`, …
  var modifiers: Set<String> = []
  var body: SourceTokens
  var line: Int
  var lastLine: Int

  var isInitializer: Bool { isSwift ? name.hasPrefix("init(") : name.hasPrefix("init") && !isTypeMethod }
  /// The first part of a selector with its colon; `nil` for a name without colon.
  var firstPart: String? { name.firstIndex(of: ":").map { String(name[...$0]) } }
  /// Whether it is the initializer with which nibs create views.
  var isInitCoder: Bool { name == "init(coder:)" || name == "initWithCoder:" }
}

/// One declaration of a type: an interface, an implementation, a Swift class, an extension or another type.
struct SourceType: Sendable {
  enum Kind: Sendable { case interface, implementation, swiftClass, extensionOrCategory, other }

  var name: String
  var kind: Kind
  var isSwift: Bool
  /// The Objective-C name, from `@objc(Name)`.
  var objectiveCName: String?
  /// The superclass and protocols after the colon.
  var inherits: [String] = []
  var designableLine: Int?
  var modifiers: Set<String> = []
  var properties: [SourceProperty] = []
  var methods: [SourceMethod] = []
  var tokens: SourceTokens
  var line: Int

  /// Returns a class for the declarations of an excerpt that are outside all types.
  static func unnamed(_ kind: Kind, isSwift: Bool, _ tokens: SourceTokens) -> SourceType {
    SourceType(
      name: ProjectClass.unnamed, kind: kind, isSwift: isSwift, tokens: tokens,
      line: tokens.first.map { Int($0.line) } ?? 1)
  }
}

/// A `#Preview` macro.
struct SourcePreview: Sendable {
  /// The tokens between the parentheses: the name and traits.
  var arguments: SourceTokens
  var body: SourceTokens
  var line: Int
}

/// A function outside all classes.
struct SourceFunction: Sendable {
  var name: String
  /// Whether it runs while the image is loaded: `__attribute__((constructor))`.
  var isConstructor: Bool
  var body: SourceTokens
  var line: Int
}

/// The declarations in a source file, as far as they can be recognized without a compiler.
struct SourceDeclarations: Sendable {
  var language: SourceLanguage
  var types: [SourceType] = []
  var functions: [SourceFunction] = []
  var enumerations: Set<String> = []
  var typeAliases: Set<String> = []
  var previews: [SourcePreview] = []
  var tokens: SourceTokens = []

  /// Returns the declarations in the source text.
  ///
  /// - Parameter isExcerpt: Whether the text is a part of a file. Methods and statements outside all types then belong
  ///   to a class without a name.
  static func read(_ bytes: [UInt8], _ language: SourceLanguage, isExcerpt: Bool = false) -> SourceDeclarations {
    let tokens = SourceTokenizer.tokens(of: bytes, language)[...]
    switch language {
    case .swift:
      var parser = SwiftDeclarationParser(tokens, isExcerpt: isExcerpt)
      return parser.parse()
    case .objectiveC:
      var parser = ObjectiveCDeclarationParser(tokens, isExcerpt: isExcerpt)
      return parser.parse()
    }
  }
}
