package import Archives
package import CrashReports
import Documents
import Platform
import Vocabulary

/// The one report that a command rewrites or converts: a file, the only report in an archive, or standard input.
package struct ReportInput {
  /// The bytes of the report.
  package let bytes: [UInt8]
  /// What could not be read of the archive that contains the report; `nil` for a file, and if all was read.
  package let archiveFault: ArchiveFault?
  private let name: String

  /// Reads the report of this name; `-` is standard input. Explains on standard error what cannot be read, and then throws
  /// a `CommandFault`.
  ///
  /// - Parameter limit: The maximum number of bytes.
  package init(_ name: String, limit: Int) throws {
    self.name = name
    do throws(ReadingFault) {
      (bytes, archiveFault) = try Self.read(name, limit: limit)
    } catch {
      Console.write("diagnose: " + InputError(error, path: name).text + "\n")
      throw CommandFault(.nothingDone)
    }
  }

  /// The name of the input in messages.
  package var shownName: String { name == "-" ? "standard input" : Terminal.quotedFileName(name) }

  private static func read(_ name: String, limit: Int) throws(ReadingFault) -> ([UInt8], ArchiveFault?) {
    if name == "-" { return (try FileReader.readStandardInput(limit: limit), nil) }
    let file = try FileReader.open(FilePath.arguments([name])[0])
    guard Archive.kind(of: file.read(at: 0, Archive.headSize)) != nil else {
      return (try file.bytes(limit: limit), nil)
    }
    return try ArchiveInput(path: name, content: .file(file), isNamed: true).onlyReport(limit: limit)
  }

  /// Prints the faults of a reading of the bytes.
  package func explain(_ faults: [DecodingFault]) {
    for fault in faults { Console.write("diagnose: " + InputError(fault, path: name).text + "\n") }
  }

  /// Prints what could not be read of the archive.
  package func explainArchive() {
    if let archiveFault { Console.writeMessage("\(shownName): \(archiveFault.message)") }
  }
}
