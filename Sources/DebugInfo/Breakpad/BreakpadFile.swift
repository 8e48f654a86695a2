import Bytes
package import Vocabulary

/// The head of a text file with the symbols of one image, as Breakpad's and Crashpad's `dump_syms` write it (`.sym`;
/// Breakpad documentation, "Symbol files").
package struct BreakpadFile: Sendable {
  /// The bytes of the file.
  package let bytes: FileBytes
  /// The architecture of the image.
  package let architecture: Architecture
  /// The image that the file describes: the UUID of a Mach-O file, the build ID (`INFO CODE_ID`), or else the first 16
  /// bytes of a build ID.
  package let identifier: BuildID?
  /// True if `identifier` may be only the first 16 bytes of the build ID: the file does not state it, but an identifier of
  /// Breakpad, which has no more.
  package let isPrefix: Bool
  /// The name of the image.
  package let name: String
  /// The offset of the first record after `MODULE`.
  let body: Int

  /// The first bytes of every file.
  package static let magic = Array("MODULE ".utf8)

  /// Reads `MODULE Linux x86_64 4C0B7A…0 MyServer` and the `INFO` records below it.
  package init(_ bytes: FileBytes) throws(ELFFault) {
    var lines = BreakpadLines(bytes.span)
    guard var line = lines.next(), line.word() == "MODULE" else { throw ELFFault("not a Breakpad symbol file", at: 0) }
    let system = line.word()
    let architectureName = line.word()
    let id = line.word()
    name = line.rest()
    body = lines.position
    guard Self.systems.contains(system) else {
      throw ELFFault("Breakpad symbols for \(Self.shown(system)), which is not supported", at: 0)
    }
    guard let known = Self.architecture(architectureName) else {
      throw ELFFault("Breakpad symbols for an unknown architecture", at: 0)
    }
    architecture = known
    self.bytes = bytes
    let isMachO = system.lowercased() == "mac" || system.lowercased() == "ios"
    var codeID: BuildID?
    while var line = lines.next(), line.word() == "INFO" {
      if line.word() == "CODE_ID", codeID == nil { codeID = BuildID(line.word()) }
    }
    let debugID = Self.identifier(id, isMachO: isMachO)
    identifier = isMachO ? debugID : codeID ?? debugID
    isPrefix = !isMachO && codeID == nil
  }

  private static let systems: Set<String> = ["Linux", "linux", "Android", "mac", "Mac", "ios", "iOS", "fuchsia"]

  private static func shown(_ system: String) -> String { system.isEmpty ? "an unknown system" : system }

  /// The names of `dump_syms` that differ from those of Apple's tools.
  private static let otherNames = ["x86": "i386", "arm64": "arm64", "aarch64": "arm64", "ppc64": "ppc64"]

  private static func architecture(_ name: String) -> Architecture? {
    Architecture(name: otherNames[name] ?? name)
  }

  /// Reads 32 digits and the age, of which only the digits identify the image. In those of an ELF file, the bytes of the
  /// first three numbers are reversed (`BuildID.breakpadID`).
  private static func identifier(_ text: String, isMachO: Bool) -> BuildID? {
    guard text.utf8.count > 32, let all = BuildID(text.utf8.prefix(32)) else { return nil }
    if isMachO { return all }
    let order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
    guard all.bytes.count == 16 else { return nil }
    return BuildID(bytes: order.map { all.bytes[$0] })
  }
}

extension BreakpadFile: CustomStringConvertible {
  /// The architecture and the identifier: `x86_64 2a69…`.
  package var description: String { "\(architecture) \(identifier.map(\.description) ?? "without an identifier")" }
}

/// The lines of a text.
struct BreakpadLines: ~Escapable {
  private let bytes: RawSpan
  private(set) var position: Int

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// Returns the next line without its line end; `nil` at the end.
  @_lifetime(copy self)
  @_lifetime(self: copy self)
  mutating func next() -> BreakpadLine? {
    let start = position
    guard start < bytes.byteCount else { return nil }
    var end = start
    while end < bytes.byteCount, byte(end) != 0x0A { end &+= 1 }
    position = end &+ 1
    if end > start, byte(end &- 1) == 0x0D { end &-= 1 }
    return BreakpadLine(bytes, start..<end)
  }

  @inline(__always)
  private func byte(_ offset: Int) -> UInt8 {
    bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt8.self)
  }
}

/// The words of a line, which are separated by spaces.
struct BreakpadLine: ~Escapable {
  private let bytes: RawSpan
  private var position: Int
  private let end: Int

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  @inline(__always)
  private func byte(_ offset: Int) -> UInt8 {
    bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// The first byte of the line; 0 for an empty line.
  var first: UInt8 { position < end ? byte(position) : 0 }

  @_lifetime(self: copy self)
  private mutating func nextWord() -> Range<Int> {
    while position < end, byte(position) == 0x20 { position &+= 1 }
    let start = position
    while position < end, byte(position) != 0x20 { position &+= 1 }
    return start..<position
  }

  /// The maximum length of a word in bytes.
  private static let maxWordLength = 256

  /// Returns the next word; empty at the end, or if it is too long.
  @_lifetime(self: copy self)
  mutating func word() -> String {
    let range = nextWord()
    return range.count <= Self.maxWordLength ? text(bytes, range) : ""
  }

  /// Reads the next word if it is `letter`, the mark of a symbol that has several names.
  @_lifetime(self: copy self)
  mutating func skip(_ letter: UInt8) {
    let start = position
    let range = nextWord()
    if range.count != 1 || byte(range.lowerBound) != letter { position = start }
  }

  /// Returns the next word as a number; `nil` if there is none, or if it has more than 64 bits.
  @_lifetime(self: copy self)
  mutating func number(radix: UInt64) -> UInt64? {
    let range = nextWord()
    if range.isEmpty { return nil }
    var value: UInt64 = 0
    for offset in range {
      guard let digit = byte(offset).hexDigitValue.map({ UInt64($0) }), digit < radix else { return nil }
      let (scaled, isTooLarge) = value.multipliedReportingOverflow(by: radix)
      let (sum, isStillTooLarge) = scaled.addingReportingOverflow(digit)
      if isTooLarge || isStillTooLarge { return nil }
      value = sum
    }
    return value
  }

  /// Returns the rest of the line, at most as long as a text of an index.
  @_lifetime(self: copy self)
  mutating func rest() -> String {
    while position < end, byte(position) == 0x20 { position &+= 1 }
    let range = position..<min(end, position &+ IndexFormat.maxTextLength)
    position = end
    return text(bytes, range)
  }
}
