import Bytes

/// Recognizes an input that is cut off, by what is open at its end: a JSON value, a property list, a row of a table.
///
/// Formats that read their own structure note where it ends. This is for everything else: values beside or inside a text,
/// and inputs whose beginning is too short for their format.
enum InputEnd {
  /// Returns where an input ends too early, the end of the sentence "it ends …"; `nil` if nothing is open at its end.
  ///
  /// - Parameter start: The offset before which everything was read as a structure.
  static func openPart(_ bytes: [UInt8], from start: Int) -> String? {
    let text = ByteSearch.trimmed(bytes, start..<bytes.count)
    if isInsideJSON(bytes, text) { return "inside a JSON value" }
    if isInsidePropertyList(bytes, text) { return "inside a property list" }
    if isInsideImageRow(bytes, start..<bytes.count) { return "inside a row of the binary images" }
    return nil
  }

  /// Returns the number of the last line that is not blank, from 1.
  static func lastLine(_ bytes: [UInt8]) -> Int {
    ByteSearch.lineBreaks(bytes, 0..<ByteSearch.trimmed(bytes, 0..<bytes.count).upperBound) + 1
  }

  /// A line may begin with a value. Scanning stops at the first byte that JSON does not permit, so that other text with
  /// brackets costs little; lines that are scanned again and again are limited by the size of the input.
  private static func isInsideJSON(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    var at = text.lowerBound
    var budget = 4 * text.count
    while at < text.upperBound, budget > 0 {
      let byte = bytes[at]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        let (end, isCut) = JSONValidator.extent(bytes, at..<text.upperBound)
        // A bracket alone is not a value.
        if isCut { return bytes[at..<text.upperBound].contains(UInt8(ascii: "\"")) }
        budget -= end - at
        if bytes[at..<end].last != byte, bytes[max(at, end - 1)] == byte + 2 {
          at = end
          continue
        }
      }
      at = ByteSearch.lineEnd(bytes, from: at, end: text.upperBound) + 1
    }
    return false
  }

  private static func isInsidePropertyList(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    guard var open = ByteSearch.find("<!DOCTYPE plist", bytes, text) ?? ByteSearch.find("<plist", bytes, text) else {
      // The beginning of a property list, and nothing of its content.
      guard let open = ByteSearch.find("<?xml", bytes, text) else { return false }
      return !ByteSearch.contains("\n<", bytes, open..<text.upperBound) && text.upperBound - open < 200
    }
    while let close = ByteSearch.find("</plist>", bytes, open..<text.upperBound) {
      guard let next = ByteSearch.find("<plist", bytes, close..<text.upperBound) else { return false }
      open = next
    }
    return true
  }

  /// Whether the last line, which has no line break, is a row of the binary images that ends before its path, below a row
  /// with a path.
  private static func isInsideImageRow(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    guard let last = bytes[text].last, last != UInt8(ascii: "\n") else { return false }
    var start = text.upperBound
    while start > text.lowerBound, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    guard start > text.lowerBound else { return false }
    var above = start - 1
    while above > text.lowerBound, bytes[above - 1] != UInt8(ascii: "\n") { above -= 1 }
    guard let path = pathInRow(bytes, above..<start - 1), path else { return false }
    return pathInRow(bytes, start..<text.upperBound) == false
  }

  /// Returns whether a row of the binary images has a path; `nil` if the line is not such a row.
  private static func pathInRow(_ bytes: [UInt8], _ line: Range<Int>) -> Bool? {
    let row = ByteSearch.trimmed(bytes, line)
    guard row.count <= 4096, ByteSearch.matches(bytes, at: row.lowerBound, end: row.upperBound, "0x") else {
      return nil
    }
    // The beginning of a row: an address, and nothing else that a line could begin with.
    let address = bytes[row].dropFirst(2).prefix { $0.isHexDigit }
    guard address.count >= 4 else { return nil }
    let rest = ByteSearch.trimmed(bytes, address.endIndex..<row.upperBound)
    guard rest.isEmpty || bytes[rest.lowerBound] == UInt8(ascii: "-") else { return nil }
    return ByteSearch.contains(" /", bytes, rest)
  }
}

extension ReadOutcome {
  /// Notes on the last report, or adds to the last error, that the input is cut off.
  mutating func noteEnd(of bytes: [UInt8], from start: Int) {
    if let last = reports.indices.last {
      guard !reports[last].notes.contains(where: \.isDamage) else { return }
      guard let part = InputEnd.openPart(bytes, from: structuredEnd(bytes) ?? start) else { return }
      reports[last].notes.append(
        Note("truncated", "The report is truncated: it ends \(part).", line: InputEnd.lastLine(bytes)))
    } else if let last = faults.indices.last, faults[last].code == .notAReport,
      let part = InputEnd.openPart(bytes, from: start)
    {
      faults[last].explanation += "; it is cut off: it ends \(part)"
    }
  }

  /// Returns the offset at which the last report ends that was read from a structure. A short input is examined from its
  /// beginning on, because it may end in the line above the structure.
  private func structuredEnd(_ bytes: [UInt8]) -> Int? {
    guard bytes.count > 1 << 16 else { return nil }
    return reports.lazy.filter { !$0.value.source.quotesLines }.compactMap { $0.value.source.byteRange?.upperBound }
      .max().map { min($0, bytes.count) }
  }
}
