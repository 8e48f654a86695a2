import Testing
import Vocabulary

@testable import SymbolServers

/// Signatures compared with values that their specifications publish.
@Suite struct SignatureTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// RFC 4231, test cases 1, 2 and 6.
  @Test func codesAreThoseOfTheSpecification() {
    let cases: [(key: [UInt8], message: String, code: String)] = [
      (
        [UInt8](repeating: 0x0B, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ]
    for one in cases {
      #expect(MessageAuthentication.code(of: Array(one.message.utf8), secret: one.key).hexadecimal == one.code)
    }
  }

  /// The example key of AWS's documentation of the signing key.
  @Test func theKeyOfADayIsThatOfTheDocumentation() {
    let keys = S3Signature.Keys(id: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
    let signature = S3Signature(keys, region: "us-east-1", service: "iam")
    #expect(
      hexadecimal(signature.key(day: "20150830")) == "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9")
  }

  /// The example "GET Object" of AWS's documentation of S3's signature.
  @Test func theSignatureIsThatOfTheDocumentation() throws {
    let keys = S3Signature.Keys(id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    let now = try #require(Timestamp(rfc3339: "2013-05-24T00:00:00Z"))
    let fields = S3Signature(keys, region: "us-east-1").fields(
      path: "/test.txt", host: "examplebucket.s3.amazonaws.com", more: [("range", "bytes=0-9")], now: now)
    let value = try #require(fields.last { $0.name == "authorization" }?.value)
    #expect(value.hasSuffix("Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"))
    #expect(value.contains("SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"))
    #expect(!fields.contains { $0.name == "host" })
  }
}
