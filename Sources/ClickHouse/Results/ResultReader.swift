internal import Bytes
internal import Vocabulary

/// The limits of an answer.
package struct AnswerLimits: Sendable, Equatable {
  /// The maximum size in bytes, after decompression.
  package var bytes = 256 << 20
  /// The maximum number of rows.
  package var rows = 2_000_000
  /// The maximum number of columns.
  package var columns = 256
  /// The maximum length of a line in bytes; a stored document is one field.
  package var line = 64 << 20

  /// The limits for ordinary questions.
  package init() {}
}

/// Reads an answer in the format TabSeparatedWithNamesAndTypes part by part.
///
/// The last column of every question must be a number or a date. Servers append the text of an exception to rows that
/// they have already sent, with status 200 and a valid end of the body; such text is then never a valid row.
struct ResultReader {
  private let limits: AnswerLimits
  /// What fails, for messages: the host and port.
  private let endpoint: String
  private let defused: DefusedText
  private var pending: [UInt8] = []
  private var names: [String]?
  private var columns: ResultColumns?
  private var rows = 0
  private var bytes = 0
  /// The first line that is not a row, and what follows it: servers may write an exception in several lines.
  private var remainder: [UInt8]?

  init(_ limits: AnswerLimits, endpoint: String, _ defused: DefusedText) {
    self.limits = limits
    self.endpoint = endpoint
    self.defused = defused
  }

  /// Reads the next part, and calls `each` for every row that ends in it.
  mutating func append(
    _ part: ArraySlice<UInt8>, each: (ResultRow) throws(ServerError) -> Void
  ) throws(ServerError) {
    bytes += part.count
    guard bytes <= limits.bytes else { throw tooLarge("\(limits.bytes) bytes") }
    var rest = part
    while remainder == nil, let end = rest.firstIndex(of: 0x0A) {
      if pending.isEmpty {
        try line(rest[..<end], each)
      } else {
        pending += rest[..<end]
        let whole = pending
        pending.removeAll(keepingCapacity: true)
        try line(whole[...], each)
      }
      rest = rest[(end + 1)...]
    }
    if let remainder {
      self.remainder = remainder + rest
      if remainder.count + rest.count > 16 << 10 { throw unexpected() }
      return
    }
    guard pending.count + rest.count <= limits.line else { throw tooLarge("\(limits.line) bytes in a line") }
    pending += rest
  }

  /// Checks that the answer is complete.
  func finish() throws(ServerError) {
    guard remainder == nil, pending.isEmpty else { throw unexpected() }
    guard columns != nil else {
      throw ServerError(.incomplete, "\(endpoint): the answer ends before its first row")
    }
  }

  private mutating func line(
    _ line: ArraySlice<UInt8>, _ each: (ResultRow) throws(ServerError) -> Void
  ) throws(ServerError) {
    guard line.count <= limits.line else { throw tooLarge("\(limits.line) bytes in a line") }
    if let columns {
      guard let row = ResultRow(line, columns), row.endsInNumber else { return remainder = Array(line) + [0x0A] }
      rows += 1
      guard rows <= limits.rows else { throw tooLarge("\(limits.rows) rows") }
      try each(row)
      return
    }
    var count = 1
    for byte in line where byte == 0x09 {
      count += 1
      guard count <= limits.columns else { throw tooLarge("\(limits.columns) columns") }
    }
    if ServerException(line) != nil { return remainder = Array(line) }
    let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
      .map { String(streamSafe: ResultRow.unescaped($0)) }
    guard let names else {
      names = fields
      return
    }
    let columns = ResultColumns(names: names, types: fields)
    guard fields.count == names.count, columns.endsInNumber else { return remainder = Array(line) }
    self.columns = columns
  }

  /// The error that the server wrote in place of a row; `nil` if there is none.
  var exception: ServerError? {
    let line = (remainder ?? pending)[...]
    return (ServerException(line) ?? ServerException(within: line)).map { exception in
      ServerError(
        exception.kind,
        "\(endpoint): the server stopped in the middle of the answer: \(defused.quoted(exception.text))",
        code: exception.code)
    }
  }

  private func unexpected() -> ServerError {
    if let exception { return exception }
    let line = defused.quoted((remainder ?? pending).prefix(1_000))
    return ServerError(.notUnderstood, "\(endpoint): the answer is not a table of rows that end in a number: \(line)")
  }

  private func tooLarge(_ limit: String) -> ServerError {
    ServerError(.answerTooLarge, "\(endpoint): the answer has more than \(limit)")
  }
}
