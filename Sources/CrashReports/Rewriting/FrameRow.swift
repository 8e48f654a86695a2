import Vocabulary

/// Where the parts of a frame's line stand in a text.
///
///     1   com.example.MyApp   \t0x0000000104a1c2b0 0x104a00000 + 115376
///                                                  ^symbol
package struct FrameRow: Sendable, Equatable {
  /// The line with its indentation and marks of quotation, without its line break.
  package var line: Range<Int>
  /// What follows the address; empty where nothing does, and then it stands just behind the address.
  package var symbol: Range<Int>
  /// `(in CardKit)` within `symbol`, which tells the image where the row has no column for it.
  package var image: Range<Int>?
  /// The line break; empty at the end of the text.
  package var lineBreak: Range<Int>
  /// How the line writes `<`, `&` and quotation marks; names written into it must be escaped alike.
  package var escaping: TextEscaping
}

/// Where a parenthesised list of bare addresses stands, `(0x1ed76127c 0x1ec93b9f8 …)`.
package struct AddressList: Sendable, Equatable {
  /// The line with its indentation and marks of quotation, without its line break.
  package var line: Range<Int>
  /// From the opening parenthesis to behind the closing one, or to the end of the line where that was cut.
  package var list: Range<Int>
  /// Indentation and marks of quotation before the line's content.
  package var margin: Range<Int>
  /// True if the list is all there is on the line; else a label stands before it.
  package var isAlone: Bool
  /// How the line writes `<`, `&` and quotation marks; names written into it must be escaped alike.
  package var escaping: TextEscaping
}

extension FrameRow {
  /// The row on the line at `line`, if it is that of `frame`.
  init?(
    line: Range<Int>, lineBreak: Range<Int>, of text: [UInt8], escaping: TextEscaping, frame: CrashReport.Frame
  ) {
    let mapped = MappedText(line: line, of: text)
    guard let parts = Self.parts(of: mapped, frame) else { return nil }
    self.init(line: line, symbol: parts.symbol, image: parts.image, lineBreak: lineBreak, escaping: escaping)
  }

  /// The `count`-th row, from 0, of those inside a JSON string that are frames.
  init?(jsonString: Range<Int>, row count: Int, of text: [UInt8], frame: CrashReport.Frame) {
    let mapped = MappedText(jsonString: jsonString, of: text)
    var found = 0
    var start = 0
    while start < mapped.bytes.count {
      let end = ByteSearch.lineEnd(mapped.bytes, from: start, end: mapped.bytes.count)
      defer { start = end + 1 }
      guard IPSBacktraceLine.frame(Array(mapped.bytes[start..<end])) != nil else { continue }
      if found == count {
        let line = mapped.places(Slice(start, end))
        let row = MappedText(jsonString: line, of: text)
        guard let parts = Self.parts(of: row, frame) else { return nil }
        self.init(
          line: line, symbol: parts.symbol, image: parts.image, lineBreak: mapped.places(Slice(end, end + 1)),
          escaping: .json)
        return
      }
      found += 1
    }
    return nil
  }

  /// Where the part behind the address stands; `nil` if the row is not that of `frame`.
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
      // The comment that CrashReporter of jailbroken systems writes stays.
      if let tab = text.find("\t//", rest) { rest = text.trimmed(Slice(rest.start, tab)) }
      return (row.places(rest), image(text, rest).map(row.places))
    }
  }

  /// `(in CardKit)` at the end of a row or before the place in the source.
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
  /// The list on the line at `line`, if it holds exactly `addresses`.
  init?(line: Range<Int>, of text: [UInt8], escaping: TextEscaping, addresses: [RuntimeAddress?]) {
    let mapped = MappedText(line: line, of: text)
    let place = mapped.bytes.withUnsafeBufferPointer { bytes -> (margin: Slice, list: Slice, isAlone: Bool)? in
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
    guard let place else { return nil }
    self.init(
      line: line, list: mapped.places(place.list), margin: mapped.places(place.margin), isAlone: place.isAlone,
      escaping: escaping)
  }
}
