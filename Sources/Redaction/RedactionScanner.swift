import Bytes

/// Finds personal data by the form it has: after a folder of home folders, after a label, or by itself.
///
/// One pass; every rule looks at a bounded number of bytes from where it begins, so the cost is linear.
struct RedactionScanner {
  struct Match: Equatable {
    /// The value alone, without label, quotation marks or folder.
    var range: Range<Int>
    var kind: Redactor.Kind
    /// True if it stands without quotation marks in JSON, where its stand-in must be a number too.
    var isNumber = false
  }

  let bytes: [UInt8]
  private var at = 0
  /// Where the JSON object ends that tells of a person or a device, and whom its `id` and `name` name.
  var object: (end: Int, kind: Redactor.Kind)?
  /// Up to here stands a run that was looked at and has no digit, so that no part of it is a token. Without it a run of
  /// labels or prefixes would be walked from each of them on.
  private var noTokenUntil = 0
  /// The same for addresses of mail.
  private var noMailUntil = 0

  /// Longest value; a longer run is no name.
  static let longest = 4096

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next value that is no stand-in.
  mutating func next() -> Match? {
    while at < bytes.count {
      guard let match = match(at), !match.range.isEmpty else {
        at += 1
        continue
      }
      at = match.range.upperBound
      if !isStandIn(match.range), match.kind != .host || !isModel(match.range) { return match }
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

  /// `user-1`, and what Apple's own tools put in the place of a name.
  private func isStandIn(_ range: Range<Int>) -> Bool {
    let text = String(decoding: bytes[range], as: UTF8.self)
    if ["Shared", "USER", "user", "USERNAME", "*", "...", "~", "-", "null", "TODO", "0"].contains(text) { return true }
    // Apple writes zeros where a number was left out.
    if text.count > 8, text.allSatisfy({ $0 == "0" || $0 == "-" }) { return true }
    guard let dash = text.lastIndex(of: "-"), Redactor.Kind(rawValue: String(text[..<dash])) != nil else {
      return false
    }
    return !text[dash...].dropFirst().isEmpty && text[dash...].dropFirst().allSatisfy(\.isNumber)
  }

  /// `iPhone14,5`, `arm64`: what thousands of machines are called, and a diagnosis may rest on.
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
    // Nobody is called so: a home folder stands within another path, and the name behind it.
    if bytes[range].elementsEqual("Users".utf8) { return nil }
    return Match(range: range, kind: .user)
  }

  /// What stands behind a stroke, which JSON may write with a backslash before it, JSON in JSON with three; or behind the
  /// backslashes of Windows.
  func separator(_ at: Int) -> Int? {
    guard at < bytes.count else { return nil }
    let place = at + backslashes(at)
    if place < bytes.count, bytes[place] == UInt8(ascii: "/") { return place + 1 }
    return place > at ? place : nil
  }

  /// Where a name ends that begins at `start`: in a path at the next stroke, behind a label at the end of the line. A
  /// letter that JSON wrote as an escape belongs to it.
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
      guard stop - start < Self.longest, let next = endOfUnicodeEscape(stop) else { return stop }
      stop = next
    }
  }

  /// A path in an address, `file:%2FUsers%2Fjane`.
  private func escapedHome(_ at: Int) -> Match? {
    guard let folder = Self.escapedHomes.first(where: { has($0, at) }) else { return nil }
    let start = at + folder.count
    let stop = end(from: start) { byte in
      byte <= 0x20 || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "/") || Self.endsValue(byte)
    }
    return Match(range: start..<stop, kind: .user)
  }

  /// `\u00e9`, in JSON in JSON with two backslashes.
  private func endOfUnicodeEscape(_ at: Int) -> Int? {
    let place = at + backslashes(at)
    guard place > at, bytes.count - place >= 5, bytes[place] == UInt8(ascii: "u"),
      bytes[place + 1..<place + 5].allSatisfy(\.isHexDigit)
    else { return nil }
    return place + 5
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"),
      UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "}"), UInt8(ascii: "&"):
      true
    default: byte < 0x20
    }
  }

  /// `https://NAME:PASSWORD@host`
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
    // A quotation mark that ends the label, in JSON perhaps escaped.
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
    // Behind a colon a name goes on to the end of its line, `Jane's Mac`; what is assigned, and tokens, have no blanks.
    let isAssigned = bytes[afterLabel..<start].contains(UInt8(ascii: "="))
    let isShort = isAssigned || kind == .token
    // Cheaper than the walk to the end of the value, which would be walked again from the next label on.
    guard isAssigned && kind == .token && start >= noTokenUntil || beginsLine(at) else { return nil }
    var stop = endOfName(from: start, isHome: false, isShort: isShort)
    while stop > start, bytes[stop - 1] <= 0x20 { stop -= 1 }
    guard start < stop, bytes[afterLabel..<start].allSatisfy({ $0 >= 0x20 || $0 == 0x09 }),
      standsAlone(at, afterLabel, start..<stop, kind)
    else {
      if isShort, !bytes[start..<max(start, stop)].contains(where: \.isDigit) { noTokenUntil = stop }
      return nil
    }
    return Match(range: start..<stop, kind: kind)
  }

  /// What a label's value is. `user` and `device` may hold objects, in which `id` and `name` tell whose they are.
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

  /// Where the braces that open at `start` are closed, as far as that is near; braces in texts count as well.
  private func endOfObject(_ start: Int) -> Int {
    var depth = 0
    return end(from: start) { byte in
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      return depth == 0
    }
  }

  /// How many there are from `at` on.
  func backslashes(_ at: Int) -> Int { end(from: at, atMost: 16) { $0 != UInt8(ascii: "\\") } - at }

  /// The quotation mark that closes a text opened by one with `depth` backslashes before it, or the end of the line.
  private func endOfQuoted(from start: Int, depth: Int) -> Int {
    var at = start
    while at < bytes.count, at - start < 1 << 20 {
      let byte = bytes[at]
      if byte < 0x20 { return at }
      if byte == UInt8(ascii: "\\") {
        let count = backslashes(at)
        let next = at + count
        if depth > 0, count <= depth, next < bytes.count, bytes[next] == UInt8(ascii: "\"") { return at }
        // Without depth every second backslash escapes what follows.
        at = next + (depth == 0 && count % 2 == 0 ? 0 : 1)
        continue
      }
      if byte == UInt8(ascii: "\"") { return at }
      at += 1
    }
    return min(at, bytes.count)
  }

  /// True if an unquoted value is one: on a line that begins with its label, or a token behind `=`. Parameters of
  /// functions have labels too, `login(token: String)`; and numbers and words of JSON must stay what they are.
  private func standsAlone(_ at: Int, _ afterLabel: Int, _ value: Range<Int>, _ kind: Redactor.Kind) -> Bool {
    if bytes[afterLabel] == UInt8(ascii: "\"") { return false }
    if kind == .token {
      let isAssigned = bytes[afterLabel..<value.lowerBound].contains(UInt8(ascii: "="))
      guard isAssigned || beginsLine(at) else { return false }
      return value.count >= 6 && bytes[value].contains(where: \.isDigit)
    }
    return beginsLine(at)
  }

  private func beginsLine(_ at: Int) -> Bool {
    var place = at
    // `>`, `#` and `*` begin lines that were quoted in a mail, or are an item of a list.
    while place > 0, at - place < 32, [0x20, 0x09, 0x3E, 0x23, 0x2A].contains(bytes[place - 1]) { place -= 1 }
    return place == 0 || [0x0A, 0x0D].contains(bytes[place - 1]) || bytes[place - 1] == UInt8(ascii: "\"")
      || Self.followsEscape(bytes, place)
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
      // A run that goes on may yet end in one, from a later word on.
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

  /// `Janes-MacBook.local`, `Jane's iPhone`
  private func machine(_ at: Int) -> Match? {
    // A run of words with dashes was looked at from its beginning.
    if at >= 2, bytes[at - 1] == 0x2D, bytes[at - 2].isIdentifier { return nil }
    let stop = end(from: at, atMost: 128) { !($0.isIdentifier || $0 == 0x2D) }
    if has(Array(".local".utf8), stop), stop - at >= 2, bytes[at] != UInt8(ascii: "_") {
      let after = stop + 6
      // `.localized` and `.localdomain` are other words.
      if after == bytes.count || !bytes[after].isIdentifier { return Match(range: at..<stop, kind: .host) }
    }
    // The curved apostrophe is no ASCII, and so is part of the run.
    for place in at + 1..<max(at + 2, stop + 1) {
      guard place == stop || place < stop && bytes[place] == 0xE2,
        let mark = Self.possessive.first(where: { has($0, place) })
      else { continue }
      let rest = place + mark.count
      if Self.machineWords.contains(where: { has($0, rest) }) { return Match(range: at..<place, kind: .user) }
    }
    // The name that a Mac gives itself on the network, `Janes-MacBook-Pro`.
    guard bytes[at..<stop].contains(0x2D) else { return nil }
    for place in at + 1..<stop
    where (bytes[place] == 0x2D || bytes[place] == UInt8(ascii: "s"))
      && Self.machineMarks.contains(where: { has($0, place) })
    {
      return Match(range: at..<stop, kind: .host)
    }
    return nil
  }

  // MARK: Small things

  func has(_ prefix: [UInt8], _ at: Int) -> Bool { bytes.hasBytes(prefix, at: at) }

  /// Where the run that begins at `start` ends.
  func end(from start: Int, atMost limit: Int = RedactionScanner.longest, _ ends: (UInt8) -> Bool) -> Int {
    var at = start
    let last = min(bytes.count, start + limit)
    while at < last, !ends(bytes[at]) { at += 1 }
    return min(at, bytes.count)
  }

  /// True if no word goes on at `at`; `n` of `\\n`, as texts in JSON have it, is no part of one.
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
