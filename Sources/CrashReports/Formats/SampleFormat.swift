extension ReportFormat {
  /// The output of the tool `sample`: a call graph of one process.
  static let sample = ReportFormat(
    id: "sample",
    title: "sample output",
    summary: "The call graph of one process that was sampled; nothing crashed. The call tree of each thread is read; "
      + "output shows its heaviest path, with its number of samples.",
    example: "Analysis of sampling MyApp (pid 4711) every 1 millisecond",
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      guard segment.text != nil else { return .no }
      let marks = SampledMarks(segment)
      guard marks.isDisjoint(with: [.exceptionType, .crash, .leaks]) else { return .no }
      if !marks.isDisjoint(with: [.sampling, .callGraph, .analysisTool]) { return .certain }
      return marks.contains(.rows) ? .likely : .no
    },
    decode: { segment, limits in decodeSample(segment, limits, "output of the tool sample") })

  /// The output of the tool `leaks`, which has the same header as that of `sample`.
  static let leaks = ReportFormat(
    id: "leaks",
    title: "leaks output",
    summary: "Leaked memory of one process, which nothing references, and the stacks that allocated it, largest total "
      + "first.",
    example: "Process 4711: 57 leaks for 162515152 total leaked bytes.",
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      guard segment.text != nil else { return .no }
      let marks = SampledMarks(segment)
      return marks.contains(.leaks) && marks.isDisjoint(with: [.exceptionType, .crash]) ? .certain : .no
    },
    decode: { segment, limits in decodeSample(segment, limits, "output of the tool leaks") })

  private static func decodeSample(_ segment: Segment, _ limits: DecodingLimits, _ name: String) -> SegmentOutcome {
    segment.decodeLines(limits, named: name) { source, bytes, line in
      var reader = SampleReader(source, bytes, firstLine: line, limits: limits)
      return reader.read()
    }
  }
}
