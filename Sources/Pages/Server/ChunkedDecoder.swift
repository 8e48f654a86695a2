internal import Bytes

/// Reads a body in chunks (RFC 9112, section 7.1) that arrives in parts.
///
/// Extensions of chunks and fields after the last chunk are rejected: no client of ours sends them, and programs differ in
/// how they read them. Lines end in CR LF only.
package struct ChunkedDecoder: Sendable {
  /// Why a body was rejected.
  package enum Fault: Error, Equatable, Sendable {
    case malformed
    /// An extension of a chunk, or a field after the last chunk.
    case unsupported
  }

  private enum State {
    case size(digits: Int, value: Int)
    case sizeEnd(Int)
    case data(Int)
    case dataEnd(hasReturn: Bool)
    case lastLine(hasReturn: Bool)
    case ended
  }

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")
  /// The maximum number of digits of the size of a chunk: 4 GB.
  private static let maxDigits = 8

  private var state = State.size(digits: 0, value: 0)

  /// Creates a decoder at the beginning of a body.
  package init() {}

  /// Whether the last chunk and the line after it were read.
  package var hasEnded: Bool {
    if case .ended = state { return true }
    return false
  }

  /// Takes bytes from the beginning of `input` and returns the next data. Returns nothing if it needs more input, or if the
  /// body has ended; bytes after its end stay in `input`.
  package mutating func next(_ input: inout ArraySlice<UInt8>) throws(Fault) -> ArraySlice<UInt8> {
    while let byte = input.first {
      switch state {
      case .ended: return []
      case .data(let left):
        let part = input.prefix(left)
        input = input.dropFirst(part.count)
        state = part.count == left ? .dataEnd(hasReturn: false) : .data(left - part.count)
        return part
      default:
        input = input.dropFirst()
        try read(byte)
      }
    }
    return []
  }

  /// Reads a byte between the data of two chunks.
  private mutating func read(_ byte: UInt8) throws(Fault) {
    switch state {
    case .size(let digits, let value):
      if let digit = byte.hexDigitValue {
        guard digits < Self.maxDigits else { throw .malformed }
        state = .size(digits: digits + 1, value: value << 4 | Int(digit))
      } else if byte == Self.carriageReturn, digits > 0 {
        state = .sizeEnd(value)
      } else {
        throw byte == UInt8(ascii: ";") ? .unsupported : .malformed
      }
    case .sizeEnd(let value):
      guard byte == Self.lineFeed else { throw .malformed }
      state = value == 0 ? .lastLine(hasReturn: false) : .data(value)
    case .dataEnd(false):
      guard byte == Self.carriageReturn else { throw .malformed }
      state = .dataEnd(hasReturn: true)
    case .dataEnd(true):
      guard byte == Self.lineFeed else { throw .malformed }
      state = .size(digits: 0, value: 0)
    case .lastLine(false):
      guard byte == Self.carriageReturn else { throw byte == Self.lineFeed ? .malformed : .unsupported }
      state = .lastLine(hasReturn: true)
    case .lastLine(true):
      guard byte == Self.lineFeed else { throw .malformed }
      state = .ended
    case .data, .ended: break
    }
  }
}
