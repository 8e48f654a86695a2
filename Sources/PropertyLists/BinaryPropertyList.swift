import Bytes

/// A reader for binary property lists (`bplist00`). It reads strings, Booleans, arrays and dictionaries; other values are
/// empty. All values have line 1. Objects that contain themselves, and more objects than the limit, are rejected.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let tableStart: Int
  private let count: Int
  /// The number of values that may still be read. Each reference to an object counts, also to the same one.
  private var valuesLeft = 100_000

  /// Returns the root object, or `nil` if the bytes are not a valid binary property list.
  static func read(_ bytes: [UInt8]) -> PropertyListValue? {
    // The trailer has 32 bytes: 6 unused ones, two sizes, and three numbers of 8 bytes.
    guard bytes.count >= 40 else { return nil }
    let trailer = bytes.count - 32
    guard let count = number(bytes, trailer + 8, 8), let root = number(bytes, trailer + 16, 8),
      let table = number(bytes, trailer + 24, 8), (1...8).contains(bytes[trailer + 6]),
      (1...8).contains(bytes[trailer + 7]), count > 0, root < count, table < trailer,
      count <= (trailer - table) / Int(bytes[trailer + 6])
    else { return nil }
    var reader = BinaryPropertyList(
      bytes: bytes, offsetSize: Int(bytes[trailer + 6]), referenceSize: Int(bytes[trailer + 7]), tableStart: table,
      count: count)
    return reader.value(root, depth: 0)
  }

  private init(bytes: [UInt8], offsetSize: Int, referenceSize: Int, tableStart: Int, count: Int) {
    self.bytes = bytes
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.tableStart = tableStart
    self.count = count
  }

  /// Returns a big-endian number of `size` bytes; `nil` if it is outside the bytes or too large.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, size <= 8, bytes.count - offset >= size else { return nil }
    var result: UInt64 = 0
    for byte in bytes[offset..<(offset + size)] { result = result << 8 | UInt64(byte) }
    return result <= UInt64(Int32.max) ? Int(result) : nil
  }

  private mutating func value(_ object: Int, depth: Int) -> PropertyListValue? {
    guard object < count, depth < PropertyList.maxDepth, valuesLeft > 0,
      let offset = Self.number(bytes, tableStart + object * offsetSize, offsetSize), offset >= 8, offset < tableStart
    else { return nil }
    valuesLeft -= 1
    let marker = bytes[offset]
    switch marker >> 4 {
    case 0x0: return .other(marker == 0x09 ? "true" : marker == 0x08 ? "false" : "", line: 1)
    case 0x5:
      guard let (start, length) = length(at: offset), length <= tableStart - start else { return nil }
      return .text(String(streamSafe: bytes[start..<(start + length)].prefix(PropertyList.maxTextLength)), line: 1)
    case 0x6:
      guard let (start, length) = length(at: offset), length <= (tableStart - start) / 2 else { return nil }
      let count = min(length, PropertyList.maxTextLength / 2)
      let units = (0..<count).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
      return .text(String(decoding: units, as: UTF16.self).streamSafe, line: 1)
    case 0xA:
      guard let items = references(at: offset, groups: 1) else { return nil }
      var list: [PropertyListValue] = []
      for item in items {
        guard let value = value(item, depth: depth + 1) else { return nil }
        list.append(value)
      }
      return .list(list, line: 1)
    case 0xD:
      guard let all = references(at: offset, groups: 2) else { return nil }
      var members = PropertyListMembers()
      for (key, item) in zip(all.prefix(all.count / 2), all.suffix(all.count / 2)) {
        guard case .text(let name, _)? = value(key, depth: depth + 1), let value = value(item, depth: depth + 1) else {
          return nil
        }
        members.append(name, line: 1, value)
      }
      return .dictionary(members, line: 1)
    default: return .other("", line: 1)
    }
  }

  /// Returns where the content of an object begins, and its length in the unit of its kind.
  private func length(at offset: Int) -> (start: Int, length: Int)? {
    let low = bytes[offset] & 0x0F
    guard low == 0x0F else { return (offset + 1, Int(low)) }
    guard offset + 1 < tableStart, bytes[offset + 1] >> 4 == 0x1 else { return nil }
    let size = 1 << Int(bytes[offset + 1] & 0x0F)
    guard let length = Self.number(bytes, offset + 2, size), offset + 2 + size <= tableStart else { return nil }
    return (offset + 2 + size, length)
  }

  private func references(at offset: Int, groups: Int) -> [Int]? {
    guard let (start, length) = length(at: offset),
      length <= max(0, tableStart - start) / (referenceSize * groups)
    else { return nil }
    var result: [Int] = []
    for index in 0..<(length * groups) {
      guard let reference = Self.number(bytes, start + index * referenceSize, referenceSize) else { return nil }
      result.append(reference)
    }
    return result
  }
}
