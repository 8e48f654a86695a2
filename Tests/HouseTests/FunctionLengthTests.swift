import Bytes
import SourceText
import TestSupport
import Testing

/// No function is longer than a screen. Longer functions are split into named parts.
@Suite struct FunctionLengthTests {
  /// The maximum number of lines between the braces of a body.
  static let limit = 60

  @Test(arguments: ["Sources", "Tests"])
  func functionsAreShort(_ folder: String) throws {
    let files = Repository.files(below: folder).filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    let long = try files.flatMap { file in
      FunctionLengths(try Repository.bytes(of: file)).found.filter { $0.lines > Self.limit }
        .map { "\(file):\($0.line): \($0.lines) lines" }
    }
    let names = long.joined(separator: "\n")
    #expect(long.isEmpty, "split these functions; at most \(Self.limit) lines:\n\(names)")
  }

  @Test func bodiesAreCountedFromBraceToBrace() {
    let text = ##"""
      struct S {
        let quote = "func a() {"
        init(_ body: () -> Void = { }) {
          // }
          body(); /* } /* } */ */
        }
        func a<T>(_ value: T)
          -> String
        where T: Equatable {
          let raw = #"}"\#(value)"#
          return "\(["}"].map { "}\($0)" }[0])" + """
            }
            " } \("}")
            """
        }
        var short: Int { 1 }
        var long: Int {
          if short > 0 { return 2 }
          return 3
        }
        let stored = { 4 }()
        subscript(index: Int) -> Int {
          get { index }
        }
        deinit {
        }
      }
      protocol P {
        func required()
        init()
      }
      let s = S.init { }
      """##
    let found = FunctionLengths([UInt8](text.utf8)).found
    #expect(found.map(\.line) == [3, 7, 16, 17, 22, 25])
    #expect(found.map(\.lines) == [2, 5, 0, 2, 1, 0])
  }

  @Test func theLimitIsCountedInLinesBetweenTheBraces() {
    let lines = [String](repeating: "  step()", count: Self.limit + 1)
    let text = "func f() {\n" + lines.joined(separator: "\n") + "\n}"
    #expect(FunctionLengths([UInt8](text.utf8)).found.map(\.lines) == [Self.limit + 1])
  }
}

/// The functions, initializers, subscripts and computed properties of a source file, and the lengths of their bodies.
struct FunctionLengths {
  /// The line of each declaration, from 1, and the number of lines between the braces of its body.
  private(set) var found: [(line: Int, lines: Int)] = []

  init(_ source: [UInt8]) {
    let bytes = SourceLexer.masked(source)
    var line = 1
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      guard bytes[index].isIdentifier else {
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { !$0.isIdentifier } ?? bytes.count
      let isMember = index > 0 && bytes[index - 1] == UInt8(ascii: ".")
      if !isMember, let open = Self.body(of: bytes[index..<end], in: bytes) {
        found.append((line, Self.lines(from: open, in: bytes)))
      }
      index = end
    }
  }

  /// Returns the offset of the opening brace of the declaration that begins with `word`; `nil` if there is none.
  private static func body(of word: ArraySlice<UInt8>, in bytes: [UInt8]) -> Int? {
    let isProperty = word.elementsEqual("var".utf8)
    guard isProperty || ["func", "init", "subscript", "deinit"].contains(where: { word.elementsEqual($0.utf8) })
    else { return nil }
    var depth = 0
    for index in word.endIndex..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "{") where depth == 0: return index
      case UInt8(ascii: "}") where depth == 0: return nil
      // The initial value of a property, and the end of one without accessors.
      case UInt8(ascii: "="), UInt8(ascii: "\n"):
        if isProperty, depth == 0 { return nil }
      case UInt8(ascii: "f") where depth == 0:
        // The next requirement of a protocol.
        if bytes[index...].starts(with: "func ".utf8), !bytes[index - 1].isIdentifier { return nil }
      default: break
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  private static func lines(from open: Int, in bytes: [UInt8]) -> Int {
    var depth = 0
    var breaks = 0
    for index in open..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"): breaks += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return max(0, breaks - 1) }
      default: break
      }
    }
    return breaks
  }
}

extension SourceLexer {
  /// Returns Swift source with comments, literals and regular expressions replaced by blanks; line breaks are preserved.
  fileprivate static func masked(_ source: [UInt8]) -> [UInt8] {
    var masked = source
    for lexeme in SourceLexer(source, .swift) {
      guard lexeme.depth > 0 || [.comment, .string, .regex].contains(lexeme.kind) else { continue }
      for index in lexeme.range where source[index] != UInt8(ascii: "\n") { masked[index] = UInt8(ascii: " ") }
    }
    return masked
  }
}
