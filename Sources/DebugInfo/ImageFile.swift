package import Vocabulary

/// A file with the symbols of one image and one architecture, in one of the formats that are read: everything that does
/// not depend on the format.
package enum ImageFile: Sendable {
  case machO(MachOFile)
  case elf(ELFFile)
  case breakpad(BreakpadFile)

  /// The files in `bytes`: the slices of a Mach-O file, a linked ELF file, or a Breakpad symbol file. Never empty.
  package static func read(_ bytes: FileBytes) throws(ImageFault) -> [ImageFile] {
    let head = bytes.span.extracting(0..<min(8, bytes.count)).withUnsafeBytes { Array($0) }
    if ELFFile.begins(head) {
      do throws(ELFFault) { return [.elf(try ELFFile.linked(bytes))] } catch {
        throw ImageFault(explanation: error.explanation)
      }
    }
    if head.starts(with: BreakpadFile.magic) {
      do throws(ELFFault) { return [.breakpad(try BreakpadFile(bytes))] } catch {
        throw ImageFault(explanation: error.explanation)
      }
    }
    do throws(MachOFault) { return try MachOFile.read(bytes).slices.map { .machO($0) } } catch {
      throw ImageFault(explanation: error.explanation)
    }
  }

  /// Returns true if the first bytes of a file, at least four, may be those of a symbol file: the magic number of Mach-O,
  /// of a universal file or of ELF, or the beginning of a Breakpad symbol file.
  package static func begins(_ head: [UInt8]) -> Bool {
    guard head.count >= 4 else { return false }
    let magic = head[..<4].reduce(0) { $0 << 8 | UInt32($1) }.byteSwapped
    return machOMagics.contains(magic) || ELFFile.begins(head)
      || BreakpadFile.magic.starts(with: head.prefix(BreakpadFile.magic.count))
  }

  /// `MH_MAGIC`, `MH_MAGIC_64`, and the magic numbers of universal files, read as little-endian.
  private static let machOMagics: [UInt32] = [0xFEED_FACE, 0xFEED_FACF, 0xBEBA_FECA, 0xBFBA_FECA]

  /// What identifies the build; `nil` if the file does not state it.
  package var identifier: BuildID? {
    switch self {
    case .machO(let file): file.uuid.flatMap { BuildID($0) }
    case .elf(let file): file.buildID
    case .breakpad(let file): file.identifier
    }
  }

  /// Returns true if the file has the symbols of the image with an identifier. A Breakpad symbol file may state only its
  /// first 16 bytes.
  package func isOf(_ id: BuildID) -> Bool {
    if identifier == id { return true }
    guard case .breakpad(let file) = self, file.isPrefix else { return false }
    let first = id.bytes.prefix(16)
    return identifier?.bytes == Array(first) + [UInt8](repeating: 0, count: 16 - first.count)
  }

  /// The architecture of the image.
  package var architecture: Architecture {
    switch self {
    case .machO(let file): file.architecture
    case .elf(let file): file.architecture
    case .breakpad(let file): file.architecture
    }
  }

  /// The linked address of the image's start, which is at its load address: that of `__TEXT`, or of the first byte that is
  /// loaded. Addresses in Breakpad symbol files count from there.
  package var textAddress: UInt64 {
    switch self {
    case .machO(let file): file.textAddress
    case .elf(let file): file.textAddress
    case .breakpad: 0
    }
  }

  /// The size of the image in memory, in bytes; 0 if it is unknown.
  package var textSize: UInt64 {
    switch self {
    case .machO(let file): file.textSize
    case .elf(let file): file.textSize
    case .breakpad: 0
    }
  }

  /// True if the file was truncated, so that symbols may be missing.
  package var isTruncated: Bool {
    switch self {
    case .machO(let file): file.isTruncated
    case .elf(let file): file.isTruncated
    case .breakpad: false
    }
  }

  /// The size of the debug information in bytes; for a Breakpad symbol file, that of the file.
  package var debugInfoSize: Int {
    switch self {
    case .machO(let file): file.debugSection("__debug_info").count
    case .elf(let file): file.debugInfoSize
    case .breakpad(let file): file.bytes.count
    }
  }

  /// The size of the symbol table in bytes.
  package var symbolTableSize: Int {
    switch self {
    case .machO(let file): file.linkEdit.symbols.count
    case .elf(let file): file.symbolTableSize
    case .breakpad: 0
    }
  }

  /// True for files that have only symbols: the DWARF file of a dSYM, and Breakpad symbol files.
  package var isSymbolsOnly: Bool {
    switch self {
    case .machO(let file): file.fileType == .dsym
    case .elf: false
    case .breakpad: true
    }
  }

  /// The file, if it is a Mach-O file.
  package var machO: MachOFile? {
    if case .machO(let file) = self { return file }
    return nil
  }

  /// The file, if it is an ELF file.
  package var elf: ELFFile? {
    if case .elf(let file) = self { return file }
    return nil
  }
}

extension ImageFile: CustomStringConvertible {
  /// The architecture and what identifies the build: `arm64 4C4C4465-…`.
  package var description: String {
    switch self {
    case .machO(let file): file.description
    case .elf(let file): file.description
    case .breakpad(let file): file.description
    }
  }
}

/// The reason why a symbol file of any format cannot be read.
package struct ImageFault: Error, Equatable, Sendable {
  /// A phrase for users, without a period: `a static library, not a Mach-O file`.
  package var explanation: String

  /// Creates a fault.
  package init(explanation: String) { self.explanation = explanation }
}
