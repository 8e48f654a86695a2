import Bytes
import CrashReports

extension SignatureFacts {
  /// The maximum number of stored messages.
  static let messageLimit = 6
  /// The maximum total size of the messages that are read, in bytes: a console log may have megabytes.
  private static let maxConsoleSize = 1 << 20

  mutating func read(messages all: some Sequence<String>) {
    var remaining = Self.maxConsoleSize
    for message in all {
      guard remaining > 0 else { return }
      remaining -= message.utf8.count
      read(message: message)
    }
  }

  /// Reads the facts that rules need from a message. Each line counts as one message, as in text reports.
  mutating func read(message: String) {
    let isRelevant = MessagePhrases.messages.occur(in: message)
    guard isRelevant || messages.isEmpty else { return }
    let lines = message.utf8.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }).prefix(64)
    for line in lines {
      let text = String(Substring(line))
      guard isRelevant else {
        append(text)
        if !messages.isEmpty { return }
        continue
      }
      if messages.isEmpty || MessagePhrases.messages.occur(in: text) { append(text) }
    }
    if isRelevant { readFacts(message) }
  }

  private mutating func append(_ line: String) {
    guard messages.count < Self.messageLimit else { return }
    let masked = PlainText.masked(line)
    if !masked.isEmpty, !messages.contains(masked) { messages.append(masked) }
  }

  private mutating func readFacts(_ message: String) {
    let text = Array(message.utf8.prefix(65_536))[...]
    if text.has("excessive recursion") || text.has("Thread stack size exceeded") { stackOverflowed = true }
    if text.has("IB Designables:") { isPreview = true }
    if library == nil { library = Self.library(in: text) }
    if usageKey == nil { usageKey = Self.usageKey(in: text) }
    if reason == nil { reason = Self.exceptionReason(in: text).map { PlainText.plain($0) } }
  }

  /// Returns the library of `Library not loaded: @rpath/CardKit.framework/CardKit`, without its folder.
  private static func library(in text: NameSlice) -> String? {
    if let start = text.position(of: "dependent dylib '") {
      let rest = text[(start + 17)...]
      return rest.firstIndex(of: UInt8(ascii: "'")).map { PlainText.plain(rest[..<$0].text) }
    }
    guard let start = text.position(of: "Library not loaded: ") else { return nil }
    var rest = text[(start + 20)...].prefix { $0 != 0x0a && $0 != 0x0d }
    for mark: StaticString in [" Referenced from", " | "] {
      if let end = rest.position(of: mark) { rest = rest[..<end] }
    }
    let name = PlainText.plain(rest.text)
    return name.isEmpty ? nil : name
  }

  /// Returns the word that ends with `UsageDescription`.
  private static func usageKey(in text: NameSlice) -> String? {
    guard let mark = text.position(of: "UsageDescription") else { return nil }
    var start = mark
    while start > text.startIndex, text[start - 1].isWord { start -= 1 }
    let key = text[start..<(mark + 16)]
    return key.begins(with: "NS") && key.count <= 128 ? key.text : nil
  }

  /// Returns the text after `reason: ` or `raised a "N" exception: `, without quotation marks.
  static func exceptionReason(in text: NameSlice) -> String? {
    var rest: NameSlice
    if let start = text.position(of: "uncaught exception '"), let mark = text.position(of: "reason: ", from: start) {
      rest = text[(mark + 8)...]
    } else if let start = text.position(of: "raised a \""), let mark = text.position(of: "\" exception: ", from: start)
    {
      rest = text[(mark + 13)...]
    } else {
      return nil
    }
    rest = rest.prefix { $0 != 0x0a && $0 != 0x0d }.trimmed
    if rest.first == UInt8(ascii: "'"), rest.count > 1, rest.last == UInt8(ascii: "'") {
      rest = rest.dropFirst().dropLast()
    }
    return rest.isEmpty ? nil : rest.text
  }
}
