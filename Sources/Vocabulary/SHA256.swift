internal import CSHA256

/// SHA-256 (FIPS 180-4, section 6.2), the identity of a report's bytes.
///
/// Implemented here because it is short, has official test vectors, and saves every user the build of a cryptography
/// package. It identifies content: that of reports, and that of configurations that the user trusts.
package struct SHA256: Sendable {
  private var state: SIMD8<UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private init() {}

  /// Returns the digest of `bytes`.
  package static func digest(of bytes: [UInt8]) -> SHA256Digest { digest(of: bytes[...]) }

  /// Whether this processor has instructions for SHA-256. They are nearly six times as fast.
  package static let isAccelerated = diagnose_sha256_is_supported()

  /// Returns the digest of `bytes`.
  package static func digest(of bytes: ArraySlice<UInt8>) -> SHA256Digest {
    digest(of: bytes, isAccelerated: isAccelerated)
  }

  /// Returns the digest of `bytes`, computed with the instructions of the processor or without them. The processor must
  /// have them.
  static func digest(of bytes: ArraySlice<UInt8>, isAccelerated: Bool) -> SHA256Digest {
    var hash = SHA256()
    let whole = bytes.count & ~63
    // FIPS 180-4, 5.1.1: a one bit, zeros up to 56 modulo 64, and the length in bits as 64 bits, high byte first.
    var tail = [UInt8](bytes.dropFirst(whole))
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(bytes.count) &* 8
    for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    let process = isAccelerated ? diagnose_sha256_accelerated_blocks : diagnose_sha256_blocks
    withUnsafeMutableBytes(of: &hash.state) { state in
      let words = state.bindMemory(to: UInt32.self).baseAddress
      bytes.withUnsafeBufferPointer { process(words, $0.baseAddress, whole / 64) }
      tail.withUnsafeBufferPointer { process(words, $0.baseAddress, $0.count / 64) }
    }
    return SHA256Digest(
      unchecked: (0..<32).map { UInt8(truncatingIfNeeded: hash.state[$0 / 4] >> UInt32(24 - $0 % 4 * 8)) })
  }
}

/// A SHA-256 digest of 32 bytes.
package struct SHA256Digest: Hashable, Sendable {
  /// The bytes of the digest; always 32.
  package let bytes: [UInt8]

  fileprivate init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a digest from its bytes; `nil` unless there are 32.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// The digest as 64 lowercase hexadecimal digits.
  package var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for byte in bytes {
      for half in [byte >> 4, byte & 15] { digits.append(half < 10 ? 0x30 + half : 0x57 + half) }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension SHA256Digest: CustomStringConvertible {
  /// `sha256:` and the hexadecimal digits: the form of all outputs.
  package var description: String { "sha256:" + hexadecimal }
}
