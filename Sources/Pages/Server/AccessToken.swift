/// A token that proves that a request comes from the user who started the server. Other users of the machine can reach the
/// port, too.
package struct AccessToken: Sendable {
  /// 128 random bits, 32 hexadecimal digits.
  package let text: String

  /// Creates a token from the system's random number generator.
  package init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Returns whether `candidate` is equal to the token. The time of the comparison does not depend on where they differ.
  func matches(_ candidate: String) -> Bool { Self.isEqual(candidate, text) }

  /// Compares a candidate with a secret of any length, in the same way.
  static func isEqual(_ candidate: String, _ secret: String) -> Bool {
    let own = Array(secret.utf8)
    let other = Array(candidate.utf8)
    guard own.count == other.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(own, other) { difference |= left ^ right }
    return difference == 0
  }
}
