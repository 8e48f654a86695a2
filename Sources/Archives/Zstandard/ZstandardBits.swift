/// The bits of a part of a Zstandard frame that is read backward, from its last byte to its first (RFC 8878, 4.1).
struct BackwardBits {
  private let bytes: [UInt8]
  private let start: Int
  /// The number of bits that are left; the next bit is the highest of them.
  private(set) var left: Int

  /// Creates a reader of `range`; `nil` if the last byte does not mark the end of the bits.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard let last = bytes[range].last, last != 0 else { return nil }
    self.bytes = bytes
    start = range.lowerBound
    left = range.count * 8 - last.leadingZeroBitCount - 1
  }

  /// Returns the next `count` bits, at most 32, without consuming them; bits before the first are zero.
  func peek(_ count: Int) -> Int {
    guard count > 0 else { return 0 }
    let missing = max(0, count - left)
    let low = left - count + missing
    var value = 0
    var shift = 0
    var at = start + low / 8
    while shift < count - missing + low % 8 {
      value |= Int(bytes[at]) << shift
      at += 1
      shift += 8
    }
    let mask = 1 << (count - missing) - 1
    return (value >> (low % 8) & mask) << missing
  }

  /// Consumes the next `count` bits, at most 32, and returns them; `nil` if fewer are left.
  mutating func read(_ count: Int) -> Int? {
    guard count <= left else { return nil }
    let value = peek(count)
    left -= count
    return value
  }

  /// Consumes `count` bits; returns false if fewer are left.
  mutating func skip(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }
}

/// The table of a finite state entropy code (RFC 8878, 4.1.1).
struct EntropyTable {
  struct Entry {
    var symbol: UInt8 = 0
    /// The number of bits that are added to `base` for the next state.
    var bits: UInt8 = 0
    var base: UInt16 = 0
  }

  private(set) var entries: [Entry]
  /// The number of bits of a state.
  let accuracy: Int

  /// Creates a table in which every state is one symbol, without bits.
  init(symbol: UInt8) {
    entries = [Entry(symbol: symbol)]
    accuracy = 0
  }

  /// Creates a table from the probabilities of the symbols, -1 for "less than one"; `nil` if they do not fill it.
  init?(_ probabilities: [Int], accuracy: Int) {
    self.accuracy = accuracy
    let size = 1 << accuracy
    entries = Array(repeating: Entry(), count: size)
    guard probabilities.reduce(0, { $0 + abs($1) }) == size else { return nil }
    var next = probabilities.map { abs($0) }
    var high = size - 1
    for (symbol, probability) in probabilities.enumerated() where probability == -1 {
      entries[high].symbol = UInt8(truncatingIfNeeded: symbol)
      high -= 1
    }
    let step = size >> 1 + size >> 3 + 3
    var position = 0
    for (symbol, probability) in probabilities.enumerated() where probability > 0 {
      for _ in 0..<probability {
        entries[position].symbol = UInt8(truncatingIfNeeded: symbol)
        repeat { position = (position + step) & (size - 1) } while position > high
      }
    }
    guard position == 0 else { return nil }
    for index in entries.indices {
      let symbol = Int(entries[index].symbol)
      let state = next[symbol]
      next[symbol] += 1
      let bits = accuracy - (Int.bitWidth - 1 - state.leadingZeroBitCount)
      entries[index].bits = UInt8(truncatingIfNeeded: bits)
      entries[index].base = UInt16(truncatingIfNeeded: state << bits - size)
    }
  }

  /// Reads the description of a table at `at`, and moves `at` behind it; `nil` if it is invalid.
  ///
  /// - Parameters:
  ///   - maxAccuracy: The maximum accuracy for this use.
  ///   - maxSymbol: The largest symbol for this use.
  static func read(_ bytes: [UInt8], _ at: inout Int, end: Int, maxAccuracy: Int, maxSymbol: Int) -> Self? {
    var bit = at * 8
    let lastBit = end * 8
    func peek(_ count: Int) -> Int {
      var value = 0
      for index in 0..<count where bit + index < lastBit {
        value |= Int(bytes[(bit + index) >> 3] >> UInt8((bit + index) & 7) & 1) << index
      }
      return value
    }
    let accuracy = peek(4) + 5
    bit += 4
    guard accuracy <= maxAccuracy else { return nil }
    var remaining = 1 << accuracy + 1
    var threshold = 1 << accuracy
    var width = accuracy + 1
    var probabilities: [Int] = []
    while remaining > 1, probabilities.count <= maxSymbol, bit < lastBit {
      let limit = 2 * threshold - 1 - remaining
      let value = peek(width)
      var count = value & (threshold - 1)
      if count < limit {
        bit += width - 1
      } else {
        count = value & (2 * threshold - 1)
        if count >= threshold { count -= limit }
        bit += width
      }
      count -= 1
      remaining -= abs(count)
      probabilities.append(count)
      if count == 0 {
        while bit < lastBit {
          let zeros = peek(2)
          bit += 2
          probabilities += Array(repeating: 0, count: zeros)
          if zeros < 3 || probabilities.count > maxSymbol { break }
        }
      }
      while remaining < threshold, threshold > 1 {
        width -= 1
        threshold >>= 1
      }
    }
    guard remaining == 1, probabilities.count <= maxSymbol + 1, bit <= lastBit else { return nil }
    at = (bit + 7) / 8
    return Self(probabilities, accuracy: accuracy)
  }
}

/// The table of a Huffman code of literals (RFC 8878, 4.2).
struct HuffmanTable {
  /// The symbol and the length of the code that begins the bits of an index.
  private let entries: [(symbol: UInt8, bits: UInt8)]
  private let maxBits: Int

  /// Reads the description of a code at `at`, and moves `at` behind it; `nil` if it is invalid.
  static func read(_ bytes: [UInt8], _ at: inout Int, end: Int) -> Self? {
    guard at < end else { return nil }
    let header = Int(bytes[at])
    at += 1
    var weights: [Int] = []
    if header >= 128 {
      let count = header - 127
      guard at + (count + 1) / 2 <= end else { return nil }
      for index in 0..<count {
        weights.append(Int(index % 2 == 0 ? bytes[at + index / 2] >> 4 : bytes[at + index / 2] & 15))
      }
      at += (count + 1) / 2
    } else {
      let last = at + header
      guard last <= end,
        let table = EntropyTable.read(bytes, &at, end: last, maxAccuracy: 6, maxSymbol: 255), at < last,
        let read = readWeights(bytes, at..<last, table)
      else { return nil }
      weights = read
      at = last
    }
    return Self(weights)
  }

  /// Reads weights that are compressed with two states in turn.
  private static func readWeights(_ bytes: [UInt8], _ range: Range<Int>, _ table: EntropyTable) -> [Int]? {
    guard var bits = BackwardBits(bytes, range), var state = bits.read(table.accuracy),
      var other = bits.read(table.accuracy)
    else { return nil }
    var weights: [Int] = []
    while weights.count < 255 {
      let entry = table.entries[state]
      weights.append(Int(entry.symbol))
      guard let added = bits.read(Int(entry.bits)) else {
        weights.append(Int(table.entries[other].symbol))
        return weights
      }
      state = Int(entry.base) + added
      swap(&state, &other)
    }
    return nil
  }

  /// Creates a table from the weights of all symbols but the last, whose weight completes the code.
  private init?(_ weights: [Int]) {
    guard weights.count < 256, weights.allSatisfy({ $0 <= 11 }) else { return nil }
    let sum = weights.reduce(0) { $0 + ($1 > 0 ? 1 << ($1 - 1) : 0) }
    guard sum > 0 else { return nil }
    let bits = Int.bitWidth - sum.leadingZeroBitCount
    let rest = 1 << bits - sum
    guard bits <= 11, rest & (rest - 1) == 0 else { return nil }
    let all = weights + [Int.bitWidth - rest.leadingZeroBitCount]
    var entries: [(symbol: UInt8, bits: UInt8)] = []
    entries.reserveCapacity(1 << bits)
    // Long codes, which have low weights, come first.
    for weight in 1...12 {
      for (symbol, own) in all.enumerated() where own == weight {
        let entry = (UInt8(truncatingIfNeeded: symbol), UInt8(truncatingIfNeeded: bits + 1 - weight))
        entries += Array(repeating: entry, count: 1 << (weight - 1))
      }
    }
    guard entries.count == 1 << bits else { return nil }
    self.entries = entries
    maxBits = bits
  }

  /// Appends `count` symbols from the bits of `range`; returns false if they are not exactly that many.
  func decode(_ bytes: [UInt8], _ range: Range<Int>, count: Int, into literals: inout [UInt8]) -> Bool {
    guard var bits = BackwardBits(bytes, range) else { return false }
    for _ in 0..<count {
      let entry = entries[bits.peek(maxBits)]
      guard bits.skip(Int(entry.bits)) else { return false }
      literals.append(entry.symbol)
    }
    return bits.left == 0
  }
}
