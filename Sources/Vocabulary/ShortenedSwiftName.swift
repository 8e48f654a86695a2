/// A Swift name without modules, types and generic arguments, or `nil` if it cannot be taken apart.
///
/// Takes the forms of `swift_demangle` (`MyApp.CardView.load(name: Swift.String) -> ()`) and leaves the short forms of
/// Apple's reports (`CardView.load(name:)`) as they are: only the former state a type, and only there is the first
/// part of a path sure to be a module.
func shortenedSwift(_ bytes: [UInt8]) -> [UInt8]? {
  // A C or C++ function without a namespace: `foo(int)`.
  let scanner = NameScanner(bytes)
  if let open = bytes.firstIndex(of: UInt8(ascii: "(")), open > 0, bytes.last == UInt8(ascii: ")"),
    bytes[..<open].allSatisfy(NameScanner.isIdentifier), open + 2 < bytes.count,
    bytes[bytes.count - 2] != UInt8(ascii: ":"), scanner.end(ofBracketAt: open) == bytes.count
  {
    return bytes[..<open] + Array("(…)".utf8)
  }
  var shortener = SwiftNameShortener(scanner: scanner)
  return shortener.run() ? shortener.result : nil
}

private struct SwiftNameShortener {
  let scanner: NameScanner
  private(set) var result: [UInt8] = []
  private var index = 0
  private let hasConformance: Bool
  private var bytes: [UInt8] { scanner.bytes }

  init(scanner: NameScanner) {
    self.scanner = scanner
    hasConformance = scanner.contains(" in conformance ")
  }

  /// Entities joined by ` in `, innermost first, each with words in front.
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

  private mutating func take(_ text: StaticString) -> Bool {
    guard scanner.at(index, text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// Handles a beginning that is no path: true if the name is done, false to go on, `nil` if there is none.
  private mutating func leadingWords() -> Bool? {
    if scanner.at(index, "reabstraction thunk helper") {
      emit("reabstraction thunk")
      return true
    }
    let specializations: [StaticString] = [
      "generic specialization <", "generic partial specialization <", "generic not re-abstracted specialization <",
      "function signature specialization <",
    ]
    for start in specializations where scanner.at(index, start) {
      guard let end = scanner.end(ofBracketAt: index + start.utf8CodeUnitCount - 1) else { return nil }
      index = end
      _ = take(" of ")
      if !result.suffix(12).elementsEqual("specialized ".utf8) { emit("specialized ") }
      return false
    }
    if scanner.at(index, "(extension in ") {
      guard let end = scanner.end(ofBracketAt: index) else { return nil }
      index = end
      _ = take(":")
      return false
    }
    if scanner.at(index, "closure #") || scanner.at(index, "implicit closure #") {
      guard let sign = scanner.position(of: "#", from: index), let outer = scanner.position(of: " in ", from: index)
      else { return nil }
      var end = sign + 1
      while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
      result += bytes[index..<end]
      index = outer
      if take(" in ") { emit(" in ") }
      return index >= bytes.count
    }
    return word()
  }

  /// Copies one word that is followed by a blank and is no path: `static`, `@objc`, `type metadata accessor for`.
  private mutating func word() -> Bool? {
    var end = index
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: " "):
        if end == index || isOperatorKind(end) || scanner.at(end, " in ") || scanner.at(end, " : ") { return nil }
        if scanner.at(end, " -> ") { return nil }
        result += bytes[index...end]
        index = end + 1
        return false
      case UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "<"): return nil
      default: end += 1
      }
    }
    return nil
  }

  private func isOperatorKind(_ index: Int) -> Bool {
    scanner.at(index, " infix(") || scanner.at(index, " prefix(") || scanner.at(index, " postfix(")
  }

  // MARK: Entity

  private mutating func entity() -> Bool {
    let start = index
    guard var path = path() else { return false }
    var end: [UInt8] = []
    for kind: StaticString in [" infix", " prefix", " postfix"] where isOperatorKind(index) && scanner.at(index, kind) {
      kind.withUTF8Buffer { end += $0 }
      index += kind.utf8CodeUnitCount
      break
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
      guard let close = scanner.end(ofBracketAt: index) else { return false }
      end += labels(index + 1..<close - 1)
      index = close
    }
    let states: [StaticString] = [" -> ", " throws", " async", " : ", " rethrows"]
    let isFull = states.contains { scanner.at(index, $0) }
    if path.count > 1, let module = path.first, isFull || isSystemModule(module) { path.removeFirst() }
    result += path.joined(separator: ".".utf8)
    result += end
    if scanner.at(index, " in conformance ") {
      emit(" in conformance ")
      index += " in conformance ".utf8.count
      return index > start
    }
    // Everything up to the enclosing entity is the type, or a remark such as `with unmangled suffix`.
    guard let outer = scanner.position(of: " in ", from: index) else { return false }
    let isConformance = hasConformance && scanner.at(index, " : ")
    index = isConformance ? bytes.count : outer
    if take(" in ") { emit(" in ") }
    return index > start
  }

  private func isSystemModule(_ name: ArraySlice<UInt8>) -> Bool {
    name.elementsEqual("Swift".utf8) || name.elementsEqual("__C".utf8) || name.elementsEqual("_Concurrency".utf8)
  }

  /// The parts of a dotted path, generic arguments and private discriminators left out.
  private mutating func path() -> [ArraySlice<UInt8>]? {
    var parts: [ArraySlice<UInt8>] = []
    while index < bytes.count {
      if scanner.at(index, "(extension in ") || isPrivate(index) {
        guard let end = scanner.end(ofBracketAt: index) else { return nil }
        if scanner.at(index, "(extension in ") {
          index = end
          _ = take(":")
          continue
        }
        let inner = bytes[index + 1..<end]
        parts.append(inner.prefix { $0 != UInt8(ascii: " ") })
        index = end
      } else if NameScanner.isIdentifier(bytes[index]) || bytes[index] == UInt8(ascii: "$") || bytes[index] == 0x40 {
        let start = index
        while index < bytes.count,
          NameScanner.isIdentifier(bytes[index]) || bytes[index] == UInt8(ascii: "$")
            || bytes[index] == 0x40 || bytes[index] == UInt8(ascii: "#")
        { index += 1 }
        parts.append(bytes[start..<index])
      } else {
        // An operator: all up to its kind or its arguments.
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: " "), bytes[index] != UInt8(ascii: "(") { index += 1 }
        guard index > start, !parts.isEmpty else { return nil }
        parts.append(bytes[start..<index])
        return parts
      }
      if index < bytes.count, bytes[index] == UInt8(ascii: "<") {
        guard let end = scanner.end(ofBracketAt: index) else { return nil }
        index = end
      }
      guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else { return parts }
      index += 1
    }
    return nil
  }

  /// True at `(name in _0123ABCD)`, a private declaration.
  private func isPrivate(_ start: Int) -> Bool {
    guard bytes[start] == UInt8(ascii: "("), let end = scanner.end(ofBracketAt: start) else { return false }
    let inner = bytes[start + 1..<end - 1]
    guard let blank = inner.firstIndex(of: UInt8(ascii: " ")) else { return false }
    return scanner.at(blank, " in _")
  }

  /// The labels of an argument list without types; a list of labels alone stays.
  private func labels(_ range: Range<Int>) -> [UInt8] {
    var labels: [UInt8] = [UInt8(ascii: "(")]
    if !range.isEmpty {
      if bytes[range.upperBound - 1] == UInt8(ascii: ":"), !bytes[range].contains(UInt8(ascii: " ")) {
        labels += bytes[range]
      } else {
        for argument in arguments(range) {
          let label = argument.prefix(while: NameScanner.isIdentifier)
          let isLabel = !label.isEmpty && scanner.at(label.endIndex, ": ")
          labels += isLabel ? Array(label) : [UInt8(ascii: "_")]
          labels.append(UInt8(ascii: ":"))
        }
      }
    }
    return labels + [UInt8(ascii: ")")]
  }

  private func arguments(_ range: Range<Int>) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let comma = scanner.position(of: ", ", from: start) ?? range.upperBound
      let end = min(comma, range.upperBound)
      found.append(bytes[start..<end])
      start = end + 2
    }
    return found
  }
}
