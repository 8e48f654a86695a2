import CrashReports
import Foundation
import Redaction
import TestSupport
import Testing

@Suite struct RedactorTests {
  @Test(arguments: [
    ("/Users/jane/Library/x", "/Users/user-1/Library/x"),
    ("{\"path\":\"\\/Users\\/jane\\/x\"}", "{\"path\":\"\\/Users\\/user-1\\/x\"}"),
    ("/home/j.doe-2/a /home/j.doe-2", "/home/user-1/a /home/user-1"),
    ("C:\\Users\\jane\\a", "C:\\Users\\user-1\\a"),
    ("\"C:\\\\Users\\\\jane\\\\a\"", "\"C:\\\\Users\\\\user-1\\\\a\""),
    ("/Users/Shared/x /Users/USER/y", "/Users/Shared/x /Users/USER/y"),
    ("\\/Users\\/Users/jane/x C:\\Users/Users/jane", "\\/Users\\/Users/user-1/x C:\\Users/Users/user-1"),
    ("by janedoe in /Users/janedoe", "by user-1 in /Users/user-1"),
    ("main in /Users/main/x", "main in /Users/user-1/x"),
    ("mail jane.doe+x@mail.example.com.", "mail email-1."),
    ("icon@2x.png Foo@rpath a@b", "icon@2x.png Foo@rpath a@b"),
    (
      "CrashReporter Key:   0123456789abcdef0123456789abcdef00000001\nNext: 1", "CrashReporter Key:   device-1\nNext: 1"
    ),
    ("\"crashReporterKey\" : \"C0FFEE00-0000-0000-0000-000000000000\",", "\"crashReporterKey\" : \"device-1\","),
    (
      "{\"deviceIdentifierForVendor\":\"AB-1\",\"userName\":\"Jane D\"}",
      "{\"deviceIdentifierForVendor\":\"device-1\",\"userName\":\"user-1\"}"
    ),
    ("Serial Number: C02XX0YYJG5J", "Serial Number: serial-1"),
    ("Host Name: janes-mac\nOS: 1", "Host Name: host-1\nOS: 1"),
    ("\"text\":\"a\\nComputer Name: Jane's Mac\\nb\"", "\"text\":\"a\\nComputer Name: host-1\\nb\""),
    ("connect to 192.168.1.7:80 and 8.8.8.8", "connect to ip-1:80 and ip-2"),
    ("Version: 1.2.3.4 (5.6.7.8)\nbuild 9.8.7.6", "Version: 1.2.3.4 (5.6.7.8)\nbuild 9.8.7.6"),
    ("127.0.0.1 0.0.0.0 1.2.3.4.5 1.2.3.400", "127.0.0.1 0.0.0.0 1.2.3.4.5 1.2.3.400"),
    ("from fe80::1c2b:3d4e:5f60:7a1b to 2001:db8:0:0:0:0:0:1", "from ip-1 to ip-2"),
    ("std::__1::string dead::beef::cafe 12:39:56", "std::__1::string dead::beef::cafe 12:39:56"),
    ("ether a4:83:e7:01:02:ff", "ether device-1"),
    ("00008110-001A2B3C4D5E801E", "device-1"),
    ("/CoreSimulator/Devices/0A1B2C3D-0000-4000-8000-00000000000A/data", "/CoreSimulator/Devices/device-1/data"),
    ("Authorization: Bearer abcdef0123456789.xyz", "Authorization: Bearer token-1"),
    ("curl -H Bearer abcdef0123456789", "curl -H Bearer token-1"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_123", "token-1"),
    ("key AKIAIOSFODNN7EXAMPLE1 ghp_0123456789abcdefABCDEF0123456789abcd", "key token-1 token-2"),
    ("https://x.example/?api_key=a1b2c3d4e5&b=1", "https://x.example/?api_key=token-1&b=1"),
    ("https://jane:pw@host.example/x", "https://token-1@host.example/x"),
    (
      "/Users/cafe/x cafe 0A1B2C3D-CAFE-4000-8000-00000000000A",
      "/Users/user-1/x user-1 0A1B2C3D-CAFE-4000-8000-00000000000A"
    ),
    ("{\"machine\":\"iPhone14,5\",\"x\":\"iPhone14,5\"}", "{\"machine\":\"iPhone14,5\",\"x\":\"iPhone14,5\"}"),
    (
      "{\"user\":{\"geo\":{\"a\":1},\"id\":\"q-7\"},\"id\":\"k\"}",
      "{\"user\":{\"geo\":{\"a\":1},\"id\":\"user-1\"},\"id\":\"k\"}"
    ),
    ("/Users/frames/x \"frames\":1 frames", "/Users/user-1/x \"frames\":1 frames"),
    (
      "/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T",
      "/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T"
    ),
    ("\"userID\" : 501, \"userID\" : 0, uid 88", "\"userID\" : 501, \"userID\" : 0, uid 88"),
    ("Janes-MacBook.local ran; Localizable.localized", "host-1.local ran; Localizable.localized"),
    ("Session.login(token: Swift.String, user: 1)", "Session.login(token: Swift.String, user: 1)"),
  ])
  func replaces(_ text: String, _ expected: String) {
    var redactor = Redactor()
    #expect(redactor.redacted(text) == expected)
    #expect(redactor.redacted(expected) == expected, "a redacted text does not change")
    #expect(redactor.survivors(in: expected) == [])
  }

  @Test func equalNamesGetEqualPlaceholders() {
    var redactor = Redactor()
    #expect(
      redactor.redacted("/Users/jane/a /Users/john/b /Users/jane/c")
        == "/Users/user-1/a /Users/user-2/b /Users/user-1/c")
    #expect(redactor.redacted("/home/john") == "/home/user-2")
    #expect(redactor.counts == [.user: 2])
    var other = Redactor()
    #expect(other.redacted("/home/john") == "/home/user-1")
  }

  @Test func namesOfTheCallerAreReplacedEverywhere() {
    var redactor = Redactor(names: ["Zebrafish"])
    #expect(redactor.redacted("xzebrafishx ZEBRAFISH") == "xuser-1x user-1")
    #expect(redactor.survivors(in: "aZebraFishb") == ["zebrafish"])
  }

  @Test(arguments: ["", "user", "Use", "12", "501", "o"])
  func aNameWithinPlaceholdersIsRejected(_ name: String) { #expect(Redactor.isUnusable(name: name)) }

  @Test(arguments: ["users", "zebra", "12345", "jo"])
  func otherNamesAreAccepted(_ name: String) { #expect(!Redactor.isUnusable(name: name)) }

  /// Known accounts are replaced as words, not within other words.
  @Test func knownAccountsAreWords() {
    var redactor = Redactor(accounts: ["root", "jane"])
    #expect(redactor.redacted("root rootView jane janet JANE") == "root rootView user-1 janet user-1")
  }

  @Test func remainingValuesAreFound() {
    var redactor = Redactor()
    _ = redactor.redacted("/Users/janedoe/x, jane@example.com")
    #expect(redactor.survivors(in: "janedoe") == ["janedoe"])
    #expect(redactor.survivors(in: "/Users/other/x 10.0.0.1") == ["other", "10.0.0.1"])
    #expect(redactor.survivors(in: "janedoes /Users/user-7/x") == [])
  }

  /// Image UUIDs, addresses and frames are read as before.
  @Test func samplesKeepWhatSymbolicationNeeds() throws {
    for sample in SampleLog.texts where !sample.path.contains("malformed") {
      let bytes = try sample.bytes()
      guard bytes.count < 200_000 else { continue }
      var redactor = Redactor()
      let redacted = redactor.redacted(bytes)
      #expect(redactor.survivors(in: String(decoding: redacted, as: UTF8.self)) == [], "\(sample.path)")
      let before = ReportReader.read(bytes).reports.map(\.value)
      let after = ReportReader.read(redacted).reports.map(\.value)
      #expect(before.count == after.count, "\(sample.path)")
      for (old, new) in zip(before, after) {
        #expect(old.images?.map(\.uuid) == new.images?.map(\.uuid), "\(sample.path)")
        #expect(old.images?.map(\.loadAddress) == new.images?.map(\.loadAddress), "\(sample.path)")
        #expect(old.threads?.map { $0.frames.map(\.address) } == new.threads?.map { $0.frames.map(\.address) })
        #expect(old.threads?.map { $0.frames.map(\.symbol) } == new.threads?.map { $0.frames.map(\.symbol) })
      }
    }
  }

  /// Every name is searched for in all later texts. The time must not grow with names times bytes.
  @Test
  func manyNamesCostNoMoreThanTheText() throws {
    var redactor = Redactor()
    let users = (0..<40_000).map { "/Users/person\($0)x/Cards.app" }.joined(separator: "\n")
    #expect(redactor.redacted(users).hasSuffix("/Users/user-40000/Cards.app"))
    let later = (0..<40_000).map { "by person\($0)x" }.joined(separator: "\n")
    #expect(redactor.redacted(later).hasSuffix("by user-40000"))
    #expect(redactor.survivors(in: later).count == 40_000)
  }

  /// Of two names that match, the longer one is replaced, in any order of their first appearance.
  @Test func theLongestNameIsReplaced() {
    var redactor = Redactor()
    #expect(redactor.redacted("/Users/jane.doe/a /Users/jane/b") == "/Users/user-1/a /Users/user-2/b")
    #expect(redactor.redacted("jane.doe and jane, janet") == "user-1 and user-2, janet")
  }

  @Test func damagedTextsAreSafe() throws {
    let text =
      "/Users/jane/x jane@example.com 10.0.0.1 fe80::1:2 \"userName\" : \"J\" Bearer abcdefghi1 \\/Users\\/j\\/"
    for mutant in Mutants(of: Array(text.utf8), count: 3_000, seed: 3) {
      var redactor = Redactor(names: ["jane"])
      let once = redactor.redacted(mutant)
      #expect(!String(decoding: once, as: UTF8.self).lowercased().contains("jane"))
    }
  }
}
