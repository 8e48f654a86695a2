import Platform
import Testing
import Vocabulary

@testable import SymbolServers

/// Which addresses are accepted, and which are public.
@Suite struct WebAddressTests {
  @Test(arguments: [
    "ftp://host/", "https://", "https://user:secret@host/", "https://host:0/", "https://host:65536/", "https://ho st/",
    "https://host/#part", "https://host/\\path", "//host/", "https://[zz]/", "https://-host/", "file:///etc/passwd",
    "https://host\n/", "https://" + String(repeating: "a", count: 254) + "/",
  ])
  func otherAddressesAreRejected(_ text: String) { #expect((try? WebAddress(text)) == nil) }

  @Test func partsAreRead() throws {
    let address = try #require(try? WebAddress("HTTPS://Symbols.Example.com:8443/store/"))
    #expect(address.isSecure && address.host == "symbols.example.com" && address.port == 8443)
    #expect(address.text == "https://symbols.example.com:8443/store/")
    let file = address.appending([Array("a b".utf8), Array("ä/?#%".utf8)])
    #expect(file.text == "https://symbols.example.com:8443/store/a%20b/%C3%A4%2F%3F%23%25")
    #expect(address.resolving("/other")?.text == "https://symbols.example.com:8443/other")
    #expect(address.resolving("http://else.example/x")?.isSecure == false)
    #expect(address.resolving("//else.example/x") == nil && address.resolving("relative") == nil)
    #expect(
      try WebAddress("http://[::1]:80/a").authority == "[::1]" && WebAddress("http://[::1]/").isLoopback)
    #expect(try !WebAddress("http://127.evil.example/").isLoopback)
    #expect(try !WebAddress("http://127.1.2/").isLoopback && !WebAddress("http://127.0.0.256/").isLoopback)
    #expect(try WebAddress("https://a_b.example?x=1").text == "https://a_b.example/?x=1")
  }

  @Test func specialRangesAreNotPublic() throws {
    let four: [(bytes: [UInt8], isPublic: Bool)] = [
      ([8, 8, 8, 8], true), ([10, 0, 0, 1], false), ([127, 0, 0, 1], false), ([169, 254, 169, 254], false),
      ([172, 15, 255, 255], true), ([172, 16, 0, 0], false), ([172, 31, 255, 255], false), ([172, 32, 0, 0], true),
      ([192, 168, 1, 1], false), ([192, 167, 1, 1], true), ([100, 63, 0, 1], true), ([100, 64, 0, 1], false),
      ([100, 127, 255, 255], false), ([100, 128, 0, 0], true), ([0, 0, 0, 0], false), ([198, 17, 0, 1], true),
      ([198, 18, 0, 1], false), ([198, 20, 0, 1], true), ([223, 255, 255, 255], true), ([224, 0, 0, 1], false),
      ([255, 255, 255, 255], false),
    ]
    for one in four {
      let address = try #require(HostAddress(one.bytes))
      #expect(AddressRange.isPublic(address) == one.isPublic, "\(address.text)")
      // The same address in the forms of IPv6 that contain one.
      let mapped = try #require(HostAddress([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + one.bytes))
      let translated = try #require(
        HostAddress([0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8) + one.bytes))
      let sixToFour = try #require(HostAddress([0x20, 0x02] + one.bytes + [UInt8](repeating: 0, count: 10)))
      for six in [mapped, translated, sixToFour] {
        #expect(AddressRange.isPublic(six) == one.isPublic, "\(six.text)")
      }
    }
    let six: [(first: [UInt8], isPublic: Bool)] = [
      ([0x20, 0x01, 0x48, 0x60], true), ([0x20, 0x01, 0x0D, 0xB8], false), ([0x20, 0x01, 0, 0], false),
      ([0xFE, 0x80], false), ([0xFC, 0], false), ([0xFD, 0], false), ([0xFF, 2], false), ([0x3F, 0xFE], true),
      ([], false),
    ]
    for one in six {
      let address = try #require(HostAddress(one.first + [UInt8](repeating: 0, count: 15 - one.first.count) + [1]))
      #expect(AddressRange.isPublic(address) == one.isPublic, "\(address.text)")
    }
    #expect(HostAddress.all(of: "127.0.0.1").map(\.text) == ["127.0.0.1"])
    #expect(HostAddress.all(of: "::1").map(\.text) == ["[0:0:0:0:0:0:0:1]"])
    // Forms that other programs read as an address of this machine are resolved before the check.
    #expect(HostAddress.all(of: "2130706433").allSatisfy { !AddressRange.isPublic($0) })
  }
}
