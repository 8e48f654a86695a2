import Analysis
import ArgumentParser
import Diagnosis
import Documents
import Vocabulary
import HistoryPresentation
import Platform

/// Reads files of patterns and tells of their faults.
struct PatternsValidate: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Read files of your own patterns, and tell of every fault.")

  @Argument(help: ArgumentHelp("Files of patterns.", valueName: "file"))
  var files: [String]

  func perform(_ session: Session) throws -> ExitStatus {
    let read = try files.userFiles()
    let (patterns, isSound) = PatternOptions.read(read)
    guard isSound else { return .conditionHolds }
    let examples = patterns.reduce(0) { $0 + $1.examples.count }
    try StandardStreams.output(
      "\(HistoryPage.counted(patterns.count, "pattern")), \(HistoryPage.counted(examples, "example")): no fault\n")
    return .done
  }
}

/// Runs patterns over their own examples, then over reports.
struct PatternsTest: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run your own patterns over their examples, and say what would change.")

  @Argument(help: ArgumentHelp("Files of patterns.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp("A folder of reports, or one report: what the patterns would change there.", valueName: "path"))
  var against: [String] = []

  @OptionGroup var input: InputOptions
  @OptionGroup var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let read = try files.userFiles()
    let (custom, isSound) = PatternOptions.read(read)
    guard isSound else { return .conditionHolds }
    // The files under test may be those of the configuration too.
    var given = PatternOptions()
    given.patterns = []
    var before = try given.analysisOptions(session)
    let others = before.patterns.patterns.filter { pattern in !custom.contains { $0.id == pattern.id } }
    before.patterns = PatternSet(others)
    var after = before
    after.patterns = PatternSet(others + custom)
    let failed = try runExamples(of: custom, after)
    let status = try compare(before, after)
    return failed > 0 ? .conditionHolds : status
  }

  /// Returns how many are not as expected.
  private func runExamples(of patterns: [Pattern], _ options: AnalysisOptions) throws -> Int {
    let trial = PatternTrial(options: options)
    var text = ""
    var count = 0
    var failed = 0
    for pattern in patterns {
      text += pattern.id + "\n"
      if pattern.examples.isEmpty { text += "  no examples\n" }
      for outcome in trial.outcomes(of: pattern) {
        count += 1
        if !outcome.warnings.isEmpty { failed += 1 }
        text += "  " + (outcome.warnings.isEmpty ? "ok    " : "FAIL  ") + Terminal.escaped(outcome.title) + "\n"
        for warning in outcome.warnings { text += "        " + Terminal.escaped(warning) + "\n" }
      }
    }
    text += HistoryPage.counted(patterns.count, "pattern") + ", " + HistoryPage.counted(count, "example")
    text += failed == 0 ? ": all as expected\n" : ": \(failed) not as expected\n"
    try StandardStreams.output(text)
    return failed
  }

  private func compare(_ before: AnalysisOptions, _ after: AnalysisOptions) throws -> ExitStatus {
    guard !against.isEmpty else { return .done }
    let list = InputList(against, recursive: input.recursive)
    var reports = 0
    var changed = 0
    var errors: [InputError] = []
    // Inputs are read twice, so that only the findings of one pass are held and not the reports.
    var old: [[[String]]] = []
    try reader(before).forEach(list, input) { outcome in
      old.append(outcome.reports.map(Self.findings))
      return true
    }
    var next = 0
    try reader(after).forEach(list, input) { outcome in
      errors += outcome.errors
      reports += outcome.reports.count
      let before = next < old.count ? old[next] : []
      next += 1
      for (was, now) in zip(before, outcome.reports.map(Self.findings)) where was != now {
        changed += 1
        try StandardStreams.output(
          "\(Terminal.quotedFileName(outcome.path)): \(Self.words(now))\n  was: \(Self.words(was))\n")
      }
      return true
    }
    for error in errors { Console.write("diagnose: " + error.text + "\n") }
    try StandardStreams.output("\(changed) of \(HistoryPage.counted(reports, "report")) would change\n")
    if reports == 0 { return .nothingDone }
    return errors.isEmpty ? .done : .partlyDone
  }

  private func reader(_ options: AnalysisOptions) -> InputReader {
    InputReader(limit: input.maxSize.bytes, analysis: options)
  }

  private static func findings(_ report: InputReport) -> [String] {
    report.assessment.findings.map { "\($0.pattern) (\($0.confidence.rawValue))" }
  }

  private static func words(_ findings: [String]) -> String {
    findings.isEmpty ? "not recognised" : findings.joined(separator: ", ")
  }
}

extension [String] {
  /// The files that the user named, all of them readable.
  fileprivate func userFiles() throws -> [UserFile] {
    try zip(FilePath.arguments(self), self).map { try UserFile.named($0, shown: $1, status: .nothingDone) }
  }
}
