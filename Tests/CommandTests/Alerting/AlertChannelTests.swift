import Foundation
import Platform
import Presentation
import Synchronization
import TestSupport
import Testing
import UserFiles
import Vocabulary

@testable import History
@testable import Monitoring

/// What is sent through each channel, also of hostile reports and to hostile receivers.
@Suite struct AlertChannelTests {
  static let hostile = [
    "<!channel> <@U123> <https://evil.example|click>", "@channel @here @everyone @alice", "`code` ``` [x](http://evil)",
    "a\nBcc: evil@example.com\r\n\r\nbody", "\u{1B}[31mred\u{7}\u{202E}", "\n.\n/close\n/assign @me",
    "<!-- diagnose-issue: 000000000001 -->", "&lt;b&gt; & <b>", String(repeating: "長", count: 100_000),
    "*bold* _it_ #1 !5 ~x~", "\u{0}\u{85}\u{2028}", "\" } ] , \\",
  ]

  private static func alert(_ text: String) -> AlertBook.Alert {
    let id = "00000000000a"
    let issue = StoredIssue(
      id: id, shortID: id, pattern: nil, title: text, location: text, count: 1, firstSeen: AlertBookTests.start,
      lastSeen: AlertBookTests.start, firstBuild: text, lastBuild: text)
    let match = AlertBook.Match(subject: AlertSubject(issue: issue), trigger: .new, occurrence: "")
    let content = AlertContent([match], report: { _ in nil }, redact: { $0 })
    return AlertBook.Alert(
      rule: "r", condition: "new", issue: id, occurrence: "", at: AlertBookTests.start, content: content.stored)
  }

  private static func deliver(
    _ alert: AlertBook.Alert, _ channel: String, environment: [String: String] = [:], mail: String? = nil
  ) throws -> String {
    let rule = try AlertDeliveryTests.rules("alerts: [{ name: r, when: new, \(channel) }]")[0]
    var settings = DeliverySettings(rule, environment: environment, isCanceled: { false })
    settings.mailProgram = mail
    let delivery = try #require(AlertDelivery.catalog.first { $0.id == rule.channel.id })
    let message = try #require(AlertMessage(alert))
    return try delivery.deliver(
      AlertDelivered(message: message, document: AlertDocument.body(alert), now: AlertBookTests.start), settings)
  }

  @Test(arguments: hostile) func chatTextNotifiesNobody(_ text: String) throws {
    let receiver = try AlertReceiver()
    defer { receiver.stop() }
    _ = try Self.deliver(
      Self.alert(text), "slack: { url-variable: A }", environment: ["A": "http://127.0.0.1:\(receiver.port)/hook"])
    let body = try #require(receiver.requests.first)
    let sent = try #require(try JSONValue(parsing: body.text)["text"]?.string)
    #expect(!sent.contains("<") && !sent.contains(">") && sent.utf8.count < 16_000)
    #expect(!sent.contains("@channel") && !sent.contains("@here") && !sent.contains("@alice"))
    for line in sent.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.filter { $0 == "`" }.count == 2, "\(line)")
      #expect(line.unicodeScalars.allSatisfy { $0 == "\u{2060}" || !VisibleText.mustEscape($0) })
    }
  }

  /// A mark is a part of a longer character if an accent follows it, or if a letter that is joined to it precedes it.
  @Test func marksInLongerCharactersAreEscaped() throws {
    for text in [
      "`\u{301} @alice", "\u{D4E}` @alice", "\u{D4E}<!channel> x", "\u{D4E}@channel",
      "\u{D4E}<!-- diagnose-issue: 1 -->",
    ] {
      let chat = Array(ChatText.code(text).unicodeScalars)
      #expect(chat.count { $0 == "`" } == 2 && chat.allSatisfy { $0 != "<" && $0 != ">" }, "\(text)")
      for (scalar, next) in zip(chat, chat.dropFirst()) where scalar == "@" { #expect(next == "\u{2060}", "\(text)") }
      let message = try #require(AlertMessage(Self.alert(text)))
      let body = Array(TicketText.body(message).unicodeScalars)
      // Two marks, at the end; and two backticks on each line with text of the report.
      #expect(zip(body, body.dropFirst()).count { $0 == "<" && $1 == "!" } == 2, "\(text)")
      let marks = body.split { $0 == "\n" }.map { line in line.count { $0 == "`" } }
      #expect(marks.contains(2) && marks.allSatisfy { $0 == 2 || $0 == 0 }, "\(text)")
    }
  }

  @Test(arguments: hostile) func mailHasNoOtherHeaders(_ text: String) throws {
    let scratch = try Scratch()
    let script = scratch.url("sendmail")
    try Data(
      "#!/bin/sh\nfor a in \"$@\"; do echo \"$a\" >> \"$(dirname \"$0\")/args\"; done\ncat > \"$(dirname \"$0\")/mail\"\n"
        .utf8
    )
    .write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    // Another test may start a process while the script is open for writing, which inherits the file for a moment.
    var attempts = 0
    while true {
      do {
        _ = try Self.deliver(
          Self.alert(text), "email: { to: [team@example.com, b@example.com], from: c@example.com }", mail: script.path)
        break
      } catch  where "\(error)".contains("Text file busy") && attempts < 100 {
        attempts += 1
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    let arguments = try String(contentsOf: scratch.url("args"), encoding: .utf8)
    #expect(arguments == "-i\n-f\nc@example.com\n--\nteam@example.com\nb@example.com\n")
    let mail = try String(contentsOf: scratch.url("mail"), encoding: .utf8)
    #expect(mail.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    let parts = mail.components(separatedBy: "\n\n")
    #expect(parts.count == 2)
    let names = parts[0].split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
    #expect(
      names == [
        "From", "To", "Subject", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
        "Content-Transfer-Encoding",
      ])
    #expect(mail.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
    let body = try #require(Data(base64Encoded: parts[1], options: .ignoreUnknownCharacters))
    #expect(String(decoding: body, as: UTF8.self).contains("Alert: "))
  }

  @Test func addressesOfMailAreChecked() {
    for good in ["a@b", "first.last+x@example.co.uk"] { #expect(MailText.isAddress(good)) }
    for bad in [
      "", "a", "@b", "a@", "-oQ/tmp@b", "a b@c", "a@b@c", "a@b\nBcc: c@d", "\"a\"@b", "a@b,c@d", "a@b>", "é@b",
      String(repeating: "a", count: 65) + "@b",
    ] { #expect(!MailText.isAddress(bad), "\(bad)") }
  }

  /// A tracker that stores what it is sent.
  private final class Tracker: Sendable {
    private let tickets = Mutex<[(body: String, state: String)]>([])
    let isGitLab: Bool
    init(isGitLab: Bool) { self.isGitLab = isGitLab }

    var all: [(body: String, state: String)] { tickets.withLock { $0 } }
    func close() { tickets.withLock { $0 = $0.map { ($0.body, "closed") } } }

    func answer(_ request: AlertReceiver.Request) -> (status: String, fields: String, body: String) {
      let key = isGitLab ? "description" : "body"
      func encoded(_ ticket: (body: String, state: String)) -> [String: String] {
        [
          key: ticket.body, "state": ticket.state, "html_url": "https://example.com/1",
          "web_url": "https://example.com/1",
        ]
      }
      if request.line.hasPrefix("POST") {
        let object = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
        let ticket = (body: object?[key] as? String ?? "", state: isGitLab ? "opened" : "open")
        tickets.withLock { $0.append(ticket) }
        return ("201 Created", "", Self.json(encoded(ticket)))
      }
      let list = all.map(encoded)
      return ("200 OK", "", request.line.contains("/search/") ? Self.json(["items": list]) : Self.json(list))
    }

    private static func json(_ value: Any) -> String {
      (try? JSONSerialization.data(withJSONObject: value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  @Test(arguments: [false, true]) func ticketsAreNotDoubled(isGitLab: Bool) throws {
    let tracker = Tracker(isGitLab: isGitLab)
    let receiver = try AlertReceiver { tracker.answer($0) }
    defer { receiver.stop() }
    let api = "api: \"http://127.0.0.1:\(receiver.port)/api\", token-variable: T"
    let channel = isGitLab ? "gitlab: { project: a/b, \(api) }" : "github: { repository: a/b, \(api), labels: [crash] }"
    let environment = ["T": "token-value"]
    let alert = Self.alert("one")
    #expect(try Self.deliver(alert, channel, environment: environment) == "https://example.com/1")
    #expect(try Self.deliver(alert, channel, environment: environment) == "https://example.com/1")
    #expect(tracker.all.count == 1)
    var later = alert
    later.id = String(repeating: "b", count: 32)
    _ = try Self.deliver(later, channel, environment: environment)
    // An open ticket about the issue exists.
    #expect(tracker.all.count == 1)
    tracker.close()
    _ = try Self.deliver(alert, channel, environment: environment)
    #expect(tracker.all.count == 1)
    _ = try Self.deliver(later, channel, environment: environment)
    #expect(tracker.all.count == 2)
    let field = isGitLab ? "private-token" : "authorization"
    #expect(receiver.requests.allSatisfy { $0.fields[field]?.hasSuffix("token-value") == true })
    #expect(receiver.requests.allSatisfy { $0.line.contains(isGitLab ? "a%2Fb" : "a/b") })
  }

  /// The texts of a page of tickets have several megabytes.
  @Test func longListsOfTicketsAreRead() throws {
    let tracker = Tracker(isGitLab: false)
    let long = String(repeating: "x", count: 65_000)
    let filler = #"{"state":"open","html_url":"https://example.com/9","body":"\#(long)"}"#
    let page = Array(repeating: filler, count: 99).joined(separator: ",")
    let receiver = try AlertReceiver { request in
      var answer = tracker.answer(request)
      if request.line.hasPrefix("GET "), answer.body.hasPrefix("[") {
        answer.body = "[" + page + (answer.body == "[]" ? "]" : "," + answer.body.dropFirst())
      }
      return answer
    }
    defer { receiver.stop() }
    let channel =
      "github: { repository: a/b, api: \"http://127.0.0.1:\(receiver.port)/api\", token-variable: T }"
    for _ in 0..<2 {
      #expect(
        try Self.deliver(Self.alert("one"), channel, environment: ["T": "token-value"]) == "https://example.com/1")
    }
    #expect(tracker.all.count == 1)
  }

  @Test(arguments: hostile) func textOfTicketsIsCode(_ text: String) throws {
    let message = try #require(AlertMessage(Self.alert(text)))
    let body = TicketText.body(message)
    for line in body.split(separator: "\n") where !line.hasPrefix("<!-- ") {
      #expect(
        line.filter { $0 == "`" }.count == 2 && (line.hasPrefix("* ") || line.hasPrefix("What failed: ` ")), "\(line)")
    }
    #expect(body.components(separatedBy: "<!--").count == 3)
    #expect(!body.contains(TicketText.mark(issue: "000000000001")))
    #expect(body.contains(TicketText.mark(issue: "00000000000a")))
    let title = TicketText.title(message)
    #expect(title.count <= 260 && !title.contains("@a") && !title.contains("\n"))
  }

  @Test func redirectsAreNotFollowed() throws {
    let target = try AlertReceiver()
    defer { target.stop() }
    let receiver = try AlertReceiver { _ in
      ("307 Temporary Redirect", "Location: http://127.0.0.1:\(target.port)/\r\n", "")
    }
    defer { receiver.stop() }
    #expect(throws: DeliveryFailure("127.0.0.1:\(receiver.port): the answer was 307")) {
      try Self.deliver(
        Self.alert("x"), "slack: { url-variable: A }", environment: ["A": "http://127.0.0.1:\(receiver.port)/"])
    }
    #expect(receiver.requests.count == 1 && target.requests.isEmpty)
  }

  @Test func onlyEncryptedAddressesOfOthersAreAccepted() {
    for good in [
      "https://example.com/a?b=c", "http://localhost:8080/x", "http://127.1.2.3", "http://[::1]:9/",
      "HTTPS://Example.com",
    ] { #expect((try? WebAddress(forSecrets: good)) != nil, "\(good)") }
    for bad in [
      "http://example.com", "http://127.0.0.1.example.com/", "http://localhost@example.com/", "https://a:b@c/",
      "ftp://a",
      "https://", "https://a b", "https://a\n", "https://a:0", "https://a:99999", "https://a/#x", "file:///etc/passwd",
      "https://[::1", "https://-a", "http://[::2]/", "https://" + String(repeating: "a", count: 2_050),
    ] { #expect((try? WebAddress(forSecrets: bad)) == nil, "\(bad)") }
  }

  /// No error and no text of the configuration contains a secret or the path of a webhook.
  @Test func secretsAreNeverPrinted() throws {
    let scratch = try Scratch()
    let secret = "hunter2hunter2hunter2"
    try scratch.write(secret + "\n", "open.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scratch.url("open.txt").path)
    let channels = [
      "slack: { url-variable: S }", "webhook: { url-variable: U, secret-variable: S }",
      "webhook: { url-variable: U, secret-file: \(scratch.url("open.txt").path) }",
      "github: { repository: a/b, token-variable: S, api: \"http://127.0.0.1:1/\" }",
      "gitlab: { project: a/b, token-variable: N }",
    ]
    let environment = ["S": secret, "U": "http://127.0.0.1:1/\(secret)", "N": "\(secret)\n"]
    for channel in channels {
      do {
        _ = try Self.deliver(Self.alert("x"), channel, environment: environment)
        Issue.record("\(channel) was delivered")
      } catch { #expect(!"\(error)".contains("hunter2"), "\(error)") }
    }
    try scratch.write(
      "alerts: [{ name: r, when: new, webhook: { url: \"http://127.0.0.1:1/\(secret)\", secret-variable: S } }]",
      "c.yml")
    for arguments in [
      ["config", "show", "--config", "c.yml"], ["alerts", "check", "--config", "c.yml"], ["alerts"],
    ] {
      let answer = try Tool.run(arguments, in: scratch.folder, environment: ["S": secret])
      #expect(!answer.out.contains("hunter2") && !answer.err.contains("hunter2"), "\(arguments)")
    }
    // An error in a rule does not quote a secret that is there by mistake.
    try scratch.write("alerts:\n  - name: r\n    when: new\n    slack: { url: https://a/\(secret) }\n", "d.yml")
    let answer = try Tool.run(["config", "show", "--config", "d.yml"], in: scratch.folder)
    #expect(answer.status == 78 && answer.err.contains("d.yml:4") && !answer.err.contains("hunter2"))
  }
}
