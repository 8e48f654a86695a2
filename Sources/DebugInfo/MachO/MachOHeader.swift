/// The header of a Mach-O file: `mach_header` or `mach_header_64` of `mach-o/loader.h`.
struct MachOHeader {
  let architecture: Architecture
  let fileType: FileType
  /// `ncmds`.
  let commandCount: Int
  /// The range of the load commands after the header (`sizeofcmds`).
  let commands: Range<Int>
  /// True for `MH_MAGIC_64`, which determines the layout of all structures.
  let is64Bit: Bool

  /// Reads the header of the slice `range` of `bytes`.
  init(_ bytes: RawSpan, _ range: Range<Int>) throws(MachOFault) {
    var cursor = ByteCursor(bytes, range)
    let start = cursor.position
    let magic = cursor.u32()
    guard !cursor.isOverrun, let form = Self.forms.first(where: { $0.magic == magic }) else {
      throw MachOFault(Self.explanation(bytes, range), at: start)
    }
    if let refusal = form.refusal { throw MachOFault(refusal, at: start) }
    is64Bit = form.is64Bit
    let cpuType = cursor.u32()
    architecture = Architecture(cpuType: cpuType, cpuSubtype: cursor.u32())
    fileType = FileType(cursor.u32())
    let count = cursor.u32()
    let size = cursor.u32()
    cursor.skip(is64Bit ? 8 : 4)
    guard !cursor.isOverrun else { throw MachOFault("a truncated Mach-O header", at: start) }
    guard Int(size) <= cursor.remaining else {
      throw MachOFault("load commands that extend beyond the end of the file", at: start)
    }
    guard Int(count) <= Int(size) / 8 else {
      throw MachOFault("more load commands than fit in their declared size", at: start)
    }
    commandCount = Int(count)
    commands = cursor.position..<(cursor.position &+ Int(size))
  }

  private struct Form {
    var magic: UInt32
    var is64Bit = false
    var refusal: String?
  }

  /// The magic numbers, read as little-endian.
  private static let forms: [Form] = [
    Form(magic: 0xFEED_FACF, is64Bit: true),
    Form(magic: 0xFEED_FACE),
    Form(magic: 0xCFFA_EDFE, refusal: "a big-endian Mach-O file (PowerPC), which is not supported"),
    Form(magic: 0xCEFA_EDFE, refusal: "a big-endian Mach-O file (PowerPC), which is not supported"),
    Form(magic: 0xBEBA_FECA, refusal: "a universal file inside a universal file"),
    Form(magic: 0xBFBA_FECA, refusal: "a universal file inside a universal file"),
  ]

  /// Describes a file without a Mach-O magic number by its first bytes.
  private static func explanation(_ bytes: RawSpan, _ range: Range<Int>) -> String {
    let start = max(0, min(range.lowerBound, bytes.byteCount))
    let first = text(bytes, start..<max(start, min(start &+ 8, range.upperBound, bytes.byteCount)))
    if first.isEmpty { return "an empty file, not a Mach-O file" }
    if first == "!<arch>\n" { return "a static library, not a Mach-O file" }
    if first.hasPrefix("\u{7F}ELF") { return "an ELF file, not a Mach-O file" }
    return "not a Mach-O file"
  }
}
