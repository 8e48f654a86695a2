import Platform
import Vocabulary

/// Why output did not get through.
enum OutputFault: Error {
  /// The reader closed the pipe.
  case closed
  /// `target` names what was written to.
  case failed(target: String, reason: String)
}

/// Standard output and error, written to directly, so that every failure is seen.
enum StandardStreams {
  static func prepare() {
    CurrentProcess.ignoreBrokenPipes()
    FileDescriptor.openClosedStandardStreams()
  }

  static func output(_ text: String) throws(OutputFault) { try output(Array(text.utf8)) }

  static func output(_ bytes: [UInt8]) throws(OutputFault) {
    var fault: OutputFault?
    bytes.withUnsafeBytes { part in
      do throws(OutputFault) { try output(part) } catch { fault = error }
    }
    if let fault { throw fault }
  }

  static func output(_ bytes: UnsafeRawBufferPointer) throws(OutputFault) {
    do throws(SystemError) {
      if StatusLine.sharesOutput {
        try StatusLine.aside { () throws(SystemError) in try FileDescriptor.standardOutput.write(bytes) }
      } else {
        try FileDescriptor.standardOutput.write(bytes)
      }
    } catch {
      switch error {
      case .brokenPipe, .connectionReset: throw .closed
      default: throw .failed(target: "standard output", reason: reason(error))
      }
    }
  }

  /// What the user reads of an error.
  static func reason(_ error: SystemError) -> String {
    switch error {
    case .noSpace: "the disk is full"
    case .permissionDenied, .notPermitted: "no permission"
    case .badFileDescriptor: "it is closed"
    case .noSuchFile: "no such folder"
    case .isAFolder: "it is a folder"
    case .readOnlyFileSystem: "the volume is read-only"
    case .quotaExceeded: "the disk quota is used up"
    default: error.description
    }
  }
}

/// Standard error: progress, warnings, faults. What is said there is escaped by the caller or here.
enum Console {
  /// `diagnose: MESSAGE`, and the hint indented below it.
  static func complain(_ message: String, hint: String? = nil) {
    var text = "diagnose: " + Terminal.escaped(message) + "\n"
    if let hint { text += "  " + Terminal.escaped(hint) + "\n" }
    write(text)
  }

  /// Writes text that is safe already. Nobody can be told when that fails.
  static func write(_ text: String) {
    StatusLine.aside { try? FileDescriptor.standardError.write(Array(text.utf8)) }
  }
}
