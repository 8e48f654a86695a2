import Bytes
import Vocabulary

/// The header of a thread, `Thread 0 "MyServer" crashed:` or `Thread 1:`.
struct SwiftThreadHeader {
  var index: Int
  var name: String?
  var isCrashed: Bool
}

/// The row of a frame, split into its columns.
struct SwiftFrameRow {
  var index: Int
  var address: UInt64?
  var isInlined = false
  /// True for `[async]`: the address is the one at which the function resumes. The usual mark is `[ra]`, a return
  /// address.
  var isAsync = false
  /// The symbol, image and source location.
  var rest: Slice
}

extension ByteText {
  /// Parses the header of a thread; `nil` if the line is not one.
  func swiftThreadHeader(_ slice: Slice) -> SwiftThreadHeader? {
    guard hasPrefix("Thread ", slice), self[slice.end - 1] == UInt8(ascii: ":") else { return nil }
    let number = slice.start + 7
    var index = number
    while index < slice.end, self[index].isDigit { index += 1 }
    guard let value = integer(Slice(number, index)), value < 1_000_000 else { return nil }
    var rest = trimmed(Slice(index, slice.end - 1))
    var header = SwiftThreadHeader(index: value, name: nil, isCrashed: false)
    if equals(rest, "crashed") || hasSuffix(" crashed", rest) {
      header.isCrashed = true
      rest = trimmed(Slice(rest.start, rest.end - 7))
    }
    if rest.isEmpty { return header }
    guard self[rest.start] == UInt8(ascii: "\""), self[rest.end - 1] == UInt8(ascii: "\""), rest.count > 1 else {
      return nil
    }
    header.name = self.value(Slice(rest.start + 1, rest.end - 1))
    return header
  }

  /// Parses `3 [ra] [inlined] [system] 0x000055d1594480da lookUp(_:_:) + 57 in MyServer at /app/main.swift:2:65`; the
  /// address is optional.
  func swiftFrameRow(_ slice: Slice) -> SwiftFrameRow? {
    var index = slice.start
    while index < slice.end, self[index].isDigit { index += 1 }
    guard index > slice.start, self[index].isBlank, let number = integer(Slice(slice.start, index)),
      number < 1_000_000
    else { return nil }
    var row = SwiftFrameRow(index: number, rest: trimmed(Slice(index, slice.end)))
    // A line of quoted source also begins with a number, but a vertical rule follows: `2│ let value = values[5]`.
    if self[row.rest.start] == 0xE2 || self[row.rest.start] == UInt8(ascii: "|") { return nil }
    while self[row.rest.start] == UInt8(ascii: "["), let close = first(UInt8(ascii: "]"), row.rest) {
      let word = Slice(row.rest.start + 1, close)
      if equals(word, "async") { row.isAsync = true }
      if equals(word, "inlined") { row.isInlined = true }
      guard
        equals(word, "ra") || equals(word, "async") || equals(word, "inlined") || equals(word, "system")
          || equals(word, "thunk")
      else { break }
      row.rest = trimmed(Slice(close + 1, row.rest.end))
    }
    let first = token(row.rest)
    if hasPrefix("0x", first), let address = self.number(first) {
      row.address = address
      row.rest = trimmed(Slice(first.end, row.rest.end))
    }
    // A row of dots ends a stack that was truncated.
    return row.address == nil && (row.rest.isEmpty || equals(row.rest, "...")) ? nil : row
  }

  /// Sets the fields of `frame` from a row.
  func read(_ row: SwiftFrameRow, into frame: inout CrashReport.Frame, names: inout NameCache) {
    frame.address = row.address.map { RuntimeAddress($0) }
    frame.inlined = row.isInlined
    var rest = row.rest
    if let at = findLast(" at ", rest) {
      let location = trimmed(Slice(at + 4, rest.end))
      let isPath = self[location.start] == UInt8(ascii: "/") || self[location.start] == UInt8(ascii: "<")
      if let source = sourceLocation(location) ?? (isPath ? SourceLocation(file: string(location)) : nil) {
        frame.source = source
        rest = trimmed(Slice(rest.start, at))
      }
    }
    if hasPrefix("in ", rest) { rest = trimmed(Slice(rest.start + 3, rest.end)) }
    if let mark = findLast(" in ", rest) {
      // The text after "in" in `closure #1 in run()` is not an image: image names have no parentheses.
      let image = trimmed(Slice(mark + 4, rest.end))
      if first(UInt8(ascii: "("), image) == nil {
        frame.image = names.name(image, in: self)
        rest = trimmed(Slice(rest.start, mark))
      }
    }
    var offset: UInt64?
    if let plus = findLast(" + ", rest), let value = number(trimmed(Slice(plus + 3, rest.end))) {
      offset = value
      rest = trimmed(Slice(rest.start, plus))
    }
    if let name = value(rest), name != "<unknown>", name != "<unavailable>" {
      frame.symbol = CrashReport.Symbol(name: name, offset: offset.flatMap { Int(exactly: $0) })
    }
  }
}
