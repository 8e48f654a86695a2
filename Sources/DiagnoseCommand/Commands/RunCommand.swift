import Bytes
import Analysis
import ArgumentParser
import CrashReports
import Diagnosis
import Documents
import Foundation
import Monitoring
import Platform
import Presentation
import Symbolication
import Vocabulary
import Workflow

/// Runs a command, then diagnoses the crashes that it left.
struct RunCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a command, then diagnose the crashes it left.",
    discussion: """
      Runs the command with your standard input, and passes on its output unchanged. Then analyzes the output as a build \
      or test log, the reports that appeared in the report directories of the system and in those of --watch, and the \
      .xcresult of -resultBundlePath or --watch. Writes the diagnosis to standard error, and records it in the history. Writes \
      nothing if nothing failed.

      Exit status: that of the command, 128 and the number of a signal that ended it, 127 if it was not found, 126 if it \
      cannot be run. If the command succeeded: 1 if a --fail-on condition is met, 74 or 75 if the output or history that \
      you named cannot be used.

      Examples:
        diagnose run -- xcodebuild test -scheme MyApp -resultBundlePath MyApp.xcresult
        diagnose run --fail-on new --format sarif --output crashes.sarif -- swift test
      """)

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("Run this command, with its arguments, after --.", valueName: "command"))
  var command: [String] = []

  @Option(
    help: ArgumentHelp(
      "Also search this folder or .xcresult for reports that the command leaves; repeatable.", valueName: "folder"),
    completion: .directory)
  var watch: [String] = []

  @Option(
    help: ArgumentHelp(
      "Wait up to this time for output after the end, and after a crash for its report (default: 10s).",
      valueName: "time"))
  var wait = DurationArgument(seconds: 10)

  @Option(help: ArgumentHelp("Analyze up to this much output, and read reports up to this size.", valueName: "bytes"))
  var maxSize = SizeArgument(bytes: FileReader.defaultLimit)

  @OptionGroup var options: ReportOptions

  private static let example = "diagnose run -- xcodebuild test"

  func validate() throws {
    if command.isEmpty { throw ValidationError("No command. Name it after --: \(Self.example).") }
    if watch.contains("") { throw ValidationError("--watch is empty. Name a folder.") }
  }

  /// Returns the error for a command without `--` before it; `nil` if the arguments are wrong in another way.
  ///
  /// - Parameter arguments: The arguments of `run`, which cannot be parsed.
  static func faultOfMissingTerminator(_ arguments: [String]) -> CommandFault? {
    guard !arguments.contains(where: { ["--", "-h", "-help", "--help"].contains($0) }) else { return nil }
    for index in arguments.indices.prefix(Self.maxOptions) where !arguments[index].hasPrefix("-") {
      let (options, command) = (arguments[..<index], arguments[index...])
      guard (try? RunCommand.parse(options + ["--"] + command)) != nil else { continue }
      let words = (["diagnose", "run"] + options + ["--"] + command).map(Self.shellWord)
      return CommandFault(.wrongUse, "Write -- before the command: \(words.joined(separator: " "))")
    }
    return nil
  }

  /// Returns a word as it is written for a shell.
  private static func shellWord(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy { $0.isLetterOrDigit || "-_./:=@%+,".utf8.contains($0) }
    return isPlain ? word : "'" + Terminal.escaped(word.replacing("'", with: "'\\''")) + "'"
  }

  /// The number of words among which the beginning of the command is searched.
  private static let maxOptions = 64

  func perform(_ session: Session) throws -> ExitStatus {
    try options.gate.check(options.recording, session)
    let session = try options.configuration.applied(to: session)
    let format = try options.output.outputFormat(session)
    try checkOutput(format)
    var kept = options.protectedFiles(session)
    kept.add(watch, .input)
    let outputs = try options.outputs(keeping: kept, usesStandardOutput: false)
    // Errors in the user's patterns are reported before the command runs. Without such patterns, the catalog is built
    // while it runs.
    if options.patternOptions.selection.hasChanges(session) {
      _ = try options.patternOptions.selection.analysisOptions(session)
    }
    let gate = try options.gate.gate(session, hasHistory: !options.recording.isOff(session), output: outputs.baseline)
    let left = LeftReports(places(session))
    let bundles = ResultBundles(named: watchedBundles, command: command)
    let start = Date()
    let running: RunningCommand
    do { running = try RunningCommand(CommandWords.last(command)) } catch { throw startFault(error) }
    Thread.detachNewThread { _ = PatternSet.catalog }
    let end = running.finish(limit: maxSize.bytes, wait: wait.seconds)
    if end.isHurried { throw ForeignStatus(status: end.status) }
    var status: ExitStatus?
    do {
      let answer = RunAnswer(self, session, gate, left, bundles, start: start, end: end)
      status = try answer.give(format, outputs, keeping: kept)
    } catch let fault as CommandFault {
      if let message = fault.message { Console.writeMessage(message, hint: fault.hint) }
      status = fault.status
    } catch let fault as OutputFault {
      if case .failed(let target, let reason) = fault {
        Console.writeMessage("\(target): cannot write (\(reason))")
        status = .cannotWrite
      }
    }
    if end.status == 0, let status, status != .done { return status }
    throw ForeignStatus(status: end.status)
  }

  /// The name of the program, without its folders.
  var programName: String {
    let path = FilePath(command.first ?? "")
    let name = String(streamSafe: path.lastComponent)
    return Terminal.escaped(name.isEmpty ? path.text : name)
  }

  /// Checks before the command runs what can be checked.
  private func checkOutput(_ format: OutputFormat) throws {
    if format.isMachineReadable, options.output.output == nil {
      throw CommandFault(
        .wrongUse, "--format \(format.id) needs --output FILE",
        hint: "Standard output is that of the command, and standard error may contain its messages.")
    }
    for argument in [options.output.output].compactMap({ $0 }) + options.output.copies.map(\.file) {
      let file = argument.name
      if argument.isStandardOutput {
        throw CommandFault(.wrongUse, "'-' cannot be the output: standard output is that of the command")
      }
      let folder = FilePath(file).parent
      if Folder.isFolder(FilePath(file)) || !Folder.isFolder(folder) {
        let reason = Folder.isFolder(FilePath(file)) ? "it is a folder" : "folder not found"
        throw CommandFault(.cannotWrite, "\(Terminal.quotedFileName(file)): cannot write (\(reason))")
      }
    }
  }

  private var watchedBundles: [FilePath] { FilePath.arguments(watch).filter { ResultBundles.isName($0) } }

  private func places(_ session: Session) -> [LeftReports.Place] {
    FilePath.arguments(watch).filter { !ResultBundles.isName($0) }.map {
      LeftReports.Place(path: $0.withoutSlashes, isRecursive: true, isNamed: true)
    }
      + ReportDirectory.locations(session, .run).map {
        LeftReports.Place(
          path: $0.path, isRecursive: $0.directory.searchesSubfolders, isNamed: $0.directory.system == nil)
      }
  }

  private func startFault(_ error: SystemError) -> any Error {
    let name = Terminal.quotedFileName(command.first ?? "")
    let path = FilePath(command.first ?? "")
    let isPath = path.bytes.contains(UInt8(ascii: "/"))
    let isMissing = error == .noSuchFile || error == .notAFolder
    if isMissing, !isPath || !Files.exists(path) {
      Console.writeMessage("\(name): command not found")
      return ForeignStatus(status: 127)
    }
    let reason: String
    switch error {
    case .noSuchFile: reason = "the interpreter in its first line was not found"
    case .notAProgram: reason = "not a program, and no script with an interpreter in its first line"
    case .argumentsTooLong: reason = "the arguments are too long"
    case .permissionDenied where Folder.isFolder(path): reason = "it is a folder"
    default: reason = StandardStreams.reason(error)
    }
    Console.writeMessage("\(name): cannot be run (\(reason))")
    return ForeignStatus(status: 126)
  }
}
