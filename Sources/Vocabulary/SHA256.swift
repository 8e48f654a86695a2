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

  /// Whether this processor has instructions for SHA-256. They are nearly six times as fast as `mix`.
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
    bytes.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<whole]), isAccelerated) }
    return hash.finished(bytes.dropFirst(whole), length: bytes.count, isAccelerated)
  }

  /// Returns the digest of bytes that arrive in parts, without storing them all.
  ///
  /// - Parameter next: Returns the next part; empty at the end.
  package static func digest<Failure: Error>(ofParts next: () throws(Failure) -> [UInt8]) throws(Failure)
    -> SHA256Digest
  {
    var hash = SHA256()
    var rest: [UInt8] = []
    var length = 0
    while true {
      let part = try next()
      if part.isEmpty { return hash.finished(rest[...], length: length, isAccelerated) }
      length += part.count
      rest += part
      let whole = rest.count & ~63
      rest.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<whole]), isAccelerated) }
      rest.removeFirst(whole)
    }
  }

  /// Adds whole blocks of 64 bytes.
  private mutating func add(_ blocks: UnsafeRawBufferPointer, _ isAccelerated: Bool) {
    if isAccelerated { Self.mixWithInstructions(&self, blocks) } else { Self.mix(&self, blocks) }
  }

  /// Returns the digest after the bytes of the last, incomplete block.
  ///
  /// - Parameter length: The number of all bytes.
  private mutating func finished(_ rest: ArraySlice<UInt8>, length: Int, _ isAccelerated: Bool) -> SHA256Digest {
    // FIPS 180-4, 5.1.1: a one bit, zeros up to 56 modulo 64, and the length in bits as 64 bits, high byte first.
    var tail = [UInt8](rest)
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(length) &* 8
    for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    tail.withUnsafeBytes { add($0, isAccelerated) }
    let state = state
    return SHA256Digest(unchecked: (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 4] >> UInt32(24 - $0 % 4 * 8)) })
  }

  private static func mixWithInstructions(_ hash: inout SHA256, _ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    withUnsafeMutableBytes(of: &hash.state) { state in
      guard let words = state.bindMemory(to: UInt32.self).baseAddress else { return }
      diagnose_sha256_blocks(words, first, bytes.count / 64, constants)
    }
  }

  /// Processes complete blocks of 64 bytes (section 6.2.2).
  private static func mix(_ hash: inout SHA256, _ bytes: UnsafeRawBufferPointer) {
    constants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        for offset in stride(from: 0, to: bytes.count, by: 64) {
          for index in 0..<16 {
            schedule[index] = UInt32(
              bigEndian: bytes.loadUnaligned(fromByteOffset: offset &+ index &* 4, as: UInt32.self))
          }
          for index in 16..<64 {
            let early = schedule[index &- 15]
            let late = schedule[index &- 2]
            let small0 = early.rotated(7) ^ early.rotated(18) ^ early &>> 3
            let small1 = late.rotated(17) ^ late.rotated(19) ^ late &>> 10
            schedule[index] = schedule[index &- 16] &+ small0 &+ schedule[index &- 7] &+ small1
          }
          var (a, b, c, d) = (hash.state[0], hash.state[1], hash.state[2], hash.state[3])
          var (e, f, g, h) = (hash.state[4], hash.state[5], hash.state[6], hash.state[7])
          // Eight rounds at a time: after them each variable has its original role, so that no values are moved.
          for index in stride(from: 0, to: 64, by: 8) {
            round(a, b, c, &d, e, f, g, &h, constants[index] &+ schedule[index])
            round(h, a, b, &c, d, e, f, &g, constants[index &+ 1] &+ schedule[index &+ 1])
            round(g, h, a, &b, c, d, e, &f, constants[index &+ 2] &+ schedule[index &+ 2])
            round(f, g, h, &a, b, c, d, &e, constants[index &+ 3] &+ schedule[index &+ 3])
            round(e, f, g, &h, a, b, c, &d, constants[index &+ 4] &+ schedule[index &+ 4])
            round(d, e, f, &g, h, a, b, &c, constants[index &+ 5] &+ schedule[index &+ 5])
            round(c, d, e, &f, g, h, a, &b, constants[index &+ 6] &+ schedule[index &+ 6])
            round(b, c, d, &e, f, g, h, &a, constants[index &+ 7] &+ schedule[index &+ 7])
          }
          hash.state &+= SIMD8(a, b, c, d, e, f, g, h)
        }
      }
    }
  }

  /// Performs one round; `word` is the sum of the round's constant and its word of the message schedule.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32,
    _ word: UInt32
  ) {
    let choice = g ^ e & (f ^ g)
    let first = h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ choice &+ word
    let majority = a & b | c & (a | b)
    d = d &+ first
    h = first &+ (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
  }

  /// Section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension UInt32 {
  @inline(__always)
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
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
