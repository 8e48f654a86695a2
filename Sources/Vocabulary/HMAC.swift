/// HMAC with SHA-256 (RFC 2104), for signatures of requests.
package enum HMAC {
  private static let blockSize = 64

  /// Returns the code of a message, 32 bytes.
  package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > blockSize ? SHA256.digest(of: key).bytes : key
    block += [UInt8](repeating: 0, count: blockSize - block.count)
    let inner = SHA256.digest(of: block.map { $0 ^ 0x36 } + message).bytes
    return SHA256.digest(of: block.map { $0 ^ 0x5C } + inner).bytes
  }
}
