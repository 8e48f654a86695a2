internal import Analysis
internal import CrashReports
internal import Diagnosis
internal import UserFiles
internal import YAMLText

extension FuzzTarget {
  package static let pattern = FuzzTarget(
    "FuzzPattern",
    exercises:
      "files that users write (patterns and configurations); every error has a line and column, and the parsed "
      + "patterns are evaluated on reports",
    seeds: ["docs/examples", "Tests/Fixtures/fuzz/FuzzPattern"], dictionary: "yaml", longest: 1 << 14
  ) { bytes in
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + bytes.count { $0 >= 0x80 } + 1
    let (file, faults) = PatternFile.read(bytes, by: .stranger)
    let configuration = Configuration.read(bytes, .found)
    let across = PatternFile.faults(across: [file, file])
    for fault in faults + configuration.faults + across.map(\.fault) {
      try require(fault.line >= 1 && fault.column >= 1, "a fault in line \(fault.line), column \(fault.column)")
      try require(fault.line <= lines + 1, "a fault in line \(fault.line) of \(lines)")
      try requireVisible(fault.message, "a fault's message", except: [])
      if let hint = fault.hint { try requireVisible(hint, "a fault's hint", except: []) }
    }
    try require(file.entries.count <= PatternFile.maxPatterns, "\(file.entries.count) patterns")
    guard !file.entries.isEmpty else { return }
    let own = PatternSet(file.entries.map(\.pattern))
    let ids = Set(file.entries.map(\.pattern.id))
    for report in FixedReports.all {
      let assessment = Analysis.analyze(report.decoded, input: report.bytes, AnalysisOptions(patterns: own)).assessment
      for finding in assessment.findings {
        try require(ids.contains(finding.pattern), "«\(finding.pattern)» is found, but is not in the file")
        try require(!finding.citations.isEmpty, "a finding without a witness")
      }
    }
  }
}
