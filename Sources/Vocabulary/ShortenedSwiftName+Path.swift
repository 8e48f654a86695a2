import Bytes

/// The dotted path of a declaration and the argument labels after it.
extension SwiftNameShortener {
  private static let operatorKinds: [StaticString] = [" infix", " prefix", " postfix"]

  /// Returns the end of ` infix` or a similar word at `start`, if arguments, a number or nothing follows.
  func operatorKind(_ start: Int) -> StaticString? {
    Self.operatorKinds.first { kind in
      guard scanner.at(start, kind) else { return false }
      let end = start + kind.utf8CodeUnitCount
      return end >= bytes.count || "(< ".utf8.contains(bytes[end])
    }
  }

  func isOperator(_ start: Int) -> Bool { operatorKind(start) != nil }

  /// The components of a dotted path, without generic arguments and private discriminators.
  mutating func path() -> [ArraySlice<UInt8>]? {
    var parts: [ArraySlice<UInt8>] = []
    while index < bytes.count {
      if skipExtension() || skipKey() { continue }
      if let name = privateName(index) {
        parts.append(name.text)
        index = name.end
      } else if let end = endOfOperator(index) {
        parts.append(bytes[index..<end])
        index = end
        return parts
      } else {
        let start = index
        while index < bytes.count, isPathByte(bytes[index]) { index += 1 }
        guard index > start else { return nil }
        parts.append(bytes[start..<index])
      }
      while index < bytes.count, bytes[index] == UInt8(ascii: "<") {
        guard let end = scanner.end(ofBracketAt: index) else { return nil }
        index = end
      }
      guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else { return parts }
      index += 1
    }
    return nil
  }

  /// Handles `(in _0123ABCD)`: a private declaration without a name, such as an initializer.
  private mutating func skipKey() -> Bool {
    guard scanner.at(index, "(in _"), let end = scanner.end(ofBracketAt: index) else { return false }
    index = end
    _ = take(".")
    return true
  }

  private func isPathByte(_ byte: UInt8) -> Bool { byte.isIdentifier || "$#".utf8.contains(byte) }

  /// Returns the end of the operator at `start`: a word without letters before ` infix` or a similar word.
  private func endOfOperator(_ start: Int) -> Int? {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: " ") {
      // An operator may contain any punctuation and non-ASCII characters, but no letters and digits.
      guard bytes[end] >= 0x80 || !bytes[end].isIdentifier else { return nil }
      end += 1
    }
    return end > start && isOperator(end) ? end : nil
  }

  /// Returns the name and the end of a private declaration, `(name in _0123ABCD)`.
  private func privateName(_ start: Int) -> (text: ArraySlice<UInt8>, end: Int)? {
    guard bytes[start] == UInt8(ascii: "("), let end = endOfPrivateName(start) else { return nil }
    let inner = bytes[start + 1..<end - 1]
    guard let sign = inner.indices.first(where: { scanner.at($0, " in _") }), sign > start + 1 else { return nil }
    return (inner[..<sign], end)
  }

  /// Handles the brackets of an operator, `(< infix in _0123)`, which need not match.
  private func endOfPrivateName(_ start: Int) -> Int? {
    bytes[start...].firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 }
  }

  /// Returns the labels of an argument list without types; a list of labels alone is unchanged.
  func labels(_ range: Range<Int>) -> [UInt8] {
    var labels: [UInt8] = [UInt8(ascii: "(")]
    if !range.isEmpty {
      if bytes[range.upperBound - 1] == UInt8(ascii: ":"), !bytes[range].contains(UInt8(ascii: " ")) {
        labels += bytes[range]
      } else {
        for argument in arguments(range) {
          let label = argument.prefix(while: \.isIdentifier)
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
