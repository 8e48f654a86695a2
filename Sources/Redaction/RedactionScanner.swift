import Bytes

/// Finds personal data by its form: in paths of home folders, after labels, or by the form of the value itself.
///
/// The text is scanned once, and every rule reads a limited number of bytes, so the time is linear.
struct RedactionScanner {
  struct Match: Equatable {
    /// The range of the value, without label, quotation marks or folder.
    var range: Range<Int>
    var kind: Redactor.Kind
    /// Whether the value is a number in JSON, so that its placeholder must be a number too.
    var isNumber = false
  }

  let bytes: [UInt8]
  private var at = 0
  /// The end of the current JSON object about a user or a device, and the kind of its `id` and `name`.
  var object: (end: Int, kind: Redactor.Kind)?
  /// The end of a run of bytes without a digit, in which no token can begin. Without it, a run with many labels or
  /// prefixes would be scanned from each of them.
  private var noTokenUntil = 0
  /// The end of a run of bytes in which no e-mail address can begin.
  private var noMailUntil = 0

  /// The maximum length of a value in bytes; longer runs are not names.
  static let maxLength = 4096

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next value that is not a placeholder.
  mutating func next() -> Match? {
    while at < bytes.count {
      guard let match = match(at), !match.range.isEmpty else {
        at += 1
        continue
      }
      at = match.range.upperBound
      if !isPlaceholder(match.range), match.kind != .host || !isModel(match.range) { return match }
    }
    return nil
  }

  private mutating func match(_ at: Int) -> Match? {
    switch bytes[at] {
    case UInt8(ascii: "%"):
      return escapedHome(at)
    case UInt8(ascii: "/"), UInt8(ascii: "\\"):
      return home(at) ?? container(at)
    case UInt8(ascii: ":"):
      return credentials(at)
    case _ where bytes[at].isIdentifier && Self.beginsWord(bytes, at):
      return labeled(at) ?? token(at) ?? networkAddress(at) ?? deviceNumber(at) ?? accountNumber(at) ?? email(at)
        ?? machine(at)
    default: return nil
    }
  }

  /// Returns whether a value is a placeholder: `user-1`, or one that Apple's tools write instead of a name.
  private func isPlaceholder(_ range: Range<Int>) -> Bool {
    let text = String(decoding: bytes[range], as: UTF8.self)
    if ["Shared", "USER", "user", "USERNAME", "*", "...", "~", "-", "null", "TODO", "0"].contains(text) { return true }
    // Apple writes zeros for a removed number.
    if text.count > 8, text.allSatisfy({ $0 == "0" || $0 == "-" }) { return true }
    guard let dash = text.lastIndex(of: "-"), Redactor.Kind(rawValue: String(text[..<dash])) != nil else {
      return false
    }
    return !text[dash...].dropFirst().isEmpty && text[dash...].dropFirst().allSatisfy(\.isNumber)
  }

  /// Returns whether a value is a model or architecture, such as `iPhone14,5` or `arm64`. It is common to many
  /// machines, and a diagnosis may depend on it.
  private func isModel(_ range: Range<Int>) -> Bool {
    let text = String(decoding: bytes[range].prefix(32), as: UTF8.self)
    if ["arm64", "arm64e", "x86_64", "i386", "armv7", "armv7s", "iPhone", "iPad", "Mac", "iPod touch"].contains(text) {
      return true
    }
    let digits = text.drop(while: \.isLetter)
    return digits.count < text.count && digits.contains(",") && digits.allSatisfy { $0.isNumber || $0 == "," }
  }

  // MARK: Home folders

  private static let homes = ["Users", "home"].map { Array($0.utf8) }
  private static let escapedHomes: [[UInt8]] = ["%2FUsers%2F", "%2fUsers%2f", "%2Fhome%2F", "%2fhome%2f"]
    .map { Array($0.utf8) }

  private func home(_ at: Int) -> Match? {
    guard let folder = separator(at), let home = Self.homes.first(where: { has($0, folder) }),
      let start = separator(folder + home.count)
    else { return nil }
    let range = start..<endOfName(from: start, isHome: true)
    // "Users" is not a user name: this is a home folder within another path, and the name follows it.
    if bytes[range].elementsEqual("Users".utf8) { return nil }
    return Match(range: range, kind: .user)
  }

  /// Returns the offset after a path separator at `at`: a slash, which JSON may escape with one backslash and JSON in
  /// JSON with three, or the backslashes of Windows.
  func separator(_ at: Int) -> Int? {
    guard at < bytes.count else { return nil }
    let index = at + backslashes(at)
    if index < bytes.count, bytes[index] == UInt8(ascii: "/") { return index + 1 }
    return index > at ? index : nil
  }

  /// Returns the end of the name that begins at `start`: in a path the next slash, after a label the end of the line.
  /// JSON escapes of letters belong to the name.
  private func endOfName(from start: Int, isHome: Bool, isShort: Bool = false) -> Int {
    var stop = start
    while true {
      stop = end(from: stop) { byte in
        if byte == UInt8(ascii: "\\") || byte < 0x20 || byte == UInt8(ascii: "\"") { return true }
        if isHome {
          return byte == 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":") || Self.endsValue(byte)
        }
        return isShort && (byte == 0x20 || Self.endsValue(byte))
      }
      guard stop - start < Self.maxLength, let next = endOfUnicodeEscape(stop) else { return stop }
      stop = next
    }
  }

  /// Matches a home folder in a URL, `file:%2FUsers%2Fjane`.
  private func escapedHome(_ at: Int) -> Match? {
    guard let folder = Self.escapedHomes.first(where: { has($0, at) }) else { return nil }
    let start = at + folder.count
    let stop = end(from: start) { byte in
      byte <= 0x20 || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "/") || Self.endsValue(byte)
    }
    return Match(range: start..<stop, kind: .user)
  }

  /// Returns the end of a Unicode escape at `at`: `\u00e9`, in JSON in JSON with two backslashes.
  private func endOfUnicodeEscape(_ at: Int) -> Int? {
    let index = at + backslashes(at)
    guard index > at, bytes.count - index >= 5, bytes[index] == UInt8(ascii: "u"),
      bytes[index + 1..<index + 5].allSatisfy(\.isHexDigit)
    else { return nil }
    return index + 5
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"),
      UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "}"), UInt8(ascii: "&"):
      true
    default: byte < 0x20
    }
  }

  /// Matches the credentials in `https://NAME:PASSWORD@host`.
  private func credentials(_ at: Int) -> Match? {
    guard has(Array("://".utf8), at) || has(Array(":\\/\\/".utf8), at) else { return nil }
    let start = at + (bytes[at + 1] == UInt8(ascii: "/") ? 3 : 5)
    let stop = end(from: start, atMost: 256) { byte in
      byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "\\")
        || Self.endsValue(byte)
    }
    guard stop < bytes.count, bytes[stop] == UInt8(ascii: "@"), stop > start else { return nil }
    return Match(range: start..<stop, kind: .token)
  }

  // MARK: Labels

  private mutating func labeled(_ at: Int) -> Match? {
    guard let (label, afterLabel) = RedactionLabels.label(bytes, at) else { return nil }
    var start = afterLabel
    // A quotation mark after the label, possibly escaped in JSON.
    let depth = backslashes(start)
    start += depth
    let isKey = start < bytes.count && bytes[start] == UInt8(ascii: "\"")
    if isKey { start += 1 } else { start = afterLabel }
    start = end(from: start, atMost: 8) { $0 != 0x20 && $0 != 0x09 }
    guard start < bytes.count, bytes[start] == UInt8(ascii: ":") || bytes[start] == UInt8(ascii: "=") else {
      return nil
    }
    start = end(from: start + 1, atMost: 64) { $0 > 0x20 }
    guard start < bytes.count, let kind = kind(of: label, valueAt: start, isKey: isKey) else { return nil }
    let quoteDepth = backslashes(start)
    if start + quoteDepth < bytes.count, bytes[start + quoteDepth] == UInt8(ascii: "\"") {
      guard isKey || bytes[afterLabel..<start].allSatisfy({ $0 >= 0x20 || $0 == 0x09 }) else { return nil }
      start += quoteDepth + 1
      let stop = endOfQuoted(from: start, depth: quoteDepth)
      if kind == .account {
        let isName = !bytes[start..<stop].allSatisfy(\.isDigit)
        return isName ? Match(range: start..<stop, kind: .user) : account(start, stop)
      }
      return start < stop ? Match(range: start..<stop, kind: kind) : nil
    }
    let digits = end(from: start, atMost: 20) { !$0.isDigit }
    let endsNumber = digits == bytes.count || !(bytes[digits].isIdentifier || bytes[digits] == UInt8(ascii: "."))
    if kind == .account { return digits > start && endsNumber ? account(start, digits) : nil }
    if isKey { return digits > start && endsNumber ? Match(range: start..<digits, kind: kind, isNumber: true) : nil }
    // After a colon a name extends to the end of the line, `Jane's Mac`; assigned values and tokens contain no blanks.
    let isAssigned = bytes[afterLabel..<start].contains(UInt8(ascii: "="))
    let isShort = isAssigned || kind == .token
    // Checked before the search for the end of the value, which would be repeated from the next label on.
    guard isAssigned && kind == .token && start >= noTokenUntil || beginsLine(at) else { return nil }
    var stop = endOfName(from: start, isHome: false, isShort: isShort)
    while stop > start, bytes[stop - 1] <= 0x20 { stop -= 1 }
    guard start < stop, bytes[afterLabel..<start].allSatisfy({ $0 >= 0x20 || $0 == 0x09 }),
      isValue(at, afterLabel, start..<stop, kind)
    else {
      if isShort, !bytes[start..<max(start, stop)].contains(where: \.isDigit) { noTokenUntil = stop }
      return nil
    }
    return Match(range: start..<stop, kind: kind)
  }

  /// Returns the kind of a label's value. `user` and `device` may be objects, in which `id` and `name` are personal
  /// data.
  private mutating func kind(of label: RedactionLabels.Label, valueAt start: Int, isKey: Bool) -> Redactor.Kind? {
    let opens = bytes[start] == UInt8(ascii: "{")
    switch label {
    case .value(let kind): return opens || bytes[start] == UInt8(ascii: "[") ? nil : kind
    case .object(let kind, let isValue):
      guard opens, isKey else { return isValue && !opens && bytes[start] != UInt8(ascii: "[") ? kind : nil }
      if object.map({ start >= $0.end }) ?? true { object = (endOfObject(start), kind) }
      return nil
    case .member:
      guard let object, start < object.end, isKey, !opens else { return nil }
      return object.kind
    }
  }

  /// Returns the offset of the brace that closes the one at `start`, within a limit. Braces in strings are counted too.
  private func endOfObject(_ start: Int) -> Int {
    var depth = 0
    return end(from: start) { byte in
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      return depth == 0
    }
  }

  /// Returns the number of backslashes from `at` on.
  func backslashes(_ at: Int) -> Int { end(from: at, atMost: 16) { $0 != UInt8(ascii: "\\") } - at }

  /// Returns the offset of the closing quotation mark of a string whose opening one has `depth` backslashes before it,
  /// or of the end of the line.
  private func endOfQuoted(from start: Int, depth: Int) -> Int {
    var at = start
    while at < bytes.count, at - start < 1 << 20 {
      let byte = bytes[at]
      if byte < 0x20 { return at }
      if byte == UInt8(ascii: "\\") {
        let count = backslashes(at)
        let next = at + count
        if depth > 0, count <= depth, next < bytes.count, bytes[next] == UInt8(ascii: "\"") { return at }
        // At depth 0, an odd number of backslashes escapes the next byte.
        at = next + (depth == 0 && count % 2 == 0 ? 0 : 1)
        continue
      }
      if byte == UInt8(ascii: "\"") { return at }
      at += 1
    }
    return min(at, bytes.count)
  }

  /// Returns whether an unquoted text after a label is a value: on a line that begins with the label, or a token after
  /// `=`. Parameters of functions have labels too, `login(token: String)`, and numbers and keywords of JSON must not be
  /// replaced.
  private func isValue(_ at: Int, _ afterLabel: Int, _ value: Range<Int>, _ kind: Redactor.Kind) -> Bool {
    if bytes[afterLabel] == UInt8(ascii: "\"") { return false }
    if kind == .token {
      let isAssigned = bytes[afterLabel..<value.lowerBound].contains(UInt8(ascii: "="))
      guard isAssigned || beginsLine(at) else { return false }
      return value.count >= 6 && bytes[value].contains(where: \.isDigit)
    }
    return beginsLine(at)
  }

  private func beginsLine(_ at: Int) -> Bool {
    var index = at
    // `>`, `#` and `*` begin quoted lines of a mail, or list items.
    while index > 0, at - index < 32, [0x20, 0x09, 0x3E, 0x23, 0x2A].contains(bytes[index - 1]) { index -= 1 }
    return index == 0 || [0x0A, 0x0D].contains(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: "\"")
      || Self.followsEscape(bytes, index)
  }

  // MARK: Tokens

  private static let tokenPrefixes: [[UInt8]] = [
    "eyJ", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "sk_live_", "sk_test_", "pk_live_",
    "xoxb-", "xoxp-", "xoxa-", "AKIA", "ASIA", "AIza", "npm_", "pypi-",
  ].map { Array($0.utf8) }
  private static let schemes: [[UInt8]] = ["Bearer ", "bearer ", "Basic "].map { Array($0.utf8) }

  private mutating func token(_ at: Int) -> Match? {
    let isTokenByte: (UInt8) -> Bool = { $0.isIdentifier || [0x2B, 0x2D, 0x2E, 0x2F, 0x3D, 0x7E].contains($0) }
    for scheme in Self.schemes where has(scheme, at) {
      let start = at + scheme.count
      let stop = end(from: start) { !isTokenByte($0) }
      return stop - start >= 8 ? Match(range: start..<stop, kind: .token) : nil
    }
    guard at >= noTokenUntil, let prefix = Self.tokenPrefixes.first(where: { has($0, at) }) else { return nil }
    let stop = end(from: at) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    let body = bytes[min(at + prefix.count, stop)..<stop]
    guard body.contains(where: \.isDigit) else {
      noTokenUntil = stop
      return nil
    }
    return body.count >= 16 ? Match(range: at..<stop, kind: .token) : nil
  }

  // MARK: Mail and machines

  private static let fileEndings: Set<String> = [
    "png", "jpg", "jpeg", "gif", "pdf", "svg", "heic", "car", "nib", "xib", "storyboard", "plist", "json", "swift", "m",
    "mm", "h", "c", "cc", "cpp", "dylib", "framework", "app", "appex", "bundle", "kext", "txt", "strings",
  ]

  private mutating func email(_ at: Int) -> Match? {
    guard at >= noMailUntil else { return nil }
    let local = end(from: at, atMost: 64) { byte in
      !(byte.isIdentifier || byte == 0x2B || byte == 0x2D || byte == 0x2E || byte == 0x25)
    }
    guard local > at, local < bytes.count, bytes[local] == UInt8(ascii: "@") else {
      // A longer run may still contain an address that begins at a later word.
      if local - at < 64 { noMailUntil = local }
      return nil
    }
    var stop = end(from: local + 1, atMost: 253) { !($0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E) }
    while stop > local + 1, bytes[stop - 1] == 0x2E || bytes[stop - 1] == 0x2D { stop -= 1 }
    let labels = bytes[local + 1..<stop].split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last, (2...24).contains(last.count),
      last.allSatisfy(\.isLetter), !Self.fileEndings.contains(String(decoding: last, as: UTF8.self).lowercased())
    else { return nil }
    return Match(range: at..<stop, kind: .email)
  }

  private static let machineWords: [[UInt8]] = ["iPhone", "iPad", "MacBook", "Mac", "iMac", "Apple Watch"]
    .map { Array($0.utf8) }

  private static let possessive: [[UInt8]] = ["'s ", "\u{2019}s "].map { Array($0.utf8) }
  private static let machineMarks: [[UInt8]] = [
    "-MacBook", "-iMac", "-Mac-mini", "-Mac-Studio", "-Mac-Pro", "s-iPhone", "s-iPad", "s-Mac",
  ].map { Array($0.utf8) }

  /// Matches the name of a machine: `Janes-MacBook.local`, `Jane's iPhone`.
  private func machine(_ at: Int) -> Match? {
    // A run of words with dashes is matched from its beginning.
    if at >= 2, bytes[at - 1] == 0x2D, bytes[at - 2].isIdentifier { return nil }
    let stop = end(from: at, atMost: 128) { !($0.isIdentifier || $0 == 0x2D) }
    if has(Array(".local".utf8), stop), stop - at >= 2, bytes[at] != UInt8(ascii: "_") {
      let after = stop + 6
      // `.localized` and `.localdomain` do not match.
      if after == bytes.count || !bytes[after].isIdentifier { return Match(range: at..<stop, kind: .host) }
    }
    // The curly apostrophe is not ASCII, so it is part of the run.
    for index in at + 1..<max(at + 2, stop + 1) {
      guard index == stop || index < stop && bytes[index] == 0xE2,
        let mark = Self.possessive.first(where: { has($0, index) })
      else { continue }
      let rest = index + mark.count
      if Self.machineWords.contains(where: { has($0, rest) }) { return Match(range: at..<index, kind: .user) }
    }
    // The network name of a Mac, `Janes-MacBook-Pro`.
    guard bytes[at..<stop].contains(0x2D) else { return nil }
    for index in at + 1..<stop
    where (bytes[index] == 0x2D || bytes[index] == UInt8(ascii: "s"))
      && Self.machineMarks.contains(where: { has($0, index) })
    {
      return Match(range: at..<stop, kind: .host)
    }
    return nil
  }

  // MARK: Helpers

  func has(_ prefix: [UInt8], _ at: Int) -> Bool { bytes.hasBytes(prefix, at: at) }

  /// Returns the end of the run that begins at `start`.
  func end(from start: Int, atMost limit: Int = RedactionScanner.maxLength, _ ends: (UInt8) -> Bool) -> Int {
    var at = start
    let last = min(bytes.count, start + limit)
    while at < last, !ends(bytes[at]) { at += 1 }
    return min(at, bytes.count)
  }

  /// Returns whether a word can begin at `at`: no word continues there. The `n` of `\\n` in a JSON string is not part
  /// of a word.
  static func beginsWord(_ bytes: [UInt8], _ at: Int) -> Bool {
    at == 0 || !bytes[at - 1].isIdentifier || followsEscape(bytes, at)
  }

  private static func followsEscape(_ bytes: [UInt8], _ at: Int) -> Bool {
    guard at >= 2, bytes[at - 2] == UInt8(ascii: "\\"), at < 3 || bytes[at - 3] != UInt8(ascii: "\\") else {
      return false
    }
    return [UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r")].contains(bytes[at - 1])
  }
}
