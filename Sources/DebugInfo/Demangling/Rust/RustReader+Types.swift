import Bytes

extension RustReader {
  /// `<type>`.
  mutating func type() throws(RustUnreadable) {
    try enter()
    defer { leave() }
    if let basic = Self.basicType(peek) {
      _ = try next()
      return try write(basic)
    }
    switch peek {
    case UInt8(ascii: "A"):
      _ = try next()
      try write("[")
      try type()
      try write("; ")
      try constant()
      try write("]")
    case UInt8(ascii: "S"):
      _ = try next()
      try write("[")
      try type()
      try write("]")
    case UInt8(ascii: "T"):
      _ = try next()
      try write("(")
      let count = try list { (reader) throws(RustUnreadable) in try reader.type() }
      try write(count == 1 ? ",)" : ")")
    case UInt8(ascii: "R"), UInt8(ascii: "Q"): try reference(isMutable: try next() == UInt8(ascii: "Q"))
    case UInt8(ascii: "P"):
      _ = try next()
      try write("*const ")
      try type()
    case UInt8(ascii: "O"):
      _ = try next()
      try write("*mut ")
      try type()
    case UInt8(ascii: "F"):
      _ = try next()
      try function()
    case UInt8(ascii: "D"):
      _ = try next()
      try dynamicType()
    case UInt8(ascii: "B"):
      _ = try next()
      try backReference { (reader) throws(RustUnreadable) in try reader.type() }
    default: _ = try path(isInType: true)
    }
  }

  private static func basicType(_ letter: UInt8) -> String? {
    switch letter {
    case UInt8(ascii: "a"): "i8"
    case UInt8(ascii: "b"): "bool"
    case UInt8(ascii: "c"): "char"
    case UInt8(ascii: "d"): "f64"
    case UInt8(ascii: "e"): "str"
    case UInt8(ascii: "f"): "f32"
    case UInt8(ascii: "h"): "u8"
    case UInt8(ascii: "i"): "isize"
    case UInt8(ascii: "j"): "usize"
    case UInt8(ascii: "l"): "i32"
    case UInt8(ascii: "m"): "u32"
    case UInt8(ascii: "n"): "i128"
    case UInt8(ascii: "o"): "u128"
    case UInt8(ascii: "p"): "_"
    case UInt8(ascii: "s"): "i16"
    case UInt8(ascii: "t"): "u16"
    case UInt8(ascii: "u"): "()"
    case UInt8(ascii: "v"): "..."
    case UInt8(ascii: "x"): "i64"
    case UInt8(ascii: "y"): "u64"
    case UInt8(ascii: "z"): "!"
    default: nil
    }
  }

  private mutating func reference(isMutable: Bool) throws(RustUnreadable) {
    try write("&")
    if take("L") {
      let lifetime = try base62()
      if lifetime > 0 {
        try writeLifetime(lifetime)
        try write(" ")
      }
    }
    if isMutable { try write("mut ") }
    try type()
  }

  /// `<fn-sig>`.
  private mutating func function() throws(RustUnreadable) {
    let outer = boundLifetimes
    try binder()
    if take("U") { try write("unsafe ") }
    if take("K") {
      let convention = take("C") ? "C" : try identifier()
      try write("extern \"" + convention.map { $0 == "_" ? "-" : String($0) }.joined() + "\" ")
    }
    try write("fn(")
    try list { (reader) throws(RustUnreadable) in try reader.type() }
    try write(")")
    // A function without a result returns the unit type.
    if !take("u") {
      try write(" -> ")
      try type()
    }
    boundLifetimes = outer
  }

  private mutating func dynamicType() throws(RustUnreadable) {
    let outer = boundLifetimes
    try write("dyn ")
    try binder()
    try list(separator: " + ") { (reader) throws(RustUnreadable) in try reader.dynamicTrait() }
    boundLifetimes = outer
    guard take("L") else { throw RustUnreadable() }
    let lifetime = try base62()
    if lifetime > 0 {
      try write(" + ")
      try writeLifetime(lifetime)
    }
  }

  private mutating func dynamicTrait() throws(RustUnreadable) {
    var isOpen = try path(isInType: true, leavesOpen: true)
    while take("p") {
      try write(isOpen ? ", " : "<")
      isOpen = true
      try write(try identifier() + " = ")
      try type()
    }
    if isOpen { try write(">") }
  }

  // MARK: - Lifetimes

  private mutating func binder() throws(RustUnreadable) {
    let count = try optionalBase62("G")
    guard count > 0 else { return }
    // No function declares more; each is written.
    guard count < 1024, boundLifetimes < 4096 else { throw RustUnreadable() }
    try write("for<")
    for index in 0..<count {
      boundLifetimes += 1
      if index > 0 { try write(", ") }
      try writeLifetime(1)
    }
    try write("> ")
  }

  /// Writes a lifetime by its distance to the binder that declares it; 0 is erased.
  mutating func writeLifetime(_ index: UInt64) throws(RustUnreadable) {
    if index == 0 { return try write("'_") }
    guard index <= boundLifetimes else { throw RustUnreadable() }
    let depth = boundLifetimes - index
    if depth < 26 {
      try write("'" + String(streamSafe: [UInt8(ascii: "a") + UInt8(depth)]))
    } else {
      try write("'z\(depth - 26 + 1)")
    }
  }

  // MARK: - Constants

  /// `<const>`: a type and its value.
  mutating func constant() throws(RustUnreadable) {
    try enter()
    defer { leave() }
    if take("B") { return try backReference { (reader) throws(RustUnreadable) in try reader.constant() } }
    switch try next() {
    case UInt8(ascii: "p"): try write("_")
    case UInt8(ascii: "a"), UInt8(ascii: "s"), UInt8(ascii: "l"), UInt8(ascii: "x"), UInt8(ascii: "n"),
      UInt8(ascii: "i"), UInt8(ascii: "h"), UInt8(ascii: "t"), UInt8(ascii: "m"), UInt8(ascii: "y"),
      UInt8(ascii: "o"), UInt8(ascii: "j"):
      if take("n") { try write("-") }
      let digits = try hexadecimal()
      try write(UInt64(digits, radix: 16).map(String.init) ?? "0x" + digits)
    case UInt8(ascii: "b"):
      let digits = try hexadecimal()
      guard digits == "0" || digits == "1" else { throw RustUnreadable() }
      try write(digits == "1" ? "true" : "false")
    case UInt8(ascii: "c"):
      let digits = try hexadecimal()
      guard digits.utf8.count <= 6, let scalar = UInt32(digits, radix: 16).flatMap({ Unicode.Scalar($0) }) else {
        throw RustUnreadable()
      }
      try write("'" + Self.escaped(scalar, digits) + "'")
    default: throw RustUnreadable()
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar, _ digits: String) -> String {
    switch scalar {
    case "\t": "\\t"
    case "\r": "\\r"
    case "\n": "\\n"
    case "\\": "\\\\"
    case "\"": "\""
    case "'": "\\'"
    default: (0x20...0x7E).contains(scalar.value) ? String(Character(scalar)) : "\\u{\(digits)}"
    }
  }

  /// Reads lowercase hexadecimal digits up to `_`, without leading zeros.
  private mutating func hexadecimal() throws(RustUnreadable) -> String {
    var digits: [UInt8] = []
    while true {
      let byte = try next()
      if byte == UInt8(ascii: "_") { break }
      guard byte.isDigit || (0x61...0x66).contains(byte) else { throw RustUnreadable() }
      digits.append(byte)
    }
    guard !digits.isEmpty, digits.first != 0x30 || digits.count == 1 else { throw RustUnreadable() }
    return String(streamSafe: digits)
  }
}
