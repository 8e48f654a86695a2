import CrashReports
import Pages

/// The token that a request presents.
enum PresentedToken: Equatable {
  case none
  case one(String)
  /// Several that differ: which of them counts is not known.
  case several

  /// The maximum length of a token, in bytes.
  static let maxLength = 128

  /// Reads the fields and the query of a request: `Authorization: Bearer TOKEN`, and for Sentry `X-Sentry-Auth: Sentry
  /// sentry_key=TOKEN, …`, the same in `Authorization`, or `?sentry_key=TOKEN`.
  init(_ head: RequestHead, _ target: RequestTarget, _ route: ReceiverRoute) {
    var tokens: Set<String> = []
    for value in head.fields["authorization"] ?? [] {
      let words = value.split(separator: " ", maxSplits: 1)
      switch words.first?.lowercased() {
      case "bearer": tokens.insert(words.count == 2 ? String(words[1]) : "")
      case "sentry" where route.isSentry: tokens.insert(Self.sentryKey(words.count == 2 ? words[1] : ""))
      default: tokens.insert("")
      }
    }
    if route.isSentry {
      for value in head.fields["x-sentry-auth"] ?? [] {
        let isNamed = value.prefix(7).lowercased() == "sentry "
        tokens.insert(Self.sentryKey(isNamed ? value.dropFirst(7) : value[...]))
      }
      if target.repeatedNames.contains("sentry_key") {
        tokens.insert("")
      } else if let key = target.query["sentry_key"] {
        tokens.insert(key)
      }
    }
    switch tokens.count {
    case 0: self = .none
    case 1: self = .one(tokens.first ?? "")
    default: self = .several
    }
  }

  /// Returns the value of `sentry_key` in `sentry_version=7, sentry_key=…`; empty if there is none, or more than one.
  private static func sentryKey(_ value: Substring) -> String {
    let keys = value.split(separator: ",").compactMap { pair -> String? in
      let sides = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, sides[0] == "sentry_key" else { return nil }
      return String(sides[1].prefix { $0 != " " })
    }
    return keys.count == 1 ? keys.first ?? "" : ""
  }

  /// Reads the header line of an envelope of Sentry, which may contain the `dsn`: `http://TOKEN@HOST/PROJECT`.
  init(envelopeHeader line: ArraySlice<UInt8>) {
    var reader = JSONReader(Array(line), depth: 16)
    var dsn: String?
    let isObject = reader.object { name, reader in
      if name == "dsn", dsn == nil { dsn = reader.text() ?? "" } else { reader.skip() }
    }
    guard isObject, reader.fault == nil, let dsn else {
      self = .none
      return
    }
    self = .one(Self.user(of: dsn))
  }

  /// Returns the user in an address, without its password; empty if there is none.
  private static func user(of address: String) -> String {
    for scheme in ["http://", "https://"] where address.hasPrefix(scheme) {
      let authority = address.dropFirst(scheme.count).prefix { $0 != "/" }
      guard let at = authority.lastIndex(of: "@") else { return "" }
      return String(authority[..<at].prefix { $0 != ":" })
    }
    return ""
  }
}
