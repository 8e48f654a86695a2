import Bytes
import Knowledge

/// What a shell, a build tool, a debugger or launchd prints when a signal ended a process: `zsh: segmentation fault  ./app`,
/// `[1]  + 35053 abort`, `make: *** [test] Error 139`. The wordings are those of `Knowledge/words/signals.txt`.
package enum SignalMessage {
  /// A signal, and the offset at which its words begin.
  package struct Occurrence: Sendable, Equatable {
    /// The name, such as `SIGSEGV`.
    package let signal: String
    /// The offset in the line.
    package let start: Int
  }

  private struct Signal: Sendable {
    let name: String
    /// The number on Darwin.
    let number: Int
    let words: [BytePattern]

    init(_ name: String, _ number: Int, _ words: [String]) {
      self.name = name
      self.number = number
      self.words = words.map { BytePattern(Array($0.utf8)) }
    }
  }

  private static let lists = KnowledgeText.signalMessages.lists
  private static let signals = [
    Signal("SIGHUP", 1, lists["SIGHUP"]), Signal("SIGINT", 2, lists["SIGINT"]),
    Signal("SIGQUIT", 3, lists["SIGQUIT"]), Signal("SIGILL", 4, lists["SIGILL"]),
    Signal("SIGTRAP", 5, lists["SIGTRAP"]), Signal("SIGABRT", 6, lists["SIGABRT"]),
    Signal("SIGEMT", 7, lists["SIGEMT"]), Signal("SIGFPE", 8, lists["SIGFPE"]),
    Signal("SIGKILL", 9, lists["SIGKILL"]), Signal("SIGBUS", 10, lists["SIGBUS"]),
    Signal("SIGSEGV", 11, lists["SIGSEGV"]), Signal("SIGSYS", 12, lists["SIGSYS"]),
    Signal("SIGPIPE", 13, lists["SIGPIPE"]), Signal("SIGALRM", 14, lists["SIGALRM"]),
    Signal("SIGTERM", 15, lists["SIGTERM"]), Signal("SIGXCPU", 24, lists["SIGXCPU"]),
    Signal("SIGXFSZ", 25, lists["SIGXFSZ"]),
  ]
  private static let beforeSignals = lists["before signals"].map { BytePattern(Array($0.utf8)) }
  private static let beforeWords = lists["before words"].map { BytePattern(Array($0.utf8)) }
  private static let beforeStatuses = lists["before statuses"].map { BytePattern(Array($0.utf8)) }
  private static let beforeNegatives = lists["before negative numbers"].map { BytePattern(Array($0.utf8)) }

  /// The phrases by which a line of a text is found to be worth reading.
  static let phrases: [String] = {
    // Too frequent in other lines, and found with the words that follow them.
    let frequent = ["terminated by ", "zsh: "]
    let before =
      lists["before signals"] + lists["before statuses"] + lists["before words"] + lists["before negative numbers"]
    var phrases = before.filter { !frequent.contains($0) }.map(trimmed)
    for signal in signals {
      for pattern in signal.words {
        let words = String(streamSafe: pattern.bytes)
        phrases += ["zsh: \(words)", "\(words): \(signal.number)"]
        if words.contains(" ") { phrases.append(words) }
      }
    }
    return phrases
  }()

  private static func trimmed(_ phrase: String) -> String {
    phrase.hasSuffix(" ") ? String(phrase.dropLast()) : phrase
  }

  private static let signalWord = BytePattern(Array("signal".utf8))
  /// The length of the longest line in which a message is searched, in bytes.
  private static let maxLength = 4096
  /// The signals that a negative status stands for. Programs return the other numbers, such as -1, themselves.
  private static let crashes: Set<Int> = [4, 5, 6, 8, 9, 10, 11]
  /// What shells add to a status for a process that a signal ended.
  private static let statusBase = 128

  /// Returns the signal that a line states as the end of a process; `nil` if it states none.
  ///
  /// - Parameter line: The line in lower case, with one blank for each run of white space.
  package static func find(in line: [UInt8]) -> Occurrence? {
    guard line.count <= maxLength else { return nil }
    if let job = job(line) { return job }
    for phrase in beforeSignals {
      // Behind other words, a number counts anything.
      let hasNumber = signalWord.firstOffset(in: phrase.bytes) != nil
      if let found = first(phrase, line, { signal(named: line, at: $0, hasNumber) }) { return found }
    }
    for phrase in beforeWords {
      if let found = first(phrase, line, { signal(worded: line, at: $0)?.name }) { return found }
    }
    for phrase in beforeStatuses {
      let found = first(phrase, line) { start in
        number(line, start).flatMap { status in signals.first { $0.number + statusBase == status }?.name }
      }
      if let found { return found }
    }
    for phrase in beforeNegatives {
      let found = first(phrase, line) { start in
        guard line.hasBytes("-", at: start) else { return nil }
        return number(line, start + 1).flatMap { number in
          crashes.contains(number) ? signals.first { $0.number == number }?.name : nil
        }
      }
      if let found { return found }
    }
    return worded(line)
  }

  /// Returns the number of the signal whose words and number are the complete text, such as `Abort trap: 6`; `nil` for other texts.
  static func number(ofWords text: String) -> UInt64? {
    let line = text.utf8.map(\.lowercased)
    guard line.count <= 64, let found = worded(line), found.start == 0,
      let signal = signals.first(where: { $0.name == found.signal }),
      signal.words.contains(where: { line == $0.bytes + ": \(signal.number)".utf8 })
    else { return nil }
    return UInt64(signal.number)
  }

  /// Returns the signal of a job that ended: `[1] + 35053 abort ./app`.
  static func job(_ line: [UInt8]) -> Occurrence? {
    guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")), close > 1,
      line[1..<close].allSatisfy(\.isDigit)
    else { return nil }
    var at = close + 1
    while at < line.count, line[at].isBlank || line[at] == UInt8(ascii: "+") || line[at] == UInt8(ascii: "-") {
      at += 1
    }
    let process = at
    while at < line.count, line[at].isDigit { at += 1 }
    guard at > process, at < line.count, line[at].isBlank else { return nil }
    return signal(worded: line, at: at + 1).map { Occurrence(signal: $0.name, start: 0) }
  }

  /// Returns the signal whose words have its number behind them, or the note about a core dump.
  private static func worded(_ line: [UInt8]) -> Occurrence? {
    for signal in signals {
      for words in signal.words {
        let found = first(words, line) { end -> String? in
          // A single word counts anything: `aborted: 6`.
          let start = end - words.bytes.count
          let isOwn = start == 0 || start >= 2 && (line[start - 2].isDigit || line[start - 2] == UInt8(ascii: "]"))
          let isPhrase = isOwn || words.bytes.contains { !$0.isLetter }
          if line.hasBytes(": ", at: end) {
            return isPhrase && number(line, end + 2) == signal.number ? signal.name : nil
          }
          return line.hasBytes(" (core dumped)", at: end) ? signal.name : nil
        }
        if let found { return found }
      }
    }
    return nil
  }

  /// Returns the result of `value` at the end of the first occurrence of a phrase for which there is one. A phrase does not
  /// begin within a word.
  private static func first(_ phrase: BytePattern, _ line: [UInt8], _ value: (Int) -> String?) -> Occurrence? {
    var start = 0
    while let found = phrase.firstOffset(in: line, from: start) {
      if found == 0 || !line[found].isLetter || !line[found - 1].isLetterOrDigit,
        let signal = value(found + phrase.bytes.count)
      {
        return Occurrence(signal: signal, start: found)
      }
      start = found + 1
    }
    return nil
  }

  /// Returns the signal whose number or name is at an offset.
  private static func signal(named line: [UInt8], at start: Int, _ hasNumber: Bool) -> String? {
    if hasNumber, let number = number(line, start) { return signals.first { $0.number == number }?.name }
    return signals.first { signal in
      let name = signal.name.utf8.map { $0.lowercased }
      return line.hasBytes(name, at: start) && !isWord(line, start + name.count)
    }?.name
  }

  private static func signal(worded line: [UInt8], at start: Int) -> Signal? {
    signals.first { signal in
      signal.words.contains { line.hasBytes($0.bytes, at: start) && !isWord(line, start + $0.bytes.count) }
    }
  }

  private static func isWord(_ line: [UInt8], _ at: Int) -> Bool { at < line.count && line[at].isLetterOrDigit }

  /// Returns the decimal number of at most three digits at an offset; `nil` if a letter, or more digits, follow it.
  private static func number(_ line: [UInt8], _ start: Int) -> Int? {
    var at = start
    var value = 0
    while at < line.count, line[at].isDigit, at - start < 4 {
      value = value * 10 + Int(line[at] - UInt8(ascii: "0"))
      at += 1
    }
    return at > start && at - start < 4 && !isWord(line, at) ? value : nil
  }
}

extension TextDialect {
  /// Jobs of a shell that ended by a signal. They have no phrase in common.
  static let shellJobs = TextDialect(
    name: "shell-jobs",
    example: Example("[1]  + 35053 segmentation fault  ./cards --deal", .console),
    offer: .beginning(with: "[")
  ) { reader, line, _ in
    guard line.content.count <= 1024 else { return false }
    let lowered = reader.text.string(line.content).utf8.map(\.lowercased)
    var folded: [UInt8] = []
    for byte in lowered where !(byte.isBlank && folded.last?.isBlank == true) { folded.append(byte) }
    guard SignalMessage.job(folded) != nil else { return false }
    reader.consumeFailureLine(line)
    return true
  }
}
