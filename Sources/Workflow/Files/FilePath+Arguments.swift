import Bytes
package import Platform
import Vocabulary

/// The arguments of the command line.
package enum Arguments {
  /// The arguments as text, without the name of the program, in the Stream-Safe Text Format; bytes that are not UTF-8
  /// are replaced.
  package static let texts: [String] = words.map { String(streamSafe: $0) }

  /// The arguments that differ from their text.
  fileprivate static let altered: [(text: String, bytes: [UInt8])] = zip(texts, words)
    .filter { !$0.utf8.elementsEqual($1) }.map { ($0, $1) }

  /// Returns whether an argument, or the value behind the `=` of one, is exactly the text that was parsed. If not, the text
  /// names another file than the user did.
  static func isExact(_ text: String) -> Bool {
    !altered.contains { $0.text == text || $0.text.hasSuffix("=" + text) }
  }

  /// Throws `wrongUse` if the value of an option that names a file to write to is not exactly what the user named.
  package static func requireExact(_ text: String, _ option: String) throws(CommandFault) {
    guard !isExact(text) else { return }
    throw CommandFault(
      .wrongUse, "\(option) \(Terminal.quotedFileName(text)): the name is not UTF-8, or has too many combining marks",
      hint: "Nothing was written. Name another file.")
  }

  /// The arguments as the system passed them.
  private static let words: [[UInt8]] = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { pointer in
      UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) }
    }
  }
}

extension FilePath {
  /// Returns the paths that the user named, byte for byte. The parser passes them as text, which differs from the bytes
  /// of names that are not UTF-8 and of names with too many combining marks; such paths are looked up in the arguments
  /// as the system passed them.
  package static func arguments(_ texts: [String]) -> [FilePath] {
    var altered = Arguments.altered
    return texts.map { text in
      if let index = altered.firstIndex(where: { $0.text == text }) {
        return FilePath(bytes: altered.remove(at: index).bytes)
      }
      return FilePath(text)
    }
  }
}
