/// Moves the locations of reports that were read from a normalized input back to the original.
extension ReadOutcome {
  /// Changes every line number and byte range of reports, notes and faults, and adds a note for each removal that
  /// concerns a report.
  mutating func locate(in input: NormalizedInput, _ bytes: [UInt8]) {
    let lines = input.keepsLines ? nil : OriginalLines(input, bytes)
    for index in reports.indices {
      let before = reports[index].value.source
      if let lines {
        reports[index].value.changeLines { lines.line(of: $0) }
        for note in reports[index].notes.indices {
          reports[index].notes[note].line = reports[index].notes[note].line.map {
            lines.line(of: $0)
          }
        }
      }
      reports[index].value.source.byteRange = before.byteRange.map { input.original(of: $0) }
      let after = reports[index].value.source
      if !input.isQuotable || Self.span(after) < Self.span(before) {
        reports[index].value.source.quotesLines = false
      }
      reports[index].notes += input.notes(on: after)
    }
    for index in faults.indices {
      faults[index].line = faults[index].line.map { lines?.line(of: $0) ?? $0 }
      faults[index].offset = faults[index].offset.map { input.original(of: $0) }
    }
  }

  /// The number of line breaks in a report. If the original has fewer, one of its lines has several lines of the report.
  private static func span(_ source: CrashReport.Source) -> Int {
    (source.lastLine ?? 0) &- (source.firstLine ?? 0)
  }
}

extension NormalizedInput {
  /// Whether lines of the original can be quoted as they are: it is UTF-8 with line feeds.
  fileprivate var isQuotable: Bool {
    !layers.contains { layer in
      if case .utf16 = layer.encoding { true } else { layer.encoding == .carriageReturns }
    }
  }

  /// Returns notes about what was removed from the lines of a report.
  fileprivate func notes(on source: CrashReport.Source) -> [Note] {
    var notes: [Note] = []
    if case .utf16? = layers.first?.encoding {
      notes.append(Note("utf-16", "The text was converted from UTF-16."))
    }
    for removal in removals where removal.firstLine <= source.lastLine ?? .max {
      notes.append(Note("unwrapped", removal.sentence, line: removal.firstLine))
    }
    return notes
  }
}

/// The original line of each line of a normalized input.
private struct OriginalLines {
  private var lines: [Int32] = []

  init(_ input: NormalizedInput, _ bytes: [UInt8]) {
    let lineEnd: UInt8 = input.layers.first?.encoding == .carriageReturns ? 0x0D : 0x0A
    var (begin, offset, line) = (0, 0, 1)
    while begin <= input.bytes.count {
      let original = min(input.original(of: begin), bytes.count)
      while offset < original {
        if bytes[offset] == lineEnd { line += 1 }
        offset += 1
      }
      lines.append(Int32(truncatingIfNeeded: line))
      begin = ByteSearch.lineEnd(input.bytes, from: begin, end: input.bytes.count) + 1
    }
  }

  /// Returns the original line of the line with `number`, from 1; the last one for a number beyond the end.
  func line(of number: Int) -> Int {
    let index = min(max(number, 1), lines.count) - 1
    return lines.indices.contains(index) ? Int(lines[index]) : number
  }
}
