import Vocabulary

/// Messages in the form of Slack's incoming webhooks, which Mattermost and other chats accept, too.
///
/// Chats format text by their own rules and notify the users whom it names. In code they format nothing; Slack's control sequences,
/// such as `<!channel>`, begin with `<`, which is escaped; a word joiner follows each `@` for chats that look for names in code.
package enum ChatText {
  /// The maximum length of a message, in characters: Slack cuts longer ones.
  package static let maxLength = 3_000

  /// Returns the body of the request for a message.
  package static func body(_ text: String) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("text", text)
      writer.member("link_names", false)
      writer.member("unfurl_links", false)
      writer.member("unfurl_media", false)
    }
    return writer.take()
  }

  /// Returns the body of the request for a page: a headline, and lines that keep their columns. What does not fit is left out, by
  /// lines, and the last line states how many.
  package static func page(headline: String, lines: String) -> [UInt8] {
    var text = code(headline)
    let lines = lines.split(separator: "\n", omittingEmptySubsequences: false).map { literal(String($0)) }
    let first = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
    let last = lines.lastIndex { !$0.isEmpty } ?? first
    guard first < lines.endIndex else { return body(text) }
    text += "\n```\n"
    // Room for the line about the others.
    var room = maxLength - text.count - 40
    var next = first
    while next <= last, lines[next].count < room {
      text += lines[next] + "\n"
      room -= lines[next].count + 1
      next += 1
    }
    if next <= last { text += "… \(last - next + 1) more lines\n" }
    return body(text + "```")
  }

  /// Returns text as code.
  package static func code(_ text: String) -> String { "`" + literal(text) + "`" }

  /// Returns text that is outside of code, or in code that others wrote around it.
  package static func escaped(_ text: String) -> String {
    text.replacingScalars(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
  }

  /// Returns text that is inside of code.
  private static func literal(_ text: String) -> String {
    escaped(text).replacingScalars(["`": "'", "@": "@\u{2060}"])
  }
}
