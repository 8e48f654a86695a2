import Bytes

extension RedactionKind {
  static let pushToken = RedactionKind(
    id: "push-token", placeholder: .token, title: "token of a device for notifications",
    recognition: """
      32 bytes in hexadecimal digits, also in groups, near words such as `device`, `registered`, `APNs`, `PushKit`; digests and \
      commits remain
      """,
    recognizers: [RedactionRecognizer(words: .hexadecimal) { $0.bytesOfPush($1) }],
    removed: [
      Example(
        "registered device 8f2a9c41d07be65533aa1290fe4c7d1b9e0a55c3d2f14b6788e9ab01c2d3e4f5",
        "registered device token-1"),
      Example(
        "APNs: 8f2a9c41 d07be655 33aa1290 fe4c7d1b 9e0a55c3 d2f14b67 88e9ab01 c2d3e4f5 sent", "APNs: token-1 sent"),
      Example(
        "PushKit 8F2A9C41D07BE65533AA1290FE4C7D1B9E0A55C3D2F14B6788E9AB01C2D3E4F5", "PushKit token-1"),
    ],
    stays: [
      "SHA256 digest 8f2a9c41d07be65533aa1290fe4c7d1b9e0a55c3d2f14b6788e9ab01c2d3e4f5",
      "device image sha256:8f2a9c41d07be65533aa1290fe4c7d1b9e0a55c3d2f14b6788e9ab01c2d3e4f5", "device 8f2a9c41d07be655",
    ])
}

extension RedactionScanner {
  private static let wordsOfPush: [StaticString] = [
    "device", "registered", "register", "push", "apns", "apn", "notification", "token", "unregistered", "pushkit",
    "voip", "topic",
  ]
  private static let wordsOfDigests: [StaticString] = [
    "sha", "digest", "hash", "commit", "checksum", "md5", "fingerprint", "cdhash", "revision", "signature", "uuid",
  ]

  /// Matches 64 hexadecimal digits, in groups or not.
  fileprivate func bytesOfPush(_ at: Int) -> Match? {
    var stop = at
    var digits = 0
    var last = at
    while stop < bytes.count, digits <= 64 {
      if bytes[stop].isHexDigit {
        digits += 1
        stop += 1
        last = stop
      } else if bytes[stop] == 0x20, stop - at >= 8, digits < 64 {
        stop += 1
        guard stop - last == 1 else { break }
      } else {
        break
      }
    }
    guard digits == 64, !(byte(last)?.isIdentifier ?? false), byte(last) != 0x2D, byte(at - 1) != 0x2D,
      bytes[at..<last].contains(where: \.isDigit)
    else { return nil }
    let line = start(before: at, atMost: 80) { $0 >= 0x20 }
    let rest = end(from: last, atMost: 48) { $0 < 0x20 }
    func mentions(_ words: [StaticString], _ range: Range<Int>) -> Bool {
      range.contains { index in
        words.contains { hasIgnoringCase($0, index) }
      }
    }
    guard mentions(Self.wordsOfPush, line..<at) || mentions(Self.wordsOfPush, last..<rest),
      !mentions(Self.wordsOfDigests, line..<at)
    else { return nil }
    return Match(range: at..<last, kind: .token)
  }
}
