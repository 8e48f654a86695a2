import Bytes
import ClickHouse
import Platform
import UserFiles
import Vocabulary
import Workflow

/// Why an alert was not delivered. No text of it contains a secret, the path of an address, or text of the receiver.
package struct DeliveryFailure: Error, Equatable, Sendable {
  /// The reason, in one line.
  package var message: String
  /// The seconds after which the receiver asks to try again; `nil` if it states none.
  package var retryAfter: Int?

  init(_ message: String, retryAfter: Int? = nil) { (self.message, self.retryAfter) = (message, retryAfter) }

  init(_ error: ServerError) { self.init(error.message) }
}

/// The settings of the channel of a rule, with the secrets that they name.
struct DeliverySettings: Sendable {
  private let rule: AlertRule
  private let environment: [String: String]
  /// The path of `sendmail`; `nil` to search it. Tests name their own.
  var mailProgram: String?
  /// Called while waiting for a receiver; the delivery ends when it returns true.
  var isCanceled: @Sendable () -> Bool

  init(_ rule: AlertRule, environment: [String: String], isCanceled: @escaping @Sendable () -> Bool) {
    (self.rule, self.environment, self.isCanceled) = (rule, environment, isCanceled)
  }

  /// Returns the texts of a setting that the file contains; empty if it is not set.
  func texts(_ name: String) -> [String] {
    guard case .texts(let texts) = rule.values[name] else { return [] }
    return texts
  }

  /// Returns the value of a setting that may be in the file, a variable or another file.
  func value(_ name: String) throws(DeliveryFailure) -> [UInt8] {
    switch rule.values[name] {
    case .texts(let texts): return Array((texts.first ?? "").utf8)
    case .variable(let variable):
      guard let value = environment[variable], !value.isEmpty else {
        throw DeliveryFailure("\(name): the environment variable \(variable) is not set")
      }
      guard value.utf8.count <= 4_096, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw DeliveryFailure("\(name): the value of \(variable) is too long or contains a control character")
      }
      return Array(value.utf8)
    case .file(let path):
      do throws(ServerError) {
        let content = try ServerCredentials.content(of: FilePath(path), named: name + "-file")
        guard content.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
          throw ServerError(.invalidCredentials, "\(name)-file: the file contains a control character")
        }
        return content
      } catch { throw DeliveryFailure(error) }
    case nil: throw DeliveryFailure("\(name) is not set")
    }
  }

  /// Returns an address of a setting, or the default.
  func address(_ name: String, or fallback: String? = nil) throws(DeliveryFailure) -> WebAddress {
    let isSet = rule.values[name] != nil
    let text = isSet || fallback == nil ? String(streamSafe: try value(name)) : fallback ?? ""
    do throws(WebAddress.Invalid) { return try WebAddress(forSecrets: text) } catch {
      throw DeliveryFailure("\(name): the address \(error.message)")
    }
  }

  /// Sends a request. An answer other than success is a failure.
  func send(_ request: WebRequest) throws(DeliveryFailure) -> WebRequest.Answer {
    let answer: WebRequest.Answer
    do throws(ServerError) { answer = try request.answer(agent: Product.name, isCanceled: isCanceled) } catch {
      throw DeliveryFailure(error)
    }
    guard (200...299).contains(answer.status) else {
      throw DeliveryFailure(
        "\(request.address.authority): the answer was \(answer.status)", retryAfter: answer.retryAfter)
    }
    return answer
  }
}

/// How alerts are delivered through a channel of the configuration.
struct AlertDelivery: Sendable {
  /// The id of the channel.
  let id: String
  /// Delivers an alert. Returns what the receiver answered, for the list of alerts: the address of a ticket, or nothing.
  let deliver: @Sendable (AlertDelivered, DeliverySettings) throws(DeliveryFailure) -> String

  /// All deliveries: one for each channel of the configuration.
  static let catalog: [AlertDelivery] = [.webhook, .slack, .email, .github, .gitlab]
}

/// An alert in the forms that channels send.
struct AlertDelivered: Sendable {
  /// The message for people.
  var message: AlertMessage
  /// The document for programs.
  var document: [UInt8]
  /// The present time.
  var now: Timestamp
}
