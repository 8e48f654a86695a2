/// A demangled name as a person says it: without what follows from the rest.
///
/// Swift: modules, types of arguments and results, and generic arguments go; argument labels stay. C++: template
/// arguments go, parameters become `…`. `-[Class selector]` stays as it is, and so does whatever cannot be taken apart.
/// A short name stays what it is.
///
///     MyApp.CardView.load(name: Swift.String, at: Swift.Int) throws -> Swift.Bool   CardView.load(name:at:)
///     closure #1 (Swift.Int) -> () in MyApp.CardView.refresh() -> ()                closure #1 in CardView.refresh()
///     std::__1::vector<int, std::__1::allocator<int> >::push_back(int const&)       std::vector::push_back(…)
package func shortened(_ name: String) -> String {
  let bytes = Array(name.utf8)
  // Long names come from deep generics or from an attacker; a person reads neither to the end.
  guard let first = bytes.first, bytes.count <= 16_384, first != UInt8(ascii: "<") else { return name }
  guard let dotted = bytes.firstIndex(where: { $0 == 0x2E || $0 == 0x28 || $0 == 0x3A || $0 == 0x3C }) else {
    return name
  }
  if bytes[..<dotted].contains(0x5B) || first == UInt8(ascii: "$") || NameScanner(bytes).contains("-[")
    || NameScanner(bytes).contains("+[")
  {
    return name
  }
  let result = NameScanner(bytes).contains("::") ? shortenedCxx(bytes) : shortenedSwift(bytes)
  guard let result, !result.isEmpty else { return name }
  return String(decoding: result, as: UTF8.self)
}

/// Bracket-aware looks into a name. All of them are linear and return `nil` where brackets do not match.
struct NameScanner {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func at(_ index: Int, _ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index >= 0, index + count <= bytes.count else { return false }
    return text.withUTF8Buffer { buffer in
      for offset in 0..<count where buffer[offset] != bytes[index + offset] { return false }
      return true
    }
  }

  func contains(_ text: StaticString) -> Bool {
    guard let first = text.withUTF8Buffer({ $0.first }) else { return true }
    return bytes.indices.contains { bytes[$0] == first && at($0, text) }
  }

  /// Position after the bracket that closes the one at `open`. The `>` of `->` is none.
  func end(ofBracketAt open: Int) -> Int? {
    var depth = 0
    var index = open
    while index < bytes.count {
      depth += step(index)
      if depth <= 0 { return depth == 0 ? index + 1 : nil }
      index += 1
    }
    return nil
  }

  /// Position of `text` outside brackets, from `start`; the end of the name if there is none.
  func position(of text: StaticString, from start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < bytes.count {
      if depth == 0 && at(index, text) { return index }
      depth += step(index)
      if depth < 0 { return nil }
      index += 1
    }
    return depth == 0 ? bytes.count : nil
  }

  private func step(_ index: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): -1
    case UInt8(ascii: ">"): index > 0 && bytes[index - 1] == UInt8(ascii: "-") ? 0 : -1
    default: 0
    }
  }

  static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }
}

/// A C++ name without template arguments and parameter types.
private func shortenedCxx(_ bytes: [UInt8]) -> [UInt8]? {
  let scanner = NameScanner(bytes)
  var result: [UInt8] = []
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    let follows = result.last.map { NameScanner.isIdentifier($0) || $0 == UInt8(ascii: "~") } ?? false
    if scanner.at(index, "operator"), !follows, let sign = operatorSign(scanner, index + 8) {
      result += bytes[index..<sign]
      index = sign
      if index < bytes.count, bytes[index] == UInt8(ascii: "("), let end = scanner.end(ofBracketAt: index) {
        result += Array((end - index == 2 ? "()" : "(…)").utf8)
        index = afterQualifiers(scanner, end)
      }
    } else if byte == UInt8(ascii: "<"), follows {
      guard let end = scanner.end(ofBracketAt: index) else { return nil }
      index = end
    } else if scanner.at(index, "(anonymous namespace)") {
      result += bytes[index..<index + 21]
      index += 21
    } else if byte == UInt8(ascii: "("), follows || bytes[max(index - 1, 0)] == UInt8(ascii: ">") {
      guard let end = scanner.end(ofBracketAt: index) else { return nil }
      result += Array((end - index == 2 ? "()" : "(…)").utf8)
      index = afterQualifiers(scanner, end)
    } else if scanner.at(index, "::__1::") || scanner.at(index, "::__2::") {
      index += 5
    } else if scanner.at(index, "::__cxx11::") {
      index += 9
    } else {
      result.append(byte)
      index += 1
    }
  }
  return result
}

/// Position after what may follow the parameters of a member function.
private func afterQualifiers(_ scanner: NameScanner, _ start: Int) -> Int {
  var index = start
  for ending: StaticString in [" const", " volatile", " &&", " &"] where scanner.at(index, ending) {
    index += ending.utf8CodeUnitCount
  }
  return index
}

/// Position after the sign of an operator function's name, or `nil` for a conversion and the like.
private func operatorSign(_ scanner: NameScanner, _ start: Int) -> Int? {
  let signs: [StaticString] = [
    "()", "[]", "->*", "->", "<=>", "<<=", ">>=", "<<", ">>", "<=", ">=", "<", ">",
  ]
  for sign in signs where scanner.at(start, sign) { return start + sign.utf8CodeUnitCount }
  return nil
}
