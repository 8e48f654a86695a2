package import CrashReports
package import SourceText

/// Pasted Objective-C or Swift source code: its classes, properties and methods, as far as they can be recognized
/// without a compiler.
///
/// Comments and the contents of strings are skipped, braces are matched, and macros are not expanded. The parser makes
/// one pass over the tokens, so the cost is linear; text beyond the limits is not read.
package struct SourceExcerpt: Sendable, Equatable {
  /// A word, number, string or punctuation character with its line of the input.
  package struct Token: Sendable, Equatable {
    /// The kind of the token.
    package var kind: SourceToken.Kind
    /// The token as written, but without the contents of a string: its text is `""`.
    package var text: String
    /// The line of the input, from 1.
    package var line: Int
  }

  /// A property or stored variable.
  package struct Property: Sendable, Equatable {
    /// The name as declared.
    package var name: String
    /// The type without `*`, `?` and qualifiers; `nil` if it is inferred from a value.
    package var type: String?
    /// Whether the property is marked `IBInspectable`.
    package var isInspectable: Bool
    /// Whether the property has `didSet`, `set` or, in Objective-C, an explicit setter in the excerpt.
    package var isObserved: Bool
    /// The line of the input with the declaration, from 1.
    package var line: Int
  }

  /// A method or initializer with its body.
  package struct Method: Sendable, Equatable {
    /// The Objective-C selector or Swift base name; a Swift initializer includes its labels, as `init(frame:)`.
    package var name: String
    /// Whether it is a method of the type and not of its instances: `+`, `static` or `class`.
    package var isTypeMethod: Bool
    /// Whether it is written in Swift and not in Objective-C.
    package var isSwift: Bool
    /// The tokens between the braces.
    package var body: [Token]
    /// The line of the input with the declaration, from 1.
    package var line: Int

    /// Whether the name is that of an initializer in its language.
    package var isInitializer: Bool { isSwift ? name.hasPrefix("init(") : name.hasPrefix("init") }
  }

  /// A class with all its parts in the excerpt: interface, implementation and extensions together.
  package struct Class: Sendable, Equatable {
    /// The name of the class; `nil` for methods outside any class.
    package var name: String?
    /// Whether the class is marked `IB_DESIGNABLE` or `@IBDesignable`.
    package var isDesignable = false
    /// The properties in the order of the excerpt.
    package var properties: [Property] = []
    /// The methods that have a body, in the order of the excerpt.
    package var methods: [Method] = []
    /// The line of the input on which the class first occurs, from 1.
    package var line: Int
  }

  /// The classes in the order of the excerpt.
  package private(set) var classes: [Class] = []
  /// The names of enumerations that are declared in the excerpt.
  package private(set) var enumerations: Set<String> = []

  /// The maximum number of bytes that are read; a view class is seldom longer than a tenth of this.
  private static let maxBytes = 512 * 1024

  /// Parses the lines of a report whose format is `source-excerpt`; `nil` for any other report.
  package init?(of report: CrashReport) {
    guard let bytes = report.sourceText.map({ Array($0.prefix(Self.maxBytes)) }) else { return nil }
    let source = SourceDeclarations.read(bytes, .mostLikely(for: bytes), isExcerpt: true)
    enumerations = source.enumerations
    var indexOfName: [String?: Int] = [:]
    for type in source.types.sorted(by: { $0.line < $1.line }) { add(type, &indexOfName) }
    // Functions outside all types are methods of a class that was not pasted.
    let methods = source.language == .swift ? source.functions.map { Method($0) } : []
    if let first = methods.first { classes[index(of: nil, first.line, &indexOfName)].methods += methods }
    for index in classes.indices {
      let setters = Set(classes[index].methods.map(\.name))
      for position in classes[index].properties.indices {
        let name = classes[index].properties[position].name
        if setters.contains(Self.setter(of: name)) { classes[index].properties[position].isObserved = true }
      }
    }
  }

  /// Returns the index of a class, which is added if it is not known.
  private mutating func index(of name: String?, _ line: Int, _ indexOfName: inout [String?: Int]) -> Int {
    if let index = indexOfName[name] { return index }
    indexOfName[name] = classes.count
    classes.append(Class(name: name, line: line))
    return classes.count - 1
  }

  private mutating func add(_ type: SourceType, _ indexOfName: inout [String?: Int]) {
    // Instance variables have no type.
    let properties = type.properties.filter { type.isSwift || $0.type != nil }.map { Property($0) }
    let methods = type.methods.filter { $0.role == .function && !$0.modifiers.contains("declared") }
      .map { Method($0) }
    let name = type.name == SourceType.unnamedName ? nil : type.name
    // Statements outside all declarations are not a class.
    if name == nil, methods.isEmpty, properties.isEmpty { return }
    let line = name == nil ? min(methods.first?.line ?? .max, properties.first?.line ?? .max) : type.line
    let index = index(of: name, line, &indexOfName)
    if type.designableLine != nil { classes[index].isDesignable = true }
    classes[index].properties += properties
    classes[index].methods += methods
  }

  /// Returns the Objective-C setter of a property: `setTitle:` for `title`.
  package static func setter(of property: String) -> String {
    "set" + property.prefix(1).uppercased() + property.dropFirst() + ":"
  }
}

extension SourceExcerpt.Token {
  /// The token, without the contents of a string.
  fileprivate init(_ token: SourceToken) {
    self.init(kind: token.kind, text: token.kind == .string ? "\"\"" : token.text, line: Int(token.line))
  }
}

extension SourceExcerpt.Property {
  fileprivate init(_ property: SourceProperty) {
    let observing: Set<String> = ["didSet", "willSet", "set", "get", "return"]
    // `Kit.CardStyle?` is `CardStyle`; an array, tuple or function has no name.
    let type = property.type?.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    self.init(
      name: property.name, type: type?.split(separator: ".").last.map(String.init),
      isInspectable: property.isInspectable,
      isObserved: property.accessors?.contains { $0.kind == .word && observing.contains($0.text) } ?? false,
      line: property.line)
  }
}

extension SourceExcerpt.Method {
  fileprivate init(_ method: SourceMethod) {
    self.init(
      name: method.name, isTypeMethod: method.isTypeMethod, isSwift: method.isSwift,
      body: method.body.map { .init($0) },
      line: method.line)
  }

  fileprivate init(_ function: SourceFunction) {
    self.init(
      name: function.name, isTypeMethod: false, isSwift: true, body: function.body.map { .init($0) },
      line: function.line)
  }
}

extension CrashReport {
  /// The maximum number of lines between two lines of code.
  private static var maxLineDistance: Int { 100_000 }

  /// The text of a report that is source code, with each line at its number in the input; `nil` for other reports.
  package var sourceText: [UInt8]? {
    guard source.format == "source-excerpt" else { return nil }
    var text: [UInt8] = []
    var lines = 0
    for line in consoleLines {
      // The reader may have joined several lines into one.
      for (offset, part) in line.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        let number = line.line + offset
        guard number > lines, number - lines < Self.maxLineDistance else { continue }
        text += repeatElement(0x0A, count: number - lines - 1)
        text += part
        text.append(0x0A)
        lines = number
      }
    }
    return text
  }
}
