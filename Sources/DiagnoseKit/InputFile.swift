import Platform
import Vocabulary

/// Reads a complete file.
enum InputFile {
  /// The file is opened without blocking, because a pipe would wait for its other end. Its kind is checked afterwards,
  /// because the name may refer to another file by then.
  static func bytes(of path: String, limit: Int) throws(ReadingFault) -> [UInt8] {
    let file: FileDescriptor
    do { file = try FileDescriptor(opening: FilePath(path), [.nonBlocking, .noControllingTerminal]) } catch {
      let isMissing = error == .noSuchFile || error == .notAFolder || error == .nameTooLong
      throw ReadingFault(isMissing ? .notFound : .notReadable, isMissing ? "file not found" : error.description)
    }
    defer { try? file.close() }
    let bytes: [UInt8]?
    do {
      let status = try file.status()
      guard status.kind == .regular else { throw ReadingFault(.notARegularFile, "is not a regular file") }
      bytes = status.size > limit ? nil : try file.bytesToEnd(expecting: status.size, limit: limit)
    } catch let fault as ReadingFault {
      throw fault
    } catch {
      throw ReadingFault(.notReadable, "cannot read it")
    }
    guard let bytes else { throw ReadingFault(.tooLarge, "larger than \(limit) bytes") }
    if bytes.isEmpty { throw ReadingFault(.empty, "is empty") }
    return bytes
  }
}
