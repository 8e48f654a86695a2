/// A class with all its declarations in the project: interface, implementation, categories, extensions.
struct ProjectClass: Sendable {
  struct Declaration: Sendable {
    var file: Int
    var type: SourceType
  }

  var name: String
  var declarations: [Declaration] = []

  /// A class of the project's own, and not only an extension of somebody else's.
  var isDefined: Bool { declarations.contains { $0.type.kind != .extensionOrCategory } }
  var isSwift: Bool { declarations.contains { $0.type.kind == .swiftClass } }
  var superclass: String? {
    declarations.first { $0.type.kind == .interface || $0.type.kind == .swiftClass }?.type.inherits.first
  }
  var designable: (file: Int, line: Int)? {
    for declaration in declarations {
      if let line = declaration.type.designableLine { return (declaration.file, line) }
    }
    return nil
  }
  /// Where it is declared: its interface, or its class in Swift.
  var location: (file: Int, line: Int)? {
    let main = declarations.first { $0.type.kind == .swiftClass || $0.type.kind == .interface } ?? declarations.first
    return main.map { ($0.file, $0.type.line) }
  }

  /// Methods that have a body, with the file they stand in.
  var methods: [(file: Int, method: SourceMethod)] {
    declarations.flatMap { declaration in
      declaration.type.methods.filter { !$0.modifiers.contains("declared") }.map { (declaration.file, $0) }
    }
  }
  var properties: [(file: Int, property: SourceProperty)] {
    declarations.flatMap { declaration in declaration.type.properties.map { (declaration.file, $0) } }
  }

  func method(_ names: String...) -> (file: Int, method: SourceMethod)? {
    methods.first { names.contains($0.method.name) }
  }

  /// Whether key-value coding finds the key: a property, an instance variable, or a setter.
  func hasKey(_ key: String) -> Bool {
    let setter = "set" + key.prefix(1).uppercased() + key.dropFirst() + ":"
    for declaration in declarations {
      for property in declaration.type.properties {
        if property.name == key || property.name == "_" + key
          || property.name == "is" + key.prefix(1).uppercased() + key.dropFirst()
        {
          return true
        }
      }
      for method in declaration.type.methods {
        if method.name == setter || method.name == key || method.name == "setValue:forUndefinedKey:"
          || method.name == "setValue:forKey:" || (method.isSwift && method.name == "setValue")
        {
          return true
        }
      }
    }
    return false
  }
}
