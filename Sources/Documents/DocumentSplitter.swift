package import CrashReports

/// Cuts a stream into JSON texts: one a line, or one over many lines. Holds one of them at a time.
package struct DocumentSplitter {
  /// What the stream holds next.
  package enum StyledText {
    /// A text and the line on which it begins.
    case text([UInt8], line: Int)
    /// A text that is not handed on, because it is too long.
    case fault(DecodingFault)
  }

  /// Bytes of one text.
  package static let longest = 64 << 20

  private let longest: Int
  private var text: [UInt8] = []
  /// Line on which `text` begins, and the present line, both from 1.
  private var firstLine = 1
  private var line = 1
  /// True once a line was a text by itself: then each line is.
  private var isByLine = false
  /// True while the rest of a text that is too long goes by.
  private var isSkipping = false
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Bytes of `text` that were looked at for brackets.
  private var seen = 0

  /// - Parameter longest: Bytes of one text.
  package init(longest: Int = DocumentSplitter.longest) { self.longest = longest }

  /// Takes the next bytes of the stream, however they are cut.
  package mutating func feed(_ chunk: [UInt8], _ body: (StyledText) throws -> Void) rethrows {
    var start = 0
    while start < chunk.count {
      let end = chunk[start...].firstIndex(of: 0x0A) ?? chunk.count
      append(chunk[start..<end])
      if end < chunk.count { try endLine(body) }
      start = end + 1
    }
  }

  /// Hands on what is left when the stream has ended.
  package mutating func finish(_ body: (StyledText) throws -> Void) rethrows { try end(body) }

  private mutating func append(_ part: ArraySlice<UInt8>) {
    guard !isSkipping else { return }
    if part.count > longest - text.count {
      isSkipping = true
      text = []
    } else {
      text += part
    }
  }

  private mutating func endLine(_ body: (StyledText) throws -> Void) rethrows {
    if !isByLine, !isSkipping { countBrackets() }
    // A line break inside a string is no JSON: the text broke off, and what follows is another one.
    if isByLine || isSkipping || depth <= 0 || isInString {
      if !isBlank, firstLine == line { isByLine = true }
      try end(body)
    } else {
      text.append(0x0A)
    }
    line += 1
    if text.isEmpty { firstLine = line }
  }

  private mutating func countBrackets() {
    for index in seen..<text.count {
      let byte = text[index]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    seen = text.count
  }

  private var isBlank: Bool { text.allSatisfy { $0 <= 0x20 } }

  private mutating func end(_ body: (StyledText) throws -> Void) rethrows {
    let whole = text
    let wasTooLong = isSkipping
    text = []
    isSkipping = false
    depth = 0
    isInString = false
    isEscaped = false
    seen = 0
    if wasTooLong {
      try body(
        .fault(
          DecodingFault(
            .limitReached, "has a document of more than \(longest >> 20) MB, which is not read", line: firstLine)))
    } else if !whole.allSatisfy({ $0 <= 0x20 }) {
      try body(.text(whole, line: firstLine))
    }
  }
}
