import Redaction
import Testing

/// The search of redacted texts, and the numbers of names.
@Suite struct VerifiedTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// A user name in several spellings is one user; tokens differ in case.
  @Test func oneNameHasOneNumber() {
    var redactor = Redactor()
    #expect(
      redactor.redacted("/Users/ZoeQuill/a /Users/zoequill/b /home/ZOEQUILL/c")
        == "/Users/user-1/a /Users/user-1/b /home/user-1/c")
    #expect(
      redactor.redacted("Authorization: Bearer abcdef0123456789\nAuthorization: Bearer ABCDEF0123456789\n")
        == "Authorization: Bearer token-1\nAuthorization: Bearer token-2\n")
    #expect(redactor.counts == [.user: 1, .token: 2])
  }

  /// What remains in a text is replaced, however it got there.
  @Test(arguments: [
    ("mail zoe.quill@example.com", "mail email-1"), ("by zoequill in /Users/zoequill", "by user-1 in /Users/user-1"),
    ("nothing", "nothing"), ("", ""),
  ])
  func remainsAreReplaced(_ bytes: String, _ expected: String) throws {
    var redactor = Redactor()
    let verified = try redactor.verified(Array(bytes.utf8))
    #expect(text(verified) == expected)
    #expect(redactor.survivors(in: verified) == [])
  }

  @Test func aNameThatAppearsLaterIsReplacedInAnEarlierText() throws {
    var redactor = Redactor()
    let early = redactor.redacted(Array("opened by zoequill".utf8))
    #expect(text(early) == "opened by zoequill")
    _ = redactor.redacted("/Users/zoequill/Library")
    #expect(text(try redactor.verified(early)) == "opened by user-1")
  }

  /// A name that placeholders contain can never be removed.
  @Test func whatCannotBeReplacedIsAnError() {
    #expect(Redactor.isUnusable(name: "user"))
    var redactor = Redactor(names: ["user"])
    #expect(throws: ReportScrubber.Leak.self) { _ = try redactor.verified(Array("/Users/zoequill/x".utf8)) }
  }

  @Test(arguments: [
    ("", true), ("use", true), ("User", true), ("1-2", true), ("1234", true), ("12345", false), ("zoe", false),
  ])
  func unusableNames(_ name: String, _ isUnusable: Bool) {
    #expect(Redactor.isUnusable(name: name) == isUnusable)
  }
}
