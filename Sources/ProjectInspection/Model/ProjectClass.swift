/// A class with all its declarations in the project: interface, implementation, categories and extensions.
struct ProjectClass: Sendable {
  struct Declaration: Sendable {
    /// The index of the file in the project.
    var file: Int
    var type: SourceType
  }

  /// The name of the class in pasted code that contains members of a class, but not its declaration.
  static let unnamed = "the view"

  var name: String
  var declarations: [Declaration] = [] {
    didSet { keys = nil }
  }
  /// The names that key-value coding finds; `nil` until `indexKeys()`.
  private var keys: KeyNames?

  init(name: String) { self.name = name }

  var isUnnamed: Bool { name == Self.unnamed }

  /// Whether the project defines the class, rather than only extending a class of a framework.
  var isDefined: Bool { declarations.contains { $0.type.kind != .extensionOrCategory } }
  var isSwift: Bool { declarations.contains { $0.type.isSwift } }
  var superclass: String? {
    declarations.first { $0.type.kind == .interface || $0.type.kind == .swiftClass }?.type.inherits.first
  }
  /// The location of its `@IBDesignable` or `IB_DESIGNABLE`, or `nil` if no declaration has it.
  var designable: (file: Int, line: Int)? {
    for declaration in declarations {
      if let line = declaration.type.designableLine { return (declaration.file, line) }
    }
    return nil
  }
  /// The location of its declaration: the Objective-C interface or the Swift class.
  var location: (file: Int, line: Int)? {
    let main = declarations.first { $0.type.kind == .swiftClass || $0.type.kind == .interface } ?? declarations.first
    return main.map { ($0.file, $0.type.line) }
  }

  /// The methods that have a body, with the index of their file.
  var methods: [(file: Int, method: SourceMethod)] {
    declarations.flatMap { declaration in
      declaration.type.methods.filter { !$0.modifiers.contains("declared") }.map { (declaration.file, $0) }
    }
  }
  var properties: [(file: Int, property: SourceProperty)] {
    declarations.flatMap { declaration in declaration.type.properties.map { (declaration.file, $0) } }
  }

  /// Returns the name of a method with its class, such as `-[CardView setUp]` or `CardView.setUp`.
  static func name(of method: SourceMethod, in type: String) -> String {
    if type == unnamed { return method.name }
    return method.isSwift ? "\(type).\(method.name)" : "\(method.isTypeMethod ? "+" : "-")[\(type) \(method.name)]"
  }

  /// Returns the first method that has one of these names.
  func method(_ names: String...) -> (file: Int, method: SourceMethod)? {
    methods.first { names.contains($0.method.name) }
  }

  /// Prepares `hasKey(_:)` for many keys: a nib may set as many keys as the class has members.
  mutating func indexKeys() {
    var found = KeyNames()
    found.add(declarations)
    keys = found
  }

  /// Whether key-value coding finds the key: there is a property, an instance variable, or a setter.
  func hasKey(_ key: String) -> Bool {
    if let keys { return keys.contains(key) }
    var found = KeyNames()
    found.add(declarations)
    return found.contains(key)
  }
}

/// The names of members by which key-value coding finds keys.
struct KeyNames: Sendable {
  private var properties: Set<String> = []
  private var methods: Set<String> = []
  /// Whether a method accepts any key.
  private var acceptsAll = false

  mutating func add(_ declarations: [ProjectClass.Declaration]) {
    for declaration in declarations {
      for property in declaration.type.properties { properties.insert(property.name) }
      for method in declaration.type.methods {
        methods.insert(method.name)
        if method.name == "setValue:forUndefinedKey:" || method.name == "setValue:forKey:"
          || (method.isSwift && method.name == "setValue")
        {
          acceptsAll = true
        }
      }
    }
  }

  func contains(_ key: String) -> Bool {
    if acceptsAll || properties.contains(key) || properties.contains("_" + key) || methods.contains(key) { return true }
    let capitalized = key.prefix(1).uppercased() + key.dropFirst()
    return properties.contains("is" + capitalized) || methods.contains("set" + capitalized + ":")
  }
}
