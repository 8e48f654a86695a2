import Documents
package import Platform
import Presentation
import Synchronization
import Vocabulary

/// The reason why output failed.
package enum OutputFault: Error {
  /// The reader closed the pipe.
  case closed
  /// `target` is the name of the output.
  case failed(target: String, reason: String)
  /// Standard output is a file that the command reads, or one that is not text: nothing more is written. `what` ends a
  /// sentence.
  case replaces(what: String)
}

/// Standard output and standard error, written without buffering, so that every failure is detected.
package enum StandardStreams {
  /// Prepares the streams of the process. Call it before anything is written.
  package static func prepare() {
    CurrentProcess.ignoreWriteSignals()
    FileDescriptor.openClosedStandardStreams()
    RedirectedOutputs.prepare()
  }

  /// Writes text that a CI system may read: no report makes it form a command.
  package static func output(_ text: String) throws(OutputFault) {
    try output(Array(WorkflowCommands.printable(text).utf8))
  }

  /// Writes an output format, which escapes text of reports itself: some consist of commands of a CI system.
  package static func output(formatted text: String) throws(OutputFault) { try output(Array(text.utf8)) }

  /// Writes bytes unchanged. Throws if the output has no reader, cannot be written, or is an input.
  package static func output(_ bytes: [UInt8]) throws(OutputFault) {
    var fault: OutputFault?
    bytes.withUnsafeBytes { part in
      do throws(OutputFault) { try output(part) } catch { fault = error }
    }
    if let fault { throw fault }
  }

  /// Writes bytes in memory, as above.
  package static func output(_ bytes: UnsafeRawBufferPointer) throws(OutputFault) {
    if let input = RedirectedOutputs.input {
      throw .replaces(what: input.bytes == [UInt8(ascii: "-")] ? "standard input" : Terminal.quotedFileName(input.text))
    }
    if RedirectedOutputs.isOutputBinary { throw .replaces(what: "a binary file, and outputs are text") }
    do throws(SystemError) {
      try BlockingCalls.during { () throws(SystemError) in
        if StatusLine.sharesOutput {
          try StatusLine.suspending { () throws(SystemError) in try FileDescriptor.standardOutput.write(bytes) }
        } else {
          try FileDescriptor.standardOutput.write(bytes)
        }
      }
    } catch {
      switch error {
      case .brokenPipe, .connectionReset: throw .closed
      default: throw .failed(target: "standard output", reason: reason(error))
      }
    }
  }

  /// Returns the text of an error for the user.
  package static func reason(_ error: SystemError) -> String {
    switch error {
    case .noSpace: "the disk is full"
    case .permissionDenied, .notPermitted: "permission denied"
    case .fileTooLarge: "the file is too large"
    case .badFileDescriptor: "it is closed"
    case .noSuchFile: "folder not found"
    case .isAFolder: "it is a folder"
    case .readOnlyFileSystem: "the volume is read-only"
    case .quotaExceeded: "disk quota exceeded"
    default: error.description
    }
  }
}

/// Standard error: progress, warnings, errors. Text is escaped by the caller or here.
package enum Console {
  /// Prints `diagnose: MESSAGE`, and the hint on an indented line.
  package static func writeMessage(_ message: String, hint: String? = nil) {
    var text = "diagnose: " + Terminal.escaped(message) + "\n"
    if let hint { text += "  " + Terminal.escaped(hint) + "\n" }
    write(text)
  }

  /// Prints `diagnose: MESSAGE` unless this process has printed it: commands that contain others read configurations
  /// twice.
  package static func writeOnce(_ message: String) {
    if printed.withLock({ $0.insert(message).inserted }) { writeMessage(message) }
  }

  private static let printed = Mutex<Set<String>>([])

  private static let isSilent = Mutex(false)

  /// Writes nothing from now on: this process answers a shell while the user types.
  package static func silence() { isSilent.withLock { $0 = true } }

  /// Writes text that is already escaped. Failures are ignored, because they cannot be reported.
  ///
  /// A CI system reads standard error too, and executes commands in it.
  package static func write(_ text: String) {
    if isSilent.withLock({ $0 }) { return }
    if RedirectedOutputs.isErrorAnInput || RedirectedOutputs.isErrorBinary { return }
    let text = WorkflowCommands.defused(WorkflowCommands.withoutMarks(text))
    BlockingCalls.during { StatusLine.suspending { try? FileDescriptor.standardError.write(Array(text.utf8)) } }
  }
}
