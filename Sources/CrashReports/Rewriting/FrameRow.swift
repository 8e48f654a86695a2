import Vocabulary

/// The location of a frame line and its parts in a text.
///
///     1   com.example.MyApp   \t0x0000000104a1c2b0 0x104a00000 + 115376
///                                                  ^symbol
package struct FrameRow: Sendable, Equatable {
  /// The line with its indentation and quote marks, without its line break.
  package var line: Range<Int>
  /// The text after the address; an empty range just after the address if there is none.
  package var symbol: Range<Int>
  /// `(in CardKit)` within `symbol`, which names the image in rows without an image column.
  package var image: Range<Int>?
  /// The line break; empty at the end of the text.
  package var lineBreak: Range<Int>
  /// The escaping of `<`, `&` and quotation marks in the line; names written into it must be escaped in the same way.
  package var escaping: TextEscaping
}

/// The location of a list of bare addresses in parentheses, `(0x1ed76127c 0x1ec93b9f8 …)`.
package struct AddressList: Sendable, Equatable {
  /// The line with its indentation and quote marks, without its line break.
  package var line: Range<Int>
  /// The list including its parentheses; to the end of the line if the closing one is missing.
  package var list: Range<Int>
  /// The indentation and quote marks before the content of the line.
  package var margin: Range<Int>
  /// Whether the line has only the list; otherwise a label precedes it.
  package var isAlone: Bool
  /// The escaping of `<`, `&` and quotation marks in the line; names written into it must be escaped in the same way.
  package var escaping: TextEscaping
}

extension FrameRow {
  /// Reads the row at `line`; `nil` if it is not the row of `frame`.
  init?(
    line: Range<Int>, lineBreak: Range<Int>, of text: [UInt8], escaping: TextEscaping, frame: CrashReport.Frame
  ) {
    let mapped = MappedText(line: line, of: text)
    guard let parts = Self.parts(of: mapped, frame) else { return nil }
    self.init(line: line, symbol: parts.symbol, image: parts.image, lineBreak: lineBreak, escaping: escaping)
  }

  /// Reads the frame row with index `count`, from 0, in a JSON string; `nil` if it is not the row of `frame`.
  init?(jsonString: Range<Int>, row count: Int, of text: [UInt8], frame: CrashReport.Frame) {
    let mapped = MappedText(jsonString: jsonString, of: text)
    var found = 0
    var start = 0
    while start < mapped.bytes.count {
      let end = ByteSearch.lineEnd(mapped.bytes, from: start, end: mapped.bytes.count)
      defer { start = end + 1 }
      guard IPSBacktraceLine.frame(Array(mapped.bytes[start..<end])) != nil else { continue }
      if found == count {
        let line = mapped.inputRange(Slice(start, end))
        let row = MappedText(jsonString: line, of: text)
        guard let parts = Self.parts(of: row, frame) else { return nil }
        self.init(
          line: line, symbol: parts.symbol, image: parts.image, lineBreak: mapped.inputRange(Slice(end, end + 1)),
          escaping: .json)
        return
      }
      found += 1
    }
    return nil
  }

  /// Returns the location of the parts after the address; `nil` if the row is not the row of `frame`.
  private static func parts(of row: MappedText, _ frame: CrashReport.Frame) -> (
    symbol: Range<Int>, image: Range<Int>?
  )? {
    row.bytes.withUnsafeBufferPointer { bytes in
      let text = ByteText(bytes, limit: .max)
      var cursor = LineCursor(text, Slice(0, bytes.count), firstLine: 1)
      guard let line = cursor.next(), let parts = text.frameLine(line.content), let address = parts.address,
        parts.number == frame.index, frame.address == nil || frame.address?.value == address
      else { return nil }
      var rest = parts.rest
      // A comment that CrashReporter on jailbroken systems writes is not replaced.
      if let tab = text.find("\t//", rest) { rest = text.trimmed(Slice(rest.start, tab)) }
      return (row.inputRange(rest), image(text, rest).map(row.inputRange))
    }
  }

  /// Returns the range of `(in CardKit)`, at the end of a row or before the source location.
  private static func image(_ text: ByteText, _ rest: Slice) -> Slice? {
    var end = rest.end
    for _ in 0..<3 {
      guard end > rest.start, text[end - 1] == UInt8(ascii: ")"),
        let open = text.openingParenthesis(Slice(rest.start, end))
      else { return nil }
      if text.hasPrefix("(in ", Slice(open, end)) { return Slice(open, end) }
      end = text.trimmed(Slice(rest.start, open)).end
    }
    return nil
  }
}

extension AddressList {
  /// Reads the list at `line`; `nil` if its addresses are not exactly `addresses`.
  init?(line: Range<Int>, of text: [UInt8], escaping: TextEscaping, addresses: [RuntimeAddress?]) {
    let mapped = MappedText(line: line, of: text)
    let found = mapped.bytes.withUnsafeBufferPointer { bytes -> (margin: Slice, list: Slice, isAlone: Bool)? in
      let text = ByteText(bytes, limit: .max)
      var cursor = LineCursor(text, Slice(0, bytes.count), firstLine: 1)
      guard let line = cursor.next(), let open = text.first(UInt8(ascii: "("), line.content) else { return nil }
      let close = text.first(UInt8(ascii: ")"), Slice(open, line.content.end))
      var rest = Slice(open + 1, close ?? line.content.end)
      var count = 0
      while case let token = text.token(rest), !token.isEmpty {
        guard count < addresses.count, let address = text.number(token), addresses[count]?.value == address else {
          return nil
        }
        count += 1
        rest.start = token.end
      }
      guard count == addresses.count else { return nil }
      return (
        Slice(0, line.content.start), Slice(open, close.map { $0 + 1 } ?? line.content.end),
        open == line.content.start
      )
    }
    guard let found else { return nil }
    self.init(
      line: line, list: mapped.inputRange(found.list), margin: mapped.inputRange(found.margin), isAlone: found.isAlone,
      escaping: escaping)
  }
}
