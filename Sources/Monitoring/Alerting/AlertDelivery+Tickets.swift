import Bytes
import ClickHouse
import Foundation
import Presentation
import Vocabulary

extension AlertDelivery {
  /// An issue on GitHub.
  static let github = AlertDelivery(id: "github") { (alert, settings) throws(DeliveryFailure) in
    let repository = settings.texts("repository").first ?? ""
    let parts = repository.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ TicketText.isName($0) }) else {
      throw DeliveryFailure("repository is not of the form OWNER/NAME")
    }
    let api = try settings.address("api", or: "https://api.github.com")
    let token = try settings.value("token")
    let tracker = TicketTracker(
      settings: settings, api: api, issues: "/repos/\(repository)/issues",
      search: { key in "/search/issues?q=repo:\(repository)+is:issue+in:body+%22\(key)%22&per_page=20" },
      recent: "/repos/\(repository)/issues?state=all&sort=created&direction=desc&per_page=100",
      fields: [
        ("Authorization", Array("Bearer ".utf8) + token), ("Accept", Array("application/vnd.github+json".utf8)),
        ("X-GitHub-Api-Version", Array("2022-11-28".utf8)),
      ], body: "body", address: "html_url")
    return try tracker.file(alert.message) { writer in
      let labels = settings.texts("labels")
      if !labels.isEmpty { writer.member("labels", labels) }
    }
  }

  /// An issue on GitLab.
  static let gitlab = AlertDelivery(id: "gitlab") { (alert, settings) throws(DeliveryFailure) in
    let project = settings.texts("project").first ?? ""
    let parts = project.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...20).contains(parts.count), parts.allSatisfy({ TicketText.isName($0) }) else {
      throw DeliveryFailure("project is not a number or of the form GROUP/NAME")
    }
    let api = try settings.address("api", or: "https://gitlab.com/api/v4")
    let token = try settings.value("token")
    let issues = "/projects/\(parts.joined(separator: "%2F"))/issues"
    let tracker = TicketTracker(
      settings: settings, api: api, issues: issues,
      search: { key in "\(issues)?search=\(key)&in=description&per_page=20" },
      // The text of a ticket has up to 1 MB.
      recent: "\(issues)?order_by=created_at&sort=desc&per_page=30",
      fields: [("PRIVATE-TOKEN", token)], body: "description", address: "web_url")
    return try tracker.file(alert.message) { writer in
      let labels = settings.texts("labels")
      if !labels.isEmpty { writer.member("labels", labels.joined(separator: ",")) }
    }
  }
}

/// A service with tickets, which GitHub and GitLab call issues.
struct TicketTracker {
  let settings: DeliverySettings
  /// The address of the API.
  let api: WebAddress
  /// The resource of new tickets.
  let issues: String
  /// Returns the resource that searches a word in the text of tickets.
  let search: (String) -> String
  /// The resource of the newest tickets. Unlike a search, it contains a ticket from the moment at which it is created.
  let recent: String
  /// The fields of each request, with the token.
  let fields: [(name: String, value: [UInt8])]
  /// The member with the text of a ticket.
  let body: String
  /// The member with the address of a ticket.
  let address: String

  /// Creates a ticket, unless one exists for this alert, or an open one for the same issue. Returns its address.
  func file(_ message: AlertMessage, _ more: (inout JSONWriter) -> Void) throws(DeliveryFailure) -> String {
    var known = try tickets(recent)
    known += try tickets(search(message.issue.isEmpty ? message.id : message.issue))
    let own = TicketText.mark(alert: message.id)
    let same = TicketText.mark(issue: message.issue)
    if let ticket = known.first(where: { $0.text.contains(own) }) { return ticket.address }
    if !message.issue.isEmpty, let ticket = known.first(where: { $0.isOpen && $0.text.contains(same) }) {
      return ticket.address
    }
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("title", TicketText.title(message))
      writer.member(body, TicketText.body(message))
      more(&writer)
    }
    let answer = try settings.send(try request(.post, issues, writer.take()))
    return TicketText.object(answer.body).map { ticket($0).address } ?? ""
  }

  /// The maximum size of a list of tickets in bytes: a ticket on GitHub has up to 65,536 characters, and a list 100 of them.
  private static let maxAnswer = 32 << 20

  private struct Ticket {
    var text: String
    var isOpen: Bool
    var address: String
  }

  private func tickets(_ resource: String) throws(DeliveryFailure) -> [Ticket] {
    let answer = try settings.send(try request(.get, resource))
    guard let json = try? JSONSerialization.jsonObject(with: Data(answer.body)) else {
      throw DeliveryFailure("\(api.authority): the answer is not JSON")
    }
    let list = json as? [Any] ?? (json as? [String: Any])?["items"] as? [Any] ?? []
    return list.compactMap { ($0 as? [String: Any]).map(ticket) }
  }

  private func ticket(_ object: [String: Any]) -> Ticket {
    let state = object["state"] as? String ?? ""
    let address = (object[address] as? String).flatMap { try? WebAddress(forSecrets: $0) }?.text ?? ""
    return Ticket(
      text: object[body] as? String ?? "", isOpen: state == "open" || state == "opened",
      address: address.utf8.count <= 500 ? address : "")
  }

  private func request(
    _ method: WebRequest.Method, _ resource: String, _ content: [UInt8] = []
  ) throws(DeliveryFailure) -> WebRequest {
    var base = api.text
    while base.hasSuffix("/") { base.removeLast() }
    do throws(WebAddress.Invalid) {
      var request = WebRequest(method, try WebAddress(forSecrets: base + resource), fields: fields, body: content)
      request.maxAnswer = Self.maxAnswer
      return request
    } catch { throw DeliveryFailure("the address \(error.message)") }
  }
}

/// The text of a ticket.
enum TicketText {
  /// Returns whether a text is a name in a path: letters, digits, `.`, `_` and `-`, not only dots.
  static func isName(_ text: some StringProtocol) -> Bool {
    (1...100).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
      && text.utf8.contains { $0 != UInt8(ascii: ".") }
  }

  /// The mark of an alert, which text of a report cannot contain: `code` changes the beginning of a comment.
  static func mark(alert id: String) -> String { "<!-- diagnose-alert: \(id) -->" }
  /// The mark of an issue.
  static func mark(issue key: String) -> String { "<!-- diagnose-issue: \(key) -->" }

  /// Returns the title.
  static func title(_ message: AlertMessage) -> String {
    // Names with @ in a title are not notified, but they are shown as links.
    BriefText.cut("\(message.subject): \(message.headline)", 200).replacingScalars(["@": "@\u{2060}"])
  }

  /// Returns the body in Markdown. Text of reports is code on a line that begins with a label, so that it is neither a link,
  /// nor a mention, nor a command.
  static func body(_ message: AlertMessage) -> String {
    let lines = message.lines.map { "* \($0.label): \(code($0.value))" }
    let marks = [mark(alert: message.id)] + (message.issue.isEmpty ? [] : [mark(issue: message.issue)])
    return (["What failed: \(code(message.headline))", ""] + lines + [""] + marks).joined(separator: "\n") + "\n"
  }

  private static func code(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "!", shown.last == "<" { shown.append(" ") }
      shown.append(scalar == "`" ? "'" : scalar)
    }
    return "` " + String(shown) + " `"
  }

  static func object(_ bytes: [UInt8]) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
  }
}
