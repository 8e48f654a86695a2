import Bytes
package import CrashReports

/// Objective-C or Swift that somebody pasted: its classes, properties and methods, as far as they can be told without
/// a compiler.
///
/// Comments and the contents of strings are skipped and braces are matched; macros are not expanded. One pass over the
/// tokens, so the cost is linear, and what lies behind the limits is not read.
package struct SourceExcerpt: Sendable, Equatable {
  /// A word, number, string or mark with its line of the input.
  package struct Token: Sendable, Equatable {
    /// What a token is, as far as the parser needs it.
    package enum Kind: Sendable { case word, number, string, mark }
    /// What the token is.
    package var kind: Kind
    /// The contents of a string are left out: its text is `""`.
    package var text: String
    /// Line of the input, from 1.
    package var line: Int
  }

  /// A property or stored variable.
  package struct Property: Sendable, Equatable {
    /// Name as declared.
    package var name: String
    /// Without `*`, `?` and qualifiers; `nil` where it is inferred from a value.
    package var type: String?
    /// Whether it is marked `IBInspectable`.
    package var isInspectable: Bool
    /// Has `didSet`, `set` or, in Objective-C, a setter of its own in the excerpt.
    package var isObserved: Bool
    /// Line of the input with the declaration, from 1.
    package var line: Int
  }

  /// A method or initialiser with its body.
  package struct Method: Sendable, Equatable {
    /// Objective-C selector or Swift base name; an initialiser of Swift has its labels, as `init(frame:)`.
    package var name: String
    /// Whether it belongs to the type and not to its instances: `+`, `static` or `class`.
    package var isTypeMethod: Bool
    /// Whether it is written in Swift and not in Objective-C.
    package var isSwift: Bool
    /// Tokens between the braces.
    package var body: [Token]
    /// Line of the input with the declaration, from 1.
    package var line: Int

    /// Whether the name is that of an initializer in its language.
    package var isInitializer: Bool { isSwift ? name.hasPrefix("init(") : name.hasPrefix("init") }
  }

  /// A class, with everything the excerpt shows of it: interface, implementation and extensions together.
  package struct Class: Sendable, Equatable {
    /// `nil` for methods that stand outside any class.
    package var name: String?
    /// Whether the class is marked `IB_DESIGNABLE` or `@IBDesignable`.
    package var isDesignable = false
    /// In the order of the excerpt.
    package var properties: [Property] = []
    /// In the order of the excerpt; those without a body are left out.
    package var methods: [Method] = []
    /// Line of the input on which the class is met first, from 1.
    package var line: Int
  }

  /// In the order of the excerpt.
  package private(set) var classes: [Class] = []
  /// Names of enumerations declared in the excerpt.
  package private(set) var enumerations: Set<String> = []

  /// Bytes read; a view class is seldom longer than a tenth of this.
  private static let longest = 512 * 1024

  /// Reads the lines of a report whose format is `source-excerpt`; `nil` for any other report.
  package init?(of report: CrashReport) {
    guard report.source.format == "source-excerpt" else { return nil }
    var scanner = SourceScanner()
    var budget = Self.longest
    for line in report.consoleLines {
      // A line may have been joined with those that follow it.
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

  /// `setTitle:` for `title`.
  package static func setter(of property: String) -> String {
    "set" + property.prefix(1).uppercased() + property.dropFirst() + ":"
  }
}

/// Cuts lines of source into tokens; keeps in mind whether a comment or a long string goes on.
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
        tokens.append(.init(kind: kind, text: String(decoding: bytes[start..<at], as: UTF8.self), line: line))
      case 0x20, 0x09, 0x0d:
        at += 1
      default:
        tokens.append(.init(kind: .mark, text: String(decoding: [first], as: UTF8.self), line: line))
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
