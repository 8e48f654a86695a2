internal import CrashReports

extension FuzzTarget {
  package static let report = FuzzTarget(
    "FuzzReport",
    exercises:
      "the complete pipeline of a report: format, parsing, demangling, diagnosis, signature, and every output; no "
      + "output contains a character that could control a terminal, JSON is valid, and documents are parsed and written "
      + "again without a change",
    seeds: ["sample-logs"], dictionary: "report", longest: 1 << 17
  ) { bytes in
    let outcome = ReportReader.read(bytes)
    try require(!outcome.reports.isEmpty || !outcome.faults.isEmpty, "neither a report nor an error")
    try ReportProperties.check(outcome.reports, faults: outcome.faults, input: bytes)
  }

  package static let text = FuzzTarget(
    "FuzzText",
    exercises: "the reader of text reports, for any detected format, and all steps of FuzzReport with its result",
    seeds: [
      "sample-logs/apple-text", "sample-logs/apple-text-translated", "sample-logs/build-log", "sample-logs/console",
      "sample-logs/excerpt", "sample-logs/lldb", "sample-logs/third-party-text",
    ], dictionary: "text", longest: 1 << 15
  ) { bytes in
    let reports = TextDecoder.decode(bytes, range: 0..<bytes.count, firstLine: 1, limits: DecodingLimits())
    try ReportProperties.check(reports, faults: [], input: bytes)
  }
}
