/// One row of the line table: what the code from `offset` on was compiled from.
struct LineRow {
  /// Bytes from the image's base.
  var offset: UInt32
  /// As the line table numbers its files.
  var file: UInt32
  /// 0: compiled from no line.
  var line: UInt32
  var column: UInt16

  @inline(__always)
  func saysTheSame(_ other: LineRow) -> Bool {
    line == other.line && column == other.column && file == other.file
  }
}

/// Consecutive rows over code without gaps.
struct LineSequence {
  /// Bytes from the image's base; `end` is behind the last instruction.
  var start: UInt32
  var end: UInt32
  var firstRow: Int
  var rowEnd: Int
}

/// The rows of one unit, in sequences.
struct LineRows {
  var rows: [LineRow] = []
  var sequences: [LineSequence] = []

  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    sequences.removeAll(keepingCapacity: true)
  }
}

extension LineTableHeader {
  /// Runs the program (DWARF 5, section 6.2.5) and appends what it says about code from `base` up to 4 GB behind it.
  ///
  /// Of rows at one address the last counts; a row that says the same as the one before is left out, and so is one that
  /// goes backwards.
  func run(_ bytes: RawSpan, base: UInt64, into result: inout LineRows) {
    let moves = specialMoves()
    moves.withUnsafeBufferPointer { run(bytes, base: base, moves: $0, into: &result) }
  }

  /// What each special opcode adds to address and line: dividing once per opcode instead of once per row.
  private func specialMoves() -> [SpecialMove] {
    (0...255).map { opcode in
      guard opcode >= Int(opcodeBase), lineRange > 0 else { return SpecialMove(address: 0, line: 0) }
      let adjusted = opcode - Int(opcodeBase)
      return SpecialMove(
        address: UInt32(adjusted / Int(lineRange)) * UInt32(minimumInstructionLength),
        line: Int32(lineBase) + Int32(adjusted % Int(lineRange)))
    }
  }

  private struct SpecialMove {
    var address: UInt32
    var line: Int32
  }

  private func run(
    _ bytes: RawSpan, base: UInt64, moves: UnsafeBufferPointer<SpecialMove>, into result: inout LineRows
  ) {
    // Registers of the state machine (section 6.2.2), without those that no lookup asks for.
    var address: UInt64 = 0
    var row = LineRow(offset: 0, file: 1, line: 1, column: 0)
    var firstRow = result.rows.count
    var isUsable = true
    var last = LineRow(offset: 0, file: 0, line: 0, column: 0)
    var cursor = ByteCursor(bytes, program)
    let opcodeBase = opcodeBase
    let constantMove = UInt64(moves[255].address)

    @inline(__always) func emit() {
      let distance = address &- base
      guard distance < 0xffff_ffff else {
        isUsable = false
        return
      }
      row.offset = UInt32(truncatingIfNeeded: distance)
      let count = result.rows.count
      if count > firstRow {
        if row.offset <= last.offset {
          if row.offset == last.offset {
            result.rows[count &- 1] = row
            last = row
          }
          return
        }
        if row.saysTheSame(last) { return }
      }
      last = row
      result.rows.append(row)
    }

    while cursor.hasMore {
      let opcode = cursor.u8()
      if opcode >= opcodeBase {
        let move = moves[Int(opcode)]
        address &+= UInt64(move.address)
        row.line = row.line &+ UInt32(bitPattern: move.line)
        emit()
        continue
      }
      switch opcode {
      case 1: emit()  // DW_LNS_copy
      case 2: address &+= cursor.uleb() &* UInt64(minimumInstructionLength)  // DW_LNS_advance_pc
      case 3: row.line = row.line &+ UInt32(truncatingIfNeeded: cursor.sleb())  // DW_LNS_advance_line
      case 4: row.file = UInt32(truncatingIfNeeded: cursor.uleb())  // DW_LNS_set_file
      case 5: row.column = UInt16(truncatingIfNeeded: cursor.uleb())  // DW_LNS_set_column
      case 6, 7, 10, 11: break  // negate_stmt, set_basic_block, set_prologue_end, set_epilogue_begin
      case 8: address &+= constantMove  // DW_LNS_const_add_pc
      case 9: address &+= UInt64(cursor.u16())  // DW_LNS_fixed_advance_pc
      case 12: cursor.skipLEB()  // DW_LNS_set_isa
      case 0:
        let length = Int(exactly: cursor.uleb()) ?? .max
        guard length > 0, length <= cursor.remaining else {
          cursor.skip(length == 0 ? 0 : .max)
          continue
        }
        let next = cursor.position &+ length
        switch cursor.u8() {
        case 1:  // DW_LNE_end_sequence
          let end = address &- base
          let count = result.rows.count
          if isUsable, count > firstRow, end < 0xffff_ffff,
            UInt32(truncatingIfNeeded: end) > result.rows[firstRow].offset
          {
            result.sequences.append(
              LineSequence(
                start: result.rows[firstRow].offset, end: UInt32(truncatingIfNeeded: end), firstRow: firstRow,
                rowEnd: count))
          } else {
            result.rows.removeLast(count &- firstRow)
          }
          firstRow = result.rows.count
          address = 0
          row = LineRow(offset: 0, file: 1, line: 1, column: 0)
          isUsable = true
        case 2:  // DW_LNE_set_address
          address = length == 9 ? cursor.u64() : cursor.unsigned(size: min(length &- 1, 8))
        default: break
        }
        cursor.move(to: next)
      default:
        // An opcode of a later standard: its operands are numbers (section 6.2.5.2).
        for _ in 0..<operandCounts[Int(opcode) &- 1] { cursor.skipLEB() }
      }
    }
    // Rows that no end of a sequence followed cover nothing.
    result.rows.removeLast(result.rows.count &- firstRow)
  }
}
