/// The one gate through which text from a report reaches a terminal, a log or a page.
package enum Terminal {
  /// `text` with every character that could steer a terminal, reorder a line or hide what stands there as `\u{…}`.
  ///
  /// Which those are, `VisibleText` says.
  package static func escaped(_ text: String) -> String {
    var text = text
    let isPlain = text.withUTF8 { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
    if isPlain { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      if VisibleText.mustEscape(scalar) {
        result += VisibleText.escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The lines of a file as a terminal may show them: tabs stay, all else that `escaped(_:)` changes is changed, and
  /// bytes that are no UTF-8 are replaced.
  package static func lines(_ bytes: [UInt8]) -> String {
    var result = ""
    result.reserveCapacity(bytes.count + 16)
    // A carriage return is part of a line break only before a line feed.
    var hasReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if hasReturn, scalar != "\n" { result += "\\u{d}" }
      hasReturn = scalar == "\r"
      if hasReturn { continue }
      if scalar != "\n", scalar != "\t", VisibleText.mustEscape(scalar) {
        result += VisibleText.escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return hasReturn ? result + "\\u{d}" : result
  }

  /// The same for JSON, which stays the JSON it was: its strings have escapes of their own, `\u009b`.
  package static func jsonLines(_ bytes: [UInt8]) -> String {
    var result = ""
    result.reserveCapacity(bytes.count + 16)
    var isFirst = true
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      defer { isFirst = false }
      switch scalar {
      case "\n", "\t": result.unicodeScalars.append(scalar)
      // Blanks between values, which no string may hold; and the mark that begins some files.
      case "\r": continue
      case "\u{feff}" where isFirst: continue
      case _ where VisibleText.mustEscape(scalar):
        result += String(decoding: JSONEscape.bytes(scalar), as: UTF8.self)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A file name as it can stand in a line of text: as it is, or in quotation marks with escapes if it is empty,
  /// begins with a dash, has blanks at an end, or holds characters that `escaped(_:)` changes. A lone `-` stays.
  package static func quotedFileName(_ name: String) -> String {
    if name == "-" { return name }
    let shown = escaped(name)
    let isOdd =
      shown != name || name.isEmpty || name.hasPrefix("-") || name.hasPrefix(" ") || name.hasSuffix(" ")
      || name.contains("\"")
    guard isOdd else { return name }
    return "\"" + shown.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
  }
}
