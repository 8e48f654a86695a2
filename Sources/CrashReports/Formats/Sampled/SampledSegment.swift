import Bytes

/// Marks that identify the sampled formats, found in one pass over the beginning of a segment.
struct SampledMarks: OptionSet {
  let rawValue: Int
  static let heaviestStack = SampledMarks(rawValue: 1 << 0)
  static let dataSource = SampledMarks(rawValue: 1 << 1)
  static let event = SampledMarks(rawValue: 1 << 2)
  static let steps = SampledMarks(rawValue: 1 << 3)
  static let sampling = SampledMarks(rawValue: 1 << 4)
  static let callGraph = SampledMarks(rawValue: 1 << 5)
  static let leaks = SampledMarks(rawValue: 1 << 6)
  static let analysisTool = SampledMarks(rawValue: 1 << 7)
  static let exceptionType = SampledMarks(rawValue: 1 << 8)
  static let powerstats = SampledMarks(rawValue: 1 << 9)
  static let crash = SampledMarks(rawValue: 1 << 10)
  static let action = SampledMarks(rawValue: 1 << 11)
  /// Rows of a call graph of `sample`, or its table of the innermost functions.
  static let rows = SampledMarks(rawValue: 1 << 12)

  private static let words: [(StaticString, SampledMarks)] = [
    ("Heaviest stack for the ", .heaviestStack), ("Data Source:", .dataSource), ("Event:", .event), ("Steps:", .steps),
    ("Analysis of sampling ", .sampling), ("Sampling process ", .sampling), ("Call graph:", .callGraph),
    ("leaks Report Version:", .leaks), ("Analysis Tool:", .analysisTool), ("Exception Type:", .exceptionType),
    ("Action taken:", .action), ("Powerstats for:", .powerstats), ("Crashed Thread:", .crash),
    ("Triggered by Thread:", .crash), ("Sort by top of stack", .rows),
  ]
  /// The number of rows that are a call graph.
  private static let minRows = 2
  /// Whether a byte begins one of the words.
  private static let isInitial: [Bool] = {
    var isInitial = [Bool](repeating: false, count: 256)
    for (word, _) in words { isInitial[Int(word.utf8Start.pointee)] = true }
    return isInitial
  }()

  /// Finds the marks in the first `lines` lines, ignoring indentation and quotation marks (`>`).
  init(_ segment: Segment, lines: Int = 120) {
    guard let text = segment.text else {
      self = []
      return
    }
    var marks: SampledMarks = []
    var rows = 0
    var at = text.lowerBound
    for _ in 0..<lines where at < text.upperBound {
      var start = at
      while start < text.upperBound, segment.bytes[start].isBlank || segment.bytes[start] == 0x3E { start += 1 }
      let first = start < text.upperBound ? segment.bytes[start] : 0
      if Self.isInitial[Int(first)] {
        for (word, mark) in Self.words
        where word.utf8Start.pointee == first
          && ByteSearch.matches(segment.bytes, at: start, end: text.upperBound, word)
        { marks.insert(mark) }
      }
      let end = ByteSearch.lineEnd(segment.bytes, from: start, end: text.upperBound)
      if first.isDigit || first == UInt8(ascii: "+"), ByteSearch.contains("  (in ", segment.bytes, start..<end),
        ByteSearch.contains("  [0x", segment.bytes, start..<end)
      {
        rows += 1
      }
      if first == UInt8(ascii: "P"), ByteSearch.contains(LeakList.totalPhrase, segment.bytes, start..<end) {
        marks.insert(.leaks)
      }
      at = end + 1
    }
    if rows >= Self.minRows { marks.insert(.rows) }
    self = marks
  }

  init(rawValue: Int) { self.rawValue = rawValue }
}

extension Segment {
  /// Decodes the text of the segment with a line reader; the header line fills in what the text does not state.
  func decodeLines(
    _ limits: DecodingLimits, named name: String,
    _ read: (UnescapedText, UnsafeBufferPointer<UInt8>, Int) -> (reports: [Decoded<CrashReport>], frames: Int)
  ) -> SegmentOutcome {
    let end = range.upperBound
    let endLine = bodyLine + ByteSearch.lineBreaks(bytes, bodyStart..<end)
    let source = UnescapedText(bytes, Slice(bodyStart, end))
    var result = source.bytes.withUnsafeBufferPointer { read(source, $0, bodyLine) }
    var outcome = SegmentOutcome(end: end, endLine: endLine)
    outcome.frameCount = result.frames
    guard !result.reports.isEmpty else {
      outcome.faults = [
        DecodingFault(
          .damaged, "\(name) without readable content", line: firstLine, offset: range.lowerBound)
      ]
      return outcome
    }
    if let header {
      header.fill(&result.reports[0].value)
      result.reports[0].value.source.firstLine = firstLine
    }
    // Of several reports each ends where the next begins, and the first includes the text above it; only a single
    // report gets a byte range.
    if result.reports.count == 1 {
      result.reports[0].value.source.byteRange = range.lowerBound..<end
    }
    outcome.reports = result.reports
    return outcome
  }
}
