/// The header of a line number program (DWARF 5, section 6.2.4), versions 2 to 5.
struct LineTableHeader {
  struct FileEntry {
    var name: StringReference
    var directory: UInt64
  }

  var version: UInt16
  var minimumInstructionLength: UInt8
  var lineBase: Int8
  var lineRange: UInt8
  var opcodeBase: UInt8
  /// The number of operands of each standard opcode, from opcode 1.
  var operandCounts: [UInt8]
  var addressSize: UInt8
  var directories: [StringReference] = []
  var files: [FileEntry] = []
  /// The file range of the program.
  var program: Range<Int>

  /// Reads the header at `offset` of `__debug_line`.
  init(
    _ bytes: RawSpan, sections: DebugSections, offset: Int, unit: Unit, reader: borrowing DebugInfoReader
  ) throws(DWARFFault) {
    let section = sections.lines
    guard offset >= 0, offset < section.count else {
      throw DWARFFault("a unit's line table is outside __debug_line", at: section.lowerBound)
    }
    let start = section.lowerBound + offset
    var cursor = ByteCursor(bytes, start..<section.upperBound)
    let (length, offsetSize) = cursor.initialLength()
    guard !cursor.isOverrun, length <= UInt64(cursor.remaining) else {
      throw DWARFFault("a line table is longer than its section", at: start)
    }
    let end = cursor.position + Int(length)
    version = cursor.u16()
    guard (2...5).contains(version) else { throw DWARFFault("unsupported line table version \(version)", at: start) }
    addressSize = unit.encoding.addressSize
    if version >= 5 {
      addressSize = cursor.u8()
      cursor.skip(1)  // segment_selector_size: no Apple target has segments
    }
    let headerLength = cursor.unsigned(size: Int(offsetSize))
    guard !cursor.isOverrun, cursor.position <= end, headerLength <= UInt64(end - cursor.position) else {
      throw DWARFFault("a line table's header is longer than the table", at: start)
    }
    program = (cursor.position + Int(headerLength))..<end
    minimumInstructionLength = cursor.u8()
    // maximum_operations_per_instruction: larger than one only for VLIW processors, which Apple never used.
    if version >= 4 { cursor.skip(1) }
    cursor.skip(1)  // default_is_stmt: all rows count, whether or not a statement begins there
    lineBase = Int8(bitPattern: cursor.u8())
    lineRange = cursor.u8()
    opcodeBase = cursor.u8()
    operandCounts = []
    for _ in 1..<max(1, Int(opcodeBase)) { operandCounts.append(cursor.u8()) }
    guard !cursor.isOverrun, cursor.position <= program.lowerBound, addressSize == 4 || addressSize == 8 else {
      throw DWARFFault("a line table's header ends early", at: start)
    }
    var tables = ByteCursor(bytes, cursor.position..<program.lowerBound)
    if version >= 5 {
      var encoding = unit.encoding
      encoding.offsetSize = offsetSize
      try readLists(&tables, encoding: encoding, unit: unit, reader: reader)
    } else {
      readOldLists(&tables)
    }
  }

  /// Reads the tables of versions 2 to 4: inline strings, each table ends with an empty one.
  private mutating func readOldLists(_ cursor: inout ByteCursor) {
    while cursor.hasMore {
      let name = cursor.text()
      if name.isEmpty || cursor.isOverrun { break }
      directories.append(StringReference(offset: UInt32(exactly: name.lowerBound) ?? 0))
    }
    while cursor.hasMore {
      let name = cursor.text()
      if name.isEmpty || cursor.isOverrun { break }
      let directory = cursor.uleb()
      cursor.skipLEB()
      cursor.skipLEB()
      files.append(
        FileEntry(name: StringReference(offset: UInt32(exactly: name.lowerBound) ?? 0), directory: directory))
    }
  }

  /// Reads the tables of version 5, which state the format of their entries (section 6.2.4.1).
  private mutating func readLists(
    _ cursor: inout ByteCursor, encoding: DWARFEncoding, unit: Unit, reader: borrowing DebugInfoReader
  ) throws(DWARFFault) {
    for isFileList in [false, true] {
      var columns: [(content: UInt64, form: UInt16)] = []
      for _ in 0..<cursor.u8() {
        let content = cursor.uleb()
        guard let form = UInt16(exactly: cursor.uleb()),
          // With a zero-size column a table could have more entries than the file has bytes.
          (encoding.fixedSize(of: form) ?? 1) > 0, form != DWARFForm.indirect,
          encoding.fixedSize(of: form) != nil || encoding.skip(of: form) != nil
        else { throw DWARFFault("a line table has a column with an unknown form", at: cursor.position) }
        columns.append((content, form))
      }
      let count = cursor.uleb()
      guard !columns.isEmpty || count == 0, count <= UInt64(cursor.remaining) else {
        throw DWARFFault("a line table has more files than bytes", at: cursor.position)
      }
      for _ in 0..<Int(count) {
        var entry = FileEntry(name: .none, directory: 0)
        for column in columns {
          switch column.content {
          case DW_LNCT_path:
            entry.name = readText(column.form, encoding: encoding, unit: unit, reader: reader, cursor: &cursor)
          case DW_LNCT_directory_index:
            entry.directory = readNumber(column.form, encoding: encoding, cursor: &cursor)
          default: skipValue(form: column.form, encoding: encoding, cursor: &cursor)
          }
        }
        if cursor.isOverrun { throw DWARFFault("a line table's list of files ends early", at: program.lowerBound) }
        if isFileList { files.append(entry) } else { directories.append(entry.name) }
      }
    }
  }

  private func readText(
    _ form: UInt16, encoding: DWARFEncoding, unit: Unit, reader: borrowing DebugInfoReader, cursor: inout ByteCursor
  ) -> StringReference {
    let value: UInt64
    if form == DWARFForm.string {
      value = UInt64(cursor.text().lowerBound)
    } else if let size = encoding.fixedSize(of: form), size <= 8 {
      value = cursor.unsigned(size: size)
    } else if encoding.skip(of: form) == .leb {
      value = cursor.uleb()
    } else {
      skipValue(form: form, encoding: encoding, cursor: &cursor)
      return .none
    }
    return reader.text(form: form, value: value, in: unit)
  }

  private func readNumber(_ form: UInt16, encoding: DWARFEncoding, cursor: inout ByteCursor) -> UInt64 {
    if let size = encoding.fixedSize(of: form), size <= 8 { return cursor.unsigned(size: size) }
    if encoding.skip(of: form) == .leb { return cursor.uleb() }
    skipValue(form: form, encoding: encoding, cursor: &cursor)
    return 0
  }

  /// Returns the components of a file's path: the compilation directory, a directory and a name, or fewer.
  ///
  /// Up to version 4, numbers count from 1, and directory 0 is the compilation directory. In version 5 they count from
  /// 0, and the table's entry 0 is the compilation directory.
  func pathParts(of file: UInt32, unit: Unit, bytes: RawSpan) -> (
    base: StringReference, directory: StringReference, name: StringReference
  )? {
    let index = version >= 5 ? Int(file) : Int(file) - 1
    guard index >= 0, index < files.count, !files[index].name.isNone else { return nil }
    let entry = files[index]
    if isAbsolute(entry.name, bytes) { return (.none, .none, entry.name) }
    let directoryIndex = version >= 5 ? Int(clamping: entry.directory) : Int(clamping: entry.directory) - 1
    let directory = directories.indices.contains(directoryIndex) ? directories[directoryIndex] : .none
    if version >= 5 && entry.directory == 0 || isAbsolute(directory, bytes) { return (.none, directory, entry.name) }
    return (unit.compilationDirectory, directory, entry.name)
  }

  private func isAbsolute(_ path: StringReference, _ bytes: RawSpan) -> Bool {
    let offset = Int(path.offset)
    guard !path.isNone, offset < bytes.byteCount else { return false }
    return bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt8.self) == UInt8(ascii: "/")
  }
}
