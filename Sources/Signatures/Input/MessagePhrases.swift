import Bytes

/// A set of phrases that rules search for. All are found in one pass over a text.
struct MessagePhrases {
  /// The concatenated phrases, sorted by their first byte.
  private var bytes: [UInt8] = []
  private var ranges: [(start: Int, count: Int)] = []
  /// For each byte, the indices of the phrases that begin with it.
  private var byStart: [(first: Int, count: Int)] = Array(repeating: (0, 0), count: 256)

  /// Whether a phrase begins with two bytes, by a hash of them: few pairs of a text do. Every phrase has two bytes.
  private var pairs = [Bool](repeating: false, count: 256)

  init(_ phrases: [String]) {
    for phrase in phrases.map({ Array($0.utf8) }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let first = phrase.first, phrase.count >= 2 else { continue }
      pairs[Self.hash(first, phrase[1])] = true
      if byStart[Int(first)].count == 0 { byStart[Int(first)].first = ranges.count }
      byStart[Int(first)].count += 1
      ranges.append((bytes.count, phrase.count))
      bytes += phrase
    }
  }

  /// Returns the index of the phrase that occurs first.
  private func number(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    byStart.withUnsafeBufferPointer { starts in
      for at in text.indices where mayBegin(text, at) {
        let (first, count) = starts[Int(text[at])]
        for number in first..<(first + count) where occurs(number, at, text) { return number }
      }
      return nil
    }
  }

  @inline(__always)
  private func mayBegin(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    pairs[Self.hash(text[at], at + 1 < text.count ? text[at + 1] : 0)]
  }

  private static func hash(_ first: UInt8, _ second: UInt8) -> Int { Int(first &* 31 &+ second) }

  private func occurs(_ number: Int, _ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (start, count) = ranges[number]
    guard text.count - at >= count else { return false }
    var offset = 1
    while offset < count {
      if text[at + offset] != bytes[start + offset] { return false }
      offset += 1
    }
    return true
  }

  func occur(in text: String) -> Bool { number(in: text) != nil }

  /// Returns the phrase that occurs first in the text.
  func first(in text: String) -> String? {
    number(in: text).map { bytes[ranges[$0].start..<(ranges[$0].start + ranges[$0].count)].text }
  }

  private func number(in text: String) -> Int? {
    var text = text
    return text.withUTF8 { number(in: $0) }
  }

  /// The phrases of messages that determine a rule, a fact or a subject.
  static let messages = MessagePhrases(
    KindStep.trapWords + [
      "watchdog transgression", "uncaught exception ", "raised a \"", "IB Designables:", "excessive recursion",
      "Thread stack size exceeded", "Library not loaded: ", "dependent dylib '", "UsageDescription",
    ])

  /// Parts of function names that show how a process ended. A fast filter before names are normalized.
  static let failureFunctions = MessagePhrases([
    "__exceptionPreprocess", "objc_exception_throw", "__cxa_throw", "_objc_terminate", "ssertionFailure",
    "Swift runtime failure", "swift_unexpectedError", "fatalError", "abort", "__assert_rtn",
  ])
}
