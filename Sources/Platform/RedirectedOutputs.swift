import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The regular files to which a shell has redirected standard output and standard error.
///
/// A file that the process also reads must not be written to: `diagnose x.ips >> x.ips`. What is opened counts, under
/// any name and by any part of the program.
package enum RedirectedOutputs {
  private struct File: Equatable {
    var device: UInt64
    var inode: UInt64

    init(_ status: FileStatus) {
      device = status.device
      inode = status.inode
    }

    /// Returns the file on which a descriptor is open; `nil` for a terminal, a pipe or a device.
    init?(_ descriptor: FileDescriptor) {
      guard let status = try? descriptor.status(), status.kind == .regular else { return nil }
      self.init(status)
    }
  }

  private static let output = File(FileDescriptor.standardOutput)
  private static let error = File(FileDescriptor.standardError)
  /// False for nearly every run: then nothing else is examined.
  private static let isAny = output != nil || error != nil

  private struct Inputs {
    var ofOutput: FilePath?
    var isError = false
  }

  private static let inputs = Mutex(Inputs())

  /// Remembers the outputs, and whether standard input is one of them. Called at the start: standard streams that were
  /// closed may be opened later.
  package static func prepare() {
    guard isAny else { return }
    _ = isOutputBinary
    _ = isErrorBinary
    guard let input = File(FileDescriptor.standardInput) else { return }
    note(input, FilePath("-"))
  }

  /// The file that is read and to which standard output is redirected; `nil` if there is none.
  package static var input: FilePath? { isAny ? inputs.withLock { $0.ofOutput } : nil }

  /// Whether standard error is redirected to a file that is read.
  package static var isErrorAnInput: Bool { isAny && inputs.withLock { $0.isError } }

  /// Whether standard output is redirected to a file that was not text at the start: a database, a program.
  package static let isOutputBinary = output != nil && isBinary("/dev/fd/1")
  /// The same of standard error.
  package static let isErrorBinary = error != nil && isBinary("/dev/fd/2")

  /// Returns whether the file of a descriptor begins like no text.
  private static func isBinary(_ name: String) -> Bool {
    // The descriptor may be open for writing only.
    let number = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard number >= 0 else { return false }
    let file = FileDescriptor(rawValue: number)
    defer { try? file.close() }
    return ((try? file.bytes(at: 0, count: 4096)) ?? []).contains(0)
  }

  /// Notes that a file was opened for reading.
  static func noteReading(_ descriptor: FileDescriptor, _ path: FilePath) {
    guard isAny, let file = File(descriptor) else { return }
    note(file, path)
  }

  private static func note(_ file: File, _ path: FilePath) {
    inputs.withLock { inputs in
      if file == output { inputs.ofOutput = inputs.ofOutput ?? path }
      if file == error { inputs.isError = true }
    }
  }
}
