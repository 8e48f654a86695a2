/// The fixed part at the start of a Mach-O file: `mach_header`, `mach_header_64` of `mach-o/loader.h`.
struct MachOHeader {
  let architecture: Architecture
  let fileType: FileType
  /// `ncmds`.
  let commandCount: Int
  /// `sizeofcmds`: the load commands, behind the header.
  let commands: Range<Int>
  /// True for `MH_MAGIC_64`: decides the layout of every structure.
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
    guard !cursor.isOverrun else { throw MachOFault("a Mach-O header that is cut short", at: start) }
    guard Int(size) <= cursor.remaining else {
      throw MachOFault("load commands that reach beyond the end of the file", at: start)
    }
    guard Int(count) <= Int(size) / 8 else { throw MachOFault("more load commands than have room", at: start) }
    commandCount = Int(count)
    commands = cursor.position..<(cursor.position &+ Int(size))
  }

  private struct Form {
    var magic: UInt32
    var is64Bit = false
    var refusal: String?
  }

  /// Magic numbers, read as little-endian.
  private static let forms: [Form] = [
    Form(magic: 0xFEED_FACF, is64Bit: true),
    Form(magic: 0xFEED_FACE),
    Form(magic: 0xCFFA_EDFE, refusal: "a big-endian Mach-O file (PowerPC), which is not supported"),
    Form(magic: 0xCEFA_EDFE, refusal: "a big-endian Mach-O file (PowerPC), which is not supported"),
    Form(magic: 0xBEBA_FECA, refusal: "a universal file inside a universal file"),
    Form(magic: 0xBFBA_FECA, refusal: "a universal file inside a universal file"),
  ]

  /// What a file without a Mach-O magic is, as far as its first bytes tell.
  private static func explanation(_ bytes: RawSpan, _ range: Range<Int>) -> String {
    let start = max(0, min(range.lowerBound, bytes.byteCount))
    let first = text(bytes, start..<max(start, min(start &+ 8, range.upperBound, bytes.byteCount)))
    if first.isEmpty { return "an empty file, no Mach-O file" }
    if first == "!<arch>\n" { return "a static library, no Mach-O file" }
    if first.hasPrefix("\u{7F}ELF") { return "an ELF file, no Mach-O file" }
    return "no Mach-O file"
  }
}
