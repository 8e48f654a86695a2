/// Escaped text for HTML and XML 1.0, in elements and in quoted attributes.
///
/// XML does not allow control characters, not even as references (XML 1.0, 2.2), so characters that are unsafe in a
/// terminal are written as `\u{…}`, as in all outputs.
package enum MarkupText {
  /// Returns `text` with `&`, `<`, `>` and quotation marks as references, and control and invisible characters as
  /// `\u{…}`.
  package static func escaped(_ text: String) -> String {
    // Most text is short and plain.
    if isPlain(text) { return text }
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// Appends one character, escaped if it needs to be.
  package static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case _ where VisibleText.mustEscape(scalar): result += VisibleText.escape(scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }

  /// Returns true for printable ASCII characters without a meaning in markup.
  package static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
      default: byte >= 0x20 && byte < 0x7F
      }
    }
  }
}
