import Testing

@testable import ClickHouse

@Suite struct AddressTests {
  /// The text, and its normalized form.
  static let valid: [(text: String, normalized: String)] = [
    ("clickhouse://localhost/d", "clickhouse://default@localhost:8123/d"),
    ("CLICKHOUSE://ci@LOCALHOST:9000/d", "clickhouse://ci@localhost:9000/d"),
    ("clickhouse://ci@h.example/d?secure=1", "clickhouse://ci@h.example:8443/d?secure=1"),
    (
      "clickhouse://ci@h.example:443/d?ca=/a%20b&secure=1", "clickhouse://ci@h.example:443/d?secure=1&ca=%2Fa%20b"
    ),
    ("clickhouse://h.example/d?insecure=1", "clickhouse://default@h.example:8123/d?insecure=1"),
    ("clickhouse://127.8.9.1/d", "clickhouse://default@127.8.9.1:8123/d"),
    ("clickhouse://[::1]/d", "clickhouse://default@[::1]:8123/d"),
    ("clickhouse://[::1]:1/d?scrub=1", "clickhouse://default@[::1]:1/d?scrub=1"),
    ("clickhouse://[2001:DB8::1]:65535/d?secure=1", "clickhouse://default@[2001:db8::1]:65535/d?secure=1"),
    ("clickhouse://a%40b%2Fc%3F@localhost/d", "invalid"),
    ("clickhouse://a%40b@localhost/my%20db%22%60", "clickhouse://a%40b@localhost:8123/my%20db%22%60"),
    ("clickhouse://h/d?secure=1&ca=%2Fetc%2Fca.pem", "clickhouse://default@h:8443/d?secure=1&ca=%2Fetc%2Fca.pem"),
    ("clickhouse://h/d?secure=1&ca=/etc/ca.pem&", "clickhouse://default@h:8443/d?secure=1&ca=%2Fetc%2Fca.pem"),
    ("clickhouse://localhost/d?secure=0&insecure=0", "clickhouse://default@localhost:8123/d"),
    ("clickhouse://%C3%BC@localhost/%C3%BC", "clickhouse://%C3%BC@localhost:8123/%C3%BC"),
  ]

  @Test(arguments: valid.filter { $0.normalized != "invalid" })
  func validAddressesAreNormalized(_ text: String, _ normalized: String) throws {
    let address = try ServerAddress(text)
    #expect(address.description == normalized)
    let again = try ServerAddress(normalized)
    #expect(again == address && ServerAddress.isAddress(text))
  }

  @Test(arguments: [
    "", "clickhouse", "clickhouse:/", "clickhouse://", "http://h/d", "clickhouse://h", "clickhouse://h/",
    "clickhouse:///d", "clickhouse://@localhost/d", "clickhouse://h:0/d", "clickhouse://h:65536/d",
    "clickhouse://localhost:/d", "clickhouse://localhost:8x/d", "clickhouse://localhost:-1/d",
    "clickhouse://localhost:123456789012345678901234567890/d", "clickhouse://::1/d", "clickhouse://[::1/d",
    "clickhouse://[::1]x/d", "clickhouse://[]/d", "clickhouse://[1.2.3.4]/d", "clickhouse://[fe80::1%25eth0]/d",
    "clickhouse://h/d", "clickhouse://h.example/d?secure=0", "clickhouse://localhost.example/d",
    "clickhouse://127.0.0.1.example/d", "clickhouse://128.0.0.1/d", "clickhouse://127.0.0.999/d",
    "clickhouse://localhost/a/b", "clickhouse://localhost/%zz", "clickhouse://localhost/%0A",
    "clickhouse://localhost/%00",
    "clickhouse://localhost/%ff", "clickhouse://localhost/d#x", "clickhouse://local host/d", "clickhouse://h\u{7}/d",
    "clickhouse://höst/d", "clickhouse://-h/d", "clickhouse://h/d?secure", "clickhouse://h/d?secure=2",
    "clickhouse://h/d?secure=yes", "clickhouse://h/d?Secure=1", "clickhouse://h/d?secure=1&secure=1",
    "clickhouse://h/d?secure=1&insecure=1", "clickhouse://h/d?secure=1&x=1",
    "clickhouse://h/d?secure=1&ca=relative.pem",
    "clickhouse://localhost/d?ca=%2Fa", "clickhouse://localhost/d?secure=1&ca=",
    "clickhouse://localhost/d?secure=1&ca=/%0a",
    "clickhouse://localhost/d?secure=1&ca=/%e2%80%ae", "clickhouse://a%2Fb%40c@localhost/%2Fd%0d",
  ])
  func invalidAddressesAreErrors(_ text: String) throws {
    let error = try #require(failure { _ = try ServerAddress(text) })
    #expect(error.kind == .invalidAddress && error.exitStatus == 78)
    expectSound(error)
  }

  @Test(arguments: [
    "clickhouse://ci:CANARY@h.example:8443/d?secure=1", "clickhouse://:CANARY@localhost/d",
    "clickhouse://ci:CANARY/x@localhost/d", "clickhouse://ci:CANARY?x@localhost/d",
    "clickhouse://ci:CANARY#@localhost/d",
    "clickhouse://ci:a@CANARY@localhost/d", "clickhouse://ci%3ACANARY@localhost/d", "clickhouse://ci:CANARY",
    "clickhouse://ci:CANARY/d", "clickhouse://localhost/d?password=CANARY", "clickhouse://localhost/d?CANARY",
    "clickhouse://localhost/d?user=CANARY", "clickhouse://localhost/d?secure=CANARY",
    "clickhouse://CANARY ci@localhost/d",
    "clickhouse://ci:CANARY%zz@localhost/d", "clickhouse://[CANARY]/d", "clickhouse://localhost/d/CANARY",
    "clickhouse://ci:CANARY\n@localhost/d", "CLICKHOUSE://ci:CANARY@localhost/d",
  ])
  func passwordsAreRejectedAndNotRepeated(_ text: String) throws {
    let error = try #require(failure { _ = try ServerAddress(text) })
    #expect(!error.sentence.contains("CANARY"), "\(error)")
    #expect(error.exitStatus == 78)
  }

  /// A password may contain digits and a slash only: then what is before it looks like a host, and the host like a part of
  /// the database's name.
  @Test(arguments: [
    "clickhouse://ci:4711/x@h.example?insecure=1", "clickhouse://localhost:4711/x@h.example",
    "clickhouse://localhost:4711/x%2Fy@h.example/d?secure=1", "clickhouse://localhost:4711/d?ca=/x@h&secure=1",
  ])
  func passwordsThatLookLikePortsAreRejected(_ text: String) throws {
    let error = try #require(failure { _ = try ServerAddress(text) })
    #expect(error.kind == .invalidAddress && error.message.contains("contains a password"), "\(error)")
    #expect(!error.sentence.contains("4711"))
  }

  @Test(arguments: [
    ("clickhouse://localhost:4711/x%40h.example", "clickhouse://default@localhost:4711/x%40h.example"),
    ("clickhouse://ci@localhost:4711/d", "clickhouse://ci@localhost:4711/d"),
    ("clickhouse://ci@localhost/a:b", "clickhouse://ci@localhost:8123/a%3Ab"),
  ])
  func portsAndColonsAreNotPasswords(_ text: String, _ normalized: String) throws {
    #expect(try ServerAddress(text) == ServerAddress(normalized))
  }

  @Test func damageDoesNotTrap() {
    var generator = SystemRandomNumberGenerator()
    let parts = [
      "clickhouse://", "ci", ":", "@", "[", "]", "::1", "localhost", "/", "d", "?", "&", "=", "%", "%4", "1", "secure",
      "ca", "#", "\u{0}", "ü",
    ]
    for _ in 0..<20_000 {
      let text = "clickhouse://" + (0..<8).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      guard let address = try? ServerAddress(text) else { continue }
      #expect((try? ServerAddress(address.description)) == address, "\(text)")
    }
  }
}
