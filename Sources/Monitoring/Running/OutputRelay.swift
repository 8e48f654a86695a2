package import Platform

/// A process that passes on output which continues after `run` has ended.
///
/// A program that a command leaves in the background writes to the pipes of `run`. Without a reader it would get SIGPIPE,
/// and its last lines would be lost; a reader that waits for its end could hang. So another process reads on: it has
/// no memory of the output, and ends with the pipe. Its standard output is that of `run`, as it would be that of the
/// program without `run`.
package enum OutputRelay {
  /// The only argument of the process. It is not a command of the user, so it is not among the subcommands.
  package static let word = "__pass-on"

  /// Starts a process that copies from `source` to `target`. Returns false if that is not possible.
  package static func start(from source: FileDescriptor, to target: FileDescriptor) -> Bool {
    guard let program = CurrentProcess.ownProgram else { return false }
    let child = try? ChildProcess(
      words: [program.bytes, Array(word.utf8)], environment: ProcessEnvironment.variables,
      ChildProcess.Streams(input: source, output: target))
    return child != nil
  }

  /// Starts a process as above that first writes bytes, at most as many as fit into a pipe, which were read before.
  package static func start(after bytes: [UInt8], from source: FileDescriptor, to target: FileDescriptor) -> Bool {
    guard !bytes.isEmpty else { return start(from: source, to: target) }
    guard let pipe = try? FileDescriptor.pipe() else { return false }
    defer {
      try? pipe.reading.close()
      try? pipe.writing.close()
    }
    // The process that reads the pipe is started before it is filled, and what follows comes through the same pipe.
    guard start(from: pipe.reading, to: target), (try? pipe.writing.write(bytes)) != nil else { return false }
    return start(from: source, to: pipe.writing)
  }

  /// The task of the process: copies standard input to standard output until its end, or until there is no reader.
  package static func run() {
    // It must not end before the writer, whose last words may be about the signal.
    CurrentProcess.ignoreRequestsToEnd()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let isOpen = buffer.withUnsafeMutableBytes { buffer in
        guard let count = try? FileDescriptor.standardInput.read(into: buffer), count > 0 else { return false }
        return (try? FileDescriptor.standardOutput.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))) != nil
      }
      if !isOpen { return }
    }
  }
}
