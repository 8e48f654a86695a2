import Platform
import Vocabulary

extension FilePath {
  /// Returns the paths that the user named, byte for byte. The parser passes them as text, in which bytes that are not
  /// UTF-8 are replaced; such paths are looked up in the arguments as the system passed them.
  static func arguments(_ texts: [String]) -> [FilePath] {
    var raw: [[UInt8]] = []
    if texts.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
      for index in 1..<max(1, Int(CommandLine.argc)) {
        guard let pointer = CommandLine.unsafeArgv[index] else { continue }
        let bytes = UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) }
        if Array(String(decoding: bytes, as: UTF8.self).utf8) != bytes { raw.append(bytes) }
      }
    }
    return texts.map { text in
      if let index = raw.firstIndex(where: { String(decoding: $0, as: UTF8.self) == text }) {
        return FilePath(bytes: raw.remove(at: index))
      }
      return FilePath(text)
    }
  }
}
