import CrashReports

/// Creates the edits for one frame row of a text report.
struct RowEdit {
  private let row: FrameRow
  private let text: [UInt8]
  private let style: NameStyle

  init(_ row: FrameRow, _ text: [UInt8], _ style: NameStyle) {
    self.row = row
    self.text = text
    self.style = style
  }

  /// Returns the edits that write the name into the row and insert a row above it for each inlined function, which
  /// repeats the other columns.
  func edits(_ change: FrameChange) -> [TextEdit] {
    var edits: [TextEdit] = []
    let gap = needsGap ? [UInt8(ascii: " ")] : []
    var inserted: [UInt8] = []
    for frame in change.frames.dropLast() {
      guard let name = name(frame) else { continue }
      inserted += text[row.line.lowerBound..<row.symbol.lowerBound] + gap + name
      inserted += text[row.symbol.upperBound..<row.line.upperBound] + lineBreak
    }
    if !inserted.isEmpty { edits.append(TextEdit(row.line.lowerBound..<row.line.lowerBound, inserted)) }
    if let name = change.frames.last.flatMap(name) {
      let replacement = gap + name
      if !text[row.symbol].elementsEqual(replacement) { edits.append(TextEdit(row.symbol, replacement)) }
    }
    return edits
  }

  /// Whether neither text nor a blank follows the address.
  private var needsGap: Bool {
    guard row.symbol.isEmpty, row.symbol.lowerBound > row.line.lowerBound else { return false }
    let before = text[row.symbol.lowerBound - 1]
    return before != UInt8(ascii: " ") && before != UInt8(ascii: "\t")
  }

  /// Returns the text after the address. An image name in it is preserved.
  private func name(_ frame: CrashReport.Frame) -> [UInt8]? {
    guard let (function, location) = style.parts(frame) else { return nil }
    var name = row.escaping.bytes(function)
    if let image = row.image { name += [UInt8(ascii: " ")] + text[image] }
    return name + row.escaping.bytes(location)
  }

  /// The line break of the row, or that of the text if the row has none because it is the last one.
  private var lineBreak: [UInt8] {
    if !row.lineBreak.isEmpty { return Array(text[row.lineBreak]) }
    return row.escaping == .json ? Array("\\n".utf8) : Self.lineBreak(of: text)
  }

  /// Returns the line break of a text, determined by its first line.
  static func lineBreak(of text: [UInt8]) -> [UInt8] {
    guard let feed = text.firstIndex(of: 0x0A), feed > 0, text[feed - 1] == 0x0D else { return [0x0A] }
    return [0x0D, 0x0A]
  }
}

extension TextEscaping {
  /// Returns `text` with this escaping, in UTF-8.
  func bytes(_ text: String) -> [UInt8] {
    switch self {
    case .none: return Array(text.utf8)
    case .json: return JSONPiece.inside(text)
    case .html:
      return text.utf8.flatMap { byte in
        switch byte {
        case UInt8(ascii: "<"): Array("&lt;".utf8)
        case UInt8(ascii: ">"): Array("&gt;".utf8)
        case UInt8(ascii: "&"): Array("&amp;".utf8)
        default: [byte]
        }
      }
    }
  }
}
