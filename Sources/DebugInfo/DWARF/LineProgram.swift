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
    var machine = LineMachine(base: base, into: result)
    var cursor = ByteCursor(bytes, program)
    let opcodeBase = opcodeBase
    let minimumLength = UInt64(minimumInstructionLength)
    let constantMove = UInt64(moves[255].address)
    // The opcodes of nearly every row are compared with one by one; the others share a table of jumps.
    while cursor.hasMore {
      let opcode = cursor.u8()
      if opcode >= opcodeBase {
        let move = moves[Int(opcode)]
        machine.advance(address: UInt64(move.address), line: UInt32(bitPattern: move.line))
      } else if opcode == DW_LNS_set_column {
        machine.registers.column = UInt16(truncatingIfNeeded: cursor.uleb())
        continue
      } else if opcode == DW_LNS_advance_line {
        machine.advance(line: UInt32(truncatingIfNeeded: cursor.sleb()))
        continue
      } else if opcode != DW_LNS_copy {
        switch opcode {
        case DW_LNS_advance_pc: machine.advance(address: cursor.uleb() &* minimumLength)
        case DW_LNS_set_file: machine.registers.file = UInt32(truncatingIfNeeded: cursor.uleb())
        case DW_LNS_negate_stmt, DW_LNS_set_basic_block, DW_LNS_set_prologue_end, DW_LNS_set_epilogue_begin: break
        case DW_LNS_const_add_pc: machine.advance(address: constantMove)
        case DW_LNS_fixed_advance_pc: machine.advance(address: UInt64(cursor.u16()))
        case DW_LNS_set_isa: cursor.skipLEB()
        case DW_LNS_extended_op: runExtended(&cursor, &machine, into: &result)
        default:
          // An opcode of a later standard: its operands are numbers (section 6.2.5.2).
          for _ in 0..<operandCounts[Int(opcode) &- 1] { cursor.skipLEB() }
        }
        continue
      }
      machine.appendRow(to: &result)
    }
    machine.finish(&result)
  }

  /// Runs one extended opcode (section 6.2.5.3); one that is not known is passed over by its length.
  @inline(__always)
  private func runExtended(_ cursor: inout ByteCursor, _ machine: inout LineMachine, into result: inout LineRows) {
    let length = Int(exactly: cursor.uleb()) ?? .max
    guard length > 0, length <= cursor.remaining else {
      cursor.skip(length == 0 ? 0 : .max)
      return
    }
    let next = cursor.position &+ length
    switch cursor.u8() {
    case DW_LNE_end_sequence: machine.endSequence(in: &result)
    case DW_LNE_set_address:
      machine.registers.address = length == 9 ? cursor.u64() : cursor.unsigned(size: min(length &- 1, 8))
    default: break
    }
    cursor.move(to: next)
  }
}

/// The state machine of a line number program, and the rows that it has made.
///
/// Its methods are inlined into the loop that runs the program, and the fields are in no object, so that the optimizer
/// keeps them in registers: the loop runs once for each of millions of rows.
private struct LineMachine {
  /// The machine's registers (DWARF 5, section 6.2.2), without those that no lookup asks for.
  struct Registers {
    var address: UInt64 = 0
    var file: UInt32 = 1
    var line: UInt32 = 1
    var column: UInt16 = 0
  }

  var registers = Registers()
  private let base: UInt64
  /// False if a row of the sequence has no offset: the code is not in the image.
  private var isUsable = true
  /// Room of the result, which moves when it grows.
  private var rows: UnsafeMutablePointer<LineRow>
  private var count: Int
  private var limit: Int
  /// The first row of the sequence.
  private var firstRow: Int

  @inline(__always)
  init(base: UInt64, into result: borrowing LineRows) {
    self.base = base
    rows = result.room
    count = result.count
    limit = result.capacity
    firstRow = result.count
  }

  @inline(__always)
  mutating func advance(address: UInt64 = 0, line: UInt32 = 0) {
    registers.address &+= address
    registers.line &+= line
  }

  /// Ends the sequence before the present address; one without code is dropped with its rows.
  @inline(__always)
  mutating func endSequence(in result: inout LineRows) {
    if isUsable, count > firstRow, let end = CodeOffset.of(registers.address, base: base), end > rows[firstRow].offset {
      result.append(LineSequence(start: rows[firstRow].offset, end: end, firstRow: firstRow, rowEnd: count))
    } else {
      count = firstRow
    }
    firstRow = count
    registers = Registers()
    isUsable = true
  }

  /// Makes a row of the registers.
  @inline(__always)
  mutating func appendRow(to result: inout LineRows) {
    guard let offset = CodeOffset.of(registers.address, base: base) else {
      isUsable = false
      return
    }
    let row = LineRow(offset: offset, file: registers.file, line: registers.line, column: registers.column)
    if count > firstRow {
      let last = rows[count &- 1]
      if row.offset <= last.offset {
        if row.offset == last.offset { rows[count &- 1] = row }
        return
      }
      if row.saysTheSame(last) { return }
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

  /// Drops the rows that no end of a sequence followed: they cover nothing.
  @inline(__always)
  func finish(_ result: inout LineRows) { result.keep(firstRow) }
}
