import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import ClickHouse
@testable import Transfer

@Suite struct SecretTests {
  /// All forms of the password that are searched for.
  private static let forms: [String] = [
    canary, Data("ci:\(canary)".utf8).base64EncodedString(), Data(canary.utf8).base64EncodedString(),
  ]

  private static func hasSecret(_ data: Data) -> Bool { forms.contains { data.range(of: Data($0.utf8)) != nil } }

  /// Returns the files of /proc that contain the password, and the number of curl processes with this port.
  private func exposed() -> (files: [String], curls: Int) {
    var files: [String] = []
    var curls = 0
    let own = "\(ProcessInfo.processInfo.processIdentifier)"
    for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(process) != nil {
      for name in ["cmdline", "environ", "comm", "stat"] where process != own {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/\(name)") else { continue }
        if Self.hasSecret(data) { files.append("/proc/\(process)/\(name)") }
        if name == "cmdline", data.range(of: Data("--config".utf8)) != nil { curls += 1 }
      }
    }
    return (files, curls)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline"), "no /proc"))
  func processListsAndFilesDoNotContainThePassword() throws {
    /// What the machine shows while curl waits for an answer.
    let observation = Mutex<(files: [String], curls: Int, temporary: [String])?>(nil)
    let server = try LoopbackServer { _ in
      let (files, curls) = exposed()
      // Other tests and programs have files with such names, too, but none with this statement.
      let folder = FileManager.default.temporaryDirectory
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      let temporary = names.filter { name in
        guard name.hasPrefix("diagnose-") else { return false }
        let content = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
        return content?.range(of: Data("SELECT length".utf8)) != nil
      }
      observation.withLock { $0 = (files, curls, temporary) }
    }
    defer { server.stop() }
    // More than a pipe holds, so that the request uses a temporary file.
    let padding = SQLValue.text(String(repeating: "x", count: 60_000))
    let connection = try connect(server.port)
    let found = try #require(failure { _ = try connection.rows("SELECT length(\(padding)) AS a") })
    let seen = try #require(observation.withLock { $0 })
    #expect(seen.files.isEmpty && seen.curls >= 1, "\(seen.files)")
    #expect(seen.temporary.isEmpty)
    #expect(found.kind == .incomplete)
    expectSound(found)
  }

  @Test func aServerThatRepeatsTheRequestDoesNotRevealThePassword() throws {
    let forms =
      Self.forms + [
        canary.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""),
        canary.replacingOccurrences(of: " ", with: "+").replacingOccurrences(of: "canary", with: "CANARY"),
        canary.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "",
        Data(canary.utf8).map { String(format: "%02x", $0) }.joined(),
      ]
    for status in ["500 Error", "401 Unauthorized", "200 OK"] {
      for form in forms + [canary.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""] {
        let server = try LoopbackServer { $0.answer("Code: 62. DB::Exception: you sent \(form) !", status: status) }
        defer { server.stop() }
        let connection = try connect(server.port)
        let error = try #require(failure { _ = try connection.rows("SELECT 1 AS a") })
        #expect(!Self.forms.contains { error.sentence.contains($0) } && !error.sentence.contains(form), "\(error)")
        #expect(error.sentence.contains("you sent ***"), "\(error)")
      }
    }
  }

  @Test func credentialsDoNotPrint() throws {
    let credentials = try ServerCredentials(password: Array(canary.utf8))
    var dumped = ""
    dump(credentials, to: &dumped)
    let address = try ServerAddress("clickhouse://ci@localhost/d")
    let transport = CurlTransport(address: address, credentials: credentials, agent: "a")
    dump(transport, to: &dumped)
    let texts = [
      "\(credentials)", String(describing: credentials), String(reflecting: credentials), "\([credentials])",
      "\(Optional(credentials) as Any)", dumped, "\(transport)", String(reflecting: transport), address.description,
    ]
    for text in texts { #expect(!text.contains("canary") && !text.contains("99, 97, 110"), "\(text)") }
  }

  @Test func filesOfPasswordsMustBePrivate() throws {
    let folder = try ScratchFolder()
    let path = folder.path("password")
    let file = path.text
    func read(_ content: String, mode: Int = 0o600) -> ServerError? {
      _ = FileManager.default.createFile(
        atPath: file, contents: Data(content.utf8), attributes: [.posixPermissions: mode])
      try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      do {
        let bytes = try ServerCredentials(file: path).bytes
        #expect(bytes == Array("abc".utf8))
        return nil
      } catch { return error }
    }
    for content in ["abc", "abc\n", "abc\r\n"] { #expect(read(content) == nil) }
    #expect(read("abc", mode: 0o400) == nil)
    for mode in [0o644, 0o640, 0o604, 0o610, 0o666] {
      let error = try #require(read(canary, mode: mode))
      #expect(error.kind == .invalidCredentials && error.exitStatus == 78)
      expectSound(error)
    }
    for content in ["", "\n", "a\nb", "a\u{7}", String(repeating: "a", count: 2_000)] {
      #expect(read(content)?.kind == .invalidCredentials)
    }
    #expect(failure { _ = try ServerCredentials(file: folder.path("missing")) }?.kind == .invalidCredentials)
    #expect(failure { _ = try ServerCredentials(file: folder.path("")) }?.kind == .invalidCredentials)
    try FileManager.default.removeItem(atPath: file)
    #expect(mkfifo(file, 0o600) == 0)
    #expect(failure { _ = try ServerCredentials(file: path) }?.kind == .invalidCredentials)
  }

  @Test func theEnvironmentHasOneSource() throws {
    func credentials(_ values: [String: String]) throws -> ServerCredentials? {
      try ServerCredentials.fromEnvironment { name in values[name].map { Array($0.utf8) } }
    }
    #expect(try credentials([:])?.bytes == nil)
    #expect(try credentials([ServerCredentials.passwordVariable: "a b"])?.bytes == Array("a b".utf8))
    let both = [ServerCredentials.passwordVariable: "a", ServerCredentials.fileVariable: "/x"]
    #expect(failure { _ = try credentials(both) }?.kind == .invalidCredentials)
    #expect(failure { _ = try credentials([ServerCredentials.passwordVariable: "a\nb"]) }?.kind == .invalidCredentials)
  }
}

@Suite struct CurlConfigurationTests {
  @Test func valuesAreQuoted() throws {
    let quoted = { (text: String) throws in String(decoding: try CurlConfiguration.quoted(text.utf8), as: UTF8.self) }
    for (text, expected) in [
      ("a", #""a""#), ("", #""""#), (#"a"b"#, #""a\"b""#), (#"\n"#, #""\\n""#), ("ü\t#", "\"ü\t#\""),
    ] {
      let result = try quoted(text)
      #expect(result == expected)
    }
    for text in ["a\nurl = x", "a\r", "a\0b"] {
      #expect(throws: CurlConfiguration.InvalidValue.self) { try quoted(text) }
    }
  }

  /// Every byte of a password arrives as it is.
  @Test func passwordsArriveUnchanged() throws {
    let server = try LoopbackServer { $0.answer(table) }
    defer { server.stop() }
    var generator = SystemRandomNumberGenerator()
    let alphabet = [UInt8](0x20..<0x7F) + [UInt8](0x80...0xFF)
    for _ in 0..<20 {
      let password = (0..<40).map { _ in alphabet.randomElement(using: &generator) ?? 0x20 }
      let address = try ServerAddress("clickhouse://ci@127.0.0.1:\(server.port)/d")
      let connection = ServerConnection(address, try ServerCredentials(password: password))
      _ = try connection.rows("SELECT name, count FROM x")
      let credentials = Data(Array("ci:".utf8) + password).base64EncodedString()
      #expect(server.requests.last?.contains("Authorization: Basic \(credentials)\r\n") == true)
    }
  }
}
