/// Escaping of text from reports; all such text passes through it before it reaches a terminal, a log or a page.
package enum Terminal {
  /// Returns `text` with every character that could control a terminal, reorder a line or hide text as `\u{…}`.
  ///
  /// `VisibleText` defines these characters.
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

  /// Returns the lines of a file in a form that is safe in a terminal: tabs remain, all other characters that
  /// `escaped(_:)` changes are escaped, and invalid UTF-8 is replaced.
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

  /// Returns JSON in a form that is safe in a terminal and has the same meaning: it uses JSON escapes, `\u009b`.
  package static func jsonLines(_ bytes: [UInt8]) -> String {
    var result = ""
    result.reserveCapacity(bytes.count + 16)
    var isFirst = true
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      defer { isFirst = false }
      switch scalar {
      case "\n", "\t": result.unicodeScalars.append(scalar)
      // White space between values, which strings cannot contain unescaped, and a byte order mark.
      case "\r": continue
      case "\u{feff}" where isFirst: continue
      case _ where VisibleText.mustEscape(scalar):
        result += String(decoding: JSONEscape.bytes(scalar), as: UTF8.self)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a file name for use in a line of text: unchanged, or in quotation marks with escapes if it is empty,
  /// begins with a dash, has blanks at an end, or contains characters that `escaped(_:)` changes. A lone `-` is
  /// unchanged.
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
