import Bytes

/// Lines of tab-separated fields, the format of stored findings. `\`, tabs, line breaks and NUL in a field are escaped,
/// so that a field can contain any text.
enum FieldText {
  static func fields(_ line: Substring) -> [String] {
    var line = line
    return line.withUTF8 { bytes in
      var reader = FieldReader(bytes)
      guard reader.nextLine() else { return [""] }
      var fields: [String] = []
      while let field = reader.nextField() { fields.append(field) }
      return fields
    }
  }
}

/// Writes lines of fields.
struct FieldWriter {
  private var bytes: [UInt8] = []

  init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

  var text: String { String(streamSafe: bytes) }

  /// Returns optional values as one text.
  static func text(_ fields: String?...) -> String {
    var writer = FieldWriter()
    for field in fields { writer.optional(field) }
    return writer.text
  }

  /// Begins a line with a field that needs no escapes. Also call this for the first line.
  mutating func line(_ tag: StaticString) {
    if !bytes.isEmpty { bytes.append(0x0A) }
    bytes += UnsafeBufferPointer(start: tag.utf8Start, count: tag.utf8CodeUnitCount)
  }

  mutating func field(_ text: String) {
    bytes.append(0x09)
    add(text)
  }

  /// Writes an optional value: an empty field for `nil`, else `=` and the value.
  mutating func optional(_ text: String?) {
    bytes.append(0x09)
    guard let text else { return }
    bytes.append(UInt8(ascii: "="))
    add(text)
  }

  mutating func optional(_ number: Int?) { optional(number.map(String.init)) }

  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      guard utf8.contains(where: { $0 == 0x5C || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else {
        bytes += utf8
        return
      }
      for byte in utf8 {
        switch byte {
        case 0x5C: bytes += [0x5C, 0x5C]
        case 0x09: bytes += [0x5C, 0x74]
        case 0x0A: bytes += [0x5C, 0x6E]
        case 0x0D: bytes += [0x5C, 0x72]
        case 0: bytes += [0x5C, 0x30]
        default: bytes.append(byte)
        }
      }
    }
  }
}

/// Reads lines of fields, one field after the other.
struct FieldReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the next field; past the end of the line if there is none.
  private var position = 0
  /// The offset of the end of the current line; -1 before the first line.
  private var end = -1

  /// The bytes must outlive the reader.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Advances to the next line that is not empty. Returns false after the last line.
  mutating func nextLine() -> Bool {
    position = end + 1
    while position < bytes.count, bytes[position] == 0x0A { position += 1 }
    guard position < bytes.count else { return false }
    end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
    return true
  }

  /// Returns the next field of the line; `nil` after the last.
  mutating func nextField() -> String? {
    guard position <= end else { return nil }
    var isEscaped = false
    var index = position
    while index < end, bytes[index] != 0x09 {
      if bytes[index] == 0x5C { isEscaped = true }
      index += 1
    }
    let field = UnsafeBufferPointer(rebasing: bytes[position..<index])
    position = index + 1
    return isEscaped ? Self.unescaped(field) : String(streamSafe: field)
  }

  /// Returns the next field; an empty string after the last.
  mutating func field() -> String { nextField() ?? "" }

  /// Returns the next field, which `FieldWriter.optional` wrote.
  mutating func optional() -> String? {
    guard let text = nextField(), text.utf8.first == UInt8(ascii: "=") else { return nil }
    return String(text.dropFirst())
  }

  mutating func optionalNumber() -> Int? { optional().flatMap { Int($0) } }

  private static func unescaped(_ field: UnsafeBufferPointer<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.count)
    var isEscaped = false
    for byte in field {
      if isEscaped {
        isEscaped = false
        switch byte {
        case 0x74: bytes.append(0x09)
        case 0x6E: bytes.append(0x0A)
        case 0x72: bytes.append(0x0D)
        case 0x30: bytes.append(0)
        default: bytes.append(byte)
        }
      } else if byte == 0x5C {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(streamSafe: bytes)
  }
}
