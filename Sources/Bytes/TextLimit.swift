/// Limits for text of untrusted origin. A character may consist of megabytes of joiners, variation selectors and
/// marks, so a limit in characters alone limits nothing.
extension StringProtocol {
  /// The first `count` bytes of UTF-8, without a scalar that is cut in two.
  package func prefix(bytes count: Int) -> SubSequence {
    var count = Swift.max(count, 0)
    guard var end = utf8.index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return self[...]
    }
    while count > 0, utf8[end] & 0xC0 == 0x80 {
      count -= 1
      end = utf8.index(startIndex, offsetBy: count)
    }
    return self[..<end]
  }

  /// The first `count` characters, and at most four times as many bytes: characters of one scalar have no more.
  package func prefix(characters count: Int) -> SubSequence {
    let count = Swift.max(count, 0)
    let part = prefix(bytes: 4 * count)
    return part[..<(part.index(part.startIndex, offsetBy: count, limitedBy: part.endIndex) ?? part.endIndex)]
  }

  /// Returns the text if it has at most `limit` characters; otherwise its first `kept` characters, or `limit` of them,
  /// and "…". Characters are limited in bytes as in `prefix(characters:)`.
  package func shortened(to limit: Int, keeping kept: Int? = nil) -> String {
    let head = prefix(characters: limit)
    if head.endIndex == endIndex { return String(self) }
    return String(head.prefix(characters: kept ?? limit)) + "…"
  }
}
