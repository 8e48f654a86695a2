import Foundation
import Redaction
import TestSupport
import Testing

/// Personal data of one kind, inserted at typical positions of reports.
struct Canary: Sendable, CustomTestStringConvertible {
  let name: String
  /// The value that must not remain, in any letter case.
  let secret: String
  /// Lines of text reports that contain the value.
  let lines: [String]
  /// JSON members that contain the value.
  let members: [String]
  var testDescription: String { name }

  static let all: [Canary] = [
    Canary(
      name: "user in paths and elsewhere", secret: "canaryjane",
      lines: [
        "Path: /Users/canaryjane/Library/x", "canaryjane could not be reached", "backup_canaryjane-2",
        "Canaryjanes-MacBook says", "home /home/canaryjane", "file:%2FUsers%2Fcanaryjane%2Fa",
        "C:\\Users\\canaryjane\\a", "~CANARYJANE is it",
      ],
      members: [
        #""procPath":"/Users/canaryjane/x","text":"canaryjane did""#, #""path":"\/Users\/canaryjane\/a""#,
        #""user":{"username":"canaryjane"}"#, #""userName" : "canaryjane""#,
      ]),
    Canary(
      name: "user beyond ASCII", secret: "canaryj\u{E9}r\u{F4}me",
      lines: ["Path: /Users/canaryj\u{E9}r\u{F4}me/x and canaryj\u{E9}r\u{F4}me"],
      members: [#""procPath":"/Users/canaryj\u00e9r\u00f4me/x","text":"canaryjérôme""#]),
    Canary(
      name: "machine", secret: "canary-mac-7732",
      lines: ["Host Name: Canary-Mac-7732", "Computer Name:   canary-mac-7732", "to Canary-Mac-7732.local now"],
      members: [
        #""hostName":"Canary-Mac-7732","text":"on canary-mac-7732""#, #""device":{"name":"Canary-Mac-7732"}"#,
        #""server_name" : "canary-mac-7732""#,
      ]),
    Canary(
      name: "machine by its form", secret: "canary",
      lines: ["from Canarys-MacBook-Pro to", "Canary's iPhone asks", "canarys-mbp.local"],
      members: [
        #""text":"from Canarys-MacBook-Pro""#, #""text":"Canary\u2019s iPhone""#.replacing("\\u2019", with: "’"),
      ]),
    Canary(
      name: "mail", secret: "canary.7735@example.com", lines: ["Sent by canary.7735@example.com."],
      members: [#""email":"canary.7735@example.com""#, #""text":"<Canary.7735@example.com>""#]),
    Canary(
      name: "token", secret: "canarytoken7741abc",
      lines: [
        "Authorization: Bearer canarytoken7741abc", "GET /x?token=canarytoken7741abc&a=1",
        "https://canarytoken7741abc@host.example/",
      ],
      members: [#""apiKey":"canarytoken7741abc""#, #""text":"Bearer canarytoken7741abc""#]),
    Canary(
      name: "address", secret: "10.77.39.77", lines: ["connect to 10.77.39.77:443 failed"],
      members: [#""ip_address":"10.77.39.77""#, #""text":"10.77.39.77""#]),
    Canary(
      name: "account number", secret: "702917",
      lines: [
        "User ID:   702917", "launchd gui/702917/com.example.x", "com.apple.xpc.launchd.user.domain.702917 ended",
      ],
      members: [#""userID":702917"#, #""userID" : 702917,"text":"gui/702917/x""#]),
    Canary(
      name: "key of the device", secret: "CA17A9F1-7733-4CAD-8AAA-0CA17A9F7733",
      lines: [
        "CrashReporter Key:   CA17A9F1-7733-4CAD-8AAA-0CA17A9F7733",
        "Anonymous UUID: CA17A9F1-7733-4CAD-8AAA-0CA17A9F7733",
      ],
      members: [
        #""crashReporterKey" : "CA17A9F1-7733-4CAD-8AAA-0CA17A9F7733""#,
        #""deviceIdentifierForVendor":"CA17A9F1-7733-4CAD-8AAA-0CA17A9F7733""#,
        #""bootSessionUUID":"CA17A9F1-7733-4CAD-8AAA-0CA17A9F7733""#,
        #""sleepWakeUUID":"CA17A9F1-7733-4CAD-8AAA-0CA17A9F7733""#,
      ]),
    Canary(
      name: "sleep and boot", secret: "CA17A9F1-7736-4CAD-8AAA-0CA17A9F7736",
      lines: [
        "Sleep/Wake UUID:       CA17A9F1-7736-4CAD-8AAA-0CA17A9F7736",
        "Boot Session UUID: CA17A9F1-7736-4CAD-8AAA-0CA17A9F7736",
      ],
      members: [
        #""Sleep\/Wake UUID":"CA17A9F1-7736-4CAD-8AAA-0CA17A9F7736","bootSessionUUID":"CA17A9F1-7736-4CAD-8AAA-0CA17A9F7736""#
      ]
    ),
    Canary(
      name: "number of the device", secret: "8820193845528611",
      lines: ["ECID: 8820193845528611", "Unique Chip ID: 8820193845528611"],
      members: [#""ecid":8820193845528611"#, #""ECID" : "8820193845528611""#]),
    Canary(
      name: "serial", secret: "C02CANARY7740", lines: ["Serial Number: C02CANARY7740", "Serial Number (system): x"],
      members: [#""serialNumber":"C02CANARY7740","text":"C02CANARY7740""#]),
    Canary(
      name: "installation", secret: "CA17A9F1-7738-4CAD-8AAA-0CA17A9F7738",
      lines: [
        "0x1 - 0x2 App /private/var/containers/Bundle/Application/CA17A9F1-7738-4CAD-8AAA-0CA17A9F7738/App.app/App",
        "/var/mobile/Containers/Data/Application/CA17A9F1-7738-4CAD-8AAA-0CA17A9F7738/tmp",
      ],
      members: [
        #""path":"\/private\/var\/containers\/Bundle\/Application\/CA17A9F1-7738-4CAD-8AAA-0CA17A9F7738\/App.app\/App""#,
        #""path":"/var/mobile/Containers/Shared/AppGroup/CA17A9F1-7738-4CAD-8AAA-0CA17A9F7738/x""#,
      ]),
    Canary(
      name: "folder of an account", secret: "x7canary1234567890canary0000gn",
      lines: ["/private/var/folders/q9/x7canary1234567890canary0000gn/T/a.sock"],
      members: [#""path":"\/var\/folders\/q9\/x7canary1234567890canary0000gn\/T""#]),
  ]
}

/// A report into which lines or members are inserted.
struct Carrier: Sendable, CustomTestStringConvertible {
  let name: String
  let isJSON: Bool
  let plant: @Sendable (String) -> [UInt8]
  var testDescription: String { name }

  /// Returns a sample with lines inserted after the first line that begins with `mark`.
  private static func text(_ name: String, _ path: String, behind mark: String) -> Carrier {
    Carrier(name: name, isJSON: false) { planted in
      var lines = ((try? Repository.text(of: path)) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      let at = lines.firstIndex { $0.hasPrefix(mark) } ?? 0
      lines.insert(contentsOf: planted.split(separator: "\n").map(String.init), at: min(at + 1, lines.count))
      return Array(lines.joined(separator: "\n").utf8)
    }
  }

  /// Returns a sample with members inserted at the beginning of its body.
  private static func json(_ name: String, _ path: String) -> Carrier {
    Carrier(name: name, isJSON: true) { planted in
      var text = (try? Repository.text(of: path)) ?? ""
      let body = text.hasPrefix("{\"") ? text.firstIndex(of: "\n") ?? text.startIndex : text.startIndex
      if let brace = text[body...].firstIndex(of: "{") ?? text.firstIndex(of: "{") {
        text.insert(contentsOf: planted + ",", at: text.index(after: brace))
      }
      return Array(text.utf8)
    }
  }

  /// Returns a text as a JSON string.
  private static func quoted(_ text: String) -> String {
    let data = (try? JSONSerialization.data(withJSONObject: [text])) ?? Data()
    return String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
  }

  static let all: [Carrier] = [
    text("text .crash", "sample-logs/apple-text/macos-version-12.crash", behind: "Identifier:"),
    text("spindump", Repository.files(below: "sample-logs/spindump").first ?? "", behind: "Duration:"),
    text("build log", "sample-logs/build-log/xcodebuild-with-warnings.txt", behind: ""),
    text("excerpt", "sample-logs/excerpt/frames-only.txt", behind: ""),
    json("ips", "sample-logs/ips/macos-app.ips"),
    json("panic", Repository.files(below: "sample-logs/panic").first { $0.hasSuffix(".ips") } ?? ""),
    json("MetricKit", Repository.files(below: "sample-logs/metrickit").first { $0.hasSuffix(".json") } ?? ""),
    Carrier(name: "panic string", isJSON: false) { planted in
      Array("{\"bug_type\":\"210\"}\n{\"panicString\":\(quoted("panic(cpu 0): x\n" + planted + "\nend"))}".utf8)
    },
    Carrier(name: "JSON in JSON", isJSON: true) { planted in Array("{\"asi\":{\"x\":[\(quoted("{\(planted)}"))]}}".utf8)
    },
    Carrier(name: "quoted in a mail", isJSON: false) { planted in
      Array(planted.split(separator: "\n").map { "> " + $0 + "\n" }.joined().utf8)
    },
    Carrier(name: "lines of Windows", isJSON: false) { Array($0.replacing("\n", with: "\r\n").utf8) },
    Carrier(name: "lines of the classic Mac", isJSON: false) { Array($0.replacing("\n", with: "\r").utf8) },
    Carrier(name: "UTF-16", isJSON: false) { planted in
      [0xFF, 0xFE] + planted.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    },
  ]
}

@Suite struct CanaryTests {
  @Test(arguments: Carrier.all, Canary.all)
  func nothingPersonalIsLeft(_ carrier: Carrier, _ canary: Canary) throws {
    for planted in carrier.isJSON ? canary.members : [canary.lines.joined(separator: "\n")] + canary.lines {
      let bytes = carrier.plant(planted)
      var scrubber = ReportScrubber()
      scrubber.learn(from: bytes)
      guard mustBeRedacted(planted, canary) else { continue }
      #expect(!scrubber.preview(of: bytes).entries.isEmpty, "\(planted)")
      let copy = String(decoding: try scrubber.copy(of: bytes), as: UTF8.self)
      #expect(!spellings(copy).contains { $0.contains(canary.secret.lowercased()) }, "\(planted)")
    }
  }

  @Test func theSamplesExist() { #expect(Carrier.all.prefix(7).allSatisfy { $0.plant("").count > 100 }) }

  /// Returns whether a line must be redacted on its own: it contains the name, and is recognizable as personal data.
  private func mustBeRedacted(_ planted: String, _ canary: Canary) -> Bool {
    guard spellings(planted).contains(where: { $0.contains(canary.secret.lowercased()) }) else { return false }
    return planted.contains("\n")
      || !["canaryjane could", "backup_", "~CANARY", "Unique Chip"].contains {
        planted.hasPrefix($0)
      }
  }

  /// Returns the text as written, and with its JSON escapes decoded, in lower case.
  private func spellings(_ text: String) -> [String] {
    var plain = text
    for (escape, letter) in [("\\u00e9", "\u{E9}"), ("\\u00f4", "\u{F4}"), ("\\/", "/"), ("\\u2019", "’")] {
      plain = plain.replacing(escape, with: letter)
    }
    return [text.lowercased(), plain.lowercased()]
  }

  /// A name that one report reveals is replaced in all reports, in any order.
  @Test func reportsOfARunShareNames() throws {
    let reports = ["only canaryjane knows", "Path: /Users/canaryjane/x", "and CanaryJane's"].map { Array($0.utf8) }
    var scrubber = ReportScrubber()
    for report in reports { scrubber.learn(from: report) }
    let copies = try reports.map { String(decoding: try scrubber.copy(of: $0), as: UTF8.self) }
    #expect(copies == ["only user-1 knows", "Path: /Users/user-1/x", "and user-1's"])
  }

  @Test func namesOfImagesAreNotReplaced() throws {
    let report = Array(
      """
      Process:               Runner [501]
      Path:                  /Users/runner7/x
      Identifier:            com.example.runner7
      Exception Type:        EXC_BAD_ACCESS (SIGSEGV)

      Thread 0 Crashed:
      0   Runner7                         0x0000000100001234 main + 20

      """.utf8)
    var scrubber = ReportScrubber()
    scrubber.learn(from: report)
    let copy = String(decoding: try scrubber.copy(of: report), as: UTF8.self)
    #expect(copy.contains("0   Runner7 ") && copy.contains("/Users/user-1/x"))
    #expect(scrubber.kept == 1)
    var strict = ReportScrubber(names: ["runner7"])
    strict.learn(from: report)
    #expect(!String(decoding: try strict.copy(of: report), as: UTF8.self).lowercased().contains("runner7"))
  }

  @Test func previewContainsNoValue() throws {
    let report = Array("/Users/canaryjane/x\n\ncanaryjane, a.b@example.com\nuid 702917\n".utf8)
    var scrubber = ReportScrubber(names: ["zebra"])
    scrubber.learn(from: report)
    let entries = scrubber.preview(of: report).entries
    #expect(entries.map(\.placeholder) == ["user-1", "email-1", "501"])
    #expect(entries.map(\.count) == [2, 1, 1])
    #expect(entries.map(\.lines) == [[1, 3], [3], [4]])
    #expect(entries.map(\.hint) == ["c… (10)", "a… (15)", "(6)"])
  }

  /// The time grows with the number of bytes, not with names times bytes.
  @Test func manyNamesAreFast() throws {
    var text = ""
    for number in 0..<4_000 { text += "/Users/name\(number)x/a name\(number)x\n" }
    var copy: [UInt8] = []
    let time = try ProcessorTime.seconds {
      var scrubber = ReportScrubber()
      scrubber.learn(from: Array(text.utf8))
      copy = try scrubber.copy(of: Array(text.utf8))
    }
    #expect(time < 60)
    #expect(!String(decoding: copy, as: UTF8.self).contains("name"))
  }

  /// Texts in which rules begin to match many times.
  @Test(arguments: [
    "login: ", "token=", "sk-", "\"user\":{", "\\", "/Users/", "\"uid\":\"", "a-", "a.", "a@", "%2FUsers%2F", "10.",
    "fe80:",
    "/var/folders/", "Bearer ", "cafe-", "\\u00e9", "\u{2019}", "s-iPhone", "janedoe-", "password is ", "api_key: ",
    "=", ":",
    "<key>password</key>", "geo:1.", "4111 ", "DE89 ", "+1 ", "-----BEGIN PRIVATE KEY-----", "L1VzZXJz", "%252F",
    ".corp.",
    "a.local", "~jane/", "/Users/Zoe Q", "(user: a, ", "uid=5(", "x@y:/", "1.2.3.4 ", "a4:5e:",
    "\"coordinates\":[1.234,",
  ])
  func hostileTextsAreFast(_ unit: String) throws {
    let text = Array(("/Users/janedoe/x\n" + String(repeating: unit, count: 60_000 / unit.utf8.count)).utf8)
    let time = ProcessorTime.seconds {
      var redactor = Redactor()
      let once = redactor.redacted(text)
      _ = redactor.survivors(in: once)
    }
    #expect(time < 30, "\(time) s")
  }

  /// The time for twice and four times as many bytes grows no faster than they do, with room for other work.
  @Test(arguments: [
    "password: a", "token=", "/Users/a b", "uid=502(", "x_api_key: nil, ", "a@b.", "QUJDREVGR0hJSktM", "user: (",
    "12.3456,",
    "4111 1111 1111 111", "host.corp.", "%2525", "(a: ", "\\", "\\\"", "<a>",
  ])
  func timeIsLinear(_ unit: String) throws {
    func seconds(_ count: Int) -> Double {
      let text = Array(String(repeating: unit, count: count / unit.utf8.count).utf8)
      var best = Double.infinity
      for _ in 0..<3 {
        let time = ProcessorTime.seconds {
          var redactor = Redactor()
          _ = redactor.survivors(in: redactor.redacted(text))
        }
        best = min(best, time)
      }
      return best
    }
    let times = [15_000, 30_000, 60_000].map(seconds)
    #expect(times[2] < 0.2 || times[2] < times[0] * 10, "\(times)")
  }

  @Test func damagedReportsAreSafe() throws {
    let report = try Repository.bytes(of: "sample-logs/ips/macos-app.ips").prefix(3_000)
    let planted = Array(
      #"{"userName":"canaryjane","path":"\/Users\/canaryjane\/\u00e9","x":"\\\"hostName\\\":\\\"a\\\""}"#.utf8)
    for mutant in Mutants(of: planted + report, count: 400, seed: 5) {
      var scrubber = ReportScrubber(names: ["canaryjane"])
      scrubber.learn(from: mutant)
      if let copy = try? scrubber.copy(of: mutant) {
        #expect(!String(decoding: copy, as: UTF8.self).lowercased().contains("canaryjane"))
      }
    }
  }
}
