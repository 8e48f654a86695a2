import Vocabulary

/// The location of a frame in the text that it was read from.
package enum FrameTextLocation: Sendable, Equatable {
  case row(FrameRow)
  /// One address in a list.
  case list(AddressList)
  case object(FrameObject)

  /// Returns the locations of the frames in `changes`, in the same order; `nil` for a frame that is not found, or whose
  /// line cannot contain a name.
  ///
  /// - Parameters:
  ///   - report: The report as read from `text` with `limits`.
  ///   - text: The entire input in UTF-8 (`InputText.text`).
  package static func locations(
    of changes: [FrameChange], in report: CrashReport, _ text: [UInt8], limits: DecodingLimits
  ) -> [FrameTextLocation?] {
    if changes.isEmpty { return [] }
    return report.isJSON
      ? objects(changes, report, text, limits) : RowSearch(changes, report, text).locations(of: changes)
  }

  private static func objects(
    _ changes: [FrameChange], _ report: CrashReport, _ text: [UInt8], _ limits: DecodingLimits
  ) -> [FrameTextLocation?] {
    let scan = FrameObjectScan(text, range: report.source.byteRange ?? 0..<text.count, limits: limits)
    return changes.map { change in
      let found: [Range<Int>]
      switch change.stack {
      case .thread(let index): found = scan.threads.indices.contains(index) ? scan.threads[index] : []
      case .lastException: found = scan.lastException
      case .applicationBacktrace(let index):
        guard scan.backtraces.indices.contains(index) else { return nil }
        return FrameRow(jsonString: scan.backtraces[index], row: change.position, of: text, frame: change.stated)
          .map(FrameTextLocation.row)
      }
      let count = report.frames(of: change.stack).count
      return FrameObjectScan.range(change.position, of: count, in: found, limits: limits)
        .flatMap { FrameObject($0, of: text, frame: change.stated) }.map(FrameTextLocation.object)
    }
  }
}

extension CrashReport {
  /// Whether the report was read from an .ips file, with frames that are JSON objects.
  package var isJSON: Bool { source.format == "ips" || source.format == "ips-members" }

  /// Returns the range of frames around `position` that are on the same line of the input.
  package static func row(of position: Int, in frames: [Frame]) -> Range<Int> {
    guard frames.indices.contains(position) else { return 0..<0 }
    var start = position
    while start > 0, frames[start - 1].line == frames[position].line { start -= 1 }
    var end = position + 1
    while end < frames.count, frames[end].line == frames[position].line { end += 1 }
    return start..<end
  }
}

/// Finds lines by their number.
private struct RowSearch {
  private let report: CrashReport
  private let text: [UInt8]
  /// The escaping of the text. HTML escapes are mostly in the list of images, whose UUIDs are in angle brackets.
  private let escaping: TextEscaping
  /// Lines by number, from 1: the range of the line without its line break, and of the line break.
  private var lines: [Int: (line: Range<Int>, lineBreak: Range<Int>)] = [:]

  init(_ changes: [FrameChange], _ report: CrashReport, _ text: [UInt8]) {
    self.report = report
    self.text = text
    let range = (report.source.byteRange ?? 0..<text.count).clamped(to: 0..<text.count)
    let escapes: [StaticString] = ["&lt;", "&gt;", "&amp;"]
    let isEscaped = escapes.contains { ByteSearch.contains($0, text, range) }
    escaping = isEscaped ? .html : .none
    let wanted = Set(changes.compactMap(\.stated.line)).sorted()
    // A report begins at the start of a line.
    var (number, start) = (1, InputEncoding.markLength(text))
    if let line = report.source.firstLine, report.source.byteRange != nil {
      (number, start) = (line, max(start, range.lowerBound))
    }
    for line in wanted where line >= 1 {
      while number < line, start < text.count {
        start = ByteSearch.lineEnd(text, from: start, end: text.count) + 1
        number += 1
      }
      guard number == line, start < text.count else { break }
      let feed = ByteSearch.lineEnd(text, from: start, end: text.count)
      let end = feed > start && text[feed - 1] == 0x0D ? feed - 1 : feed
      lines[line] = (start..<end, end..<min(feed + 1, text.count))
    }
  }

  func locations(of changes: [FrameChange]) -> [FrameTextLocation?] {
    var lists: [Key: AddressList?] = [:]
    return changes.map { change in
      guard let number = change.stated.line, let (line, lineBreak) = lines[number] else { return nil }
      let key = Key(stack: change.stack, line: number)
      if let known = lists[key] { return known.map(FrameTextLocation.list) }
      if let row = FrameRow(line: line, lineBreak: lineBreak, of: text, escaping: escaping, frame: change.stated) {
        return .row(row)
      }
      let frames = report.frames(of: change.stack)
      let addresses = frames[CrashReport.row(of: change.position, in: frames)].map(\.address)
      let list = AddressList(line: line, of: text, escaping: escaping, addresses: addresses)
      lists[key] = .some(list)
      return list.map(FrameTextLocation.list)
    }
  }

  private struct Key: Hashable {
    var stack: StackReference
    var line: Int
  }
}
