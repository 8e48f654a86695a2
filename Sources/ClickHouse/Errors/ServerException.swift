internal import Bytes
internal import Vocabulary
internal import Transfer

/// The text of an exception of the server: `Code: 60. DB::Exception: …`, and before version 20
/// `Code: 60, e.displayText() = DB::Exception: …`.
struct ServerException: Equatable {
  var code: Int
  var text: [UInt8]

  /// Finds an exception at the beginning of `bytes`.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    guard rest.begins(with: "Code: ") else { return nil }
    let digits = rest.dropFirst(6).prefix { $0.isDigit }
    guard let number = Int(digits.text), rest.prefix(4_096).has("Exception") else { return nil }
    code = number
    text = Array(rest.prefix(4_096))
  }

  /// Finds an exception in an answer that began with rows: the last occurrence of `Code: N` before `DB::Exception`.
  init?(within bytes: ArraySlice<UInt8>) {
    let end = bytes.suffix(16 << 10)
    guard let start = end.lastPosition(of: "DB::Exception"),
      let code = end[..<start].lastPosition(of: "Code: ")
    else { return nil }
    self.init(end[code...])
  }

  /// The kind of failure; exceptions without an entry are `rejected`.
  var kind: ServerError.Kind {
    if text[...].has("No space left on device") { return .diskFull }
    return Self.catalog.first { $0.codes.contains(code) }?.kind ?? .rejected
  }

  /// Numbers of ClickHouse's src/Common/ErrorCodes.cpp, which never change.
  static let catalog: [(kind: ServerError.Kind, codes: [Int])] = [
    // UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, IP_ADDRESS_NOT_ALLOWED, DATABASE_ACCESS_DENIED, READONLY,
    // ACCESS_DENIED, AUTHENTICATION_FAILED
    (.accessDenied, [192, 193, 194, 195, 291, 164, 497, 516]),
    // UNKNOWN_DATABASE
    (.unknownDatabase, [81]),
    // UNKNOWN_TABLE, UNKNOWN_IDENTIFIER, NO_SUCH_COLUMN_IN_TABLE, NOT_FOUND_COLUMN_IN_BLOCK, THERE_IS_NO_COLUMN
    (.unknownTable, [60, 47, 16, 10, 8]),
    // BAD_GET (18.16: the cluster was not found), CLUSTER_DOESNT_EXIST
    (.unknownCluster, [170, 701]),
    // TIMEOUT_EXCEEDED, TOO_SLOW
    (.timeout, [159, 160]),
    // MEMORY_LIMIT_EXCEEDED, CANNOT_ALLOCATE_MEMORY, QUOTA_EXCEEDED, TOO_MANY_SIMULTANEOUS_QUERIES, TOO_MANY_ROWS,
    // TOO_MANY_BYTES, TOO_MANY_ROWS_OR_BYTES, QUERY_WAS_CANCELLED, ABORTED
    (.overloaded, [241, 173, 201, 202, 158, 307, 396, 394, 236]),
    // TOO_MANY_PARTS
    (.tooManyParts, [252]),
    // NO_ZOOKEEPER, TABLE_IS_READ_ONLY, TOO_FEW_LIVE_REPLICAS, UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE,
    // UNKNOWN_STATUS_OF_INSERT, KEEPER_EXCEPTION, ALL_CONNECTION_TRIES_FAILED, NETWORK_ERROR, SOCKET_TIMEOUT,
    // ALL_REPLICAS_ARE_STALE, ALL_REPLICAS_LOST
    (.replicaUnavailable, [225, 242, 285, 286, 319, 999, 279, 210, 209, 369, 415]),
    // NOT_ENOUGH_SPACE
    (.diskFull, [243]),
    // The body ended early: ATTEMPT_TO_READ_AFTER_EOF, UNEXPECTED_END_OF_FILE
    (.incomplete, [32, 3]),
  ]
}

/// Text of a server in a form that can be shown.
struct DefusedText {
  /// The secrets that are removed, with the encodings in which a server could repeat them.
  private let secrets: [[UInt8]]

  /// Creates a filter that removes the credentials.
  init(removing credentials: ServerCredentials?, user: String) {
    guard let password = credentials?.bytes, !password.isEmpty else {
      secrets = []
      return
    }
    var found = [password, Base64.encoded(Array(user.utf8) + [0x3A] + password), Base64.encoded(password)]
    found.append(Array(password.map { Hex.text($0) }.joined().utf8))
    // Longer forms first, because they may contain shorter ones.
    secrets = found.sorted { $0.count > $1.count }
  }

  /// The maximum number of characters of the server's text.
  static let limit = 300

  /// Returns the text in quotation marks: one line, escaped, shortened, without secrets.
  func quoted(_ bytes: some Sequence<UInt8>) -> String {
    var text = Array(bytes.prefix(8_192))
    for secret in secrets { text = Self.replacing(secret, in: text) }
    let words = String(streamSafe: text).split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
    let shown = Terminal.escaped(words)
    return "\"" + shown.shortened(to: Self.limit, keeping: Self.limit - 1) + "\""
  }

  private static func replacing(_ secret: [UInt8], in text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if let end = end(of: secret, in: text[index...]) {
        result += Array("***".utf8)
        index = end
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  /// Returns the end of the secret at the beginning of `text`; `nil` if it does not begin there. Each byte may be
  /// written as it is, in any case, as `%41`, `\x41` or after a backslash, and a blank as `+`.
  private static func end(of secret: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    // A byte of the secret may look like the beginning of an encoded one, so both readings are followed.
    var starts: Set<Int> = [text.startIndex]
    for byte in secret {
      var next: Set<Int> = []
      for start in starts {
        let rest = text[start...]
        guard let first = rest.first else { continue }
        if first.lowercased == byte.lowercased || (first == UInt8(ascii: "+") && byte == 0x20) {
          next.insert(start + 1)
        }
        if let (value, length) = encoded(rest), value.lowercased == byte.lowercased { next.insert(start + length) }
      }
      if next.isEmpty { return nil }
      starts = next
    }
    return starts.max()
  }

  /// Returns the byte that is encoded at the beginning of `text`, and the length of its form.
  private static func encoded(_ text: ArraySlice<UInt8>) -> (UInt8, Int)? {
    guard let first = text.first, first == UInt8(ascii: "%") || first == UInt8(ascii: "\\") else { return nil }
    let isHex = first == UInt8(ascii: "%") || text.dropFirst().first == UInt8(ascii: "x")
    let prefix = first == UInt8(ascii: "%") ? 1 : 2
    if isHex, let high = text.dropFirst(prefix).first?.hexDigitValue,
      let low = text.dropFirst(prefix + 1).first?.hexDigitValue
    {
      return (high << 4 | low, prefix + 2)
    }
    guard first == UInt8(ascii: "\\"), let next = text.dropFirst().first else { return nil }
    return (next, 2)
  }
}
