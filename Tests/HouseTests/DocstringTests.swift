import SourceText
import TestSupport
import Testing

/// Every `package` and `public` declaration has a docstring, because other modules use it: meaning, units, range, the
/// meaning of `nil`, errors, and the source of the fact.
@Suite struct DocstringTests {
  static let files = Repository.files(below: "Sources").filter { $0.hasSuffix(".swift") }
  static let modules = Set(files.map { String($0.split(separator: "/")[1]) }).sorted()

  @Test(arguments: modules)
  func declarationsHaveDocstrings(_ module: String) throws {
    for file in Self.files where file.hasPrefix("Sources/\(module)/") {
      for line in Docstrings.missing(in: try Repository.text(of: file)) {
        Issue.record("\(file):\(line) has no docstring")
      }
    }
  }

  @Test func sourcesAreFound() {
    #expect(Self.modules.contains("CrashReports") && Self.files.count > 500)
  }

  @Test func scannerFindsDeclarations() {
    let source = #"""
      package import Vocabulary

      /// A documented type.
      @available(
        macOS 15, *
      )
      @frozen
      package struct Style {
        package var width: Int
        /// Documented, on a line with an attribute.
        @inline(__always) @_lifetime(self: copy self) package mutating func narrow() {}
        @inline(__always) @_lifetime(self: copy self) package mutating func widen() {}
        // A comment that is no docstring.
        package private(set) static var standard = Style()
        private(set) public var height = 1
        var isInternal: Bool { true }
        package init?() {}
        package subscript(index: Int) -> Int { index }
        let example = """
          package func quoted() {}
          """
      }

      package extension Style {
        func exported() {
          let local = 1
        }
        private func hidden() {}
        static var first: Style { Style() }
      }

      extension Style {
        func internal() {}
        /// Documented.
        #if DEBUG
          package func onLinux() {}
        #endif

        /// Separated from its declaration.

        package func separated() {}
      }
      """#
    #expect(Docstrings.missing(in: source) == [9, 12, 14, 15, 17, 18, 25, 29, 41])
  }
}

/// Finds declarations without a docstring in Swift source formatted by swift-format. It uses lines and their
/// indentation, and does not parse.
private enum Docstrings {
  private static let modifiers: Set<Substring> = [
    "static", "final", "mutating", "nonmutating", "indirect", "nonisolated", "override", "required", "convenience",
    "lazy",
    "weak", "unowned", "borrowing", "consuming", "prefix", "postfix", "package", "public", "open", "internal",
    "fileprivate", "private",
  ]
  private static let keywords: Set<Substring> = [
    "let", "var", "func", "struct", "enum", "class", "protocol", "typealias", "init", "subscript", "actor", "macro",
    "extension",
  ]

  private struct Declaration {
    var keyword: Substring
    /// The explicit access level; `nil` without one.
    var access: Substring?
    var isPublished: Bool { access == "package" || access == "public" || access == "open" }
  }

  /// Returns the numbers, from 1, of the lines on which `package` and `public` declarations without a docstring begin.
  static func missing(in source: String) -> [Int] {
    var missing: [Int] = []
    var isDocumented = false
    /// The number of open parentheses of an attribute.
    var open = 0
    /// The indentation of a `package extension`, whose members are `package` by default.
    var extended: Int?
    let continued = continuedLines(Array(source.utf8))
    let lines = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = Substring(bytes)
      let code = line.drop { $0 == " " }
      let indentation = line.utf8.count - code.utf8.count
      if continued.contains(index + 1) { continue }
      if open > 0 {
        open += balance(code)
      } else if code.hasPrefix("///") {
        isDocumented = true
      } else if let declaration = declaration(code) {
        let isMember = extended == indentation - 2 && declaration.access == nil
        if declaration.keyword == "extension" {
          if declaration.isPublished { extended = indentation }
        } else if !isDocumented && (declaration.isPublished || isMember) {
          missing.append(index + 1)
        }
        isDocumented = false
      } else if code.hasPrefix("@") {
        open = balance(code)
      } else if !code.hasPrefix("#") {
        if code == "}" && extended == indentation { extended = nil }
        isDocumented = false
      }
    }
    return missing
  }

  /// The lines that begin inside of a literal.
  private static func continuedLines(_ source: [UInt8]) -> Set<Int> {
    var lines: Set<Int> = []
    for lexeme in SourceLexer(source, .swift) where lexeme.kind == .string {
      let breaks = source[lexeme.range].count { $0 == UInt8(ascii: "\n") }
      lines.formUnion(lexeme.line + 1..<lexeme.line + 1 + breaks)
    }
    return lines
  }

  /// Returns the declaration that begins on a line; `nil` for all other lines, including those with only attributes.
  private static func declaration(_ code: Substring) -> Declaration? {
    var rest = code
    var access: Substring?
    while true {
      let isAttribute = rest.first == "@"
      if isAttribute { rest.removeFirst() }
      let word = rest.prefix { $0.isLetter || $0 == "_" }
      rest.removeFirst(word.count)
      if !isAttribute && keywords.contains(word) { return Declaration(keyword: word, access: access) }
      guard isAttribute || modifiers.contains(word) else { return nil }
      if rest.first == "(" {
        var depth = 0
        rest = rest.drop { character in
          depth += character == "(" ? 1 : character == ")" ? -1 : 0
          return depth > 0
        }.dropFirst()
      } else if ["package", "public", "open", "internal", "fileprivate", "private"].contains(word) {
        access = word
      }
      rest = rest.drop { $0 == " " }
    }
  }

  private static func balance(_ code: Substring) -> Int {
    code.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
  }
}
