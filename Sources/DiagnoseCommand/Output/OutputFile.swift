import Bytes
import Platform
import Vocabulary

/// Writes a file completely or not at all.
enum OutputFile {
  /// Writes text or bytes to a new file beside `path` and renames it to `path`. If `path` is not a regular file
  /// (`/dev/stderr`, a named pipe), writes to it directly.
  static func write(_ text: String, to path: String) throws(OutputFault) { try write(Array(text.utf8), to: path) }

  static func write(_ bytes: [UInt8], to path: String) throws(OutputFault) {
    if let status = try? FileStatus(of: FilePath(path)), status.kind != .regular {
      do { return try fill(FilePath(path), bytes, [.writeOnly, .noControllingTerminal]) } catch {
        throw .failed(target: path, reason: StandardStreams.reason(error))
      }
    }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let neighbor = FilePath(folder + ".\(name.prefix(bytes: 80)).diagnose-\(ChildProcess.ownID)")
    do throws(SystemError) {
      try fill(neighbor, bytes, [.writeOnly, .create, .exclusive])
      try Files.rename(neighbor, to: FilePath(path))
    } catch {
      try? Files.remove(neighbor)
      throw .failed(target: path, reason: StandardStreams.reason(error))
    }
    // The rename is durable only after the folder is synchronized.
    if let opened = try? FileDescriptor(opening: FilePath(folder.isEmpty ? "." : folder)) {
      try? opened.synchronize()
      try? opened.close()
    }
  }

  private static func fill(
    _ path: FilePath, _ bytes: [UInt8], _ options: FileDescriptor.Options
  ) throws(SystemError) {
    let file = try FileDescriptor(opening: path, options)
    var failure: SystemError?
    do throws(SystemError) {
      try file.write(bytes)
      if options.contains(.create) { try file.synchronize() }
    } catch {
      failure = error
    }
    do { try file.close() } catch { failure = failure ?? error }
    if let failure { throw failure }
  }
}
