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

/// The rows of one unit, in sequences. Reused from unit to unit.
struct LineRows: ~Copyable {
  private(set) var sequences: [LineSequence] = []
  private var base: UnsafeMutablePointer<LineRow>
  fileprivate private(set) var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 1024
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  mutating func removeAll() {
    sequences.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Makes room for `additional` rows; `rows[index]` and `store` do not ask.
  mutating func reserve(_ additional: Int) {
    guard capacity - count < additional else { return }
    let larger = max(capacity * 2, count + additional)
    let moved = UnsafeMutablePointer<LineRow>.allocate(capacity: larger)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  var rows: UnsafeBufferPointer<LineRow> { UnsafeBufferPointer(start: base, count: count) }

  /// Room for rows behind those there are.
  fileprivate var room: UnsafeMutablePointer<LineRow> { base }

  fileprivate mutating func keep(_ count: Int) { self.count = count }

  fileprivate mutating func append(_ sequence: LineSequence) { sequences.append(sequence) }

  mutating func sortSequences() {
    for index in sequences.indices.dropFirst() where sequences[index].start < sequences[index - 1].start {
      return sequences.sort { $0.start < $1.start }
    }
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
    // Every row takes a byte of the program at least; a long program with few rows need not have room for more.
    result.reserve(min(program.count, 65_536))
    var rows = result.room
    var count = result.count
    var limit = result.capacity
    var firstRow = count
    // Registers of the state machine (section 6.2.2), without those that no lookup asks for.
    var address: UInt64 = 0
    var file: UInt32 = 1
    var line: UInt32 = 1
    var column: UInt16 = 0
    var isUsable = true
    var cursor = ByteCursor(bytes, program)
    let opcodeBase = opcodeBase
    let minimumLength = UInt64(minimumInstructionLength)
    let constantMove = UInt64(moves[255].address)

    while cursor.hasMore {
      let opcode = cursor.u8()
      if opcode >= opcodeBase {
        let move = moves[Int(opcode)]
        address &+= UInt64(move.address)
        line = line &+ UInt32(bitPattern: move.line)
      } else if opcode == 5 {
        column = UInt16(truncatingIfNeeded: cursor.uleb())  // DW_LNS_set_column
        continue
      } else if opcode == 3 {
        line = line &+ UInt32(truncatingIfNeeded: cursor.sleb())  // DW_LNS_advance_line
        continue
      } else if opcode != 1 {
        switch opcode {
        case 2: address &+= cursor.uleb() &* minimumLength  // DW_LNS_advance_pc
        case 4: file = UInt32(truncatingIfNeeded: cursor.uleb())  // DW_LNS_set_file
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
            if isUsable, count > firstRow, end < 0xffff_ffff, UInt32(truncatingIfNeeded: end) > rows[firstRow].offset {
              result.append(
                LineSequence(
                  start: rows[firstRow].offset, end: UInt32(truncatingIfNeeded: end), firstRow: firstRow,
                  rowEnd: count))
            } else {
              count = firstRow
            }
            firstRow = count
            address = 0
            file = 1
            line = 1
            column = 0
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
        continue
      }
      // A special opcode or DW_LNS_copy: a row.
      let distance = address &- base
      guard distance < 0xffff_ffff else {
        isUsable = false
        continue
      }
      let row = LineRow(offset: UInt32(truncatingIfNeeded: distance), file: file, line: line, column: column)
      if count > firstRow {
        let last = rows[count &- 1]
        if row.offset <= last.offset {
          if row.offset == last.offset { rows[count &- 1] = row }
          continue
        }
        if row.saysTheSame(last) { continue }
      }
      if count == limit {
        result.keep(count)
        result.reserve(count)
        rows = result.room
        limit = result.capacity
      }
      rows[count] = row
      count &+= 1
    }
    // Rows that no end of a sequence followed cover nothing.
    result.keep(firstRow)
  }
}
