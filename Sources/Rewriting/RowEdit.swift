import CrashReports

/// Changes of one row of a text.
struct RowEdit {
  private let row: FrameRow
  private let text: [UInt8]
  private let style: NameStyle

  init(_ row: FrameRow, _ text: [UInt8], _ style: NameStyle) {
    self.row = row
    self.text = text
    self.style = style
  }

  /// The name in its place, and a row above it for each function inlined there, which repeats the row's other columns.
  func edits(_ change: FrameChange) -> [TextEdit] {
    var edits: [TextEdit] = []
    let gap = needsGap ? [UInt8(ascii: " ")] : []
    var inserted: [UInt8] = []
    for frame in change.frames.dropLast() {
      guard let words = words(frame) else { continue }
      inserted += text[row.line.lowerBound..<row.symbol.lowerBound] + gap + words
      inserted += text[row.symbol.upperBound..<row.line.upperBound] + lineBreak
    }
    if !inserted.isEmpty { edits.append(TextEdit(row.line.lowerBound..<row.line.lowerBound, inserted)) }
    if let words = change.frames.last.flatMap(words) {
      let own = gap + words
      if !text[row.symbol].elementsEqual(own) { edits.append(TextEdit(row.symbol, own)) }
    }
    return edits
  }

  /// True if nothing stood behind the address, and no blank either.
  private var needsGap: Bool {
    guard row.symbol.isEmpty, row.symbol.lowerBound > row.line.lowerBound else { return false }
    let before = text[row.symbol.lowerBound - 1]
    return before != UInt8(ascii: " ") && before != UInt8(ascii: "\t")
  }

  /// What stands behind the address. Where the image is named there, it stays.
  private func words(_ frame: CrashReport.Frame) -> [UInt8]? {
    guard let (function, place) = style.parts(frame) else { return nil }
    var words = row.escaping.bytes(function)
    if let image = row.image { words += [UInt8(ascii: " ")] + text[image] }
    return words + row.escaping.bytes(place)
  }

  /// The row's own; the last row of a text may have none.
  private var lineBreak: [UInt8] {
    if !row.lineBreak.isEmpty { return Array(text[row.lineBreak]) }
    return row.escaping == .json ? Array("\\n".utf8) : Self.lineBreak(of: text)
  }

  /// How a text ends its lines, by its first line.
  static func lineBreak(of text: [UInt8]) -> [UInt8] {
    guard let feed = text.firstIndex(of: 0x0A), feed > 0, text[feed - 1] == 0x0D else { return [0x0A] }
    return [0x0D, 0x0A]
  }
}

extension TextEscaping {
  /// `words` as a text with this escaping writes them.
  func bytes(_ words: String) -> [UInt8] {
    switch self {
    case .none: return Array(words.utf8)
    case .json: return JSONPiece.inside(words)
    case .html:
      return words.utf8.flatMap { byte in
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
