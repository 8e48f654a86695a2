import UserFiles
import Vocabulary
import Platform

/// A file written by a user: its contents, and its name for messages.
struct UserFile {
  let name: String
  let bytes: [UInt8]
  /// The path that it was read from; `nil` if it is not a file.
  var path: FilePath?

  /// The maximum size, larger than any real pattern or configuration file.
  private static let limit = 1 << 20

  /// Reads a file that the user named. If it cannot be read, the command ends.
  static func named(_ path: FilePath, shown name: String, status: ExitStatus) throws -> UserFile {
    do { return UserFile(name: name, bytes: try contents(path), path: path) } catch {
      throw CommandFault(status, "\(Terminal.quotedFileName(name)): \(error.message)", hint: error.hint)
    }
  }

  /// Returns the file; `nil` if it does not exist.
  static func ifThere(_ path: FilePath, shown name: String) throws -> UserFile? {
    do { return UserFile(name: name, bytes: try contents(path), path: path) } catch {
      if error.code == ReadingFault.notFound { return nil }
      throw CommandFault(
        .wrongConfiguration, "\(Terminal.quotedFileName(name)): \(error.message)",
        hint: "To ignore configurations, use --no-config.")
    }
  }

  private static func contents(_ path: FilePath) throws(ReadingFault) -> [UInt8] {
    do { return try FileReader.open(path).bytes(limit: limit) } catch {
      switch error.code {
      case ReadingFault.empty: return []
      case ReadingFault.tooLarge: throw ReadingFault(error.code, "larger than the limit of 1 MB")
      default: throw error
      }
    }
  }

  /// Prints faults on standard error.
  func explain(_ faults: [FileFault]) {
    let text = FaultText(name, bytes)
    for fault in faults { Console.write(text.text(fault)) }
  }
}
