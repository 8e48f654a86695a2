import Analysis
import ArgumentParser
import Diagnosis
import Workflow

/// Options that add custom patterns.
struct PatternOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Also use the patterns in this file; repeatable.", valueName: "file"), completion: .file())
  var patterns: [String] = []

  func validate() throws {
    if patterns.contains("") { throw ValidationError("--patterns is empty. Name a file.") }
  }

  var selection: PatternSelection { PatternSelection(files: patterns) }
}
