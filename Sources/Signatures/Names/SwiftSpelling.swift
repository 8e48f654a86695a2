import Bytes

/// Normalizes parts of Swift spellings that may be anywhere in a name.
enum SwiftSpelling {
  /// Replaces `(name in _32HEX)` by `name`; removes `.(in _32HEX)` and `(extension in M):`.
  static func withoutContexts(_ name: NameSlice) -> [UInt8] {
    guard mayHaveContext(name) else { return Array(name) }
    var result: [UInt8] = []
    result.reserveCapacity(name.count)
    var at = name.startIndex
    while at < name.endIndex {
      switch name[at] {
      case UInt8(ascii: "(") where name.matches("(extension in ", at: at):
        if let end = name.position(of: "):", from: at) {
          at = end + 2
          continue
        }
      case UInt8(ascii: ".") where name.matches(".(in ", at: at):
        if let end = endOfDiscriminator(name, at + 5) {
          at = end
          continue
        }
      case 0x20 where name.matches(" in ", at: at):
        if let end = endOfDiscriminator(name, at + 4), let open = openBracket(result) {
          result.remove(at: open)
          at = end
          continue
        }
      default: break
      }
      result.append(name[at])
      at += 1
    }
    return result
  }

  /// Returns true if the name contains `in _`, `in $` or `(extension`.
  private static func mayHaveContext(_ name: NameSlice) -> Bool {
    name.withUnsafeBufferPointer { bytes in
      var at = 1
      while at + 3 < bytes.count {
        if bytes[at] == UInt8(ascii: "i"), bytes[at + 1] == UInt8(ascii: "n"), bytes[at + 2] == 0x20,
          bytes[at + 3] == UInt8(ascii: "_") || bytes[at + 3] == UInt8(ascii: "$")
            || bytes[at - 1] == 0x20 && at >= 10 && bytes[at - 2] == UInt8(ascii: "n")
        {
          return true
        }
        at += 1
      }
      return false
    }
  }

  /// Returns the index after `_32HEX)` or `$HEX)`.
  private static func endOfDiscriminator(_ name: NameSlice, _ start: Int) -> Int? {
    guard start < name.endIndex else { return nil }
    let mark = name[start]
    guard mark == UInt8(ascii: "_") || mark == UInt8(ascii: "$") else { return nil }
    var at = start + 1
    while at < name.endIndex, name[at].isHexDigit { at += 1 }
    let count = at - start - 1
    guard mark == UInt8(ascii: "_") ? count == 32 : count > 0, at < name.endIndex, name[at] == UInt8(ascii: ")") else {
      return nil
    }
    return at + 1
  }

  /// Returns the index of the parenthesis before the last name in the output.
  private static func openBracket(_ bytes: [UInt8]) -> Int? {
    var at = bytes.count - 1
    let first = max(0, bytes.count - 1024)
    while at >= first, bytes[at] != UInt8(ascii: "("), bytes[at] != UInt8(ascii: ")") { at -= 1 }
    return at >= first && bytes[at] == UInt8(ascii: "(") ? at : nil
  }

  private static let fixities: [StaticString] = [
    " infix(", " prefix(", " postfix(", " infix<", " prefix<", " postfix<",
  ]

  /// Escapes the names of operators, which contain angle brackets, dots and arrows.
  static func escapeOperators(_ bytes: inout [UInt8]) {
    guard bytes[...].has("fix") else { return }
    var at = 0
    while let blank = bytes[at...].firstIndex(of: 0x20) {
      let name = bytes[...]
      if fixities.contains(where: { name.matches($0, at: blank) }) {
        let start = operatorStart(bytes, end: blank)
        for index in start..<blank { bytes[index] = EscapedOperators.placeholder(bytes[index]) }
      }
      at = blank + 1
    }
  }

  /// Returns the start of an operator. An operator with dots begins with one, as `..<`. Before any other operator, a
  /// dot ends the name of its type.
  private static func operatorStart(_ bytes: [UInt8], end: Int) -> Int {
    var start = end
    while start > 0, isOperatorCharacter(bytes[start - 1]) { start -= 1 }
    var dots = start
    while dots > 0, bytes[dots - 1] == UInt8(ascii: ".") { dots -= 1 }
    let count = start - dots
    let isAlone = dots == 0 || bytes[dots - 1] == 0x20
    if isAlone { return dots }
    return count >= 2 ? dots + 1 : start
  }

  private static func isOperatorCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "|"),
      UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"), 0x80...0xff:
      true
    default: false
    }
  }

  /// Replaces every `<…>` by `<T>`.
  static func withPlainGenerics(_ name: NameSlice) -> [UInt8] {
    guard name.contains(UInt8(ascii: "<")) else { return Array(name) }
    var result: [UInt8] = []
    result.reserveCapacity(name.count)
    var at = name.startIndex
    while at < name.endIndex {
      if name[at] == UInt8(ascii: "<") {
        result.append("<T>")
        guard let close = name.closing(bracketAt: at) else { return result }
        at = close
      } else {
        result.append(name[at])
      }
      at += 1
    }
    return result
  }
}
