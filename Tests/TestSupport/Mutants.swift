/// A sequence of damaged copies of bytes; equal seeds give equal copies.
public struct Mutants: Sequence, IteratorProtocol {
  private let source: [UInt8]
  private var state: UInt64
  private var left: Int

  public init(of source: [UInt8], count: Int, seed: UInt64) {
    self.source = source
    state = seed | 1
    left = source.isEmpty ? 0 : count
  }

  /// Returns a pseudorandom number (xorshift64*), which is the same on every machine.
  private mutating func random(below bound: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % Swift.max(1, bound)
  }

  public mutating func next() -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    var bytes = source
    for _ in 0...random(below: 3) {
      let at = random(below: bytes.count)
      switch random(below: 6) {
      case 0: bytes[at] ^= 1 << UInt8(random(below: 8))
      case 1: bytes[at] = UInt8(random(below: 256))
      case 2: bytes.removeSubrange(at..<Swift.min(bytes.count, at + 1 + random(below: 64)))
      case 3: bytes.insert(contentsOf: bytes[at..<Swift.min(bytes.count, at + 1 + random(below: 200))], at: at)
      case 4: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: at)
      default:
        bytes.insert(
          contentsOf: Array(["{", "[", "\"", "\n", "\0", "\u{1B}[31m", "-->", "Thread 0:"][random(below: 8)].utf8),
          at: at)
      }
      if bytes.isEmpty { return [] }
    }
    return bytes
  }
}
