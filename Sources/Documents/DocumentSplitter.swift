package import CrashReports

/// Splits a stream into JSON texts, on one line each or over several lines. One text at a time is in memory.
package struct DocumentSplitter {
  /// The next part of the stream.
  package enum Item {
    /// A text, and the line on which it begins.
    case text([UInt8], line: Int)
    /// A text that is skipped because it is too long.
    case fault(DecodingFault)
  }

  /// The default maximum size of a text, in bytes.
  package static let maxLength = 64 << 20

  private let maxLength: Int
  private var text: [UInt8] = []
  /// The line on which `text` begins, and the current line, both from 1.
  private var firstLine = 1
  private var line = 1
  /// True after a line that was a text: from then on, each line is a text.
  private var isByLine = false
  /// True while the rest of a text that is too long is skipped.
  private var isSkipping = false
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The number of bytes of `text` that were searched for brackets.
  private var seen = 0

  /// Creates a splitter.
  ///
  /// - Parameter maxLength: The maximum size of a text, in bytes.
  package init(maxLength: Int = DocumentSplitter.maxLength) { self.maxLength = maxLength }

  /// Processes the next bytes of the stream, which may be split anywhere.
  package mutating func feed(_ chunk: [UInt8], _ body: (Item) throws -> Void) rethrows {
    var start = 0
    while start < chunk.count {
      let end = chunk[start...].firstIndex(of: 0x0A) ?? chunk.count
      append(chunk[start..<end])
      if end < chunk.count { try endLine(body) }
      start = end + 1
    }
  }

  /// Returns the rest after the end of the stream.
  package mutating func finish(_ body: (Item) throws -> Void) rethrows { try end(body) }

  private mutating func append(_ part: ArraySlice<UInt8>) {
    guard !isSkipping else { return }
    if part.count > maxLength - text.count {
      isSkipping = true
      text = []
    } else {
      text += part
    }
  }

  private mutating func endLine(_ body: (Item) throws -> Void) rethrows {
    if !isByLine, !isSkipping { countBrackets() }
    // JSON has no line break in a string, so the text is truncated, and the next line begins another text.
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

  private mutating func end(_ body: (Item) throws -> Void) rethrows {
    let completeText = text
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
            .limitReached, "has a document larger than \(maxLength >> 20) MB, the limit", line: firstLine)))
    } else if !completeText.allSatisfy({ $0 <= 0x20 }) {
      try body(.text(completeText, line: firstLine))
    }
  }
}
