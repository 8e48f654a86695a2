import Testing
@testable import Vocabulary

/// Test vectors of the standard: the examples of FIPS 180-2 appendix B and of NIST's "SHA-256" example sheet.
@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func standardVectors(text: String, digest: String) {
    #expect(SHA256.digest(of: [UInt8](text.utf8)).hexadecimal == digest)
    #expect(SHA256.digest(of: [UInt8](text.utf8)[...], isAccelerated: false).hexadecimal == digest)
  }

  @Test func aMillionLetters() {
    let digest = SHA256.digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Lengths around the block size, where the padding needs another block. The digest of these digests was
  /// computed with another implementation (Python's hashlib).
  @Test func paddingAtEveryLength() {
    var all: [UInt8] = []
    for length in 0...130 { all += SHA256.digest(of: (0..<length).map { UInt8($0) }).bytes }
    #expect(SHA256.digest(of: all).hexadecimal == "e5bbbecd60c3632a3455f465bfd8b079c30ef608d2bcc34227f4e5573029020e")
  }

  @Test func aSliceIsItsOwnBytes() {
    let bytes: [UInt8] = [1, 2, 3, 97, 98, 99, 4]
    #expect(SHA256.digest(of: bytes[3..<6]) == SHA256.digest(of: [97, 98, 99]))
  }

  /// The instructions of the processor give the digests of the standard's algorithm, at every length and alignment.
  @Test(.enabled(if: SHA256.isAccelerated, "this processor has no instructions for SHA-256"))
  func instructionsOfTheProcessor() {
    let bytes = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ $0 >> 3) }
    for length in Array(0...300) + [1_000, 4_095, 4_096, 4_097] {
      for start in [0, 1, 7, 63] {
        let slice = bytes[start..<start + length]
        #expect(SHA256.digest(of: slice, isAccelerated: true) == SHA256.digest(of: slice, isAccelerated: false))
      }
    }
  }
}
