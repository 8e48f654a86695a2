import ArgumentParser
import Documents
import Foundation
import HistoryPresentation
import Platform
import Presentation
import UserFiles
import Vocabulary
import Workflow

/// Trusts a configuration that was found, by its content.
struct TrustCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Trust the configuration of a checkout.",
    discussion: """
      A configuration that is found in a folder may only add knowledge: see docs/configuration.md. This command permits the \
      present content of a .diagnose.yml, and of the pattern files that it names, to set more. Read them first. After any \
      change they are untrusted again.

      Without a path, trusts the nearest .diagnose.yml from the working directory up to the root of the repository. Writes \
      what the file may now set to standard output, and the trust to your state folder \
      ($XDG_STATE_HOME/diagnose/trust, ~/.local/state/diagnose/trust).

      Exit status: 0 when done; 2 if there is no such configuration, or no such trust; 78 if it has errors.

      Examples:
        diagnose trust
        diagnose trust --revoke ~/src/app
        diagnose trust --list --format json
      """)

  @Argument(
    help: ArgumentHelp("Trust the configuration in this folder, or this file.", valueName: "path"), completion: .file())
  var path: String?

  @Flag(help: "List the trusted configurations and whether they changed.")
  var list = false

  @Option(
    help: ArgumentHelp("Revoke the trust in this configuration.", valueName: "path"), completion: .file())
  var revoke: String?

  @Option(name: [.short, .long], help: "With --list: select the format, text or json.")
  var format: HistoryFormat?

  func validate() throws {
    if format != nil, !list { throw ValidationError("--format needs --list.") }
    if path == "" || revoke == "" { throw ValidationError("The path is empty. Name a file or folder.") }
    if [path != nil, list, revoke != nil].count(where: { $0 }) > 1 {
      throw ValidationError("A path, --list and --revoke cannot be used together.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    guard let store = TrustStore(session) else {
      throw CommandFault(.cannotWrite, "cannot determine your state folder, because \(session.reasonOfMissingHome)")
    }
    if list { return try write(store, session) }
    if let revoke { return try remove(revoke, store, session) }
    return try trust(session)
  }

  private func trust(_ session: Session) throws -> ExitStatus {
    guard let folder = Session.workingDirectory else {
      throw CommandFault(.wrongUse, "the path of the working directory is not UTF-8")
    }
    let name = path ?? "."
    try Arguments.requireExact(name, "trust")
    guard let found = try FoundConfiguration.at(Self.absolute(name, in: folder), session) else {
      throw CommandFault(
        .nothingDone,
        "no \(FoundConfiguration.fileName) in \(Terminal.quotedFileName(name)) or above it in its repository")
    }
    guard let store = TrustStore(session, of: found) else {
      throw CommandFault(
        .wrongUse, "the folder of the configuration contains your state folder, so that it could trust itself",
        hint: "Name the configuration with --config, or use your own.")
    }
    let (configuration, faults, resolver) = found.read(.trusted)
    var settings = Settings()
    if faults.isEmpty {
      try settings.add(configuration, found.file, resolver)
    } else {
      found.file.explain(faults)
      throw CommandFault(.wrongConfiguration)
    }
    for setting in settings.ignored { Console.writeOnce(setting.text) }
    try store.add(found)
    var text = "Trusted: \(Terminal.quotedFileName(session.scrubbed(found.path)))\n"
    let keys = found.read(.found).configuration.ignored.map(\.key)
    let refused = Set(configuration.ignored.map(\.key))
    let set = keys.filter { !refused.contains($0) }
    if !set.isEmpty { text += "It may now set \(set.joined(separator: ", ")).\n" }
    let files = settings.patternFiles.map { Terminal.quotedFileName(session.scrubbed($0.path)) }
    if !files.isEmpty { text += "Its pattern files are yours: \(files.joined(separator: ", ")).\n" }
    try StandardStreams.output(text)
    return .done
  }

  private func remove(_ name: String, _ store: TrustStore, _ session: Session) throws -> ExitStatus {
    guard let folder = Session.workingDirectory else {
      throw CommandFault(.wrongUse, "the path of the working directory is not UTF-8")
    }
    let absolute = Self.absolute(name, in: folder)
    // The file may be gone, and the folder may be another one by now.
    let base = PathResolver.real(absolute) ?? PathResolver.normalized(absolute)
    let candidates = [PathResolver.normalized(absolute), base].flatMap { [$0, $0 + "/" + FoundConfiguration.fileName] }
    let found = (try? FoundConfiguration.at(absolute, session)).flatMap { $0?.path }
    var isRemoved = false
    for path in Set(candidates + [found].compactMap { $0 }) where try store.remove(path) { isRemoved = true }
    guard isRemoved else {
      throw CommandFault(
        .nothingDone, "\(Terminal.quotedFileName(name)): not a trusted configuration",
        hint: "To list them: diagnose trust --list")
    }
    try StandardStreams.output("Revoked: \(Terminal.quotedFileName(session.scrubbed(absolute)))\n")
    return .done
  }

  private func write(_ store: TrustStore, _ session: Session) throws -> ExitStatus {
    let rows = store.entries.map { entry in (entry: entry, state: state(of: entry, session)) }
    if format == .json {
      try StandardStreams.output(
        ListDocument.text("diagnose-trust/1", "configurations", rows) { writer, row in
          writer.member("path", row.entry.path)
          writer.member("state", row.state.rawValue)
          writer.member("digest", row.entry.digest)
        })
      return .done
    }
    let text = rows.map {
      $0.state.rawValue.padded(to: 9) + Terminal.quotedFileName(session.scrubbed($0.entry.path)) + "\n"
    }.joined()
    try StandardStreams.output(rows.isEmpty ? "No trusted configuration.\n" : text)
    return .done
  }

  /// What is at the path of a trusted configuration.
  private enum State: String {
    case trusted, changed, missing
  }

  private func state(of entry: TrustStore.Entry, _ session: Session) -> State {
    let folder = FilePath(entry.path).parent.text
    guard let found = try? FoundConfiguration.at(folder + "/" + FoundConfiguration.fileName, session),
      found.path == entry.path
    else { return .missing }
    return found.digest().hexadecimal == entry.digest ? .trusted : .changed
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }
}
