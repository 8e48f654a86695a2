import Bytes

/// Returns the short form of a name in which a class template of the standard library keeps its first argument, if that is a type of
/// other code: it tells what `std::unique_ptr<Ort::Env>::~unique_ptr()` destroys. Other names are as `shortened(_:)` returns them.
package func shortenedWithElement(_ name: String) -> String {
  let short = shortened(name)
  let bytes = Array(name.utf8.prefix(4096))
  guard short.hasPrefix("std::"), let open = bytes.firstIndex(of: UInt8(ascii: "<")),
    let end = NameScanner(bytes).end(ofBracketAt: open), bytes[end...].starts(with: "::".utf8)
  else { return short }
  var depth = 0
  let argument = bytes[(open + 1)..<(end - 1)].prefix { byte in
    if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "(") { depth += 1 }
    if byte == UInt8(ascii: ">") || byte == UInt8(ascii: ")") { depth -= 1 }
    return depth > 0 || byte != UInt8(ascii: ",")
  }
  let words = shortened(argument.text)
  guard !words.isEmpty, words.utf8.count <= maxElement, words.utf8.contains(where: \.isLetter),
    !words.hasPrefix("std::"),
    let scope = short.firstRange(of: "::", from: "std::")
  else { return short }
  return String(short[..<scope.lowerBound]) + "<" + words + ">" + String(short[scope.lowerBound...])
}
/// The longest argument that is shown, in bytes.
private let maxElement = 64

extension String {
  /// The first occurrence of a word behind a beginning.
  fileprivate func firstRange(of word: String, from start: String) -> Range<Index>? {
    guard hasPrefix(start) else { return nil }
    let rest = self[index(startIndex, offsetBy: start.count)...]
    return rest.firstRange(of: word)
  }
}

/// Returns a C++ name without template arguments, parameter types and result type; `nil` if it cannot be parsed.
func shortenedCxx(_ bytes: [UInt8]) -> [UInt8]? {
  var shortener = CxxNameShortener(scanner: NameScanner(bytes))
  return shortener.run() ? shortener.result : nil
}

struct CxxNameShortener {
  let scanner: NameScanner
  private(set) var result: [UInt8] = []
  private var index = 0
  private var bytes: [UInt8] { scanner.bytes }

  init(scanner: NameScanner) { self.scanner = scanner }

  mutating func run() -> Bool {
    let type = resultType()
    result += bytes[..<type.lowerBound]
    index = type.upperBound
    while index < bytes.count {
      // A part of the function that the compiler moved elsewhere.
      if scanner.at(index, " [clone ") || scanner.at(index, " (.") { return true }
      guard step() else { return false }
    }
    return true
  }

  private mutating func step() -> Bool {
    let follows = result.last.map { $0.isIdentifier || $0 == 0x7E || $0 == 0x27 } ?? false
    let byte = bytes[index]
    if isOperator(index) { return operatorName() }
    if scanner.at(index, "(anonymous namespace)") {
      copy(21)
    } else if byte == UInt8(ascii: "<"), follows {
      return skip(scanner.end(ofBracketAt: index))
    } else if byte == UInt8(ascii: "("), follows {
      return parameters()
    } else if scanner.at(index, "[abi:") {
      return skip(scanner.end(ofBracketAt: index))
    } else if let version = Self.versions.first(where: { scanner.at(index, $0) }) {
      index += version.utf8CodeUnitCount - 2
    } else {
      copy(1)
    }
    return true
  }

  /// Namespaces inside `std` that only identify the build of the library.
  private static let versions: [StaticString] = ["::__1::", "::__2::", "::__cxx11::"]

  private mutating func copy(_ count: Int) {
    let end = min(index + count, bytes.count)
    result += bytes[index..<end]
    index = end
  }

  private mutating func skip(_ end: Int?) -> Bool {
    guard let end else { return false }
    index = end
    return true
  }

  /// Handles parameters: `()` is unchanged, others become `(…)`. Qualifiers of the function are removed.
  private mutating func parameters() -> Bool {
    guard let end = scanner.end(ofBracketAt: index) else { return false }
    result += Array((end - index == 2 ? "()" : "(…)").utf8)
    index = Self.afterQualifiers(scanner, end)
    return true
  }

  /// Returns the index after the qualifiers that may follow the parameters of a member function.
  static func afterQualifiers(_ scanner: NameScanner, _ start: Int) -> Int {
    var index = start
    for ending: StaticString in [" const", " volatile", " &&", " &"] where scanner.at(index, ending) {
      index += ending.utf8CodeUnitCount
    }
    return index
  }

  // MARK: Operators

  private func isOperator(_ start: Int) -> Bool {
    guard scanner.at(start, "operator"), start == 0 || !bytes[start - 1].isIdentifier else { return false }
    return start + 8 < bytes.count && !bytes[start + 8].isIdentifier
  }

  /// Operators that contain brackets, longest first.
  private static let bracketSigns: [StaticString] = [
    "()", "[]", "->*", "->", "<=>", "<<=", ">>=", "<<", ">>", "<=", ">=", "<", ">",
  ]

  private mutating func operatorName() -> Bool {
    copy(8)
    guard index < bytes.count else { return true }
    if let sign = Self.bracketSigns.first(where: { scanner.at(index, $0) }) {
      copy(sign.utf8CodeUnitCount)
    } else if bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\"") {
      guard wordOperator() else { return false }
    } else {
      while index < bytes.count, bytes[index] != UInt8(ascii: "("), bytes[index] != UInt8(ascii: " "),
        bytes[index] != UInt8(ascii: "<")
      { copy(1) }
    }
    if scanner.at(index, "[abi:"), !skip(scanner.end(ofBracketAt: index)) { return false }
    if scanner.at(index, " <") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "<"), !skip(scanner.end(ofBracketAt: index)) { return false }
    return index < bytes.count && bytes[index] == UInt8(ascii: "(") ? parameters() : true
  }

  /// Handles `operator new[]`, `operator bool`, `operator char const*`, `operator"" _km`: everything up to the
  /// parameters.
  private mutating func wordOperator() -> Bool {
    while index < bytes.count, bytes[index] != UInt8(ascii: "(") {
      if bytes[index] == UInt8(ascii: "<") {
        guard skip(scanner.end(ofBracketAt: index)) else { return false }
      } else {
        copy(1)
      }
    }
    return true
  }

  // MARK: Type of the result

  /// Returns the range of the result type with which the name of a function template begins; empty if there is none.
  ///
  /// `vtable for`, `non-virtual thunk to`, `block in` are not types.
  private func resultType() -> Range<Int> {
    var phrase = 0
    var start = 0
    var index = 0
    while index < bytes.count {
      if scanner.at(index, "(anonymous namespace)") {
        index += 21
        continue
      }
      if isOperator(index) { return phrase..<start }
      switch bytes[index] {
      case UInt8(ascii: " "):
        start = index + 1
        if [" for", " to", " in"].contains(where: { scanner.at(index - $0.utf8CodeUnitCount, $0) }) { phrase = start }
        index += 1
      case UInt8(ascii: "("):
        guard scanner.at(index - 8, "decltype") || scanner.at(index - 9, "decltype ") else {
          // Names such as `void (*f())()` are not shortened.
          return index > start ? phrase..<start : 0..<0
        }
        guard let end = scanner.end(ofBracketAt: index) else { return 0..<0 }
        index = end
      case UInt8(ascii: "<"), UInt8(ascii: "["):
        guard let end = scanner.end(ofBracketAt: index) else { return 0..<0 }
        index = end
      default: index += 1
      }
    }
    return 0..<0
  }
}
