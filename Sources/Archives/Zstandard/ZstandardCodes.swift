/// The codes of literal lengths, match lengths and offsets (RFC 8878, 3.1.1.3.2).
enum ZstandardCodes {
  enum Kind {
    case literals, offsets, matches

    var maxAccuracy: Int { self == .offsets ? 8 : 9 }

    var maxSymbol: Int {
      switch self {
      case .literals: 35
      case .offsets: 31
      case .matches: 52
      }
    }

    /// The table of blocks that describe none.
    var predefined: EntropyTable? {
      switch self {
      case .literals: EntropyTable(ZstandardCodes.literalProbabilities, accuracy: 6)
      case .offsets: EntropyTable(ZstandardCodes.offsetProbabilities, accuracy: 5)
      case .matches: EntropyTable(ZstandardCodes.matchProbabilities, accuracy: 6)
      }
    }
  }

  /// The base and the number of further bits of each code.
  static let literalLengths: [(base: Int, bits: Int)] = lengths(
    first: 0, plain: 16, bits: [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
  static let matchLengths: [(base: Int, bits: Int)] = lengths(
    first: 3, plain: 32, bits: [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])

  private static func lengths(first: Int, plain: Int, bits: [Int]) -> [(base: Int, bits: Int)] {
    var codes = (0..<plain).map { (base: first + $0, bits: 0) }
    var base = first + plain
    for count in bits {
      codes.append((base, count))
      base += 1 << count
    }
    return codes
  }

  private static let literalProbabilities = [
    4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1,
  ]
  private static let matchProbabilities =
    [1, 4, 3, 2, 2, 2, 2, 2, 2] + Array(repeating: 1, count: 37) + Array(repeating: -1, count: 7)
  private static let offsetProbabilities =
    [1, 1, 1, 1, 1, 1, 2, 2, 2] + Array(repeating: 1, count: 15) + Array(repeating: -1, count: 5)
}

/// The checksum of a frame: XXH64 with the seed 0.
enum XXHash64 {
  private static let primes: [UInt64] = [
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63, 0x27D4_EB2F_1656_67C5,
  ]

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    let (prime1, prime2, prime3, prime4, prime5) = (primes[0], primes[1], primes[2], primes[3], primes[4])
    func word(_ at: Int, _ count: Int) -> UInt64 {
      var value: UInt64 = 0
      for index in 0..<count { value |= UInt64(bytes[at + index]) << UInt64(8 * index) }
      return value
    }
    func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 - count) }
    func round(_ state: UInt64, _ word: UInt64) -> UInt64 { rotate(state &+ word &* prime2, 31) &* prime1 }
    var at = bytes.startIndex
    var hash = prime5
    if bytes.count >= 32 {
      var lanes = [prime1 &+ prime2, prime2, 0, 0 &- prime1]
      while bytes.endIndex - at >= 32 {
        for lane in 0..<4 { lanes[lane] = round(lanes[lane], word(at + 8 * lane, 8)) }
        at += 32
      }
      hash = rotate(lanes[0], 1) &+ rotate(lanes[1], 7) &+ rotate(lanes[2], 12) &+ rotate(lanes[3], 18)
      for lane in lanes { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    }
    hash = hash &+ UInt64(bytes.count)
    while bytes.endIndex - at >= 8 {
      hash = rotate(hash ^ round(0, word(at, 8)), 27) &* prime1 &+ prime4
      at += 8
    }
    if bytes.endIndex - at >= 4 {
      hash = rotate(hash ^ word(at, 4) &* prime1, 23) &* prime2 &+ prime3
      at += 4
    }
    while at < bytes.endIndex {
      hash = rotate(hash ^ word(at, 1) &* prime5, 11) &* prime1
      at += 1
    }
    hash = (hash ^ hash >> 33) &* prime2
    hash = (hash ^ hash >> 29) &* prime3
    return hash ^ hash >> 32
  }
}
