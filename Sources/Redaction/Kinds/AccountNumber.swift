import Bytes

extension RedactionKind {
  static let accountNumber = RedactionKind(
    id: "account-number", placeholder: .account, title: "account number",
    recognition: "labels such as `userID`, launchd domains; numbers of system accounts are not replaced",
    labels: [
      RedactionLabel(
        .part, "userid effectiveuserid realuserid owneruid unixuserid loginuid localuserid accountid",
        value: RedactionScanner.accountField),
      RedactionLabel(
        .whole, "euid ruid suid auid uid uniqueid persona", isSpaced: true, value: RedactionScanner.accountField),
    ],
    recognizers: [
      RedactionRecognizer(words: .digits) { $0.accountNumber($1) },
      RedactionRecognizer(at: "(") { $0.nameOfAnAccount($1) },
    ],
    removed: [
      Example("\"userID\" : 702917", "\"userID\" : 501"),
      Example("gui/702917/com.example.x", "gui/501/com.example.x"),
      Example("com.apple.xpc.launchd.user.domain.702917 ended", "com.apple.xpc.launchd.user.domain.501 ended"),
      Example("euid 702917, /run/user/702917/bus", "euid 501, /run/user/501/bus"),
    ],
    stays: [
      "\"userID\" : 501, \"userID\" : 0, uid 88", "User ID: 0", "uid: 4294967294",
      #"{"app_unique_id":"com.example.MyApp"}"#,
    ])
}

extension RedactionScanner {
  /// A number of an account, or another identifier of a user.
  static let accountField: Form = { scanner, field in
    if let end = field.quoteEnd, field.isKey, scanner.bytes[field.start..<end].contains(where: { !$0.isDigit }) {
      let range = field.start..<end
      let isBundle =
        scanner.bytes[range].count { $0 == 0x2E } >= 2 && !scanner.bytes[range].contains { $0.isDigit || $0 == 0x40 }
      return scanner.isNoValue(range) || range.count > 256 || isBundle ? nil : Match(range: range, kind: .user)
    }
    let digits = scanner.end(from: field.start, atMost: 20) { !$0.isDigit }
    let stop = field.quoteEnd ?? scanner.endOfWord(from: field.start)
    let isNumber =
      digits > field.start
      && (digits == stop
        || !(scanner.bytes[digits].isIdentifier || scanner.bytes[digits] == 0x2E || scanner.bytes[digits] == 0x2D))
    if isNumber { return scanner.account(field.start, digits) }
    if field.isKey, field.quoteEnd == nil { return nil }
    return identifier(.user)(&scanner, field)
  }

  private static let domains: [StaticString] = [
    "gui/", "gui\\/", "user/", "user\\/", "user.domain.", "uid ", "peruid.", "peruser.", "login/", "pid-uid/",
  ]

  /// Matches the number of an account in names from launchd: `gui/502/com.example`, `user.domain.502`.
  fileprivate func accountNumber(_ at: Int) -> Match? {
    guard let before = byte(at - 1), [0x2F, 0x2E, 0x20].contains(before),
      Self.domains.contains(where: { hasBefore($0, at) })
    else { return nil }
    let stop = end(from: at, atMost: 11) { !$0.isDigit }
    guard stop == bytes.count || !bytes[stop].isIdentifier else { return nil }
    return account(at, stop)
  }

  /// Matches the name after the number of an account: `uid=502(zoe)`.
  fileprivate func nameOfAnAccount(_ at: Int) -> Match? {
    let digits = start(before: at, atMost: 12) { $0.isDigit }
    guard digits < at, isByte("=", digits - 1) || isByte(" ", digits - 1) || isByte(":", digits - 1) else { return nil }
    guard hasBefore("id", digits - 1) || hasBefore("UID", digits - 1), !hasBefore("gid", digits - 1),
      !hasBefore("pid", digits - 1), !hasBefore("tid", digits - 1)
    else { return nil }
    let stop = end(from: at + 1, atMost: 64) { !($0.isIdentifier || $0 == 0x2D || $0 == 0x2E) }
    let range = at + 1..<stop
    guard isByte(")", stop), isNameLike(range), !isNoValue(range) else { return nil }
    return Match(range: range, kind: .user)
  }

  /// Matches the number of a person's account. System accounts have numbers below 500, and are not personal data.
  func account(_ start: Int, _ stop: Int) -> Match? {
    guard let number = UInt64(string(start..<stop)), number >= 500, number != 501, number < 4_294_967_290 else {
      return nil
    }
    return Match(range: start..<stop, kind: .account)
  }
}
