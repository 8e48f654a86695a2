import ClickHouse
import Vocabulary

extension AlertDelivery {
  /// A document with a signature.
  static let webhook = AlertDelivery(id: "webhook") { (alert, settings) throws(DeliveryFailure) in
    let address = try settings.address("url")
    let secret = try settings.value("secret")
    guard secret.count >= 16 else { throw DeliveryFailure("secret: shorter than 16 bytes") }
    _ = try settings.send(
      WebRequest(
        .post, address, fields: AlertSignature.fields(alert.message.id, alert.document, at: alert.now, secret),
        body: alert.document))
    return ""
  }
}

/// The signature of a webhook. A receiver computes it again, with the same secret, from the bytes of the body.
enum AlertSignature {
  /// Returns the fields of a request: the id of the alert, the time of the attempt, and the signature.
  static func fields(
    _ id: String, _ body: [UInt8], at time: Timestamp, _ secret: [UInt8]
  ) -> [(name: String, value: [UInt8])] {
    let signed = Array("v1:\(time.seconds):".utf8) + body
    let code = MessageAuthentication.code(of: signed, secret: secret).hexadecimal
    return [
      ("Idempotency-Key", Array(id.utf8)), ("Diagnose-Timestamp", Array("\(time.seconds)".utf8)),
      ("Diagnose-Signature", Array("v1=\(code)".utf8)),
    ]
  }
}
