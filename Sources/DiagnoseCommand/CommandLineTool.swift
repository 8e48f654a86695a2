import ArgumentParser
import Bytes
import Diagnosis
import Foundation
import History
import Monitoring
import Vocabulary
import Workflow

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
      if let script = CompletionScript.requested(arguments) {
        try StandardStreams.output(script.text)
        return .done
      }
      if arguments.first == CompletionScript.requestWord { return complete(arguments) }
      let long = LongArguments(arguments)
      try long.requireFewOptions()
      if let command = plainCommand(arguments) { return try command.perform(Session()) }
      // Messages about arguments need not contain thousands of words; the few commands that accept some, but not any number
      // of them, need each.
      var command = try parsed(long.short)
      if long.isShortened, command is any Subcommand {
        guard arguments.count <= LongArguments.maxWords else {
          throw CommandFault(.wrongUse, "more than \(LongArguments.maxWords) arguments")
        }
        command = try parsed(arguments)
      }
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
      return LongArguments(Array(arguments.dropFirst())).parse(type)
    }
    // A quarter of a run on one report is the construction of the pattern catalog, and a third is the parser.
    Thread.detachNewThread { _ = PatternSet.catalog }
    return LongArguments(arguments).parse(AnalyzeCommand.self)
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

  /// Answers a request of a completion script. Nothing is written to standard error, and nothing fails, because the user is
  /// typing.
  private static func complete(_ arguments: [String]) -> ExitStatus {
    Console.silence()
    guard arguments.count <= LongArguments.maxWords else { return .done }
    do { _ = try Diagnose.parseAsRoot(arguments) } catch {
      let values = Diagnose.fullMessage(for: error)
      if Diagnose.exitCode(for: error).isSuccess, !values.isEmpty { try? StandardStreams.output(values + "\n") }
    }
    return .done
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

  /// Returns a message of the parser as the program's own messages are written: it continues after a colon.
  private static func sentence(_ text: String) -> String {
    guard let first = text.first, ("A"..."Z").contains(first), text.dropFirst().first?.isUppercase != true else {
      return text
    }
    return first.lowercased() + text.dropFirst()
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
      Console.write((index == 0 ? "diagnose: " + Terminal.escaped(sentence(text)) : Terminal.escaped(text)) + "\n")
    }
    return .wrongUse
  }
}
