import Bytes

/// Removes the suffixes that compilers, tools and reports append to a name (step 4.2).
enum NameSuffixes {
  /// Returns `name` without suffixes.
  static func removed(from name: NameSlice) -> NameSlice {
    var rest = name
    while let shorter = withoutOne(rest), shorter.count < rest.count, !shorter.isEmpty { rest = shorter }
    return rest
  }

  private static func withoutOne(_ name: NameSlice) -> NameSlice? {
    guard let last = name.last else { return nil }
    switch last {
    case UInt8(ascii: "]"): return withoutSquare(name)
    case UInt8(ascii: ")"): return withoutParenthesis(name)
    case UInt8(ascii: "\""):
      return name.lastPosition(of: " with unmangled suffix \"").map { name[..<$0] }
    case UInt8(ascii: "_"): return withoutAsyncSuffix(name)
    default: break
    }
    if let shorter = withoutOffset(name) { return shorter }
    if let shorter = withoutCompilerPart(name) { return shorter }
    return withoutRustHash(name)
  }

  /// Removes ` [inlined]`, ` [clone …]` or `[abi:…]`.
  private static func withoutSquare(_ name: NameSlice) -> NameSlice? {
    if name.ends(with: " [inlined]") { return name.dropLast(10) }
    guard let open = name.lastIndex(of: UInt8(ascii: "[")) else { return nil }
    if name.matches("[abi:", at: open) { return name[..<open] }
    guard open > name.startIndex, name.matches(" [clone ", at: open - 1) else { return nil }
    return name[..<(open - 1)]
  }

  /// Removes ` (in IMAGE)`, ` (FILE:LINE)` or ` (.…)`.
  private static func withoutParenthesis(_ name: NameSlice) -> NameSlice? {
    var open = name.endIndex - 2
    while open >= name.startIndex, name[open] != UInt8(ascii: "("), name[open] != UInt8(ascii: ")") { open -= 1 }
    guard open > name.startIndex, name[open] == UInt8(ascii: "("), name[open - 1] == 0x20 else { return nil }
    let inner = name[(open + 1)..<(name.endIndex - 1)]
    let isSuffix = inner.begins(with: "in ") || inner.first == UInt8(ascii: ".") || endsInLineNumber(inner)
    return isSuffix ? name[..<(open - 1)] : nil
  }

  private static func endsInLineNumber(_ text: NameSlice) -> Bool {
    var at = text.endIndex
    while at > text.startIndex, text[at - 1].isDigit { at -= 1 }
    guard at < text.endIndex else { return false }
    if at > text.startIndex, text[at - 1] == UInt8(ascii: "-") { at -= 1 }
    return at > text.startIndex && text[at - 1] == UInt8(ascii: ":")
  }

  /// Removes ` + 455` or ` + 0x1c7`.
  private static func withoutOffset(_ name: NameSlice) -> NameSlice? {
    guard let last = name.last, last.isHexDigit else { return nil }
    var at = name.endIndex
    while at > name.startIndex, name[at - 1].isHexDigit { at -= 1 }
    let isHexadecimal = at - 1 > name.startIndex && name[at - 1] == UInt8(ascii: "x") && name[at - 2] == 0x30
    if isHexadecimal {
      at -= 2
    } else if !name[at...].allSatisfy(\.isDigit) {
      return nil
    }
    guard at - 3 >= name.startIndex, name.matches(" + ", at: at - 3) else { return nil }
    return name[..<(at - 3)]
  }

  private static let parts: [StaticString] = [
    ".cold", ".isra", ".part", ".constprop", ".llvm", ".resume", ".lto_priv", ".eh",
  ]

  /// Removes `.cold.1` and other suffixes of compilers.
  private static func withoutCompilerPart(_ name: NameSlice) -> NameSlice? {
    guard name.contains(UInt8(ascii: ".")) else { return nil }
    var rest = name
    while let last = rest.last, last.isDigit { rest.removeLast() }
    if rest.count < name.count {
      guard rest.last == UInt8(ascii: ".") else { return nil }
      rest.removeLast()
    }
    for part in parts where rest.ends(with: part) { return rest.dropLast(part.utf8CodeUnitCount) }
    return nil
  }

  /// Removes `::h` and 16 hexadecimal digits.
  private static func withoutRustHash(_ name: NameSlice) -> NameSlice? {
    guard name.count > 19, name.matches("::h", at: name.endIndex - 19),
      name[(name.endIndex - 16)...].allSatisfy(\.isHexDigit)
    else { return nil }
    return name.dropLast(19)
  }

  /// Removes `TQ0_` or `TY1_`, the parts of an asynchronous function, from a mangled Swift name.
  private static func withoutAsyncSuffix(_ name: NameSlice) -> NameSlice? {
    guard MangledNames.isMangledSwift(name) else { return nil }
    var rest = name.dropLast()
    while let last = rest.last, last.isDigit { rest.removeLast() }
    return rest.ends(with: "TQ") || rest.ends(with: "TY") ? rest.dropLast(2) : nil
  }
}
