import Bytes

/// A kind of file that is not read, recognized by its first bytes, with the tool that reads it.
struct ForeignFile {
  /// The first bytes; one of them suffices.
  var magic: [[UInt8]]
  var code: DecodingFault.Code
  /// What the file is, for the error message.
  var explanation: String
  /// The command or tool that reads the file.
  var hint: String?
  /// A further condition, for kinds that share their first bytes with others.
  var condition: @Sendable ([UInt8]) -> Bool = { _ in true }

  init(
    _ magic: [[UInt8]], _ explanation: String, _ code: DecodingFault.Code = .unsupportedFormat, hint: String? = nil,
    where condition: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
  ) {
    self.magic = magic
    self.code = code
    self.explanation = explanation
    self.hint = hint
    self.condition = condition
  }

  /// Returns the kind of a file; `nil` if it is not one of the catalog.
  static func kind(of bytes: [UInt8]) -> Self? {
    catalog.first { kind in kind.magic.contains { bytes.starts(with: $0) } && kind.condition(bytes) }
  }

  static let unread = "this version does not read it"

  private static let archive = "To explain the reports in it: diagnose FILE. To rewrite a report, unpack it first: "
  private static let machO: [[UInt8]] = [
    [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE],
  ]
  private static let elf: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

  /// All kinds. Of several kinds with the same first bytes, those with a condition come first.
  static let catalog: [ForeignFile] = crashFiles + traces + binaries + containers + documents

  private static let crashFiles: [ForeignFile] = [
    // MDMP, in both byte orders (Microsoft's minidumpapiset.h); written by Breakpad and Crashpad on macOS.
    ForeignFile(
      [Array("MDMP".utf8), Array("PMDM".utf8)], "a minidump (Breakpad, Crashpad): \(unread)",
      hint: "Read it with: minidump-stackwalk FILE SYMBOLS, or lldb -c FILE"),
    ForeignFile(
      [Array("PAGEDU64".utf8), Array("PAGEDUMP".utf8)], "a crash dump of Windows: \(unread)",
      hint: "Read it with WinDbg"),
    ForeignFile(
      machO, "a core file (memory of a process): \(unread)", hint: "Read it with: lldb -c FILE, then bt all",
      where: { machOType($0) == 4 }),
    ForeignFile(
      [elf], "an ELF core file (memory of a process): \(unread)",
      hint: "Read it with: lldb -c FILE PROGRAM, then bt all", where: { elfType($0) == 4 }),
    // The begin tags of kcdata.h: crash information, stackshot, delta stackshot, reason of an exit, backtraces.
    ForeignFile(
      [[0x57, 0xF1, 0xAD, 0xDE]], "crash information of the kernel (kcdata): \(unread)",
      hint: "The .ips report of the same crash has its contents"),
    ForeignFile(
      [[0x07, 0x58, 0xA2, 0x59], [0x9A, 0xA5, 0x17, 0xDE], Array("PMOC".utf8)],
      "a stackshot in binary form (kcdata): \(unread)", hint: "Read it with: spindump -i FILE"),
    ForeignFile(
      [[0x00, 0x09, 0xA2, 0x53], Array("GNAF".utf8)], "data of the kernel (kcdata): \(unread)",
      hint: "The .ips report of the same event has its contents"),
    ForeignFile(
      ["mac", "Mac", "ios", "iOS", "Linux", "linux", "windows", "Windows", "Android", "android"].map {
        Array("MODULE \($0) ".utf8)
      },
      "a Breakpad symbol file, not a report", .notAReport,
      hint: breakpadHint),
    // Some tools write records above the one that begins the file.
    ForeignFile(
      [Array("INFO ".utf8)], "a Breakpad symbol file, not a report", .notAReport, hint: breakpadHint,
      where: { bytes in
        let head = 0..<min(bytes.count, 512)
        return ByteSearch.contains("\nMODULE ", bytes, head)
          && (ByteSearch.contains("\nFILE 0", bytes, 0..<min(bytes.count, 4096))
            || ByteSearch.contains("\nINFO CODE_ID ", bytes, head))
      }),
  ]

  private static let breakpadHint =
    "Pass it to the tool of the minidump: minidump-stackwalk DUMP FOLDER. For --symbols, use the dSYM or the binary"

  private static let traces: [ForeignFile] = [
    // The header chunk 0x1000 with subtag 0x11 begins every file of the unified log.
    ForeignFile(
      [[0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00]],
      "a file of the unified log (.tracev3): \(unread)",
      hint: "On macOS, use the whole archive: log show --archive FOLDER.logarchive --style ndjson > log.ndjson"),
    // RAW_VERSION1, RAW_VERSION2 and RAW_VERSION3 of kdebug.h.
    ForeignFile(
      [[0x01, 0x01, 0xAA, 0x55], [0x00, 0x02, 0xAA, 0x55], [0x00, 0x10, 0x00, 0x00]],
      "a trace of the kernel (ktrace or tailspin): \(unread)",
      hint: "Read a tailspin with: spindump -i FILE; a ktrace file with Instruments or: trace print FILE"),
    ForeignFile(
      [Array("SLF0".utf8), Array("SLF1".utf8)], "an activity log of Xcode (.xcactivitylog): \(unread)",
      hint: "Export it as text in Xcode's Report navigator, or: xclogparser parse --file FILE --reporter json"),
  ]

  private static let binaries: [ForeignFile] = [
    ForeignFile(
      machO, "a debug symbol file (dSYM), not a report", .notAReport, hint: "Use it as a symbol file: --symbols FILE",
      where: { machOType($0) == 10 }),
    ForeignFile(
      machO + [[0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF]], "a Mach-O binary, not a report", .notAReport,
      hint: "Use it as a symbol file: --symbols FILE"),
    ForeignFile([elf], "an ELF binary, not a report", .notAReport),
  ]

  private static let containers: [ForeignFile] = [
    ForeignFile(
      [[0x1F, 0x8B]], "a gzip archive, not a report", hint: archive + "gunzip FILE"),
    ForeignFile(
      [Array("PK\u{3}\u{4}".utf8), Array("PK\u{5}\u{6}".utf8)], "a zip archive, not a report",
      hint: archive + "unzip FILE"),
    ForeignFile(
      [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]], "an xz archive: \(unread)", hint: "Unpack it first: xz -d FILE"),
    ForeignFile([Array("BZh".utf8)], "a bzip2 archive: \(unread)", hint: "Unpack it first: bunzip2 FILE"),
    ForeignFile([[0x28, 0xB5, 0x2F, 0xFD]], "a zstd archive, not a report", hint: archive + "zstd -d FILE"),
    ForeignFile(
      [[0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]], "a 7-Zip archive: \(unread)", hint: "Unpack it first: 7z x FILE"),
    ForeignFile(
      [Array("AA01".utf8), Array("YAA1".utf8)], "an Apple archive (.aar): \(unread)",
      hint: "Unpack it first on macOS: aa extract -i FILE -d FOLDER"),
    ForeignFile(
      [Array("AEA1".utf8)], "an encrypted Apple archive (.aea): \(unread)",
      hint: "Decrypt it first on macOS: aea decrypt -i FILE -o OUTPUT"),
    ForeignFile(
      [Array("pbzx".utf8)], "a pbzx archive: \(unread)", hint: "Unpack it first on macOS: aa extract -i FILE -d FOLDER"),
    ForeignFile(
      ["bvx-", "bvx1", "bvx2", "bvxn"].map { Array($0.utf8) }, "data compressed with LZFSE: \(unread)",
      hint: "Unpack it first on macOS: compression_tool -decode -i FILE -o OUTPUT"),
    ForeignFile(
      [Array("xar!".utf8)], "an xar archive: \(unread)", hint: "Unpack it first: xar -xf FILE"),
    ForeignFile(
      [Array("Rar!".utf8)], "a RAR archive: \(unread)", hint: "Unpack it first: unrar x FILE"),
  ]

  private static let documents: [ForeignFile] = [
    ForeignFile(
      [Array("bplist".utf8)], "a memory graph (.memgraph): \(unread)",
      hint: "Read it with: leaks FILE, vmmap FILE, or heap FILE; or open it in Xcode", where: isMemoryGraph),
    ForeignFile(
      [Array("bplist".utf8)], "a binary property list: \(unread)",
      hint: "A memory graph (.memgraph): leaks FILE. Any other: plutil -convert xml1 -o - FILE"),
    ForeignFile(
      [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8)], "a picture, not a report", .notAReport,
      hint: "Copy the report as text instead."),
    ForeignFile(
      [Array("<svg".utf8), Array("<?xml".utf8)], "a picture (SVG), not a report", .notAReport,
      hint: "Copy the report as text instead.", where: isVectorGraphic),
    ForeignFile([Array("%PDF".utf8)], "a PDF document, not a report", .notAReport),
    ForeignFile([Array("SQLite format 3".utf8)], "an SQLite database, not a report", .notAReport),
  ]
}

extension ForeignFile {
  /// The `filetype` of a Mach-O header (`MH_CORE` 4, `MH_DSYM` 10 in mach-o/loader.h); `nil` if the file is too short.
  private static func machOType(_ bytes: [UInt8]) -> UInt8? {
    guard bytes.count >= 16 else { return nil }
    let isBigEndian = bytes[0] == 0xFE
    let type = isBigEndian ? Array(bytes[12..<16].reversed()) : Array(bytes[12..<16])
    return type[1...].allSatisfy { $0 == 0 } ? type[0] : nil
  }

  /// The `e_type` of an ELF header (`ET_CORE` 4); `nil` if the file is too short.
  private static func elfType(_ bytes: [UInt8]) -> UInt8? {
    guard bytes.count >= 18 else { return nil }
    return bytes[5] == 2 ? bytes[17] : bytes[16]
  }

  /// Returns whether an XML document is an SVG picture: its first element is `svg` (SVG 1.1, section 5.1.2).
  @Sendable
  private static func isVectorGraphic(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      let end = min(buffer.count, 4096)
      var at = 0
      // The declaration, the document type and comments precede the first element.
      while let open = buffer.firstOffset(of: UInt8(ascii: "<"), from: at, to: end), open + 1 < end {
        guard buffer[open + 1] == UInt8(ascii: "?") || buffer[open + 1] == UInt8(ascii: "!") else {
          return buffer.hasBytes("<svg", at: open)
        }
        at = open + 1
      }
      return false
    }
  }

  /// Returns whether a binary property list begins with the keys of a memory graph.
  @Sendable
  private static func isMemoryGraph(_ bytes: [UInt8]) -> Bool {
    let head = 0..<min(bytes.count, 4096)
    return ByteSearch.contains("graphEncodingVersion", bytes, head)
      || ByteSearch.contains("graphCompatibilityVersion", bytes, head)
  }
}
