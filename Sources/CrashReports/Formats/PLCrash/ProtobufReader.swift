/// A reader for one message of the protocol buffer wire format (protobuf.dev, "Encoding"): its fields, in the order of
/// the bytes.
///
/// A message in a field is a range of bytes, which another reader reads; nothing here recurses or allocates.
struct ProtobufReader {
  /// A field value, by its wire type.
  enum Value {
    case number(UInt64)
    case bytes(Range<Int>)
  }

  private let bytes: [UInt8]
  private var at: Int
  private let end: Int
  /// The offset of the first byte that is not valid; reading ends there.
  private(set) var faultOffset: Int?

  /// Creates a reader for the message at `range`, which must be in `bytes`.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next field with its number; `nil` at the end of the message and at damage.
  mutating func next() -> (field: UInt64, value: Value)? {
    guard at < end, faultOffset == nil else { return nil }
    let start = at
    guard let tag = varint(), tag >> 3 > 0 else { return stop(start) }
    switch tag & 7 {
    case 0: if let number = varint() { return (tag >> 3, .number(number)) }
    case 1: if let number = fixed(8) { return (tag >> 3, .number(number)) }
    case 2:
      if let count = varint().flatMap(Int.init(exactly:)), count <= end - at {
        at += count
        return (tag >> 3, .bytes(at - count..<at))
      }
    case 5: if let number = fixed(4) { return (tag >> 3, .number(number)) }
    // Groups (3 and 4) were never used by the formats that are read here; 6 and 7 do not exist.
    default: break
    }
    return stop(start)
  }

  private mutating func stop(_ offset: Int) -> (field: UInt64, value: Value)? {
    faultOffset = offset
    return nil
  }

  /// Reads an integer of seven bits per byte, least significant first, of at most ten bytes.
  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard at < end else { return nil }
      let byte = bytes[at]
      at += 1
      // The tenth byte has only the highest bit of a 64-bit number.
      if shift == 63, byte > 1 { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private mutating func fixed(_ count: Int) -> UInt64? {
    guard count <= end - at else { return nil }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[at + index]) << UInt64(index * 8) }
    at += count
    return value
  }
}
