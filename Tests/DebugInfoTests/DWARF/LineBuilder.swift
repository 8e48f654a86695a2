@testable import DebugInfo

/// Writes line number programs (DWARF 5, section 6.2).
struct LineBuilder {
  var version: UInt16 = 4
  var is64Bit = false
  var minimumInstructionLength: UInt8 = 1
  var lineBase: Int8 = -5
  var lineRange: UInt8 = 14
  var opcodeBase: UInt8 = 13
  var addressSize: UInt8 = 8
  /// The operand counts of opcodes 1 to 12, and further ones.
  var operandCounts: [UInt8] = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]
  /// The tables of versions 2 to 4: inline strings.
  var directories: [String] = []
  var files: [(name: String, directory: UInt64)] = [("a.c", 0)]
  /// The tables of version 5 as bytes.
  var tables: [UInt8]?
  var program: [UInt8] = []
  /// The length in the header, if it is not the actual one.
  var headerLength: UInt64?

  // MARK: - Opcodes

  mutating func setAddress(_ address: UInt64) { program += [0, 9, 2] + little(address) }
  mutating func setAddress32(_ address: UInt32) { program += [0, 5, 2] + little(address) }
  mutating func endSequence() { program += [0, 1, 1] }
  mutating func copy() { program.append(1) }
  mutating func advance(_ count: UInt64) { program += [2] + uleb(count) }
  mutating func advanceLine(_ count: Int64) { program += [3] + sleb(count) }
  mutating func setFile(_ file: UInt64) { program += [4] + uleb(file) }
  mutating func setColumn(_ column: UInt64) { program += [5] + uleb(column) }
  mutating func constAddPC() { program.append(8) }
  mutating func fixedAdvance(_ count: UInt16) { program += [9] + little(count) }

  /// A special opcode that advances address and line. Both values must be small enough.
  mutating func special(address: Int, line: Int) {
    program.append(UInt8(Int(opcodeBase) + (line - Int(lineBase)) + Int(lineRange) * address))
  }

  /// A row at an absolute address, without special opcodes.
  mutating func row(_ address: UInt64, _ line: Int64, from: inout (address: UInt64, line: Int64)) {
    advance((address - from.address) / UInt64(minimumInstructionLength))
    advanceLine(line - from.line)
    copy()
    from = (address, line)
  }

  /// A sequence of rows with address and line.
  mutating func sequence(_ rows: [(address: UInt64, line: Int64)], end: UInt64) {
    guard let first = rows.first else { return }
    setAddress(first.address)
    var state = (address: first.address, line: Int64(1))
    for (address, line) in rows { row(address, line, from: &state) }
    advance((end - state.address) / UInt64(minimumInstructionLength))
    endSequence()
  }

  // MARK: - Bytes

  var bytes: [UInt8] {
    var header = [minimumInstructionLength]
    if version >= 4 { header.append(1) }
    header += [1, UInt8(bitPattern: lineBase), lineRange, opcodeBase]
    for opcode in 1..<max(1, Int(opcodeBase)) {
      header.append(opcode <= operandCounts.count ? operandCounts[opcode - 1] : 0)
    }
    if let tables {
      header += tables
    } else if version >= 5 {
      // Directories, then files with directory indices, as inline strings.
      header += [1, 1, 8] + uleb(UInt64(directories.count))
      for directory in directories { header += Array(directory.utf8) + [0] }
      header += [2, 1, 8, 2, 0x0b] + uleb(UInt64(files.count))
      for file in files { header += Array(file.name.utf8) + [0, UInt8(truncatingIfNeeded: file.directory)] }
    } else {
      for directory in directories { header += Array(directory.utf8) + [0] }
      header.append(0)
      for file in files {
        header += Array(file.name.utf8) + [0]
        header += uleb(file.directory) + [0, 0]
      }
      header.append(0)
    }
    let offset: (UInt64) -> [UInt8] = { is64Bit ? little($0) : little(UInt32(truncatingIfNeeded: $0)) }
    var body = little(version)
    if version >= 5 { body += [addressSize, 0] }
    body += offset(headerLength ?? UInt64(header.count)) + header + program
    return (is64Bit ? little(UInt32.max) : []) + offset(UInt64(body.count)) + body
  }
}

extension DWARFBuilder {
  /// Adds a line table; returns the value of `DW_AT_stmt_list`.
  mutating func addLines(_ lines: LineBuilder) -> DWARFValue {
    let location = self.lines.count
    self.lines += lines.bytes
    return sectionOffset(location)
  }
}
