import Bytes
import CrashReports

extension SignatureFacts {
  /// Messages kept, and bytes looked at of all together: a console may be megabytes.
  static let messageLimit = 6
  private static let longestConsole = 1 << 20

  mutating func read(messages all: some Sequence<String>) {
    var left = Self.longestConsole
    for message in all {
      guard left > 0 else { return }
      left -= message.utf8.count
      read(message: message)
    }
  }

  /// Takes from a message what rules ask for. Each of its lines counts as one message, as text reports have it.
  mutating func read(message: String) {
    let isTelling = MessagePhrases.messages.occur(in: message)
    guard isTelling || messages.isEmpty else { return }
    let lines = message.utf8.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }).prefix(64)
    for line in lines {
      let text = String(Substring(line))
      guard isTelling else {
        keep(text)
        if !messages.isEmpty { return }
        continue
      }
      if messages.isEmpty || MessagePhrases.messages.occur(in: text) { keep(text) }
    }
    if isTelling { readFacts(message) }
  }

  private mutating func keep(_ line: String) {
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

  /// `Library not loaded: @rpath/CardKit.framework/CardKit`, without its folder.
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

  /// The word that ends in `UsageDescription`.
  private static func usageKey(in text: NameSlice) -> String? {
    guard let mark = text.position(of: "UsageDescription") else { return nil }
    var start = mark
    while start > text.startIndex, text[start - 1].isWord { start -= 1 }
    let key = text[start..<(mark + 16)]
    return key.begins(with: "NS") && key.count <= 128 ? key.text : nil
  }

  /// What stands behind `reason: ` or `raised a "N" exception: `, without its quotation marks.
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
