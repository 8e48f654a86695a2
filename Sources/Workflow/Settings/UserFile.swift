import Vocabulary
package import YAMLText
package import Platform

/// A file written by a user: its contents, and its name for messages.
package struct UserFile: Sendable {
  /// What messages may contain of the file.
  enum Disclosure: Sendable {
    /// Words and lines of the file.
    case complete
    /// Nothing: the user did not name the file. The command shows the faults.
    case nothing(command: String)
  }

  /// The name for messages.
  package let name: String
  /// The contents.
  package let bytes: [UInt8]
  var disclosure: Disclosure = .complete
  /// The path that it was read from; `nil` if it is not a file.
  package var path: FilePath?

  /// The maximum size, larger than any real pattern or configuration file.
  package static let limit = 1 << 20

  /// A file with known contents.
  package init(name: String, bytes: [UInt8], path: FilePath? = nil) {
    self.name = name
    self.bytes = bytes
    self.path = path
  }

  /// Reads a file that the user named. If it cannot be read, the command ends.
  package static func named(_ path: FilePath, shown name: String, status: ExitStatus) throws -> UserFile {
    do {
      return UserFile(
        name: name, bytes: try contents { () throws(ReadingFault) in try FileReader.open(path) }, path: path)
    } catch {
      throw CommandFault(status, "\(Terminal.quotedFileName(name)): \(error.message)", hint: error.hint)
    }
  }

  /// Returns the file; `nil` if it does not exist.
  static func ifThere(_ path: FilePath, shown name: String) throws -> UserFile? {
    do {
      return UserFile(
        name: name, bytes: try contents { () throws(ReadingFault) in try FileReader.open(path) }, path: path)
    } catch {
      if error.code == ReadingFault.notFound { return nil }
      throw CommandFault(
        .wrongConfiguration, "\(Terminal.quotedFileName(name)): \(error.message)",
        hint: "To ignore configurations, use --no-config.")
    }
  }

  /// Reads a file that was opened at a path, and closes it.
  package init(_ opened: ContainedFolder.Opened, at path: FilePath, name: String) throws(ReadingFault) {
    self.name = name
    self.path = path
    bytes = try Self.contents { () throws(ReadingFault) in FileReader.file(opened) }
  }

  private static func contents(_ open: () throws(ReadingFault) -> OpenFile) throws(ReadingFault) -> [UInt8] {
    do { return try open().bytes(limit: limit) } catch {
      switch error.code {
      case ReadingFault.empty: return []
      case ReadingFault.tooLarge: throw ReadingFault(error.code, "larger than the limit of 1 MB")
      default: throw error
      }
    }
  }

  /// Prints faults on standard error.
  package func explain(_ faults: [FileFault]) {
    guard let first = faults.first else { return }
    switch disclosure {
    case .complete:
      let text = FaultText(name, bytes)
      for fault in faults { Console.write(text.text(fault)) }
    case .nothing(let command):
      let count = faults.count == 1 ? "an error" : "\(faults.count) errors, the first"
      Console.writeMessage(
        "\(Terminal.quotedFileName(name)):\(first.line):\(first.column): \(count) here; nothing of this file is shown, because "
          + "a configuration that was found names it", hint: "To show it: \(command)")
    }
  }
}
