import ArgumentParser
import Workflow

/// Options that select the configuration files.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this configuration instead of .diagnose.yml.", valueName: "file"), completion: .file())
  var config: String?

  @Flag(help: "Ignore all configuration files: the project's and yours.")
  var noConfig = false

  func validate() throws {
    if config != nil, noConfig { throw ValidationError("--config and --no-config cannot be used together.") }
    if config == "" { throw ValidationError("--config is empty. Name a file.") }
  }

  /// Returns the session with the settings of the selected configurations.
  func applied(to session: Session) throws -> Session {
    try ConfigurationSelection(config: config, noConfig: noConfig).applied(to: session)
  }
}
