/// HMAC-SHA-256 (RFC 2104, FIPS 198-1): proves that the sender of a message knows a secret, and signs requests.
package enum MessageAuthentication {
  private static let blockSize = 64

  /// Returns the code of a message.
  package static func code(of message: [UInt8], secret: [UInt8]) -> SHA256Digest {
    var key = secret.count > blockSize ? SHA256.digest(of: secret).bytes : secret
    key += [UInt8](repeating: 0, count: blockSize - key.count)
    let inner = SHA256.digest(of: key.map { $0 ^ 0x36 } + message)
    return SHA256.digest(of: key.map { $0 ^ 0x5C } + inner.bytes)
  }
}
