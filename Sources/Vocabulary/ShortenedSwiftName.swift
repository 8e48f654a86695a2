import Bytes

/// Returns a Swift name without modules, types and generic arguments; `nil` if it cannot be parsed.
///
/// Shortens the forms of `swift_demangle` (`MyApp.CardView.load(name: Swift.String) -> ()`), but not the short forms of
/// Apple's reports (`CardView.load(name:)`): only the former state types, and only in them the first component of a
/// path is certainly a module.
func shortenedSwift(_ bytes: [UInt8]) -> [UInt8]? {
  var shortener = SwiftNameShortener(scanner: NameScanner(bytes))
  return shortener.run() ? shortener.result : nil
}

struct SwiftNameShortener {
  let scanner: NameScanner
  private(set) var result: [UInt8] = []
  var index = 0
  /// True for the name of a conformance, `Type : Protocol in Module`, which is shortened to the type.
  private let isOfConformance: Bool
  var bytes: [UInt8] { scanner.bytes }

  init(scanner: NameScanner) {
    self.scanner = scanner
    isOfConformance = scanner.contains("witness table") || scanner.contains("protocol conformance descriptor")
  }

  /// Shortens entities joined by ` in `, innermost first, each with words in front; returns false if parsing fails.
  mutating func run() -> Bool {
    while index < bytes.count {
      if let done = leadingWords() {
        if done { return true }
        continue
      }
      guard entity() else { return false }
    }
    return true
  }

  private mutating func emit(_ text: StaticString) {
    text.withUTF8Buffer { result += $0 }
  }

  mutating func take(_ text: StaticString) -> Bool {
    guard scanner.at(index, text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  // MARK: Words

  private static let specializations: [StaticString] = [
    "generic specialization <", "generic partial specialization <", "generic pre-specialization <",
    "generic not re-abstracted specialization <", "generic not-reabstracted partial specialization <",
    "function signature specialization <", "inlined generic function <",
  ]

  /// Handles words that are not a path: returns true if the name is complete, false to continue, `nil` without such
  /// words.
  private mutating func leadingWords() -> Bool? {
    if scanner.at(index, "reabstraction thunk ") {
      emit("reabstraction thunk")
      return true
    }
    for start in Self.specializations where scanner.at(index, start) {
      guard let end = scanner.end(ofBracketAt: index + start.utf8CodeUnitCount - 1) else { return nil }
      index = end
      _ = take(" of ")
      if !result.suffix(12).elementsEqual("specialized ".utf8) { emit("specialized ") }
      return false
    }
    if skipExtension() || skipResumption() || isOfConformance && skipParameters() { return false }
    if scanner.at(index, "closure #") || scanner.at(index, "implicit closure #") { return closure() }
    return word()
  }

  mutating func skipExtension() -> Bool {
    guard scanner.at(index, "(extension in "), let end = scanner.end(ofBracketAt: index) else { return false }
    index = end
    _ = take(":")
    return true
  }

  /// Handles `(1) suspend resume partial function for `: the part of an asynchronous function after its first `await`.
  private mutating func skipResumption() -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "("), let end = scanner.end(ofBracketAt: index) else {
      return false
    }
    for words: StaticString in [" suspend resume partial function for ", " await resume partial function for "]
    where scanner.at(end, words) {
      index = end + words.utf8CodeUnitCount
      return true
    }
    return false
  }

  /// Handles generic parameters before a type, as in a conformance.
  private mutating func skipParameters() -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "<"),
      let end = scanner.end(ofBracketAt: index)
    else { return false }
    index = end
    _ = take(" ")
    return true
  }

  private mutating func closure() -> Bool? {
    guard let sign = scanner.position(of: "#", from: index) else { return nil }
    let end = endOfNumber(min(sign + 1, bytes.count))
    guard let outer = endOfType(from: end) else { return nil }
    result += bytes[index..<end]
    index = outer
    if take(" in ") { emit(" in ") }
    return index >= bytes.count
  }

  /// Copies one word that is followed by a blank and is not a path: `static`, `@objc`, `type metadata accessor for`.
  private mutating func word() -> Bool? {
    var end = index
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: " "):
        if end == index || isOperator(end) || endOfLocalNumber(end) != nil { return nil }
        let isBehindPath = [" in ", " : ", " -> ", " & ", " and conformance "].contains { scanner.at(end, $0) }
        if isBehindPath { return nil }
        result += bytes[index...end]
        index = end + 1
        return false
      case UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "["): return nil
      default: end += 1
      }
    }
    return nil
  }

  // MARK: Numbers of local names

  private func endOfNumber(_ start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end].isDigit { end += 1 }
    return end
  }

  /// Returns the index after ` #1` at `start`.
  func endOfLocalNumber(_ start: Int) -> Int? {
    guard scanner.at(start, " #") else { return nil }
    let end = endOfNumber(start + 2)
    return end > start + 2 ? end : nil
  }

  // MARK: Entity

  private mutating func entity() -> Bool {
    let start = index
    guard let path = path() else { return false }
    var end: [UInt8] = []
    if let kind = operatorKind(index) {
      kind.withUTF8Buffer { end += $0 }
      index += kind.utf8CodeUnitCount
    }
    let number = endOfLocalNumber(index)
    if let number {
      end += bytes[index..<number]
      index = number
    }
    if number != nil, scanner.at(index, " @Sendable ") { index += " @Sendable".utf8.count }
    guard skipGenerics(), appendLabels(to: &end, isLocal: number != nil) else { return false }
    let states: [StaticString] = [" -> ", " throws", " async", " : ", " rethrows"]
    let isFull = states.contains { scanner.at(index, $0) }
    result += shown(path, isFull: isFull)
    result += end
    return index > start && endOfEntity()
  }

  private mutating func skipGenerics() -> Bool {
    if scanner.at(index, " <") { index += 1 }
    while index < bytes.count, bytes[index] == UInt8(ascii: "<") {
      guard let end = scanner.end(ofBracketAt: index) else { return false }
      index = end
    }
    return true
  }

  /// Arguments become labels. Those of a local function, which has a number, come after a blank.
  private mutating func appendLabels(to end: inout [UInt8], isLocal: Bool) -> Bool {
    let open = isLocal && scanner.at(index, " (") ? index + 1 : index
    guard open < bytes.count, bytes[open] == UInt8(ascii: "(") else { return true }
    guard let close = scanner.end(ofBracketAt: open) else { return false }
    if isLocal { end.append(UInt8(ascii: " ")) }
    end += labels(open + 1..<close - 1)
    index = close
    return true
  }

  /// Skips the type and the attributes of an entity, up to the enclosing entity.
  private mutating func endOfEntity() -> Bool {
    if index >= bytes.count { return true }
    if take(" in conformance ") {
      emit(" in conformance ")
      _ = skipParameters()
      guard let path = path() else { return false }
      result += shown(path, isFull: scanner.at(index, " : "))
      index = bytes.count
      return true
    }
    if isOfConformance, scanner.at(index, " : ") || scanner.at(index, " and conformance ") {
      index = bytes.count
      return true
    }
    let endings: [StaticString] = [
      " -> ", " throws", " async", " : ", " rethrows", " in ", ": ", " dispatching to ",
    ]
    guard endings.contains(where: { scanner.at(index, $0) }), let outer = endOfType(from: index) else { return false }
    index = outer
    if scanner.at(index, " in conformance ") { return endOfEntity() }
    if take(" in ") { emit(" in ") }
    return true
  }

  /// Returns the index of the ` in ` after a type. One after a local type belongs to that type: `-> Local #1 in f() ->
  /// ()`.
  private func endOfType(from start: Int) -> Int? {
    guard var end = scanner.position(of: " in ", from: start) else { return nil }
    while end < bytes.count, isBehindNumber(end) && end > start {
      var context = end + 4
      while let sign = scanner.position(of: " in ", from: context), sign < bytes.count,
        scanner.at(context, "closure #") || scanner.at(context, "implicit closure #") || isBehindNumber(sign)
      { context = sign + 4 }
      guard let next = scanner.position(of: " in ", from: context) else { return nil }
      end = next
    }
    return end
  }

  private func isBehindNumber(_ end: Int) -> Bool {
    var start = end
    while start > 0, bytes[start - 1].isDigit { start -= 1 }
    return start < end && scanner.at(start - 2, " #")
  }

  /// Returns a path without its module, if the first component is certainly a module.
  private func shown(_ path: [ArraySlice<UInt8>], isFull: Bool) -> some Sequence<UInt8> {
    let hasModule = path.count > 1 && (isFull || path.first.map(isSystemModule) == true)
    return path.dropFirst(hasModule ? 1 : 0).joined(separator: ".".utf8)
  }

  private func isSystemModule(_ name: ArraySlice<UInt8>) -> Bool {
    ["Swift", "__C", "__C_Synthesized", "_Concurrency"].contains { name.elementsEqual($0.utf8) }
  }
}
