package import CrashReports

/// Writes an input with symbolicated stacks and leaves all other bytes unchanged.
///
/// In a text report only the rows of frames change, in a JSON report only the members of frames with names. Inlined
/// functions become separate rows and objects. If no names were found, the result equals the input.
package struct ReportRewriter {
  /// An input with names written into it.
  package struct Result: Sendable {
    /// The changed input in its original encoding; equal to the input if no names were found.
    package var bytes: [UInt8]
    /// The number of symbolicated frames whose lines cannot contain a name.
    package var unwritten: Int
  }

  private let input: InputText
  private let limits: DecodingLimits
  private let style: NameStyle
  private var edits: [TextEdit] = []
  private var unwritten = 0
  /// The end of the previous report.
  private var previousEnd = TextPosition()

  /// Returns the input with the names of symbolicated reports.
  ///
  /// - Parameters:
  ///   - input: The input that `reports` were read from.
  ///   - reports: All reports of the input, in order.
  ///   - limits: The limits with which the input was read.
  ///   - style: The form of the names.
  package static func rewrite(
    _ input: InputText, _ reports: [SymbolicatedReport], limits: DecodingLimits, style: NameStyle
  ) -> Result {
    var rewriter = ReportRewriter(input: input, limits: limits, style: style)
    for report in reports {
      rewriter.rewrite(report)
      if let end = report.stated.value.source.byteRange?.upperBound {
        rewriter.previousEnd.move(to: end, in: input.text)
      }
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
    if let text = TranslatedText(of: report.stated, in: input.text, after: previousEnd, limits: limits) {
      // The input has the same report twice; frames without a counterpart in the text are not counted as unwritten.
      _ = write(text.counterparts(of: changes), in: text.report)
    }
  }

  /// Returns how many changes could not be written.
  private mutating func write(_ changes: [FrameChange], in report: CrashReport) -> Int {
    guard ReportFormat.with(id: report.source.format)?.canRewriteFrames != false else { return changes.count }
    let locations = FrameTextLocation.locations(of: changes, in: report, input.text, limits: limits)
    var unwritten = 0
    var lists: [(list: AddressList, changes: [FrameChange])] = []
    for (change, location) in zip(changes, locations) {
      switch location {
      case .row(let row): edits += RowEdit(row, input.text, style).edits(change)
      case .object(let object): edits += ObjectEdit(object, input.text, style).edits(change)
      case .list(let list):
        // The addresses of a list follow one another in their stack.
        if lists.last?.list != list { lists.append((list, [])) }
        lists[lists.count - 1].changes.append(change)
      case nil: unwritten += 1
      }
    }
    for (list, changes) in lists { edits.append(edit(list, changes, in: report)) }
    return unwritten
  }

  /// Replaces a list of bare addresses by rows, because a list cannot contain names.
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

/// An offset in a text with its line number.
struct TextPosition {
  private(set) var offset = 0
  /// The line number, from 1.
  private(set) var line = 1

  /// Moves forward, never back, so that all moves together scan the text once.
  mutating func move(to target: Int, in text: [UInt8]) {
    let target = min(target, text.count)
    guard target > offset else { return }
    line += text[offset..<target].count { $0 == 0x0A }
    offset = target
  }
}
