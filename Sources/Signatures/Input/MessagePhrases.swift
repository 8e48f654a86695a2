/// Wordings that rules look for, all of them found in one pass over a text.
struct MessagePhrases {
  private let phrases: [[UInt8]]
  /// Numbers of the phrases by their first byte.
  private var byStart: [[Int]] = Array(repeating: [], count: 256)
  /// A bit for each byte with which one begins.
  private var starts: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init(_ phrases: [String]) {
    self.phrases = phrases.map { Array($0.utf8) }
    for (number, phrase) in self.phrases.enumerated() {
      guard let first = phrase.first else { continue }
      byStart[Int(first)].append(number)
      let bit = UInt64(1) << UInt64(first & 63)
      switch first >> 6 {
      case 0: starts.0 |= bit
      case 1: starts.1 |= bit
      case 2: starts.2 |= bit
      default: starts.3 |= bit
      }
    }
  }

  /// Calls `body` with the number of each phrase where it occurs, until it returns false.
  private func find(in text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Bool) {
    for at in text.indices where isStart(text[at]) {
      for number in byStart[Int(text[at])] where occurs(number, at, text) {
        if !body(number) { return }
      }
    }
  }

  private func occurs(_ number: Int, _ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    phrases[number].withUnsafeBufferPointer { phrase in
      guard text.count - at >= phrase.count else { return false }
      var offset = 1
      while offset < phrase.count, text[at + offset] == phrase[offset] { offset += 1 }
      return offset == phrase.count
    }
  }

  private func isStart(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: starts.0
      case 1: starts.1
      case 2: starts.2
      default: starts.3
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }

  func occur(in text: String) -> Bool { number(in: text) != nil }

  /// The phrase of the list that occurs first in the text.
  func first(in text: String) -> String? {
    number(in: text).map { String(decoding: phrases[$0], as: UTF8.self) }
  }

  private func number(in text: String) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      var found: Int?
      find(in: bytes) { number in
        found = number
        return false
      }
      return found
    }
  }

  /// Wordings of messages that a rule, a fact or a subject is read from.
  static let messages = MessagePhrases(
    KindStep.trapWords + [
      "watchdog transgression", "uncaught exception ", "raised a \"", "IB Designables:", "excessive recursion",
      "Thread stack size exceeded", "Library not loaded: ", "dependent dylib '", "UsageDescription",
    ])

  /// Names that stand for how a process ended, in whatever decoration; a quick look before normalising.
  static let failureFunctions = MessagePhrases([
    "__exceptionPreprocess", "objc_exception_throw", "__cxa_throw", "_objc_terminate", "ssertionFailure",
    "Swift runtime failure", "swift_unexpectedError", "fatalError", "abort", "__assert_rtn",
  ])
}
