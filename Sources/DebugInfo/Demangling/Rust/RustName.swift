import Bytes

/// Demangles a Rust name: version 0 (RFC 2603, `_R…`), in the spelling of LLVM's tools; `nil` if it is not one, or if a
/// limit is exceeded.
func demangledRust(_ name: String) -> String? {
  let bytes = Array(name.utf8)
  guard bytes.starts(with: "_R".utf8), bytes.count > 2, !bytes[2].isDigit else { return nil }
  let end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
  var reader = RustReader(Array(bytes[2..<end]))
  guard (try? reader.symbolName()) != nil else { return nil }
  let suffix = end < bytes.count ? " (" + String(streamSafe: bytes[end...]) + ")" : ""
  return reader.text + suffix
}

/// Demangles a name of Rust's first mangling, which looks like C++: `_ZN` and the parts of a path, of which the last is
/// a hash, `17h` and 16 hexadecimal digits. The hash is omitted: it changes with every compiler version. Returns `nil`
/// for any other name.
func demangledLegacyRust(_ name: String) -> String? {
  let bytes = Array(name.utf8)
  guard bytes.starts(with: "_ZN".utf8) else { return nil }
  var index = 3
  var parts: [ArraySlice<UInt8>] = []
  while index < bytes.count, bytes[index].isDigit {
    var length = 0
    while index < bytes.count, bytes[index].isDigit, length < 100_000 {
      length = length * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    guard length > 0, length <= bytes.count - index else { return nil }
    parts.append(bytes[index..<(index + length)])
    index += length
  }
  guard index < bytes.count, bytes[index] == UInt8(ascii: "E"), let hash = parts.popLast(), !parts.isEmpty,
    isRustHash(hash)
  else { return nil }
  let rest = bytes[(index + 1)...]
  guard rest.isEmpty || rest.first == UInt8(ascii: ".") else { return nil }
  var text: [UInt8] = []
  for part in parts {
    if !text.isEmpty { text += "::".utf8 }
    appendRustPart(part, to: &text)
  }
  if !rest.isEmpty { text += " (".utf8 + rest + ")".utf8 }
  return String(streamSafe: text)
}

/// Returns the name without its hash and with readable characters, for a name of Rust's first mangling that was demangled
/// as one of C++: `cards::Deck::draw` for `cards::Deck::draw::h0123456789abcdef`. `nil` for any other name.
func readableRustPath(_ name: String) -> String? {
  let bytes = Array(name.utf8)
  guard hasRustHash(bytes) else { return nil }
  var text: [UInt8] = []
  var start = 0
  let end = bytes.count - 19
  while start < end {
    var next = start
    while next < end, !(bytes[next] == UInt8(ascii: ":") && bytes[next + 1] == UInt8(ascii: ":")) { next += 1 }
    if !text.isEmpty { text += "::".utf8 }
    appendRustPart(bytes[start..<next], to: &text)
    start = next + 2
  }
  return text.isEmpty ? nil : String(streamSafe: text)
}

/// Returns whether a name ends with `::h` and 16 hexadecimal digits.
package func hasRustHash(_ name: some RandomAccessCollection<UInt8>) -> Bool {
  guard name.count > 19 else { return false }
  let hash = name.suffix(17)
  return isRustHash(Array(hash)[...]) && name.dropLast(17).suffix(2).elementsEqual("::".utf8)
}

private func isRustHash(_ part: ArraySlice<UInt8>) -> Bool {
  part.count == 17 && part.first == UInt8(ascii: "h")
    && part.dropFirst().allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
}

/// The escapes for characters that assemblers do not accept in names.
private let rustEscapes: [(code: String, text: String)] = [
  ("$SP$", "@"), ("$BP$", "*"), ("$RF$", "&"), ("$LT$", "<"), ("$GT$", ">"), ("$LP$", "("), ("$RP$", ")"),
  ("$C$", ","), ("..", "::"),
]

private func appendRustPart(_ part: ArraySlice<UInt8>, to text: inout [UInt8]) {
  var rest = part
  // An underscore precedes an escape at the start.
  if rest.starts(with: "_$".utf8) { rest = rest.dropFirst() }
  while let byte = rest.first {
    if let escape = rustEscapes.first(where: { rest.starts(with: $0.code.utf8) }) {
      text += escape.text.utf8
      rest = rest.dropFirst(escape.code.utf8.count)
    } else if rest.starts(with: "$u".utf8), let end = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "$")),
      end - rest.startIndex <= 8, let scalar = unicodeScalar(hex: rest[(rest.startIndex + 2)..<end])
    {
      text += String(Character(scalar)).utf8
      rest = rest[(end + 1)...]
    } else {
      text.append(byte)
      rest = rest.dropFirst()
    }
  }
}

/// Returns a visible character.
private func unicodeScalar(hex: ArraySlice<UInt8>) -> Unicode.Scalar? {
  guard !hex.isEmpty, hex.allSatisfy({ $0.hexDigitValue != nil }) else { return nil }
  let value = hex.reduce(UInt32(0)) { $0 << 4 | UInt32($1.hexDigitValue ?? 0) }
  guard let scalar = Unicode.Scalar(value), value >= 0x20, value != 0x7F else { return nil }
  return scalar
}
