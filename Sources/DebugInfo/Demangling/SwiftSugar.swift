import Bytes

/// Returns a demangled Swift name with the syntactic sugar `[A]`, `[K : V]` and `A?`.
///
/// The demangler of the Swift runtime writes the full types (`Swift.Array<A>`); the toolchain's `swift-demangle` and
/// Apple's tools write the sugar.
func withSugar(_ name: String) -> String {
  var name = name
  return name.withUTF8 { bytes in
    var rewriter = SwiftSugar(bytes: bytes)
    return rewriter.run() ? String(streamSafe: rewriter.output) : nil
  } ?? name
}

private struct SwiftSugar {
  let bytes: UnsafeBufferPointer<UInt8>
  var output: [UInt8] = []
  private var open: [Bracket] = []

  private enum Kind { case array, dictionary, optional, generic, round, square }

  private struct Bracket {
    var kind: Kind
    /// The offset of its content in the output.
    var start: Int
    /// True if it directly contains an arrow or `&`: `(A) -> B` needs parentheses before a question mark.
    var isComposed = false
    var hasKey = false
  }

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private static let types: [(name: [UInt8], kind: Kind)] = [
    (Array("Swift.Array<".utf8), .array), (Array("Swift.Dictionary<".utf8), .dictionary),
    (Array("Swift.Optional<".utf8), .optional),
  ]

  /// Rewrites the name; false if there is nothing to do, or if brackets do not match, because the names of operators
  /// may contain brackets.
  mutating func run() -> Bool {
    guard mayHaveSugar else { return false }
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "S"), let type = type(at: index) {
        push(type.kind)
        index += type.name.count
        continue
      }
      guard append(byte, at: index) else { return false }
      index += 1
    }
    return open.isEmpty
  }

  private var mayHaveSugar: Bool {
    // Nearly every name contains `Swift.`, but few contain the bracket after one of the types.
    for index in bytes.indices where bytes[index] == UInt8(ascii: "S") && type(at: index) != nil { return true }
    return false
  }

  private func type(at index: Int) -> (name: [UInt8], kind: Kind)? {
    guard bytes.count - index > 12, bytes[index + 1] == UInt8(ascii: "w") else { return nil }
    // Not inside a longer name, such as `My.Swift.Array`.
    if index > 0, bytes[index - 1] == UInt8(ascii: ".") || bytes[index - 1] == UInt8(ascii: "_") { return nil }
    return Self.types.first { bytes[index...].starts(with: $0.name) }
  }

  private mutating func push(_ kind: Kind) {
    if kind == .array || kind == .dictionary { output.append(UInt8(ascii: "[")) }
    open.append(Bracket(kind: kind, start: output.count))
  }

  private mutating func append(_ byte: UInt8, at index: Int) -> Bool {
    switch byte {
    case UInt8(ascii: "("):
      output.append(byte)
      push(.round)
    case UInt8(ascii: "["):
      output.append(byte)
      push(.square)
    case UInt8(ascii: "<"):
      output.append(byte)
      push(.generic)
    case UInt8(ascii: ")"): return close(.round, byte)
    case UInt8(ascii: "]"): return close(.square, byte)
    case UInt8(ascii: ">"):
      if index > 0, bytes[index - 1] == UInt8(ascii: "-") {
        if !open.isEmpty { open[open.count - 1].isComposed = true }
        output.append(byte)
        return true
      }
      return closeAngle(byte)
    case UInt8(ascii: "&"):
      if !open.isEmpty { open[open.count - 1].isComposed = true }
      output.append(byte)
    case UInt8(ascii: ","):
      if let last = open.last, last.kind == .dictionary, !last.hasKey {
        open[open.count - 1].hasKey = true
        output += [UInt8(ascii: " "), UInt8(ascii: ":")]
      } else {
        output.append(byte)
      }
    default: output.append(byte)
    }
    return true
  }

  private mutating func close(_ kind: Kind, _ byte: UInt8) -> Bool {
    guard let last = open.popLast(), last.kind == kind else { return false }
    output.append(byte)
    return true
  }

  private mutating func closeAngle(_ byte: UInt8) -> Bool {
    guard let last = open.popLast() else { return false }
    switch last.kind {
    case .generic: output.append(byte)
    case .array: output.append(UInt8(ascii: "]"))
    case .dictionary:
      guard last.hasKey else { return false }
      output.append(UInt8(ascii: "]"))
    case .optional:
      if last.isComposed {
        output.insert(UInt8(ascii: "("), at: last.start)
        output.append(UInt8(ascii: ")"))
      }
      output.append(UInt8(ascii: "?"))
    case .round, .square: return false
    }
    return true
  }
}
