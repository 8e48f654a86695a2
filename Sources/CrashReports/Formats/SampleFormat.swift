extension ReportFormat {
  /// Output of the tools `sample` and `leaks`, which share a header.
  static let sample = unread(
    id: "sample",
    title: "sample or leaks output",
    name: "output of the tool sample or leaks",
    summary: "A call graph of one process, or the memory it lost; nothing crashed.",
    example: "Analysis of sampling MyApp (pid 4711) every 1 millisecond",
    recognize: { segment in
      if segment.hasLine(startingWith: "Analysis of sampling") || segment.hasLine(startingWith: "Sampling process")
        || segment.hasLine(startingWith: "leaks Report Version:") || segment.hasLine(startingWith: "Call graph:")
      {
        return .certain
      }
      return segment.hasLine(startingWith: "Analysis Tool:") && !segment.hasLine(startingWith: "Exception Type:")
        ? .certain : .no
    })
}
