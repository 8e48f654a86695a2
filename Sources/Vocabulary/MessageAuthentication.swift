/// HMAC-SHA-256 (RFC 2104, FIPS 198-1): proves that the sender of a message knows a secret.
package enum MessageAuthentication {
  /// Returns the code of a message.
  package static func code(of message: [UInt8], secret: [UInt8]) -> SHA256Digest {
    let block = 64
    var key = secret.count > block ? SHA256.digest(of: secret).bytes : secret
    key += [UInt8](repeating: 0, count: block - key.count)
    let inner = SHA256.digest(of: key.map { $0 ^ 0x36 } + message)
    return SHA256.digest(of: key.map { $0 ^ 0x5C } + inner.bytes)
  }
}
