internal import CrashReports

extension FuzzTarget {
  package static let report = FuzzTarget(
    "FuzzReport",
    exercises: "the whole way of a report: format, reading, readable names, judging, signature, and every output; no "
      + "output holds a character that could steer a terminal, JSON can be read again and documents come back unchanged",
    seeds: ["sample-logs"], dictionary: "report", longest: 1 << 17
  ) { bytes in
    let outcome = ReportReader.read(bytes)
    try require(!outcome.reports.isEmpty || !outcome.faults.isEmpty, "neither a report nor a fault")
    try ReportProperties.check(outcome.reports, faults: outcome.faults, input: bytes)
  }

  package static let text = FuzzTarget(
    "FuzzText",
    exercises: "the reader of text reports, whatever the format seems to be, and all that FuzzReport does with what it "
      + "gives",
    seeds: [
      "sample-logs/apple-text", "sample-logs/apple-text-translated", "sample-logs/build-log", "sample-logs/console",
      "sample-logs/excerpt", "sample-logs/lldb", "sample-logs/third-party-text",
    ], dictionary: "text", longest: 1 << 15
  ) { bytes in
    let reports = TextDecoder.decode(bytes, range: 0..<bytes.count, firstLine: 1, limits: DecodingLimits())
    try ReportProperties.check(reports, faults: [], input: bytes)
  }
}
