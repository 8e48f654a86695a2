import ArgumentParser
import Presentation
import Workflow

/// The options of the commands that diagnose reports and show them: `analyze`, `latest` and `run`.
struct ReportOptions: ParsableArguments {
  @OptionGroup(title: "Symbol options") var symbol: SymbolOptions
  @OptionGroup(title: "History options") var recording: RecordingOptions
  @OptionGroup(title: "Analysis options") var patternOptions: PatternOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions
  @OptionGroup(title: "Analysis options") var project: ProjectOptions
  @OptionGroup(title: "Output options") var source: SourceOptions
  @OptionGroup(title: "Output options") var blame: BlameOptions
  @OptionGroup(title: "Output options") var output: OutputOptions
  @OptionGroup var gate: GateOptions

  func validate() throws { try gate.validate(recording) }

  /// Returns what a command with these options reads, apart from its inputs.
  func protectedFiles(_ session: Session) -> ProtectedFiles {
    var protected = ProtectedFiles(session, history: recording.history.selection)
    protected.add(symbol.locations.symbols, .symbols)
    protected.add(patternOptions.patterns, .patterns)
    protected.add([project.project, source.sourceRoot].compactMap { $0 }, .project)
    protected.add([gate.baseline].compactMap { $0 }, .baseline)
    return protected
  }

  /// Checks the outputs, before anything is read or recorded.
  ///
  /// - Parameters:
  ///   - protected: What the command reads.
  ///   - usesStandardOutput: Whether the command writes its own text to standard output.
  func outputs(keeping protected: ProtectedFiles, usesStandardOutput: Bool = true) throws(CommandFault) -> ReportOutputs
  {
    var check = try OutputCheck(keeping: protected, usesStandardOutput: usesStandardOutput)
    let file = output.output.flatMap { usesStandardOutput && $0.isStandardOutput ? nil : $0 }
    var outputs = ReportOutputs(output: try check.accept(file, "--output"))
    for copy in output.copies {
      outputs.copies.append((copy.format, try check.accept(copy.file, copy.option)))
    }
    outputs.baseline = try check.accept(gate.writeBaseline, "--write-baseline", permitting: .baseline)
    return outputs
  }
}

/// The files that a command with `ReportOptions` writes.
struct ReportOutputs {
  /// The file of `--output`; `nil` for standard output.
  var output: CheckedOutput?
  /// The files of `--json-out` and `--write`.
  var copies: [(format: OutputFormat, file: CheckedOutput)] = []
  /// The file of `--write-baseline`.
  var baseline: CheckedOutput?
}
