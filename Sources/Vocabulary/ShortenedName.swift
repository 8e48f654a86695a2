import Bytes

/// Returns a demangled name in a short, readable form.
///
/// Swift: modules, argument and result types, and generic arguments are removed; argument labels remain. C++: template
/// arguments are removed, and parameters become `…`. `-[Class selector]`, short names, and names that cannot be parsed
/// are unchanged.
///
///     MyApp.CardView.load(name: Swift.String, at: Swift.Int) throws -> Swift.Bool   CardView.load(name:at:)
///     closure #1 (Swift.Int) -> () in MyApp.CardView.refresh() -> ()                closure #1 in CardView.refresh()
///     std::__1::vector<int, std::__1::allocator<int> >::push_back(int const&)       std::vector::push_back(…)
package func shortened(_ name: String) -> String {
  var bytes = Array(name.utf8)
  // Names over the limit come from deep generics or from an attacker, and are not worth shortening.
  guard let first = bytes.first, bytes.count <= 16_384, first != UInt8(ascii: "<") else { return name }
  let isMangled = first == UInt8(ascii: "$") && !bytes.contains(UInt8(ascii: " "))
  if isMangled || !bytes.contains(where: ".(:<".utf8.contains) { return name }
  if let kotlin = shortenedKotlin(bytes) { return kotlin }
  let whole = NameScanner(bytes)
  if whole.contains("-[") || whole.contains("+[") { return name }
  if let suffix = whole.first(" with unmangled suffix \"") { bytes = Array(bytes[..<suffix]) }
  let isCxx = whole.contains("::") || isCxxFunctionWithoutNamespace(bytes)
  let result = isCxx ? shortenedCxx(bytes) : shortenedSwift(bytes)
  guard let result, !result.isEmpty else { return name }
  return String(streamSafe: result)
}

/// Returns `Deck.draw` for `kfun:com.example.cards.Deck#draw(kotlin.Int){}kotlin.Boolean`, which Kotlin/Native generates;
/// `nil` for other names.
private func shortenedKotlin(_ name: [UInt8]) -> String? {
  guard let mark = name.firstIndex(of: UInt8(ascii: ":")),
    name[..<mark].elementsEqual("kfun".utf8)
      || name[..<mark].elementsEqual("objc2kotlin_kfun".utf8)
  else { return nil }
  let rest = name[(mark + 1)...]
  guard let hash = rest.firstIndex(of: UInt8(ascii: "#")) else { return nil }
  let type = rest[..<hash]
  let function = rest[(hash + 1)...].prefix { $0 != UInt8(ascii: "(") }
  guard !function.isEmpty else { return nil }
  let start = type.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? type.startIndex
  let isClass = start < type.endIndex && type[start] &- 0x41 < 26
  let owner = isClass ? String(streamSafe: type[start...]) + "." : ""
  return owner + String(streamSafe: function)
}

/// Returns true for `deal(int, char*)`: no module, no labels, and no other elements of Swift names.
private func isCxxFunctionWithoutNamespace(_ bytes: [UInt8]) -> Bool {
  let scanner = NameScanner(bytes)
  guard let open = scanner.position(of: "(", from: 0), open > 0, let end = scanner.end(ofBracketAt: open) else {
    return false
  }
  if ["->", " in ", "#", ": ", ":)", " of ", "@"].contains(where: scanner.contains) { return false }
  if scanner.position(of: ".", from: 0).map({ $0 < open }) != false { return false }
  if scanner.at(end, " [clone ") || scanner.at(end, " (.") { return true }
  return end - open > 2 && (end == bytes.count || CxxNameShortener.afterQualifiers(scanner, end) == bytes.count)
}

/// Searches in a name that skip brackets. They take linear time and return `nil` if parentheses do not match.
struct NameScanner {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func at(_ index: Int, _ text: StaticString) -> Bool {
    text.withUTF8Buffer { word in
      guard index >= 0, word.count <= bytes.count - index else { return false }
      // Inline, because this runs for each byte of a name.
      for offset in 0..<word.count where word[offset] != bytes[index + offset] { return false }
      return true
    }
  }

  func contains(_ text: StaticString) -> Bool { first(text) != nil }

  func first(_ text: StaticString) -> Int? { bytes.firstOffset(of: text) }

  /// Returns the index after the bracket that closes the one at `open`.
  func end(ofBracketAt open: Int) -> Int? {
    var brackets = OpenBrackets()
    var index = open
    while index < bytes.count {
      guard brackets.pass(index, in: bytes) else { return nil }
      index += 1
      if brackets.isEmpty { return index }
    }
    return nil
  }

  /// Returns the index of `text` outside brackets, from `start`; the end of the name if there is none.
  func position(of text: StaticString, from start: Int) -> Int? {
    var brackets = OpenBrackets()
    var index = start
    while index < bytes.count {
      if brackets.isEmpty && at(index, text) { return index }
      guard brackets.pass(index, in: bytes) else { return nil }
      index += 1
    }
    return brackets.isEmpty ? bytes.count : nil
  }

}

/// The open brackets at an index in a name.
///
/// `<` and `>` also occur in `->`, in operators, and in `(3 > 2)` among template arguments, and `swift_demangle`
/// sometimes omits a `]`. Only parentheses are reliable: a closing one closes all brackets that were opened inside.
private struct OpenBrackets {
  private var open: [UInt8] = []
  /// The number of open brackets of each kind since the last open parenthesis; `outer` has those before each
  /// parenthesis.
  private var angles = 0
  private var squares = 0
  private var outer: [(angles: Int, squares: Int)] = []

  var isEmpty: Bool { open.isEmpty }

  /// Processes the byte at `index`; returns false for a closing parenthesis without an opening one.
  mutating func pass(_ index: Int, in bytes: [UInt8]) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "("):
      open.append(bytes[index])
      outer.append((angles, squares))
      (angles, squares) = (0, 0)
    case UInt8(ascii: ")"):
      guard let before = outer.popLast() else { return false }
      while let last = open.popLast(), last != UInt8(ascii: "(") {}
      (angles, squares) = before
    case UInt8(ascii: "<"):
      open.append(bytes[index])
      angles += 1
    case UInt8(ascii: "["):
      open.append(bytes[index])
      squares += 1
    case UInt8(ascii: ">"):
      if angles > 0, index == 0 || bytes[index - 1] != UInt8(ascii: "-") { close(UInt8(ascii: "<")) }
    case UInt8(ascii: "]"):
      if squares > 0 { close(UInt8(ascii: "[")) }
    default: break
    }
    return true
  }

  private mutating func close(_ bracket: UInt8) {
    while let last = open.popLast() {
      if last == UInt8(ascii: "<") { angles -= 1 } else { squares -= 1 }
      if last == bracket { return }
    }
  }
}
