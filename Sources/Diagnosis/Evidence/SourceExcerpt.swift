import Bytes
package import CrashReports

/// Pasted Objective-C or Swift source code: its classes, properties and methods, as far as they can be recognized
/// without a compiler.
///
/// Comments and the contents of strings are skipped, braces are matched, and macros are not expanded. The parser makes
/// one pass over the tokens, so the cost is linear; text beyond the limits is not read.
package struct SourceExcerpt: Sendable, Equatable {
  /// A word, number, string or mark with its line of the input.
  package struct Token: Sendable, Equatable {
    /// Kinds of tokens, as far as the parser needs them.
    package enum Kind: Sendable { case word, number, string, mark }
    /// The kind of the token.
    package var kind: Kind
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
    guard report.source.format == "source-excerpt" else { return nil }
    var scanner = SourceScanner()
    var budget = Self.maxBytes
    for line in report.consoleLines {
      // The reader may have joined several lines into one.
      for (offset, text) in line.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        budget -= text.utf8.count
        guard budget > 0 else { break }
        scanner.scan(Array(text.utf8), line: line.line + offset)
      }
    }
    var parser = SourceParser(tokens: scanner.tokens)
    parser.parse()
    classes = parser.classes
    enumerations = parser.enumerations
    for index in classes.indices {
      let setters = Set(classes[index].methods.map(\.name))
      for position in classes[index].properties.indices {
        let name = classes[index].properties[position].name
        if setters.contains(Self.setter(of: name)) { classes[index].properties[position].isObserved = true }
      }
    }
  }

  /// Returns the Objective-C setter of a property: `setTitle:` for `title`.
  package static func setter(of property: String) -> String {
    "set" + property.prefix(1).uppercased() + property.dropFirst() + ":"
  }
}

/// Splits lines of source code into tokens; a comment or multi-line string may continue on the next line.
private struct SourceScanner {
  var tokens: [SourceExcerpt.Token] = []
  private var inComment = false
  private var inLongString = false

  mutating func scan(_ bytes: [UInt8], line: Int) {
    var at = 0
    func byte(_ offset: Int) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }
    while at < bytes.count {
      if inComment {
        if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
          inComment = false
          at += 1
        }
        at += 1
        continue
      }
      if inLongString {
        if byte(0) == 0x22, byte(1) == 0x22, byte(2) == 0x22 {
          inLongString = false
          at += 2
        }
        at += 1
        continue
      }
      let first = byte(0)
      switch first {
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        return
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        inComment = true
        at += 2
      case 0x22 where byte(1) == 0x22 && byte(2) == 0x22:
        inLongString = true
        at += 3
        tokens.append(.init(kind: .string, text: "\"\"", line: line))
      case 0x22:
        at += 1
        while at < bytes.count, bytes[at] != 0x22 { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        at += 1
        tokens.append(.init(kind: .string, text: "\"\"", line: line))
      case _ where Self.isWordByte(first) || ((first == 0x40 || first == 0x23) && Self.isWordByte(byte(1))):
        let start = at
        at += 1
        while at < bytes.count, Self.isWordByte(bytes[at]) { at += 1 }
        let kind: SourceExcerpt.Token.Kind = first.isDigit ? .number : .word
        tokens.append(.init(kind: kind, text: String(streamSafe: bytes[start..<at]), line: line))
      case 0x20, 0x09, 0x0d:
        at += 1
      default:
        tokens.append(.init(kind: .mark, text: String(streamSafe: [first]), line: line))
        at += 1
      }
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f, 0x80...0xff: true
    default: false
    }
  }
}
