import Bytes

/// The name does not follow the grammar of Rust's mangling, or exceeds a limit.
struct RustUnreadable: Error {}

/// Reads a name of Rust's mangling version 0 and writes it at the same time (RFC 2603, "Syntax of mangled names").
struct RustReader {
  private let bytes: [UInt8]
  private var index = 0
  private var output: [UInt8] = []
  /// False while a part is read that is not written.
  private var isWriting = true
  /// The number of lifetimes that enclosing binders declare.
  var boundLifetimes: UInt64 = 0
  private var depth = 0
  private var steps = 0

  private static let maxDepth = 128
  private static let maxSteps = 100_000

  /// - Parameter bytes: The name after `_R`, without the suffix that begins with a period.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var text: String { String(streamSafe: output) }

  // MARK: - Bytes

  var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

  mutating func next() throws(RustUnreadable) -> UInt8 {
    guard index < bytes.count else { throw RustUnreadable() }
    index += 1
    return bytes[index - 1]
  }

  mutating func take(_ letter: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: letter) else { return false }
    index += 1
    return true
  }

  mutating func write(_ text: String) throws(RustUnreadable) {
    guard isWriting else { return }
    output += text.utf8
    guard output.count <= maxReadableNameLength else { throw RustUnreadable() }
  }

  /// Counts one level of recursion; every call needs a `leave`.
  mutating func enter() throws(RustUnreadable) {
    depth += 1
    steps += 1
    guard depth <= Self.maxDepth, steps <= Self.maxSteps else { throw RustUnreadable() }
  }

  mutating func leave() { depth -= 1 }

  /// `<base-62-number>`: `_` is 0, `0_` is 1, ….
  mutating func base62() throws(RustUnreadable) -> UInt64 {
    if take("_") { return 0 }
    var value: UInt64 = 0
    while true {
      let byte = try next()
      let digit: UInt64
      switch byte {
      case UInt8(ascii: "_"):
        guard value < .max else { throw RustUnreadable() }
        return value + 1
      case 0x30...0x39: digit = UInt64(byte - 0x30)
      case 0x61...0x7A: digit = UInt64(byte - 0x61) + 10
      case 0x41...0x5A: digit = UInt64(byte - 0x41) + 36
      default: throw RustUnreadable()
      }
      let (scaled, isTooLarge) = value.multipliedReportingOverflow(by: 62)
      let (sum, isStillTooLarge) = scaled.addingReportingOverflow(digit)
      guard !isTooLarge, !isStillTooLarge else { throw RustUnreadable() }
      value = sum
    }
  }

  /// Reads a number after `tag`, plus one; 0 without the tag.
  mutating func optionalBase62(_ tag: Unicode.Scalar) throws(RustUnreadable) -> UInt64 {
    guard take(tag) else { return 0 }
    let number = try base62()
    guard number < .max else { throw RustUnreadable() }
    return number + 1
  }

  /// `<undisambiguated-identifier>`.
  mutating func identifier() throws(RustUnreadable) -> String {
    let isPunycode = take("u")
    var length = 0
    guard peek.isDigit else { throw RustUnreadable() }
    if !take("0") {
      while peek.isDigit {
        length = length * 10 + Int(peek - 0x30)
        guard length <= bytes.count else { throw RustUnreadable() }
        index += 1
      }
    }
    _ = take("_")
    guard length <= bytes.count - index else { throw RustUnreadable() }
    let found = bytes[index..<(index + length)]
    guard found.allSatisfy({ $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "_") }) else { throw RustUnreadable() }
    index += length
    let text = String(streamSafe: found)
    return isPunycode ? Punycode.decoded(found, zero: UInt8(ascii: "0")) ?? "punycode{\(text)}" : text
  }

  /// Reads the part at an earlier offset with `body`.
  mutating func backReference(
    _ body: (inout RustReader) throws(RustUnreadable) -> Void
  ) throws(RustUnreadable) {
    let start = index - 1
    let target = try base62()
    guard target < UInt64(start) else { throw RustUnreadable() }
    // What is not written need not be read twice.
    guard isWriting else { return }
    let outer = index
    index = Int(target)
    try body(&self)
    index = outer
  }

  mutating func withoutWriting(_ body: (inout RustReader) throws(RustUnreadable) -> Void) throws(RustUnreadable) {
    let outer = isWriting
    isWriting = false
    try body(&self)
    isWriting = outer
  }

  // MARK: - Paths

  mutating func symbolName() throws(RustUnreadable) {
    _ = try path(isInType: false)
    guard index < bytes.count else { return }
    // The crate that instantiated a generic function.
    try withoutWriting { (reader) throws(RustUnreadable) in _ = try reader.path(isInType: false) }
    guard index == bytes.count else { throw RustUnreadable() }
  }

  /// `<path>`. Returns true if generic arguments were left open.
  mutating func path(isInType: Bool, leavesOpen: Bool = false) throws(RustUnreadable) -> Bool {
    try enter()
    defer { leave() }
    switch try next() {
    case UInt8(ascii: "C"):
      _ = try optionalBase62("s")
      try write(try identifier())
    case UInt8(ascii: "M"):
      try implementationPath(isInType: isInType)
      try write("<")
      try type()
      try write(">")
    case UInt8(ascii: "X"):
      try implementationPath(isInType: isInType)
      try traitPath()
    case UInt8(ascii: "Y"): try traitPath()
    case UInt8(ascii: "N"): try namespacePath(isInType: isInType)
    case UInt8(ascii: "I"):
      _ = try path(isInType: isInType)
      // In a type the colons are optional.
      try write(isInType ? "<" : "::<")
      try list { (reader) throws(RustUnreadable) in try reader.genericArgument() }
      if leavesOpen { return true }
      try write(">")
    case UInt8(ascii: "B"):
      var isOpen = false
      try backReference { (reader) throws(RustUnreadable) in
        isOpen = try reader.path(isInType: isInType, leavesOpen: leavesOpen)
      }
      return isOpen
    default: throw RustUnreadable()
    }
    return false
  }

  private mutating func implementationPath(isInType: Bool) throws(RustUnreadable) {
    try withoutWriting { (reader) throws(RustUnreadable) in
      _ = try reader.optionalBase62("s")
      _ = try reader.path(isInType: isInType)
    }
  }

  private mutating func traitPath() throws(RustUnreadable) {
    try write("<")
    try type()
    try write(" as ")
    _ = try path(isInType: true)
    try write(">")
  }

  private mutating func namespacePath(isInType: Bool) throws(RustUnreadable) {
    let namespace = try next()
    guard namespace.isLetter else { throw RustUnreadable() }
    _ = try path(isInType: isInType)
    let number = try optionalBase62("s")
    let name = try identifier()
    guard namespace < 0x61 else { return try write(name.isEmpty ? "" : "::" + name) }
    let kind =
      switch namespace {
      case UInt8(ascii: "C"): "closure"
      case UInt8(ascii: "S"): "shim"
      default: String(streamSafe: [namespace])
      }
    try write("::{\(kind)\(name.isEmpty ? "" : ":" + name)#\(number)}")
  }

  private mutating func genericArgument() throws(RustUnreadable) {
    if take("L") {
      try writeLifetime(try base62())
    } else if take("K") {
      try constant()
    } else {
      try type()
    }
  }

  /// Reads parts up to `E`, separated by commas. Returns their number.
  @discardableResult
  mutating func list(
    separator: String = ", ", _ body: (inout RustReader) throws(RustUnreadable) -> Void
  ) throws(RustUnreadable) -> Int {
    var count = 0
    while !take("E") {
      if count > 0 { try write(separator) }
      try body(&self)
      count += 1
    }
    return count
  }
}
