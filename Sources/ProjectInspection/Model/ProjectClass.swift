import SourceText

/// A class with all its declarations in the project: interface, implementation, categories and extensions.
struct ProjectClass: Sendable {
  struct Declaration: Sendable {
    /// The index of the file in the project.
    var file: Int
    var type: SourceType
  }

  /// The name of the class in pasted code that contains members of a class, but not its declaration.
  static let unnamed = SourceType.unnamedName

  let name: String
  private(set) var declarations: [Declaration] = []
  /// The methods that have a body, with the index of their file.
  private(set) var methods: [(file: Int, method: SourceMethod)] = []
  private(set) var properties: [(file: Int, property: SourceProperty)] = []
  /// Whether the project defines the class, rather than only extending a class of a framework.
  private(set) var isDefined = false
  private(set) var superclass: String?
  /// The positions in `methods` by name, and those of Objective-C methods by the first part of the selector as well. A
  /// class may have thousands of members, and every call is looked up.
  private var methodPositions: [String: [Int]] = [:]
  /// The positions in `methods` of the accessors and the initial value of each property.
  private var accessorPositions: [String: [Int]] = [:]
  private var propertyPositions: [String: [Int]] = [:]
  /// The position in `declarations` of the longest one in each file.
  private var longestDeclarations: [Int: Int] = [:]
  /// The names that key-value coding finds; `nil` until `indexKeys()`.
  private var keys: KeyNames?

  init(name: String) { self.name = name }

  mutating func add(_ declaration: Declaration) {
    let (file, type) = (declaration.file, declaration.type)
    if type.kind != .extensionOrCategory { isDefined = true }
    if superclass == nil, !hasMainDeclaration, type.kind == .interface || type.kind == .swiftClass {
      superclass = type.inherits.first
      hasMainDeclaration = true
    }
    for method in type.methods where !method.modifiers.contains("declared") {
      methodPositions[method.name, default: []].append(methods.count)
      if !method.isSwift, let part = method.firstPart, part != method.name {
        methodPositions[part, default: []].append(methods.count)
      }
      if let property = method.property { accessorPositions[property, default: []].append(methods.count) }
      methods.append((file, method))
    }
    for property in type.properties {
      propertyPositions[property.name, default: []].append(properties.count)
      properties.append((file, property))
    }
    let longest = longestDeclarations[file].map { declarations[$0].type.tokens.count }
    if longest.map({ $0 < type.tokens.count }) ?? true { longestDeclarations[file] = declarations.count }
    declarations.append(declaration)
    keys = nil
  }

  private var hasMainDeclaration = false

  var isUnnamed: Bool { name == Self.unnamed }

  var isSwift: Bool { declarations.contains { $0.type.isSwift } }
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

  /// Returns the name of a method with its class, such as `-[CardView setUp]` or `CardView.setUp`.
  static func name(of method: SourceMethod, in type: String) -> String {
    if type == unnamed { return method.name }
    return method.isSwift ? "\(type).\(method.name)" : "\(method.isTypeMethod ? "+" : "-")[\(type) \(method.name)]"
  }

  /// Returns the first method that has one of these names.
  func method(_ names: String...) -> (file: Int, method: SourceMethod)? {
    names.compactMap { name in methodPositions[name]?.first { methods[$0].method.name == name } }.min().map {
      methods[$0]
    }
  }

  /// Returns the methods that a call with this name reaches. `setUp` reaches `setUp`; in Objective-C, `loadNib:` reaches
  /// every selector that begins with `loadNib:`.
  func methods(called name: String) -> [(file: Int, method: SourceMethod)] {
    (methodPositions[name] ?? []).map { methods[$0] }
  }

  /// Returns the methods with this name.
  func methods(named name: String) -> [(file: Int, method: SourceMethod)] {
    (methodPositions[name] ?? []).map { methods[$0] }.filter { $0.method.name == name }
  }

  /// Returns the accessors and the initial value of a property.
  func accessors(of property: String) -> [(file: Int, method: SourceMethod)] {
    (accessorPositions[property] ?? []).map { methods[$0] }
  }

  func hasAccessors(of property: String) -> Bool { accessorPositions[property] != nil }

  /// Returns the properties with this name.
  func properties(named name: String) -> [(file: Int, property: SourceProperty)] {
    (propertyPositions[name] ?? []).map { properties[$0] }
  }

  /// Returns the longest declaration in a file.
  func longestDeclaration(in file: Int) -> SourceType? { longestDeclarations[file].map { declarations[$0].type } }

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
