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
    var mask = SourceMask(source)
    mask.run()
    let bytes = mask.bytes
    var line = 1
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      guard bytes[index].isWord else {
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { !$0.isWord } ?? bytes.count
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
        if bytes[index...].starts(with: "func ".utf8), !bytes[index - 1].isWord { return nil }
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

/// A source file with comments and string literals replaced by blanks; line breaks are preserved.
private struct SourceMask {
  private(set) var bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() {
    while at < bytes.count {
      let start = at
      if bytes[at] > UInt8(ascii: "/") {
        at += 1
        continue
      } else if starts(with: "//") {
        at = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      } else if starts(with: "/*") {
        skipComment()
      } else if !skipText() {
        at += 1
        continue
      }
      for index in start..<at where bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
    }
  }

  private func starts(with text: StaticString) -> Bool {
    guard bytes.count - at >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[at + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// Skips a comment; comments can be nested.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        at += 2
      } else if starts(with: "*/") {
        depth -= 1
        at += 2
      } else {
        at += 1
      }
    } while depth > 0 && at < bytes.count
    at = min(at, bytes.count)
  }

  /// Skips a string literal, or a regular expression between `#/` and `/#`; returns false if none begins here.
  private mutating func skipText() -> Bool {
    guard bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "#") else { return false }
    let hashes = bytes[at...].prefix { $0 == UInt8(ascii: "#") }.count
    guard at + hashes < bytes.count else { return false }
    let first = bytes[at + hashes]
    let isPattern = hashes > 0 && first == UInt8(ascii: "/")
    guard first == UInt8(ascii: "\"") || isPattern else { return false }
    at += hashes
    let isLong = starts(with: "\"\"\"")
    at += isLong ? 3 : 1
    let raw = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    let end = [UInt8](repeating: first, count: isLong ? 3 : 1) + raw
    let escape = [UInt8(ascii: "\\")] + raw
    while at < bytes.count {
      if bytes[at] == first, bytes[at...].starts(with: end) {
        at += end.count
        return true
      }
      if bytes[at] == escape[0], bytes[at...].starts(with: escape) {
        at += escape.count
        if !isPattern, at < bytes.count, bytes[at] == UInt8(ascii: "(") { skipInterpolation() } else { at += 1 }
      } else {
        at += 1
      }
    }
    at = min(at, bytes.count)
    return true
  }

  private mutating func skipInterpolation() {
    var depth = 0
    while at < bytes.count {
      if skipText() { continue }
      if bytes[at] == UInt8(ascii: "(") { depth += 1 }
      if bytes[at] == UInt8(ascii: ")") { depth -= 1 }
      at += 1
      if depth == 0 { return }
    }
  }
}

extension UInt8 {
  fileprivate var isWord: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F
      || self >= 0x80
  }
}
