import Analysis
import ArgumentParser
import Diagnosis
import Documents
import Vocabulary
import HistoryPresentation
import Platform
import Workflow

/// Reads pattern files and reports their errors.
struct PatternsValidate: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check the syntax of pattern files.",
    discussion: """
      Reads pattern files. Writes errors to standard error, or the number of patterns to standard output.

      Exit status: 0 if no error was found; 1 if one was found; 2 if a file could not be read.

      Examples:
        diagnose patterns validate crash-patterns.yml
        diagnose patterns validate patterns/*.yml
      """)

  @Argument(help: ArgumentHelp("Read these pattern files.", valueName: "file"), completion: .file())
  var files: [String]

  func perform(_ session: Session) throws -> ExitStatus {
    let read = try files.userFiles()
    let (patterns, isSound) = PatternSelection.read(read.map { ($0, .user) })
    guard isSound else { return .conditionHolds }
    let examples = patterns.reduce(0) { $0 + $1.examples.count }
    try StandardStreams.output(
      "\(countText(patterns.count, "pattern")), \(countText(examples, "example")): no errors\n")
    return .done
  }
}

/// Runs patterns on their own examples, then on reports.
struct PatternsTest: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Test pattern files on their examples, and on reports.",
    discussion: """
      Reads pattern files, and with --against also reports. Writes the result of each example, and each report whose \
      diagnosis the patterns would change. Records nothing.

      Exit status: 0 when done; 1 if an example fails or a file has an error; 2 if nothing could be read; 3 if some \
      reports could not be read.

      Examples:
        diagnose patterns test crash-patterns.yml
        diagnose patterns test crash-patterns.yml --against reports/
      """)

  @Argument(help: ArgumentHelp("Read these pattern files.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("Show what the patterns would change in these reports; repeatable.", valueName: "path"),
    completion: .file())
  var against: [String] = []

  @OptionGroup(title: "Input options") var input: InputOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let read = try files.userFiles()
    let (custom, isSound) = PatternSelection.read(read.map { ($0, .user) })
    guard isSound else { return .conditionHolds }
    // The configuration may name the same files.
    var before = try PatternSelection().analysisOptions(session)
    let others = before.patterns.patterns.filter { pattern in !custom.contains { $0.id == pattern.id } }
    before.patterns = PatternSet(others)
    var after = before
    after.patterns = PatternSet(others + custom)
    let failed = try runExamples(of: custom, after)
    let status = try compare(before, after)
    return failed > 0 ? .conditionHolds : status
  }

  /// Returns the number of examples that fail.
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
    text += countText(patterns.count, "pattern") + ", " + countText(count, "example")
    text += failed == 0 ? ": all passed\n" : ": \(failed) failed\n"
    try StandardStreams.output(text)
    return failed
  }

  private func compare(_ before: AnalysisOptions, _ after: AnalysisOptions) throws -> ExitStatus {
    guard !against.isEmpty else { return .done }
    let list = InputList(against, recursive: input.search.recursive)
    var reports = 0
    var changed = 0
    var errors: [InputError] = []
    // Inputs are read twice, so that only the findings of one pass are in memory and not the reports.
    var old: [[[String]]] = []
    try reader(before).forEach(list, jobs: input.jobs) { outcome in
      old.append(outcome.reports.map(Self.findings))
      return true
    }
    var next = 0
    var skipped = list.skipped
    try reader(after).forEach(list, jobs: input.jobs) { outcome in
      errors += outcome.errors
      skipped.add(outcome.skipped)
      reports += outcome.reports.count
      let before = next < old.count ? old[next] : []
      next += 1
      for (was, now) in zip(before, outcome.reports.map(Self.findings)) where was != now {
        changed += 1
        try StandardStreams.output(
          "\(Terminal.quotedFileName(outcome.path)): \(Self.words(now))\n  before: \(Self.words(was))\n")
      }
      return true
    }
    for error in errors { Console.write("diagnose: " + error.text + "\n") }
    try StandardStreams.output("\(changed) of \(countText(reports, "report")) would change\n")
    skipped.report(list: input.search.listSkipped)
    if errors.isEmpty { return .done }
    return reports == 0 ? .nothingDone : .partlyDone
  }

  private func reader(_ options: AnalysisOptions) -> InputReader {
    InputReader(limit: input.maxSize.bytes, analysis: options, commands: { Diagnose.commandWords })
  }

  private static func findings(_ report: InputReport) -> [String] {
    report.assessment.findings.map { "\($0.pattern) (\($0.confidence.rawValue))" }
  }

  private static func words(_ findings: [String]) -> String {
    findings.isEmpty ? "not recognized" : findings.joined(separator: ", ")
  }
}

extension [String] {
  /// Returns the files that the user named. Throws if one cannot be read.
  fileprivate func userFiles() throws -> [UserFile] {
    try zip(FilePath.arguments(self), self).map { try UserFile.named($0, shown: $1, status: .nothingDone) }
  }
}
