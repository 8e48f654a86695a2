import UserFiles
import Vocabulary
import Platform

/// A file that a user wrote: its bytes, and what to call it in messages.
struct UserFile {
  let name: String
  let bytes: [UInt8]

  /// More than any file of patterns or configuration has; what is larger is refused with a message of its own.
  private static let limit = 1 << 20

  /// Reads a file that somebody named; when it cannot be read, that ends the command.
  static func named(_ path: FilePath, shown name: String, status: ExitStatus) throws -> UserFile {
    do { return UserFile(name: name, bytes: try contents(path)) } catch {
      throw CommandFault(status, "\(Terminal.quotedFileName(name)): \(error.message)", hint: error.hint)
    }
  }

  /// The file, or `nil` where there is none.
  static func ifThere(_ path: FilePath, shown name: String) throws -> UserFile? {
    do { return UserFile(name: name, bytes: try contents(path)) } catch {
      if error.code == ReadingFault.notFound { return nil }
      throw CommandFault(
        .wrongConfiguration, "\(Terminal.quotedFileName(name)): \(error.message)",
        hint: "--no-config leaves configurations alone.")
    }
  }

  private static func contents(_ path: FilePath) throws(ReadingFault) -> [UInt8] {
    do { return try FileReader.open(path).bytes(limit: limit) } catch {
      switch error.code {
      case ReadingFault.empty: return []
      case ReadingFault.tooLarge: throw ReadingFault(error.code, "larger than 1 MB, the most that is read")
      default: throw error
      }
    }
  }

  /// Tells of faults on standard error.
  func explain(_ faults: [FileFault]) {
    let text = FaultText(name, bytes)
    for fault in faults { Console.write(text.text(fault)) }
  }
}
