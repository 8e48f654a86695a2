import Bytes

/// An envelope of Sentry: a line of JSON, and items, each a line of JSON and a payload, which may be binary.
///
///     {"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","sent_at":"2026-11-20T08:13:00Z"}
///     {"type":"event","length":1178}
///     {"event_id":"…","exception":{…},…}
///     {"type":"attachment","length":763,"filename":"crash.txt","attachment_type":"event.applecrashreport"}
///     Incident Identifier: …
///
/// Without a length, a payload ends at the next line break.
struct SentryEnvelope {
  /// The members of the header of an item.
  struct Item {
    var type = ""
    var length: Int?
    var filename: String?
    var contentType: String?
    var attachmentType: String?
    /// The range of the payload, and its first line.
    var payload = 0..<0
    var line = 1
    /// True if the length is larger than what is left of the file.
    var isCut = false

    /// The item for users: `attachment "screenshot.png" (4711 bytes)`.
    var description: String {
      var text = type
      if let filename { text += " \"\(filename.shortened(to: 80))\"" }
      return text + " (\(payload.count) bytes)"
    }
  }

  private enum Key: String, CaseIterable {
    case type, length, filename
    case contentType = "content_type"
    case attachmentType = "attachment_type"
    case eventID = "event_id"
    case sentAt = "sent_at"
    case dsn, sdk, trace
    static let keys = JSONKeyTable<Key>()
  }

  /// The maximum length of a header line, in bytes.
  private static let maxHeader = 16_384
  /// The maximum number of items; envelopes have a few.
  private static let maxItems = 1_000

  private let bytes: [UInt8]
  private(set) var items: [Item] = []
  /// The number of lines between items that are not items, and the first of them.
  private(set) var damaged = RecordCounts.Count()
  /// The line of the first item that was not read because of the limit; `nil` if all were read.
  private(set) var omittedLine: Int?

  /// Returns whether a file begins as an envelope: with the header of an envelope and that of an item.
  static func begins(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: "{"), let first = headerLine(bytes, at: 0) else { return false }
    var cursor = JSONCursor(bytes, range: first, line: 1, depthLimit: 32)
    guard cursor.enterObject() else { return false }
    var count = 0
    var isKnown = false
    while let text = cursor.nextKey() {
      count += 1
      switch cursor.find(text, in: Key.keys)?.key {
      case .eventID, .sentAt, .dsn, .sdk, .trace: isKnown = true
      default: break
      }
      cursor.skipValue()
    }
    guard cursor.fault == nil, cursor.peek() == nil, isKnown || count == 0 else { return false }
    return item(bytes, at: first.upperBound + 1, line: 2) != nil
  }

  /// Finds the items of an envelope.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var at = ByteSearch.lineEnd(bytes, from: 0, end: bytes.count) + 1
    var line = 2
    while at < bytes.count {
      if bytes[at] <= 0x20 {
        if bytes[at] == UInt8(ascii: "\n") { line += 1 }
        at += 1
        continue
      }
      guard items.count < Self.maxItems else {
        omittedLine = line
        return
      }
      guard var item = Self.item(bytes, at: at, line: line) else {
        // The length of the item before is wrong, or something else is between the items.
        damaged.add(line: line)
        at = ByteSearch.lineEnd(bytes, from: at, end: bytes.count)
        continue
      }
      if item.isCut, let next = Self.nextItem(bytes, in: item.payload, line: item.line) {
        item.payload = item.payload.lowerBound..<next
      }
      items.append(item)
      at = item.payload.upperBound
      line = item.line + ByteSearch.lineBreaks(bytes, item.payload)
    }
  }

  /// Returns the offset of the first line in a payload, after its first, that is the header of an item.
  private static func nextItem(_ bytes: [UInt8], in payload: Range<Int>, line: Int) -> Int? {
    var at = ByteSearch.lineEnd(bytes, from: payload.lowerBound, end: payload.upperBound) + 1
    while at < payload.upperBound {
      if let item = item(bytes, at: at, line: line), types.contains(item.type) { return at }
      at = ByteSearch.lineEnd(bytes, from: at, end: payload.upperBound) + 1
    }
    return nil
  }

  /// Returns the range of the line at `start` if it may be a header.
  private static func headerLine(_ bytes: [UInt8], at start: Int) -> Range<Int>? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    let limit = min(bytes.count, start + maxHeader)
    let end = ByteSearch.lineEnd(bytes, from: start, end: limit)
    return end < limit ? start..<end : nil
  }

  private static func item(_ bytes: [UInt8], at start: Int, line: Int) -> Item? {
    guard let range = headerLine(bytes, at: start) else { return nil }
    var cursor = JSONCursor(bytes, range: range, line: line, depthLimit: 32)
    guard cursor.enterObject() else { return nil }
    var item = Item()
    while let text = cursor.nextKey() {
      switch cursor.find(text, in: Key.keys)?.key {
      case .type: item.type = cursor.readNonEmpty(limit: 64) ?? ""
      case .length: item.length = cursor.readInt()
      case .filename: item.filename = cursor.readNonEmpty(limit: 1024)
      case .contentType: item.contentType = cursor.readNonEmpty(limit: 256)
      case .attachmentType: item.attachmentType = cursor.readNonEmpty(limit: 256)
      default: cursor.skipValue()
      }
    }
    guard cursor.fault == nil, cursor.peek() == nil, !item.type.isEmpty else { return nil }
    // Any document may have a type; only items of envelopes have these.
    guard item.length != nil || Self.types.contains(item.type) else { return nil }
    let payload = range.upperBound + 1
    item.line = line + 1
    guard let length = item.length, length >= 0 else {
      item.payload = payload..<max(payload, ByteSearch.lineEnd(bytes, from: payload, end: bytes.count))
      return item
    }
    item.isCut = length > bytes.count - payload
    item.payload = payload..<(item.isCut ? max(payload, bytes.count) : payload + length)
    return item
  }

  private static let types: Set<String> = [
    "event", "session", "sessions", "feedback", "user_report", "transaction", "attachment", "client_report", "profile",
    "profile_chunk", "replay_event", "replay_recording", "replay_video", "statsd", "log", "trace_metric", "check_in",
  ]
}
