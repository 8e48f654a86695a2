import Bytes

/// Recognizes sentences that introduce an example of a message to the reader: "If you see these errors:". What follows did
/// not necessarily happen. A sentence in which authors speak of themselves introduces what happened to them.
struct LeadIn {
  let text: ByteText

  /// Subjects and conditions of general advice, in lower case.
  private static let general: [StaticString] = [
    "if you ", "you may ", "you might ", "you will ", "you'll ", "you can ", "you have ", "you've ", "you should ",
    "you are likely", "you get ", "you see ", "you could ", "everybody ", "everyone ", "people ", "users ",
    "developers ", "one of these", "one of the following", "these errors appear", "this error appears",
    "if the build ", "if xcode ", "if the preview", "if previews", "if there ", "if an error", "if this error",
    "if it fails", "if your ", "common errors", "typical errors", "usual errors", "known errors",
    "fixes crashes", "fixes errors", "fixes issues", "can throw", "may throw", "can cause ", "may cause ",
    "error messages such as",
    "error messages like", "messages such as", "errors such as", "expected output", "example output",
  ]

  /// Words with which a sentence states that something happened.
  private static let occurrences: [StaticString] = [
    " throws ", " threw ", " failed with", " fails with", " crashes with",
  ]

  /// Words of an author who speaks of themselves.
  private static let authors = Set(
    ["i", "i'm", "i've", "im", "my", "me", "we", "we're", "we've", "our", "us"].map { ByteText.hash($0) })

  /// The length of the longest sentence that is examined, in bytes.
  static let maxLength = 600

  /// Returns whether a line, with the lines of its paragraph above it, introduces an example, or what does not belong to the failure.
  ///
  /// - Parameter isFollowedByFence: Whether the next line that is not empty begins a fenced block; otherwise the sentence must
  ///   end with a colon.
  func isGeneral(_ line: Slice, isFollowedByFence: Bool) -> Bool {
    guard line.count >= 12, line.count <= Self.maxLength else { return false }
    guard isFollowedByFence || endsWithColon(line) else { return false }
    if ExclusionSentence(text: text).excludes(line) { return true }
    guard Self.general.contains(where: { text.find(ignoringCase: $0, line) != nil }) || namesExample(line) else {
      return false
    }
    return !statesOccurrence(line) && !speaksOfItsAuthor(line)
  }

  /// Returns whether a sentence states that something happened.
  func statesOccurrence(_ line: Slice) -> Bool {
    Self.occurrences.contains { text.find(ignoringCase: $0, line) != nil }
  }

  /// Whether a line says that an example follows, in one of several languages.
  private func namesExample(_ line: Slice) -> Bool {
    let words = Array(text.string(line).utf8)
    return ProseWords.shared.counts(in: words, limit: Self.maxLength)[.introductions] != nil
  }

  /// Beginnings of sentences that tell the reader what to do about a message which they quote.
  private static let advice: [StaticString] = [
    "if you see ", "if you get ", "if you encounter ", "if xcode shows ", "if xcode says ", "when you see ",
    "whenever you see ",
    "in case you see ", "in case of ", "you may see ", "you might see ", "should you see ",
  ]

  /// Returns whether a line is a sentence that tells the reader what to do about a message, and quotes it.
  func isAdvice(_ line: Slice) -> Bool {
    var sentence = line
    while !sentence.isEmpty, "#*-> ".utf8.contains(text[sentence.start]) { sentence.start += 1 }
    return Self.advice.contains { text.hasPrefix(ignoringCase: $0, sentence) } && !speaksOfItsAuthor(sentence)
  }

  private func endsWithColon(_ line: Slice) -> Bool {
    var end = line.end
    while end > line.start, text[end - 1] == UInt8(ascii: "*") || text[end - 1] == UInt8(ascii: "_") { end -= 1 }
    if text[end - 1] == UInt8(ascii: ":") { return true }
    // A full-width colon.
    return end - line.start >= 3 && text[end - 3] == 0xef && text[end - 2] == 0xbc && text[end - 1] == 0x9a
  }

  /// Returns whether a word of a line is one of an author who speaks of themselves.
  func speaksOfItsAuthor(_ line: Slice) -> Bool {
    var index = line.start
    var word: [UInt8] = []
    while index <= line.end {
      if index < line.end, text[index].isLetterOrDigit || text[index] == UInt8(ascii: "'") {
        word.append(text[index].lowercased)
      } else {
        if !word.isEmpty, word.count < 8, Self.authors.contains(ByteText.hash(String(streamSafe: word))) {
          return true
        }
        word.removeAll(keepingCapacity: true)
      }
      index += 1
    }
    return false
  }
}
