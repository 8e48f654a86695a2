import Bytes

/// The outcome that the log of a build or test run states.
package enum RunOutcome {
  private static let words = PhraseFinder([ListWords.shared.verdicts, ListWords.shared.failures])
  private static let (success, failure) = (1, 2)

  /// Returns the number of the line, from 1, with the last statement that the run succeeded; `nil` if there is none, or if any
  /// line states that a part of it failed.
  package static func successLine(in input: [UInt8]) -> Int? {
    input.withUnsafeBufferPointer { buffer in
      let text = ByteText(buffer, limit: 4096)
      var last: Int?
      var (at, number) = (0, 1)
      while at < text.count {
        let end = text.first(0x0a, Slice(at, text.count)) ?? text.count
        if end > at {
          let found = words.lists(in: text, Slice(at, end))
          if found & failure != 0 { return nil }
          if found & success != 0 { last = number }
        }
        (at, number) = (end + 1, number + 1)
      }
      return last
    }
  }
}
