package import CrashReports

/// Writes an input again with names in its stacks, and every other byte as it was.
///
/// Of a text only the rows of frames change, of JSON the members of frames that hold names; functions that were inlined
/// become rows and objects of their own. Where nothing was found, the result is the input.
package struct ReportRewriter {
  /// An input with names written into it.
  package struct Result: Sendable {
    /// The input in its own encoding with the changes made; equal to the input if nothing was found.
    package var bytes: [UInt8]
    /// Frames that have a name now, but stand in lines that have no place for one.
    package var unwritten: Int
  }

  /// Formats whose stacks are trees, lists of numbers or other objects than those of an .ips: names are shown in the
  /// answer and cannot be written back.
  package static let formatsWithoutLocations: Set<String> = [
    "crashlytics", "leaks", "metrickit", "panic", "resource", "sample", "spindump", "stackshot", "swift-backtrace",
    "third-party-json", "unified-log-json",
  ]

  private let input: InputText
  private let limits: DecodingLimits
  private let style: NameStyle
  private var edits: [TextEdit] = []
  private var unwritten = 0
  /// Where the report before the next one ends.
  private var done = TextPlace()

  /// - Parameters:
  ///   - input: what `reports` were read from with `limits`, all of them in their order.
  package static func rewrite(
    _ input: InputText, _ reports: [SymbolicatedReport], limits: DecodingLimits, style: NameStyle
  ) -> Result {
    var rewriter = ReportRewriter(input: input, limits: limits, style: style)
    for report in reports {
      rewriter.rewrite(report)
      if let end = report.stated.value.source.byteRange?.upperBound { rewriter.done.move(to: end, in: input.text) }
    }
    return Result(bytes: input.applying(rewriter.edits), unwritten: rewriter.unwritten)
  }

  private init(input: InputText, limits: DecodingLimits, style: NameStyle) {
    self.input = input
    self.limits = limits
    self.style = style
  }

  private mutating func rewrite(_ report: SymbolicatedReport) {
    let stated = report.stated.value
    var changes = FrameChange.all(from: stated, to: report.named)
    if !style.showsInlined { changes = changes.compactMap(\.withoutInlined) }
    guard !changes.isEmpty else { return }
    unwritten += write(changes, in: stated)
    if let text = TranslatedText(of: report.stated, in: input.text, after: done, limits: limits) {
      // The same report stands there twice; what has no counterpart in the text is no loss.
      _ = write(text.counterparts(of: changes), in: text.report)
    }
  }

  /// Returns how many changes could not be written.
  private mutating func write(_ changes: [FrameChange], in report: CrashReport) -> Int {
    guard !Self.formatsWithoutLocations.contains(report.source.format) else { return changes.count }
    let places = FrameTextLocation.places(of: changes, in: report, input.text, limits: limits)
    var lost = 0
    var lists: [(list: AddressList, changes: [FrameChange])] = []
    for (change, place) in zip(changes, places) {
      switch place {
      case .row(let row): edits += RowEdit(row, input.text, style).edits(change)
      case .object(let object): edits += ObjectEdit(object, input.text, style).edits(change)
      case .list(let list):
        // The addresses of a list follow one another in their stack.
        if lists.last?.list != list { lists.append((list, [])) }
        lists[lists.count - 1].changes.append(change)
      case nil: lost += 1
      }
    }
    for (list, changes) in lists { edits.append(edit(list, changes, in: report)) }
    return lost
  }

  /// A list of bare addresses becomes rows, for it has no place for names.
  private func edit(_ list: AddressList, _ changes: [FrameChange], in report: CrashReport) -> TextEdit {
    guard let first = changes.first else { return TextEdit(list.list.lowerBound..<list.list.lowerBound, []) }
    let columns = AppleColumns(report, style: style)
    let named = Dictionary(changes.map { ($0.position, $0.frames) }) { first, _ in first }
    let frames = report.frames(of: first.stack)
    var rows: [String] = []
    for position in CrashReport.row(of: first.position, in: frames) {
      for frame in named[position] ?? [frames[position]] {
        rows.append(columns.row(frame, image: frame.image ?? frames[position].image))
      }
    }
    let margin = Array(input.text[list.margin])
    let lineBreak = RowEdit.lineBreak(of: input.text)
    var replacement = list.isAlone ? [] : lineBreak + margin
    for (index, row) in rows.enumerated() {
      if index > 0 { replacement += lineBreak + margin }
      replacement += list.escaping.bytes(row)
    }
    return TextEdit(list.list, replacement)
  }
}

/// An offset in a text, and the number of its line.
struct TextPlace {
  private(set) var offset = 0
  /// From 1.
  private(set) var line = 1

  /// Moves on, never back, so that many moves together cost one walk over the text.
  mutating func move(to place: Int, in text: [UInt8]) {
    let place = min(place, text.count)
    guard place > offset else { return }
    line += text[offset..<place].count { $0 == 0x0A }
    offset = place
  }
}
