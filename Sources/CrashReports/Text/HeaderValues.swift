import Bytes

/// Parsing of header field values.
extension ByteText {
  /// Parses `X86-64 (Translated)` as `x86_64` and true.
  func architecture(_ value: Slice) -> (name: String?, isTranslated: Bool?) {
    let name = token(value)
    let suffix = Slice(name.end, value.end)
    let translated: Bool? = contains("(Translated)", suffix) ? true : contains("(Native)", suffix) ? false : nil
    guard let written = self.value(name) else { return (nil, translated) }
    switch written.uppercased() {
    case "X86-64", "X86_64": return ("x86_64", translated)
    case "X86", "I386": return ("i386", translated)
    case "ARM-64", "ARM64": return ("arm64", translated)
    case "ARM-64E", "ARM64E": return ("arm64e", translated)
    case "ARM": return ("arm", translated)
    case "PPC": return ("ppc", translated)
    case "PPC-64", "PPC64": return ("ppc64", translated)
    default: return (written.lowercased(), translated)
    }
  }

  /// Splits `macOS 14.1.1 (23B81)` or `10.4.2 (Build 8C46)` into name with version, and build.
  func system(_ value: Slice) -> (name: String?, build: String?) {
    guard self[value.end - 1] == UInt8(ascii: ")"), let open = openingParenthesis(value) else {
      return (self.value(value), nil)
    }
    var build = Slice(open + 1, value.end - 1)
    if hasPrefix("Build ", build) { build.start += 6 }
    return (self.value(Slice(value.start, open)), self.value(build))
  }
}

/// The value of `Version:`, split into marketing version and build.
package struct VersionText {
  var version: String?
  var build: String?

  /// Splits a version. iOS up to 14 and KSCrash write `build (marketing)`; iOS 15 and later and macOS write
  /// `marketing (build)`.
  init(_ written: String?, buildFirst: Bool) {
    guard let written else { return }
    let known: (Substring) -> String? = { part in
      let text = part.drop { $0 == " " }.trimmingSuffix { $0 == " " }
      return text.isEmpty || text.allSatisfy { $0 == "?" } ? nil : String(text)
    }
    guard written.hasSuffix(")"), let open = written.lastIndex(of: "(") else {
      version = known(written[...])
      return
    }
    let first = known(written[..<open])
    let second = known(written[written.index(after: open)...].dropLast())
    (version, build) = buildFirst ? (second, first) : (first, second)
  }

  /// Returns whether a system prints the build first. A simulator report states the Mac's system, and follows its
  /// order.
  package static func isBuildFirst(system: String?) -> Bool {
    guard let system else { return false }
    for name in ["iPhone OS ", "iOS ", "iPadOS ", "Apple TVOS ", "tvOS ", "Watch OS ", "watchOS "]
    where system.hasPrefix(name) {
      guard let major = Int(system.dropFirst(name.count).prefix { $0.isNumber }) else { return false }
      // watchOS 7 and tvOS 14 correspond to iOS 14.
      return major <= (name.lowercased().hasPrefix("watch") ? 7 : 14)
    }
    return false
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, isTrimmed(last) { text = text.dropLast() }
    return text
  }
}

/// A parsed time of a report: `2026-04-01 12:39:56.0657 -0700`, `2016-04-21T20:09:40Z`, `… +04:00`.
struct ReportTimeText {
  let time: CrashReport.ReportTime?

  init(_ text: ByteText, _ value: Slice) {
    guard let written = text.value(value) else {
      time = nil
      return
    }
    time = CrashReport.ReportTime(asWritten: written, rfc3339: Self.rfc3339(text, text.trimmed(value)))
  }

  /// Returns the time in RFC 3339 format with all decimals; `nil` if the text has another form or no zone.
  static func rfc3339(_ text: ByteText, _ value: Slice) -> String? {
    func digits(_ start: Int, _ count: Int) -> Bool {
      (start..<start + count).allSatisfy { $0 < value.end && text[$0].isDigit }
    }
    let start = value.start
    guard value.count >= 19, digits(start, 4), digits(start + 5, 2), digits(start + 8, 2), digits(start + 11, 2),
      digits(start + 14, 2), digits(start + 17, 2), text[start + 4] == UInt8(ascii: "-"),
      text[start + 7] == UInt8(ascii: "-"), text[start + 13] == UInt8(ascii: ":"),
      text[start + 16] == UInt8(ascii: ":"),
      text[start + 10] == 0x20 || text[start + 10] == UInt8(ascii: "T")
    else { return nil }
    var index = start + 19
    if text[index] == UInt8(ascii: "."), index < value.end {
      index += 1
      let decimals = index
      while index < value.end, text[index].isDigit { index += 1 }
      if index == decimals || index - decimals > 12 { return nil }
    }
    let clock = text.string(Slice(start, start + 10)) + "T" + text.string(Slice(start + 11, index))
    let zone = text.trimmed(Slice(index, value.end))
    if text.equals(zone, "Z") { return clock + "Z" }
    guard text[zone.start] == UInt8(ascii: "+") || text[zone.start] == UInt8(ascii: "-"), digits(zone.start + 1, 2)
    else {
      return nil
    }
    let minutes = text[zone.start + 3] == UInt8(ascii: ":") ? zone.start + 4 : zone.start + 3
    guard digits(minutes, 2), minutes + 2 == zone.end else { return nil }
    return clock + text.string(Slice(zone.start, zone.start + 3)) + ":" + text.string(Slice(minutes, zone.end))
  }
}
