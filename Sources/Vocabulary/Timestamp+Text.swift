/// Times in the form of RFC 3339: `2026-04-01T12:39:56.0657-07:00`.
extension Timestamp {
  /// Returns `text` if it has this form, otherwise `nil`; the calendar is not checked.
  package static func valid(_ text: String) -> String? { isValid(Array(text.utf8)) ? text : nil }

  /// Returns day, minute and time zone in readable form, `2026-04-01 12:39 -07:00`; any other text unchanged.
  package static func readable(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard isValid(bytes) else { return text }
    let zone = bytes.last == UInt8(ascii: "Z") ? "UTC" : String(decoding: bytes.suffix(6), as: UTF8.self)
    return String(decoding: bytes[0..<10], as: UTF8.self) + " " + String(decoding: bytes[11..<16], as: UTF8.self)
      + " " + zone
  }

  private static func isValid(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    guard take(&rest, "0000-00-00T00:00:00") else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let count = rest.prefix { isDigit($0) }.count
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    if rest.elementsEqual("Z".utf8) { return true }
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return false }
    rest = rest.dropFirst()
    return take(&rest, "00:00") && rest.isEmpty
  }

  /// Removes the form from the front of `rest`: `0` matches any digit, any other character matches itself.
  private static func take(_ rest: inout ArraySlice<UInt8>, _ form: StaticString) -> Bool {
    let count = form.utf8CodeUnitCount
    guard rest.count >= count else { return false }
    let fits = form.withUTF8Buffer { form in
      zip(form, rest).allSatisfy { $0 == UInt8(ascii: "0") ? isDigit($1) : $0 == $1 }
    }
    rest = rest.dropFirst(count)
    return fits
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
