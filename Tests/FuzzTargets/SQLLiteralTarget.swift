internal import ClickHouse

extension FuzzTarget {
  package static let sqlLiteral = FuzzTarget(
    "FuzzSQLLiteral",
    exercises: "bytes as a string, a name and a field of ClickHouse, as an answer, and as an address; a scanner of SQL "
      + "finds exactly one token, which stands for the same bytes",
    longest: 1 << 12
  ) { bytes in
    let literal: Statement = "\(.bytes(bytes))"
    try require(literal.sql.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a literal is not printable ASCII")
    try require(token(literal.sql, quote: UInt8(ascii: "'")) == bytes, "a literal stands for other bytes")
    let name = String(decoding: bytes, as: UTF8.self)
    let identifier: Statement = "\(SQLIdentifier(name))"
    try require(token(identifier.sql, quote: UInt8(ascii: "`")) == Array(name.utf8), "a name is another name")
    var batch = InsertBatch(into: "t", columns: ["a", "b"])
    try require(batch.append([.bytes(bytes), .array([.bytes(bytes), .bytes(bytes)])]), "a row is rejected")
    let (strings, elements) = try ServerAnswer.read(batch)
    try require(strings == [bytes] && elements == [bytes, bytes], "a row is read as other bytes")
    for part in ServerAnswer.errors(readingAsAnswer: bytes) {
      try requireVisible(part, "an error", except: [])
      try require(part.count < 700, "an error has \(part.count) characters")
    }
    if let address = try? ServerAddress("clickhouse://" + name) {
      try require((try? ServerAddress(address.description)) == address, "the normalized address is another address")
    }
  }

  /// Returns the bytes of the only token in `sql`, as the servers read it; `nil` if it ends early.
  private static func token(_ sql: [UInt8], quote: UInt8) -> [UInt8]? {
    guard sql.first == quote, sql.last == quote, sql.count >= 2 else { return nil }
    var result: [UInt8] = []
    var rest = sql[1..<(sql.count - 1)]
    while let byte = rest.popFirst() {
      if byte == quote { return nil }
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let letter = rest.popFirst() else { return nil }
      guard letter == UInt8(ascii: "x") else {
        result.append(letter)
        continue
      }
      guard let number = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
      result.append(number)
      rest = rest.dropFirst(2)
    }
    return result
  }
}
