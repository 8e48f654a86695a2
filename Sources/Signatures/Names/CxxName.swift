import Bytes

/// Normalizes names of C++ and Rust (step 4.7).
///
/// Removes template arguments, parameters, results and the numbers of lambdas; keeps namespaces, classes and operators.
enum CxxName {
  static func normalized(_ name: NameSlice) -> [UInt8] {
    var bytes = Array(name)
    replaceSpecialNames(&bytes)
    escapeOperators(&bytes)
    bytes = withoutArguments(bytes[...])
    bytes = withoutInlineNamespaces(bytes[...])
    var rest = withoutQualifiers(bytes[...])
    if let blank = rest.lastIndex(of: 0x20) { rest = rest[(blank + 1)...] }
    bytes = withoutNestedLambdas(rest)
    if bytes.isEmpty { return Array(name) }
    EscapedOperators.restore(&bytes)
    return bytes
  }

  /// Replaces `(anonymous namespace)`, `{lambda(int)#1}`, `'lambda0'(int)` and `$_3`.
  private static func replaceSpecialNames(_ bytes: inout [UInt8]) {
    let name = bytes[...]
    guard name.has("(anonymous namespace)") || name.has("lambda") || name.has("$_") else { return }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "(") where name.matches("(anonymous namespace)", at: at):
        result.append("{anonymous}")
        at += 21
        continue
      case UInt8(ascii: "{") where name.matches("{lambda(", at: at):
        if let close = name.closing(bracketAt: at + 7), name.matches("#", at: close + 1) {
          var end = close + 2
          while end < bytes.count, bytes[end].isDigit { end += 1 }
          if end < bytes.count, bytes[end] == UInt8(ascii: "}") {
            result.append("lambda")
            at = end + 1
            continue
          }
        }
      case UInt8(ascii: "'") where name.matches("'lambda", at: at):
        var end = at + 7
        while end < bytes.count, bytes[end].isDigit { end += 1 }
        if end < bytes.count, bytes[end] == UInt8(ascii: "'") {
          result.append("lambda")
          at = end + 1
          continue
        }
      case UInt8(ascii: "$") where name.matches("$_", at: at):
        var end = at + 2
        while end < bytes.count, bytes[end].isDigit { end += 1 }
        if end > at + 2 {
          result.append("lambda")
          at = end
          continue
        }
      default: break
      }
      result.append(bytes[at])
      at += 1
    }
    bytes = result
  }

  /// The operators, longest first, so that `operator<<` is not read as `operator<`.
  private static let symbols: [[UInt8]] = [
    "<=>", "->*", "<<=", ">>=", "new[]", "delete[]", "co_await", "delete", "new", "()", "[]", "->", "<<", ">>", "<=",
    ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<", ">", "+", "-", "*",
    "/", "%", "&", "|", "^", "~", "!", "=", ",",
  ].map { Array($0.utf8) }

  /// Escapes the brackets, arrows and spaces in `operator()`, `operator new`, `operator bool`.
  private static func escapeOperators(_ bytes: inout [UInt8]) {
    guard bytes[...].has("operator") else { return }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    let name = bytes[...]
    var at = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "o"), name.matches("operator", at: at), at == 0 || !bytes[at - 1].isWord,
        at + 8 < bytes.count, !bytes[at + 8].isWord || bytes[at + 8] == UInt8(ascii: "\"")
      else {
        result.append(bytes[at])
        at += 1
        continue
      }
      result.append("operator")
      at = appendOperator(name, at + 8, into: &result)
    }
    bytes = result
  }

  /// Appends the escaped operator after the word `operator`; returns the index after it.
  private static func appendOperator(_ name: NameSlice, _ start: Int, into result: inout [UInt8]) -> Int {
    let hasBlank = name[start] == 0x20
    let begin = hasBlank ? start + 1 : start
    let rest = name[begin...]
    for symbol in symbols where rest.starts(with: symbol) {
      let end = begin + symbol.count
      let isWord = symbol.first.map(\.isWord) ?? false
      // `operator newline()` is a conversion to a type.
      if isWord, end < name.endIndex, name[end].isWord { continue }
      if isWord { result.append(EscapedOperators.placeholder(0x20)) }
      result.append(contentsOf: symbol.map(EscapedOperators.placeholder))
      // `operator< <int>`: the space only separates the angle brackets.
      return name.matches(" <", at: end) ? end + 1 : end
    }
    // A conversion operator: everything up to the parameters is the type.
    guard hasBlank else { return start }
    let end = rest.topLevelPosition(of: "(") ?? name.endIndex
    result.append(EscapedOperators.placeholder(0x20))
    for byte in name[begin..<end] { result.append(byte == 0x20 ? EscapedOperators.placeholder(0x20) : byte) }
    return end
  }

  /// Replaces every `<…>` by `<T>`; removes every `(…)`, including the function's qualifiers after it, and `[abi:…]`.
  private static func withoutArguments(_ name: NameSlice) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(name.count)
    var at = name.startIndex
    var angles = 0
    var parentheses = 0
    while at < name.endIndex {
      let byte = name[at]
      switch byte {
      case UInt8(ascii: "-") where at + 1 < name.endIndex && name[at + 1] == UInt8(ascii: ">"):
        if angles == 0, parentheses == 0 { result.append("->") }
        at += 2
        continue
      case UInt8(ascii: "<"):
        if parentheses == 0 {
          if angles == 0 { result.append("<T>") }
          angles += 1
        }
      case UInt8(ascii: ">") where parentheses == 0 && angles > 0: angles -= 1
      case UInt8(ascii: "(") where angles == 0: parentheses += 1
      case UInt8(ascii: ")") where angles == 0 && parentheses > 0:
        parentheses -= 1
        if parentheses == 0 {
          at = endOfQualifiers(name, at + 1)
          continue
        }
      case UInt8(ascii: "[") where angles == 0 && parentheses == 0 && name.matches("[abi:", at: at):
        guard let close = name[at...].firstIndex(of: UInt8(ascii: "]")) else { return result }
        at = close
      default: if angles == 0, parentheses == 0 { result.append(byte) }
      }
      at += 1
    }
    return result
  }

  private static let qualifiers: [StaticString] = [" const", " volatile", " noexcept", " &&", " &", "&&", "&"]

  private static func endOfQualifiers(_ name: NameSlice, _ start: Int) -> Int {
    var at = start
    while true {
      guard let word = qualifiers.first(where: { name.matches($0, at: at) }) else { return at }
      let end = at + word.utf8CodeUnitCount
      // ` constant` is not a qualifier.
      if end < name.endIndex, name[end].isWord, name[end - 1].isWord { return at }
      at = end
    }
  }

  /// Replaces `std::__1::` by `std::`.
  private static func withoutInlineNamespaces(_ name: NameSlice) -> [UInt8] {
    guard name.has("std::__") else { return Array(name) }
    var result: [UInt8] = []
    result.reserveCapacity(name.count)
    var at = name.startIndex
    while at < name.endIndex {
      if name[at] == UInt8(ascii: "s"), name.matches("std::__", at: at), at == name.startIndex || !name[at - 1].isWord {
        var end = at + 7
        while end < name.endIndex, name[end].isWord { end += 1 }
        if end > at + 7, name.matches("::", at: end) {
          result.append("std::")
          at = end + 2
          continue
        }
      }
      result.append(name[at])
      at += 1
    }
    return result
  }

  private static func withoutQualifiers(_ name: NameSlice) -> NameSlice {
    var rest = name.trimmed
    while let word = qualifiers.first(where: { rest.ends(with: $0) }) {
      rest = rest.dropLast(word.utf8CodeUnitCount).trimmed
    }
    return rest
  }

  /// Merges a lambda in a lambda.
  private static func withoutNestedLambdas(_ name: NameSlice) -> [UInt8] {
    guard name.has("::lambda::lambda") else { return Array(name) }
    var result: [UInt8] = []
    result.reserveCapacity(name.count)
    var at = name.startIndex
    while at < name.endIndex {
      let repeats =
        name.matches("::lambda", at: at) && result[...].ends(with: "::lambda")
        && !(at + 8 < name.endIndex && name[at + 8].isWord)
      if repeats {
        at += 8
      } else {
        result.append(name[at])
        at += 1
      }
    }
    return result
  }
}
