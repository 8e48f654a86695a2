/// What proves that a request comes from the person who started the server: other users of the machine can reach the
/// port too.
struct AccessToken: Sendable {
  /// 128 random bits, 32 hexadecimal digits.
  let text: String

  /// From the system's source of randomness.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Compares in a time that does not tell how much agrees.
  func matches(_ candidate: String) -> Bool {
    let own = Array(text.utf8)
    let other = Array(candidate.utf8)
    guard own.count == other.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(own, other) { difference |= left ^ right }
    return difference == 0
  }
}
