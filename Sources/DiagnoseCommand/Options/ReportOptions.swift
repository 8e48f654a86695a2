import ArgumentParser

/// The options of the commands that diagnose reports and show them: `analyze`, `latest` and `run`.
struct ReportOptions: ParsableArguments {
  @OptionGroup(title: "Symbol options") var symbol: SymbolOptions
  @OptionGroup(title: "History options") var recording: RecordingOptions
  @OptionGroup(title: "Analysis options") var patternOptions: PatternOptions
  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions
  @OptionGroup(title: "Analysis options") var project: ProjectOptions
  @OptionGroup(title: "Output options") var source: SourceOptions
  @OptionGroup(title: "Output options") var output: OutputOptions
  @OptionGroup var gate: GateOptions

  func validate() throws { try gate.validate(recording) }
}
