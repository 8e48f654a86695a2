import ArgumentParser
import Bytes
import Diagnosis
import Foundation
import Vocabulary

/// The program: takes the arguments, runs a command, and ends with the status that says how it went.
package enum CommandLineTool {
  /// Runs the program and ends the process; does not return.
  package static func main() {
    StandardStreams.prepare()
    exit(run().rawValue)
  }

  private static func run() -> ExitStatus {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments == ["--version"] {
        try StandardStreams.output(Product.nameAndVersion + "\n")
        return .done
      }
      if let command = plainCommand(arguments) { return try command.perform(Session()) }
      var command = try Diagnose.parseAsRoot(arguments)
      if let command = command as? any Subcommand { return try command.perform(Session()) }
      // Help, version and completion scripts.
      try command.run()
      return .done
    } catch let fault as CommandFault {
      if let message = fault.message { Console.complain(message, hint: fault.hint) }
      return fault.status
    } catch let fault as OutputFault {
      return report(fault)
    } catch {
      return answer(error)
    }
  }

  /// The command that the first argument names, or else the default one, with its arguments read; `nil` if there is more
  /// to it.
  ///
  /// The root command would read the arguments of both, and build the configuration of each of its subcommands. Whatever is
  /// not plain (help, a fault of usage, a script of completions) is left to it.
  private static func plainCommand(_ arguments: [String]) -> (any Subcommand)? {
    guard let first = arguments.first, first != "help" else { return nil }
    // What cannot be a name is not compared with any: the first look at a command builds its configuration.
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

  private static func report(_ fault: OutputFault) -> ExitStatus {
    switch fault {
    // The reader has what it wanted; a status of failure would break `diagnose … | head` in careful scripts.
    case .closed: return .done
    case .failed(let target, let reason):
      Console.complain("\(target): cannot be written (\(reason))")
      return .cannotWrite
    }
  }

  /// What the parser has to say: help on standard output, faults of usage on standard error.
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
      Console.complain("internal fault: \(error)", hint: "Please report it with the command line that led here.")
      return .internalFault
    }
    // The message repeats what the user typed, which may have come from anywhere.
    for (index, line) in message.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let text = line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : String(line)
      Console.write((index == 0 ? "diagnose: " : "") + Terminal.escaped(text) + "\n")
    }
    return .wrongUse
  }
}

/// A command of ours: it gets the world as a value and returns the status.
protocol Subcommand: ParsableCommand {
  func perform(_ session: Session) throws -> ExitStatus
}

/// How a command ended. The same sense for every command.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case conditionHolds = 1
  case nothingDone = 2
  case partlyDone = 3
  case wrongUse = 64
  case internalFault = 70
  case cannotWrite = 74
  case busy = 75
  case wrongConfiguration = 78
  case interrupted = 130
  case terminated = 143

  /// One line for `diagnose explain exit-codes`.
  var meaning: String {
    switch self {
    case .done: "done, whatever was found; also when the reader closed the pipe"
    case .conditionHolds: "a condition you set with --fail-on or --strict holds, or a check found a fault"
    case .nothingDone: "nothing could be done: no input readable, no such id or topic"
    case .partlyDone: "part was done: some inputs read and some not"
    case .wrongUse: "wrong use of the command line"
    case .internalFault: "a fault of diagnose itself"
    case .cannotWrite: "output, or a database you named, could not be written"
    case .busy: "the database stayed busy past its time limit: try again"
    case .wrongConfiguration: "a configuration or a file of patterns is wrong"
    case .interrupted: "ended by SIGINT"
    case .terminated: "ended by SIGTERM (watch: a clean end, 0)"
    }
  }
}

/// Why a command cannot go on: what to tell the user, and the status to end with.
struct CommandFault: Error {
  var status: ExitStatus
  /// Completes "diagnose: …"; `nil` when everything has been said.
  var message: String?
  var hint: String?

  init(_ status: ExitStatus, _ message: String? = nil, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }
}
