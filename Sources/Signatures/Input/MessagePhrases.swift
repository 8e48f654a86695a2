/// Wordings that rules look for, all of them found in one pass over a text.
struct MessagePhrases {
  private let phrases: [[UInt8]]
  private var startsPhrase: [Bool]

  init(_ phrases: [String]) {
    self.phrases = phrases.map { Array($0.utf8) }
    startsPhrase = Array(repeating: false, count: 256)
    for phrase in self.phrases { if let first = phrase.first { startsPhrase[Int(first)] = true } }
  }

  /// Calls `body` with the number of each phrase where it occurs, until it returns false.
  private func find(in text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Bool) {
    for at in text.indices where startsPhrase[Int(text[at])] {
      for (number, phrase) in phrases.enumerated() where phrase[0] == text[at] && text.count - at >= phrase.count {
        var offset = 1
        while offset < phrase.count, text[at + offset] == phrase[offset] { offset += 1 }
        if offset == phrase.count, !body(number) { return }
      }
    }
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
    "exceptionPreprocess", "objc_exception_throw", "__cxa_throw", "_objc_terminate", "ssertionFailure",
    "Swift runtime failure", "swift_unexpectedError", "fatalError", "abort", "__assert_rtn",
  ])
}
