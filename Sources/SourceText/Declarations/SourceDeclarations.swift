/// An attribute of a declaration, such as `@Environment(\\.dismiss)`.
package struct SourceAttribute: Sendable {
  /// The name with `@`.
  package var name: String
  /// The tokens between the parentheses; empty without parentheses.
  package var arguments: SourceTokens
}

/// A property, stored variable or instance variable.
package struct SourceProperty: Sendable {
  /// The name as declared.
  package var name: String
  /// The type as written, without whitespace. `nil` if it is inferred, and for instance variables.
  package var type: String?
  /// Whether it is marked `IBInspectable`.
  package var isInspectable = false
  /// Whether it is marked `IBOutlet`.
  package var isOutlet = false
  /// The accessors, observers or getter, without the braces. Swift only.
  package var accessors: SourceTokens?
  /// The initial value. Swift only.
  package var value: SourceTokens?
  /// At most 16 attributes that have no member of their own. Swift only.
  package var attributes: [SourceAttribute] = []
  /// The line of the declaration, from 1.
  package var line: Int
}

/// A section of a type that contains code: a method, an initializer, an accessor, or the initial value of a property.
package struct SourceMethod: Sendable {
  /// When the code runs.
  package enum Role: String, Sendable {
    case function, getter, setter, willSet, didSet, initialValue
    case deinitializer = "deinit"
    /// Statements outside all declarations, in pasted code.
    case statements
  }

  /// The selector in Objective-C, the base name in Swift. A Swift initializer has its labels, such as `init(frame:)`;
  /// an accessor has the name of its property, such as `title.didSet`, and an initial value that of its property.
  package var name: String
  /// When the code runs.
  package var role = Role.function
  /// The property of an accessor or initial value.
  package var property: String?
  /// Whether it is a method of the type and not of its instances.
  package var isTypeMethod = false
  /// Whether it is written in Swift and not in Objective-C.
  package var isSwift: Bool
  /// The modifiers: `private`, `override`, `convenience`, …; `declared` for an Objective-C setter without a body.
  package var modifiers: Set<String> = []
  /// The tokens between the braces.
  package var body: SourceTokens
  /// The line on which the declaration begins, from 1.
  package var line: Int
  /// The line on which the body ends, from 1.
  package var lastLine: Int

  /// Creates a function without modifiers.
  package init(name: String, isSwift: Bool, body: SourceTokens, line: Int, lastLine: Int) {
    self.init(
      name: name, role: .function, isSwift: isSwift, body: body, line: line, lastLine: lastLine)
  }

  init(
    name: String, role: Role = .function, property: String? = nil, isTypeMethod: Bool = false, isSwift: Bool,
    modifiers: Set<String> = [], body: SourceTokens, line: Int, lastLine: Int
  ) {
    (self.name, self.role, self.property, self.isTypeMethod) = (name, role, property, isTypeMethod)
    (self.isSwift, self.modifiers, self.body, self.line, self.lastLine) = (isSwift, modifiers, body, line, lastLine)
  }

  /// Whether the name is that of an initializer in its language.
  package var isInitializer: Bool { isSwift ? name.hasPrefix("init(") : name.hasPrefix("init") && !isTypeMethod }
  /// The first part of a selector with its colon; `nil` for a name without colon.
  package var firstPart: String? { name.firstIndex(of: ":").map { String(name[...$0]) } }
  /// Whether it is the initializer with which nibs create views.
  package var isInitCoder: Bool { name == "init(coder:)" || name == "initWithCoder:" }
}

/// One declaration of a type: an interface, an implementation, a Swift class, an extension or another type.
package struct SourceType: Sendable {
  /// Kinds of declarations.
  package enum Kind: Sendable { case interface, implementation, swiftClass, extensionOrCategory, other }

  /// The name of the class in pasted code that contains members of a class, but not its declaration.
  package static let unnamedName = "the view"

  /// The name; of a nested type the last part.
  package var name: String
  /// The kind of the declaration.
  package var kind: Kind
  /// Whether it is written in Swift and not in Objective-C.
  package var isSwift: Bool
  /// The Objective-C name, from `@objc(Name)`.
  package var objectiveCName: String?
  /// The superclass and protocols after the colon.
  package var inherits: [String] = []
  /// The line with the mark of a designable class, from 1; `nil` without it.
  package var designableLine: Int?
  /// The modifiers, such as `final`.
  package var modifiers: Set<String> = []
  /// The properties in the order of the file.
  package var properties: [SourceProperty] = []
  /// The methods and other code in the order of the file.
  package var methods: [SourceMethod] = []
  /// All tokens of the declaration.
  package var tokens: SourceTokens
  /// The line on which the declaration begins, from 1.
  package var line: Int

  /// Returns a class for the declarations of an excerpt that are outside all types.
  static func unnamed(_ kind: Kind, isSwift: Bool, _ tokens: SourceTokens) -> SourceType {
    SourceType(
      name: unnamedName, kind: kind, isSwift: isSwift, tokens: tokens, line: tokens.first.map { Int($0.line) } ?? 1)
  }
}

/// A `#Preview` macro.
package struct SourcePreview: Sendable {
  /// The tokens between the parentheses: the name and traits.
  package var arguments: SourceTokens
  /// The tokens between the braces.
  package var body: SourceTokens
  /// The line of the macro, from 1.
  package var line: Int
}

/// A function outside all classes.
package struct SourceFunction: Sendable {
  /// The base name.
  package var name: String
  /// Whether it runs while the image is loaded: `__attribute__((constructor))`.
  package var isConstructor: Bool
  /// The tokens between the braces.
  package var body: SourceTokens
  /// The line of the declaration, from 1.
  package var line: Int
}

/// The declarations in a source file, as far as they can be recognized without a compiler.
package struct SourceDeclarations: Sendable {
  /// The language of the file.
  package var language: SourceLanguage
  /// The types in the order in which they end.
  package var types: [SourceType] = []
  /// The functions outside all types.
  package var functions: [SourceFunction] = []
  /// The names of enumerations.
  package var enumerations: Set<String> = []
  /// The names of `typealias` declarations. Swift only.
  package var typeAliases: Set<String> = []
  /// The previews. Swift only.
  package var previews: [SourcePreview] = []
  /// All tokens of the file.
  package var tokens: SourceTokens = []

  /// Returns the declarations in the source text.
  ///
  /// - Parameter isExcerpt: Whether the text is a part of a file. Methods and statements outside all types then belong
  ///   to a class without a name.
  package static func read(_ bytes: [UInt8], _ language: SourceLanguage, isExcerpt: Bool = false) -> SourceDeclarations
  {
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
