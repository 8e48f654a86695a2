import Bytes

/// What the value of an invalid pointer shows.
enum PointerValue: Sendable, Equatable {
  /// NULL, or an address in the first 16 KB: a member or element of a NULL pointer.
  case null(offset: UInt64)
  /// A value with which memory is filled.
  case fill(FillValue)
  /// Characters: the bytes that were used as a pointer are a part of this text.
  case text(String)
  /// The low 32 bits of the pointer that this register contains, possibly with their sign extended.
  case truncated(register: String, pointer: UInt64)
  /// A small negative number, such as -1.
  case negative
  /// An address below 4 GB, where 64-bit processes have no memory (`__PAGEZERO`).
  case small
  /// An address that no process may use: bits are set that addresses do not have.
  case outside
  /// An address that is possible.
  case plausible
}

/// A value with which allocators, runtimes and libraries fill memory that is not in use, or that they use to crash on
/// purpose.
enum FillValue: String, Sendable {
  /// 0x55: freed memory (MallocScribble).
  case scribble
  /// 0xAA: allocated memory that was not written yet (MallocPreScribble), or an automatic variable
  /// (`-ftrivial-auto-var-init=pattern`).
  case prescribble
  /// 0xA3: a slot of an autorelease pool after its object was released (objc4, `SCRIBBLE`).
  case pool
  /// 0xbaddc0dedeadbead: the second word of a freed block of the nano zone (libmalloc).
  case nano
  /// 0xE5: freed memory of jemalloc.
  case jemallocFreed
  /// 0xA5: memory of jemalloc that was not written yet; 0xBE: the same of Address Sanitizer.
  case notWritten
  /// 0xdeadbeef: a marker that many libraries use for what is not valid any more.
  case marker
  /// 0xbbadbeef: WebKit's CRASH(); 0xfbadbeef: the same for a security check.
  case webKit

  /// True for a value of memory that was in use before.
  var isFreed: Bool {
    switch self {
    case .scribble, .pool, .nano, .jemallocFreed, .marker: true
    case .prescribble, .notWritten, .webKit: false
    }
  }

  fileprivate static let bytes: [(byte: UInt64, value: FillValue)] = [
    (0x55, .scribble), (0xAA, .prescribble), (0xA3, .pool), (0xE5, .jemallocFreed), (0xA5, .notWritten),
    (0xBE, .notWritten),
  ]
  fileprivate static let words: [(word: UInt64, value: FillValue)] = [
    (0xBADD_C0DE_DEAD_BEAD, .nano), (0xDEAD_BEEF_DEAD_BEEF, .marker), (0xDEAD_BEEF, .marker), (0xBBAD_BEEF, .webKit),
    (0xFBAD_BEEF, .webKit),
  ]
  /// The bits that remain of a pointer, and of an isa: the Objective-C runtime masks an isa, and processors ignore the
  /// top byte of an address or extend its sign (objc4, `ISA_MASK`).
  fileprivate static let masks: [UInt64] = [
    .max, 0x0000_000F_FFFF_FFF8, 0x007F_FFFF_FFFF_FFF8, 0x0000_7FFF_FFFF_FFF8, 0x00FF_FFFF_FFFF_FFFF,
    0x0000_7FFF_FFFF_FFFF,
  ]
}

extension PointerValue {
  /// The size of the region at 0 that offsets from NULL reach: one page of ARM.
  static let nullPage: UInt64 = 0x4000
  /// The maximum distance of an accessed member from the start of its object.
  private static let maxOffset: UInt64 = 0x1000
  /// The first address of 64-bit images: the end of `__PAGEZERO`.
  private static let firstImage: UInt64 = 0x1_0000_0000
  /// The end of the addresses of a process: 47 bits.
  private static let end: UInt64 = 0x8000_0000_0000

  /// Classifies the address of an access.
  ///
  /// - Parameters:
  ///   - registers: The registers of the thread that made it.
  ///   - is64Bit: True if the process had 64-bit addresses.
  init(_ address: UInt64, registers: RegisterFile, is64Bit: Bool) {
    if address < Self.nullPage {
      self = .null(offset: address)
    } else if let fill = FillValue(near: address, is64Bit: is64Bit) {
      self = .fill(fill)
    } else if !is64Bit {
      if address > 0xFFFF_FFFF - Self.maxOffset {
        self = .negative
      } else {
        self = Self.shortText(address).map { .text($0) } ?? .plausible
      }
    } else if address > UInt64.max - Self.nullPage || (0xFFFF_F000...0xFFFF_FFFF).contains(address) {
      self = .negative
    } else if let text = Self.text(address, registers) {
      self = .text(text)
    } else if let (register, pointer) = Self.truncated(address, registers) {
      self = .truncated(register: register, pointer: pointer)
    } else if address < Self.firstImage {
      self = .small
    } else {
      self = address >= Self.end ? .outside : .plausible
    }
  }

  /// Returns the text of an address, or of a register from which the address was computed; `nil` unless the bytes are
  /// eight characters, five or more followed by zeros, or four of UTF-16.
  private static func text(_ address: UInt64, _ registers: RegisterFile) -> String? {
    // The register contains the text as it is; the address is some bytes behind that, or behind the bits of it that an
    // isa uses, or that a processor uses.
    let sources = registers.filter { value in
      masks.contains { mask in
        let base = value & mask
        return address >= base && address - base < maxOffset
      }
    }
    return sources.lazy.compactMap { characters(of: $0.value) }.first ?? characters(of: address)
  }

  /// The bits of a value that remain in an address: all; those of an isa; those that processors translate.
  private static let masks: [UInt64] = [
    .max, 0x0000_000F_FFFF_FFF8, 0x007F_FFFF_FFFF_FFF8, 0x0000_7FFF_FFFF_FFF8, 0x00FF_FFFF_FFFF_FFFF,
    0x0000_7FFF_FFFF_FFFF,
  ]

  /// Whether the bytes of an address are text, or those of a register from which it was computed.
  static func isText(_ address: UInt64, _ registers: RegisterFile) -> Bool {
    address > UInt64(UInt32.max) && text(address, registers) != nil
  }

  /// Whether bits are set that addresses of a process do not have, and that the address of a kernel does not have either.
  static func isOutside(_ address: UInt64) -> Bool { address >= end && address < UInt64.max - nullPage }

  /// Returns the text of a register if all eight bytes are characters, of which five are different: other registers than
  /// that of the pointer may contain a part of a text.
  static func wholeText(_ value: UInt64) -> String? {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    guard bytes.allSatisfy(isPrintable), bytes.count(where: \.isLetterOrDigit) >= 6, Set(bytes).count >= 5 else {
      return nil
    }
    return String(streamSafe: bytes[...])
  }

  /// Returns the text of an address of 32 bits: four letters.
  private static func shortText(_ address: UInt64) -> String? {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: address >> (8 * $0)) }
    // Heaps of 32-bit processes end below the last letters.
    guard bytes.allSatisfy(\.isLetter), bytes[3] < UInt8(ascii: "v"), Set(bytes).count >= 3 else { return nil }
    return String(streamSafe: bytes[...])
  }

  private static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  private static func characters(of value: UInt64) -> String? {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    let length = bytes.firstIndex(of: 0) ?? 8
    // Five bytes are also a possible address, of which no memory of a process is known: letters and digits only.
    let isLong = length >= 6 && bytes[..<length].allSatisfy(isPrintable)
    let isWord = length == 5 && bytes[..<length].allSatisfy(\.isLetterOrDigit) && Set(bytes[..<length]).count >= 3
    if isLong || isWord, bytes[length...].allSatisfy({ $0 == 0 }) { return String(streamSafe: bytes[..<length]) }
    let (low, high) = (stride(from: 0, to: 8, by: 2).map { bytes[$0] }, stride(from: 1, to: 8, by: 2).map { bytes[$0] })
    guard low.allSatisfy(isPrintable), high.allSatisfy({ $0 == 0 }), Set(low).count >= 3 else { return nil }
    return String(streamSafe: low)
  }

  /// Returns the register with a pointer of which the address is the low half: the value passed a 32-bit variable.
  private static func truncated(_ address: UInt64, _ registers: RegisterFile) -> (String, UInt64)? {
    let half = UInt32(truncatingIfNeeded: address)
    let isHalf = address < firstImage || address == UInt64(bitPattern: Int64(Int32(bitPattern: half)))
    // A small number occurs in many registers anyway.
    guard isHalf, half > 0x10_0000 else { return nil }
    return registers.filter { $0 >= firstImage && $0 < end && UInt32(truncatingIfNeeded: $0) == half }.first
  }
}

extension FillValue {
  /// Creates the value with which the memory was filled that contained a pointer to `address`, or to an object with a
  /// member there.
  fileprivate init?(near address: UInt64, is64Bit: Bool) {
    let width = is64Bit ? UInt64.max : 0xFFFF_FFFF
    for (byte, value) in Self.bytes {
      let word = (byte &* 0x0101_0101_0101_0101) & width
      for mask in is64Bit ? Self.masks : [.max] {
        let base = word & mask
        // An isa leads to a class, whose fields are close to its start.
        if address >= base, address - base < (mask == .max ? 0x1000 : 0x100) {
          self = value
          return
        }
      }
    }
    for (word, value) in Self.words where address >= word && address - word < 0x100 {
      self = value
      return
    }
    return nil
  }

  /// Creates the value that a register contains exactly.
  init?(exactly register: UInt64) {
    for (byte, value) in Self.bytes where register == byte &* 0x0101_0101_0101_0101 {
      self = value
      return
    }
    return nil
  }
}
