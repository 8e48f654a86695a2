import Foundation
import Platform
import TestSupport
import Testing
import Vocabulary

@testable import Monitoring

/// The file with the digests of tokens.
@Suite struct TokenFileTests {
  private static let time = Timestamp(seconds: 1_785_758_400)

  private func file(_ scratch: Scratch) -> TokenFile { TokenFile(history: scratch.url("data/h.sqlite").path) }

  @Test func tokensAreStoredAsDigests() throws {
    let scratch = try Scratch()
    let file = file(scratch)
    #expect(try file.tokens().isEmpty)
    let first = try file.add("app-1", now: Self.time)
    let second = try file.add("App_2.x", now: Self.time)
    #expect(first.utf8.count == 32 && first != second)
    let tokens = try file.tokens()
    #expect(tokens.map(\.name) == ["app-1", "App_2.x"] && tokens.map(\.created) == [Self.time, Self.time])
    let text = try String(contentsOfFile: file.path.text, encoding: .utf8)
    #expect(!text.contains(first) && !text.contains(second))
    #expect(text.contains(SHA256.digest(of: Array(first.utf8)).hexadecimal))
    let status = try FileStatus(of: file.path)
    #expect(status.permissions == 0o600)
    #expect(try FileStatus(of: file.path.parent).permissions == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url("data").path) == ["h.sqlite.tokens"])
  }

  @Test func namesAreUnique() throws {
    let file = file(try Scratch())
    _ = try file.add("app", now: Self.time)
    #expect(throws: TokenFile.Fault.exists) { try file.add("app", now: Self.time) }
    #expect(try file.revoke("app") && file.tokens().isEmpty)
    #expect(try !file.revoke("app"))
    _ = try file.add("app", now: Self.time)
  }

  @Test func namesAreShortAndPlain() {
    for name in ["a", "A", "0", "a.b", "a-b_c", String(repeating: "a", count: 40)] {
      #expect(ReceiverToken.isName(name), "\(name)")
    }
    for name in [
      "", ".", ".a", "-a", "_a", "a b", "a/b", "a\n", "ä", "a\u{301}", "../a", String(repeating: "a", count: 41), "a:b",
    ] {
      #expect(!ReceiverToken.isName(name), "\(name)")
    }
  }

  @Test func damagedFilesAreNotRead() throws {
    let digest = String(repeating: "0a", count: 32)
    let head = "diagnose-tokens/1\n"
    #expect(try TokenFile.parse(Array((head + "\(digest) 0 a\n\(digest) 1 b\n").utf8)).count == 2)
    for (text, line) in [
      ("", 1), ("x", 1), ("diagnose-tokens/2\n", 1), (head + "\(digest) 0 a", 1), (head + "\n", 2),
      (head + "\(digest) 0\n", 2), (head + "\(digest) 0 a b\n", 2), (head + "\(digest)0 0 a\n", 2),
      (head + "\(digest.dropLast()) 0 a\n", 2), (head + "\(digest.dropLast())g 0 a\n", 2),
      (head + "\(digest) x a\n", 2),
      (head + "\(digest) 0 a\n\(digest) 0 a\n", 3), (head + "\(digest) 0 ..\n", 2),
      (head + "\(digest) 99999999999999999999 a\n", 2),
    ] {
      #expect(throws: TokenFile.Fault.damaged(line: line), "\(text)") { try TokenFile.parse(Array(text.utf8)) }
    }
  }

  @Test func onlyPrivateFilesAreRead() throws {
    let scratch = try Scratch()
    let file = file(scratch)
    _ = try file.add("app", now: Self.time)
    for mode in [0o640, 0o604, 0o660, 0o602, 0o610] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path.text)
      #expect(throws: TokenFile.Fault.notPrivate) { try file.tokens() }
      #expect(throws: TokenFile.Fault.notPrivate) { try file.add("other", now: Self.time) }
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file.path.text)
    #expect(try file.tokens().count == 1)
    // A link could lead to a file of another user.
    try FileManager.default.moveItem(atPath: file.path.text, toPath: scratch.url("moved").path)
    try FileManager.default.createSymbolicLink(
      atPath: file.path.text, withDestinationPath: scratch.url("moved").path)
    #expect(throws: TokenFile.Fault.self) { try file.tokens() }
  }

  @Test func changesAtOnceLoseNothing() throws {
    let file = file(try Scratch())
    DispatchQueue.concurrentPerform(iterations: 20) { number in _ = try? file.add("app\(number)", now: Self.time) }
    #expect(try file.tokens().count == 20)
  }

  @Test func noTokenIsLongerThanTheLimit() throws {
    let file = file(try Scratch())
    let token = try file.add("app", now: Self.time)
    let table = TokenTable(file)
    #expect(table.verdict(on: token) == .valid("app") && table.count == 1)
    for other in ["", token + " ", token.uppercased() + "x", String(repeating: "a", count: 1_000)] {
      #expect(table.verdict(on: other) == .unknown)
    }
  }
}
