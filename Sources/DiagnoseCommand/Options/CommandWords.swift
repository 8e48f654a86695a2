import Foundation

/// The command after `--`, byte for byte: arguments need not be UTF-8.
enum CommandWords {
  /// Returns the last arguments of this process.
  ///
  /// - Parameter texts: The same arguments as texts.
  static func last(_ texts: [String]) -> [[UInt8]] {
    let count = Int(CommandLine.argc)
    guard texts.count < count else { return texts.map { Array($0.utf8) } }
    return (count - texts.count..<count).map { index in
      guard let word = CommandLine.unsafeArgv[index] else { return [] }
      return UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) }
    }
  }
}
