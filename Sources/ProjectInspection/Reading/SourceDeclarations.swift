/// A property, stored variable or instance variable.
struct SourceProperty: Sendable {
  var name: String
  /// As it is written, without blanks; `nil` where it is inferred.
  var type: String?
  var isInspectable = false
  var isOutlet = false
  /// Accessors, observers or the getter, without the braces; Swift only.
  var accessors: SourceTokens?
  var line: Int
}

/// A method or initialiser.
struct SourceMethod: Sendable {
  /// Selector of Objective-C; base name of Swift; an initialiser of Swift has its labels, as `init(frame:)`.
  var name: String
  var isTypeMethod = false
  var isSwift: Bool
  /// Words in front of it: `private`, `override`, `convenience`, …
  var modifiers: Set<String> = []
  var body: SourceTokens
  var line: Int
  var lastLine: Int

  var isInitializer: Bool { isSwift ? name.hasPrefix("init(") : name.hasPrefix("init") && !isTypeMethod }
  /// Initialisers with which nibs and Interface Builder make views.
  var isDecoding: Bool { name == "init(coder:)" || name == "initWithCoder:" }
  var isFrame: Bool { name == "init(frame:)" || name == "initWithFrame:" }
}

/// One declaration of a class: an interface, an implementation, a class of Swift, or an extension.
struct SourceType: Sendable {
  enum Kind: Sendable { case interface, implementation, swiftClass, extensionOrCategory, other }

  var name: String
  var kind: Kind
  var isSwift: Bool
  /// Name for Objective-C, from `@objc(Name)`.
  var objectiveCName: String?
  /// What stands behind the colon: superclass and protocols.
  var inherits: [String] = []
  var designableLine: Int?
  var modifiers: Set<String> = []
  var properties: [SourceProperty] = []
  var methods: [SourceMethod] = []
  var tokens: SourceTokens
  var line: Int
}

/// A function outside of any class.
struct SourceFunction: Sendable {
  var name: String
  /// Runs while the image is loaded: `__attribute__((constructor))`.
  var isConstructor: Bool
  var body: SourceTokens
  var line: Int
}

/// What a source file declares, as far as it can be told without a compiler.
struct SourceDeclarations: Sendable {
  var language: SourceLanguage
  var types: [SourceType] = []
  var functions: [SourceFunction] = []
  var enumerations: Set<String> = []
  var tokens: SourceTokens = []

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
