import Bytes

/// The names of dispatch queues as the history stores them.
enum QueueName {
  /// The maximum number of bytes of a name.
  static let limit = 200

  /// Returns a name with `0x…` for each address, which differs from run to run; `nil` for none.
  static func stored(_ name: String?) -> String? {
    guard let name, !name.isEmpty else { return nil }
    // Marks are longer than short addresses, so that the result is cut, too.
    let bytes = Array(name.prefix(bytes: 2 * limit).utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let digits = index + 2
      guard bytes[index] == UInt8(ascii: "0"), digits < bytes.count, bytes[index + 1] | 0x20 == UInt8(ascii: "x"),
        bytes[digits].isHexDigit
      else {
        text.append(bytes[index])
        index += 1
        continue
      }
      text += Array("0x…".utf8)
      index = bytes[digits...].firstIndex { !$0.isHexDigit } ?? bytes.count
    }
    return String(String(streamSafe: text).prefix(bytes: limit))
  }
}
