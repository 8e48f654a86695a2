import ClickHouse
import Presentation
import Vocabulary

extension AlertDelivery {
  /// A message for an incoming webhook of a chat.
  static let slack = AlertDelivery(id: "slack") { (alert, settings) throws(DeliveryFailure) in
    let address = try settings.address("url")
    _ = try settings.send(WebRequest(.post, address, body: ChatText.body(text(alert.message))))
    return ""
  }

  private static func text(_ message: AlertMessage) -> String {
    var text = "\(ChatText.escaped(message.subject)): \(ChatText.code(message.headline))"
    for line in message.lines {
      let next = "\n\(ChatText.escaped(line.label)): \(ChatText.code(line.value))"
      guard text.count + next.count <= ChatText.maxLength else { break }
      text += next
    }
    return text
  }
}
