/// A property, stored variable or instance variable.
struct SourceProperty: Sendable {
  var name: String
  /// The type as written, without whitespace. `nil` if it is inferred.
  var type: String?
  var isInspectable = false
  var isOutlet = false
  /// The accessors, observers or getter, without the braces. Swift only.
  var accessors: SourceTokens?
  var line: Int
}

/// A method or initializer.
struct SourceMethod: Sendable {
  /// The selector in Objective-C, the base name in Swift. A Swift initializer has its labels, such as `init(frame:)`.
  var name: String
  var isTypeMethod = false
  var isSwift: Bool
  /// The modifiers: `private`, `override`, `convenience`, …
  var modifiers: Set<String> = []
  var body: SourceTokens
  var line: Int
  var lastLine: Int

  var isInitializer: Bool { isSwift ? name.hasPrefix("init(") : name.hasPrefix("init") && !isTypeMethod }
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
  var tokens: SourceTokens = []

  /// Returns the declarations in the source text.
  static func read(_ bytes: [UInt8], _ language: SourceLanguage) -> SourceDeclarations {
    let tokens = SourceTokenizer.tokens(of: bytes, language)[...]
    switch language {
    case .swift:
      var parser = SwiftDeclarationParser(tokens)
      return parser.parse()
    case .objectiveC:
      var parser = ObjectiveCDeclarationParser(tokens)
      return parser.parse()
    }
  }
}
