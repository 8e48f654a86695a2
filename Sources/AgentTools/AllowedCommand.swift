import Bytes
import Platform
import Presentation

/// The command that the user of `diagnose mcp` permits the tool `run` to run. A caller can neither choose nor change it.
package struct AllowedCommand: Sendable {
  /// The program and its arguments.
  let words: [[UInt8]]
  /// The time after which it is ended, in seconds.
  let seconds: Double

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments, without a shell.
  ///   - seconds: The time after which it is ended.
  package init(words: [[UInt8]], seconds: Double) {
    self.words = words
    self.seconds = seconds
  }

  /// The name of the program, without its folders.
  var name: String { String(streamSafe: FilePath(bytes: words.first ?? []).lastComponent) }

  /// The words as one line, for people.
  var text: String { BriefText.cut(words.map { String(streamSafe: $0) }.joined(separator: " "), 300) }
}
