import ArgumentParser
import Bytes
import Diagnosis
import Foundation
import History
import Vocabulary

/// The program: parses the arguments, runs a command and exits with its status.
package enum CommandLineTool {
  /// Runs the program and exits the process. Does not return.
  package static func main() {
    StandardStreams.prepare()
    if CommandLine.arguments.dropFirst().elementsEqual([OutputRelay.word]) {
      OutputRelay.run()
      exit(ExitStatus.done.rawValue)
    }
    do { exit(try run().rawValue) } catch { exit(error.status) }
  }

  private static func run() throws(ForeignStatus) -> ExitStatus {
    do {
      let arguments = Arguments.texts
      if arguments == ["--version"] {
        try StandardStreams.output(Product.nameAndVersion + "\n")
        return .done
      }
      if let command = plainCommand(arguments) { return try command.perform(Session()) }
      var command = try parsed(arguments)
      if let command = command as? any Subcommand { return try command.perform(Session()) }
      // Help, version and completion scripts.
      try command.run()
      return .done
    } catch let fault as CommandFault {
      if let message = fault.message { Console.writeMessage(message, hint: fault.hint) }
      return fault.status
    } catch let error as HistoryError {
      let fault = CommandFault(error)
      if let message = fault.message { Console.writeMessage(message, hint: fault.hint) }
      return fault.status
    } catch let fault as OutputFault {
      return report(fault)
    } catch let status as ForeignStatus {
      throw status
    } catch {
      return answer(error)
    }
  }

  /// Returns the parsed command that the first argument names, or the default command; `nil` if the root command has to
  /// parse the arguments.
  ///
  /// The root command would parse the arguments of both commands and build the configuration of every subcommand, which
  /// takes time. It handles the remaining cases: help, usage errors and completion scripts.
  private static func plainCommand(_ arguments: [String]) -> (any Subcommand)? {
    guard let first = arguments.first, first != "help" else { return nil }
    // An argument that cannot be a command name is not compared: the first comparison builds each configuration.
    let isWord = first.utf8.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "-") } && !first.hasPrefix("-")
    if isWord,
      let type = Diagnose.configuration.subcommands.first(where: { $0.configuration.commandName == first })
    {
      return try? type.parse(Array(arguments.dropFirst())) as? any Subcommand
    }
    // A quarter of a run on one report is the construction of the pattern catalog, and a third is the parser.
    Thread.detachNewThread { _ = PatternSet.catalog }
    return try? AnalyzeCommand.parse(arguments)
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    func checkTerminator() throws {
      guard arguments.first == RunCommand.configuration.commandName,
        let fault = RunCommand.faultOfMissingTerminator(Array(arguments.dropFirst()))
      else { return }
      throw fault
    }
    let command: any ParsableCommand
    do { command = try Diagnose.parseAsRoot(arguments) } catch {
      try checkTerminator()
      throw error
    }
    // The parser reads the `-h` in `-scheme` as a request for help.
    if !(command is any Subcommand) { try checkTerminator() }
    return command
  }

  private static func report(_ fault: OutputFault) -> ExitStatus {
    switch fault {
    // A failure status would break `diagnose … | head` in scripts that check every status of a pipeline.
    case .closed: return .done
    case .failed(let target, let reason):
      Console.writeMessage("\(target): cannot write (\(reason))")
      return .cannotWrite
    case .replaces(let what):
      Console.writeMessage("standard output is \(what), which is not written to", hint: "Write to another file.")
      return .wrongUse
    }
  }

  /// Handles what the parser throws: prints help on standard output and usage errors on standard error.
  private static func answer(_ error: any Error) -> ExitStatus {
    let message = Diagnose.fullMessage(for: error)
    let code = Diagnose.exitCode(for: error)
    if code.isSuccess {
      do {
        if !message.isEmpty { try StandardStreams.output(message + "\n") }
        return .done
      } catch { return report(error) }
    }
    guard code == .validationFailure else {
      Console.writeMessage(
        "internal error: \(error)", hint: "This is a bug in diagnose. Please report it with the command line you used.")
      return .internalFault
    }
    // The message contains arguments of the user, which may hold control characters.
    for (index, line) in message.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let text = line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : String(line)
      Console.write((index == 0 ? "diagnose: " : "") + Terminal.escaped(text) + "\n")
    }
    return .wrongUse
  }
}

/// A command that receives its environment as a value and returns its exit status.
protocol Subcommand: ParsableCommand {
  func perform(_ session: Session) throws -> ExitStatus
}

/// The exit status of a command. A code has the same meaning for every command.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case conditionHolds = 1
  case nothingDone = 2
  case partlyDone = 3
  case wrongUse = 64
  case internalFault = 70
  case cannotWrite = 74
  case busy = 75
  case noPermission = 77
  case wrongConfiguration = 78
  case interrupted = 130
  case terminated = 143

  /// The meaning of the code, one line for `diagnose explain exit-codes`.
  var meaning: String {
    switch self {
    case .done: "completed, even if nothing was recognized or the reader closed the pipe"
    case .conditionHolds: "a condition of --fail-on or --strict is met, or a check found an error"
    case .nothingDone: "nothing was done: no input could be read, or the ID or topic is unknown"
    case .partlyDone: "partly done: some inputs could not be read"
    case .wrongUse: "invalid command line"
    case .internalFault: "internal error in diagnose"
    case .cannotWrite: "the output, or a database that you named, could not be written"
    case .busy: "the database was busy, or its server unavailable, longer than the time limit: try again"
    case .noPermission: "the server of a shared history denied access: user, password or grants"
    case .wrongConfiguration: "invalid configuration, pattern file or address of a server"
    case .interrupted: "stopped by SIGINT"
    case .terminated: "stopped by SIGTERM (watch exits with 0)"
    }
  }
}

/// The exit status of the command that `run` ran, which is returned unchanged.
struct ForeignStatus: Error {
  var status: Int32
}

/// An error that ends a command: the message for the user, and the exit status.
struct CommandFault: Error {
  var status: ExitStatus
  /// The text after `diagnose: `; `nil` if the error was already printed.
  var message: String?
  var hint: String?

  init(_ status: ExitStatus, _ message: String? = nil, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }
}
