import Bytes

/// Finds what tools printed in a run that was repeated and then succeeded: the message is of an attempt, and the run did not fail.
///
/// Only messages of tools that build, install, launch and test are left out. A crash of the first attempt is one also if a later attempt
/// succeeded.
struct RetriedRun {
  private static let words = PhraseFinder([
    ListWords.shared.retries, ListWords.shared.successes, ListWords.shared.failures,
    ToolMessage.toolPhrases.map { Array($0.utf8) },
  ])
  private static let (retry, success, failure, tool) = (1, 2, 4, 8)
  /// What the runtime of Swift prints; compilers write it in lower case.
  private static let crash: StaticString = "Fatal error: "

  /// Returns for each line whether it is the message of an attempt that was repeated in a run whose last stated outcome is success.
  static func marked(_ bytes: [UInt8], count: Int) -> [Bool] {
    bytes.withUnsafeBufferPointer { buffer in
      let text = ByteText(buffer, limit: 4096)
      var isAttempt = [Bool](repeating: false, count: count)
      var messages: [Int] = []
      var repeated: [Int] = []
      var hasSucceeded = false
      var (at, index) = (0, 0)
      while at < text.count, index < count {
        let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
        let found = words.lists(in: text, Slice(at, end))
        if found & tool != 0, !text.contains(crash, Slice(at, end)) { messages.append(index) }
        if found & retry != 0 {
          repeated += messages
          messages = []
          hasSucceeded = false
        }
        if found & failure != 0 { hasSucceeded = false }
        if found & success != 0, found & failure == 0 { hasSucceeded = true }
        (at, index) = (end + 1, index + 1)
      }
      guard hasSucceeded else { return isAttempt }
      for index in repeated { isAttempt[index] = true }
      return isAttempt
    }
  }
}
