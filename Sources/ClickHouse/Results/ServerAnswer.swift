/// The readers of answers without a server, for fuzzing and tests.
package enum ServerAnswer {
  /// Returns the strings of the first column and the elements of the second, of rows as they would be inserted.
  package static func read(_ batch: InsertBatch) throws(ServerError) -> (strings: [[UInt8]], elements: [[UInt8]]) {
    var strings: [[UInt8]] = []
    var elements: [[UInt8]] = []
    var reader = ResultReader(AnswerLimits(), endpoint: "host:1", DefusedText(removing: nil, user: ""))
    try reader.append(Array("a\tb\tone\nString\tArray(String)\tUInt8\n".utf8)[...]) { _ throws(ServerError) in }
    // Rows of answers end in a number.
    for line in batch.bytes.split(separator: 0x0A) {
      try reader.append((line + Array("\t1\n".utf8))[...]) { row throws(ServerError) in
        strings.append(row.bytes(0))
        elements += try row.array(at: 1)
      }
    }
    try reader.finish()
    return (strings, elements)
  }

  /// Returns the sentences of the errors when `bytes` are the body of an answer, with and without a valid beginning.
  package static func errors(readingAsAnswer bytes: [UInt8]) -> [String] {
    ["", "a\tb\nString\tUInt8\nx\t1\n"].compactMap { start in
      var reader = ResultReader(AnswerLimits(), endpoint: "host:1", DefusedText(removing: nil, user: ""))
      do throws(ServerError) {
        try reader.append((Array(start.utf8) + bytes)[...]) { row throws(ServerError) in
          _ = row.bytes(0)
          _ = try row.array(at: 0)
        }
        try reader.finish()
        return nil
      } catch {
        return error.sentence
      }
    }
  }
}
