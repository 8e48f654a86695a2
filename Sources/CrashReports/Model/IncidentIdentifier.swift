import Bytes

/// Rules for incident identifiers, with which the system marks all reports of one failure.
package enum IncidentIdentifier {
  /// Returns true for an identifier that identifies an incident: a UUID, with or without hyphens.
  ///
  /// Reports of other tools, templates and anonymized reports have words (`[TODO]`, `N/A`), nothing, or one repeated
  /// digit, which are equal in reports that have nothing in common.
  package static func identifies(_ text: String) -> Bool {
    var first: UInt8?
    var count = 0
    var isVaried = false
    for byte in text.utf8.prefix(64) {
      if byte == UInt8(ascii: "-") { continue }
      guard byte.isHexDigit else { return false }
      count += 1
      if let first, first != byte { isVaried = true }
      if first == nil { first = byte }
    }
    return count == 32 && isVaried && text.utf8.count <= 64
  }
}
