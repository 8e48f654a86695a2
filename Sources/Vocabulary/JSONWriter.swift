/// Writes JSON (RFC 8259) member by member, with fixed order, spelling and spacing: equal results give equal bytes.
///
/// Text from reports is truncated at 64 KiB, and characters that could control a terminal or hide text, as well as
/// noncharacters, are written as `\u` escapes: every text reads back as it was. `cutTexts` counts the truncations.
package struct JSONWriter {
  /// The layout of containers.
  package enum Layout {
    /// One member per line, with two blanks per level; containers opened as `inline` are on one line.
    case indented
    /// No white space at all.
    case compact
  }

  /// The UTF-8 text written since the last `take()`.
  package private(set) var bytes: [UInt8] = []
  /// The number of truncated texts.
  package private(set) var cutTexts = 0

  private let layout: Layout
  /// The number of open levels, including those on the current line.
  private var depth = 0
  /// The number of levels opened since the outermost inline container; 0 outside of one.
  private var inlineDepth = 0
  /// True if the container just entered has no element yet.
  private var isFirst = true

  /// The maximum length of a text, in bytes of UTF-8; longer texts are truncated.
  package static let maxTextLength = 65_536

  /// Creates a writer with an empty output.
  package init(layout: Layout) {
    self.layout = layout
    bytes.reserveCapacity(16_384)
  }

  // MARK: Containers

  /// Writes an object; `body` writes its members.
  package mutating func object(inline: Bool = false, _ body: (inout JSONWriter) -> Void) {
    container("{", "}", inline: inline, body)
  }

  /// Writes an array whose elements `element` writes, or null.
  package mutating func array<Element>(
    _ elements: [Element]?, inline: Bool = false, _ element: (inout JSONWriter, Element) -> Void
  ) {
    guard let elements else { return null() }
    container("[", "]", inline: inline) { writer in
      for value in elements {
        writer.separate()
        element(&writer, value)
      }
    }
  }

  private mutating func container(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, inline: Bool, _ body: (inout JSONWriter) -> Void
  ) {
    begin(open, inline: inline)
    body(&self)
    end(close)
  }

  /// Opens a container whose elements are written one by one, with `separate` before each. `end` must follow.
  package mutating func begin(_ open: Unicode.Scalar, inline: Bool = false) {
    if inlineDepth > 0 || inline { inlineDepth += 1 }
    bytes.append(UInt8(truncatingIfNeeded: open.value))
    depth += 1
    isFirst = true
  }

  /// Closes the container that `begin` opened.
  package mutating func end(_ close: Unicode.Scalar) {
    depth -= 1
    if !isFirst && inlineDepth == 0 { newLine() }
    bytes.append(UInt8(truncatingIfNeeded: close.value))
    if inlineDepth > 0 { inlineDepth -= 1 }
    isFirst = false
  }

  /// Returns and removes the text written since the last call.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func newLine() {
    guard layout == .indented else { return }
    bytes.append(0x0A)
    for _ in 0..<depth {
      bytes.append(0x20)
      bytes.append(0x20)
    }
  }

  /// Separates an element of a container from the one before.
  package mutating func separate() {
    if !isFirst {
      bytes.append(UInt8(ascii: ","))
      if layout == .indented && inlineDepth > 0 { bytes.append(0x20) }
    }
    if inlineDepth == 0 { newLine() }
    isFirst = false
  }

  // MARK: Members

  /// Writes the name of a member; a value must follow.
  package mutating func name(_ name: String) {
    separate()
    text(name)
    bytes.append(UInt8(ascii: ":"))
    if layout == .indented { bytes.append(0x20) }
  }

  /// Writes a text, or null.
  package mutating func member(_ name: String, _ value: String?) {
    self.name(name)
    if let value { text(value) } else { null() }
  }

  /// Writes true, false or null.
  package mutating func member(_ name: String, _ value: Bool?) {
    self.name(name)
    if let value { flag(value) } else { null() }
  }

  /// Writes a number, or null if it is below `minimum` or if readers with 53-bit integers would change it.
  package mutating func member(_ name: String, _ value: Int?, minimum: Int = -JSONWriter.largestNumber) {
    self.name(name)
    guard let value, value >= minimum, value <= Self.largestNumber, value >= -Self.largestNumber else {
      return null()
    }
    literal(String(value))
  }

  /// Writes a number, or null if readers with 53-bit integers would change it.
  package mutating func member(_ name: String, _ value: UInt64?) {
    member(name, value.flatMap { Int(exactly: $0) })
  }

  /// Writes a number with decimals in the shortest form that reads back the same, or null if it is not finite.
  package mutating func member(_ name: String, decimal value: Double?) {
    self.name(name)
    guard let value, value.isFinite else { return null() }
    // A whole number is written without ".0", so that readers that expect integers accept it.
    if let whole = Int(exactly: value), whole.magnitude <= Self.largestNumber { return literal(String(whole)) }
    literal(String(value))
  }

  /// Writes a number with a decimal point, even if it is whole, for members that are rates and shares.
  package mutating func member(_ name: String, real value: Double?) {
    self.name(name)
    guard let value, value.isFinite else { return null() }
    literal(String(value))
  }

  /// Writes numbers on one line.
  package mutating func member(_ name: String, numbers: [Int]) {
    self.name(name)
    array(numbers, inline: true) { $0.number($1) }
  }

  /// Writes the value as `0x…` in lower case, without leading zeros, or null.
  package mutating func address(_ name: String, _ value: UInt64?) {
    self.name(name)
    guard let value else { return null() }
    addressValue(value)
  }

  /// Writes `0x…` as a value.
  package mutating func addressValue(_ value: UInt64) {
    literal("\"0x")
    digits(value, radix: 16)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an array of texts, or null.
  package mutating func member(_ name: String, _ values: [String]?) {
    self.name(name)
    array(values) { $0.text($1) }
  }

  /// Writes the member only if there is a value.
  package mutating func present(_ name: String, _ value: String?) {
    if let value { member(name, value) }
  }

  /// Writes the member only if there is a value.
  package mutating func present(_ name: String, _ value: Bool?) {
    if let value { member(name, value) }
  }

  /// Writes the member only if the number is at least `minimum` and readers with 53-bit integers do not change it.
  package mutating func present(_ name: String, _ value: Int?, minimum: Int = -JSONWriter.largestNumber) {
    if let value, value >= minimum, value <= Self.largestNumber, value >= -Self.largestNumber {
      member(name, value, minimum: minimum)
    }
  }

  /// Writes true or false as a value.
  package mutating func flag(_ value: Bool) { literal(value ? "true" : "false") }

  /// Writes a number as a value.
  package mutating func number(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    digits(UInt64(value.magnitude), radix: 10)
  }

  /// Writes the digits of a number, as the standard library does.
  private mutating func digits(_ value: UInt64, radix: UInt64) {
    var first = bytes.count
    var rest = value
    repeat {
      let digit = UInt8(truncatingIfNeeded: rest % radix)
      bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      rest /= radix
    } while rest > 0
    var last = bytes.count - 1
    while first < last {
      bytes.swapAt(first, last)
      first += 1
      last -= 1
    }
  }

  /// Writes a value that is JSON text already. Line feeds and the blanks that indent the next line are omitted: a
  /// string of JSON contains no line feed.
  package mutating func value(json: some Sequence<UInt8>) {
    var isIndent = false
    for byte in json {
      if byte == 0x0A {
        isIndent = true
      } else if !isIndent || byte != 0x20 {
        isIndent = false
        bytes.append(byte)
      }
    }
  }

  /// Writes null as a value.
  package mutating func null() { literal("null") }

  /// 2^53 - 1.
  package static let largestNumber = 9_007_199_254_740_991

  private mutating func literal(_ text: String) { bytes += text.utf8 }

  // MARK: Texts

  /// Writes a string.
  package mutating func text(_ value: String) {
    var value = value
    bytes.append(UInt8(ascii: "\""))
    var isPlain = true
    value.withUTF8 { utf8 in
      if utf8.count > Self.maxTextLength {
        isPlain = false
        return
      }
      for byte in utf8 where byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x5C {
        isPlain = false
        return
      }
      bytes += utf8
    }
    if !isPlain { escapedText(value) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escapedText(_ value: String) {
    var length = 0
    for scalar in value.unicodeScalars {
      let size = UTF8.width(scalar)
      length += size
      if length > Self.maxTextLength {
        cutTexts += 1
        return
      }
      switch scalar.value {
      case 0x22: literal("\\\"")
      case 0x5C: literal("\\\\")
      case 0x0A: literal("\\n")
      case 0x0D: literal("\\r")
      case 0x09: literal("\\t")
      case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      default: other(scalar)
      }
    }
  }

  private mutating func other(_ scalar: Unicode.Scalar) {
    if VisibleText.mustEscape(scalar) {
      bytes += JSONEscape.bytes(scalar)
    } else {
      bytes += UTF8.encode(scalar) ?? .init()
    }
  }
}
