import ClickHouse
import Vocabulary

extension AlertDelivery {
  /// A message for an incoming webhook of a chat.
  static let slack = AlertDelivery(id: "slack") { (alert, settings) throws(DeliveryFailure) in
    let address = try settings.address("url")
    _ = try settings.send(WebRequest(.post, address, body: ChatText.body(alert.message)))
    return ""
  }
}

/// A message in the form of Slack's incoming webhooks, which other chats accept, too.
enum ChatText {
  /// The maximum length of a message, in characters: Slack cuts longer ones.
  private static let maxLength = 3_000

  /// Returns the body of the request.
  static func body(_ message: AlertMessage) -> [UInt8] {
    var text = "\(escaped(message.subject)): \(code(message.headline))"
    for line in message.lines {
      let next = "\n\(escaped(line.label)): \(code(line.value))"
      guard text.count + next.count <= maxLength else { break }
      text += next
    }
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("text", text)
      writer.member("link_names", false)
      writer.member("unfurl_links", false)
      writer.member("unfurl_media", false)
    }
    return writer.take()
  }

  /// Returns text of a report as code, in which chats format nothing and notify no user. Slack's control sequences, such as
  /// `<!channel>`, begin with `<`, which is escaped; a word joiner follows each `@` for chats that look for names in code.
  static func code(_ text: String) -> String {
    "`" + escaped(text).replacingScalars(["`": "'", "@": "@\u{2060}"]) + "`"
  }

  private static func escaped(_ text: String) -> String {
    text.replacingScalars(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
  }
}
