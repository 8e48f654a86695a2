/// One row of the line table: the source location of the code that starts at `offset`.
struct LineRow {
  /// The offset from the image's base in bytes.
  var offset: UInt32
  /// The file number in the line table.
  var file: UInt32
  /// The line; 0 if the code cannot be attributed to a line.
  var line: UInt32
  var column: UInt16

  @inline(__always)
  func hasSameSource(as other: LineRow) -> Bool {
    line == other.line && column == other.column && file == other.file
  }
}

/// A sequence: consecutive rows that cover code without gaps (DWARF 5, section 6.2.5).
struct LineSequence {
  /// The offset range from the image's base in bytes; `end` is after the last instruction.
  var start: UInt32
  var end: UInt32
  var firstRow: Int
  var rowEnd: Int
}

/// The rows of one unit, grouped in sequences. Reused for every unit.
struct LineRows: ~Copyable {
  private(set) var sequences: [LineSequence] = []
  private var base: UnsafeMutablePointer<LineRow>
  fileprivate private(set) var capacity: Int
  private(set) var count = 0

  /// The maximum number of rows of a unit: 128 MB. One byte of a program may make a row of 16 bytes, so the size of the
  /// file does not limit memory. A sequence that exceeds it is omitted.
  static let maxCount = 1 << 23

  init() {
    capacity = 1024
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  mutating func removeAll() {
    sequences.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Reserves room for `additional` rows. Writes to the storage are not checked.
  mutating func reserve(_ additional: Int) {
    guard capacity - count < additional else { return }
    let larger = max(min(capacity * 2, Self.maxCount), count + additional)
    let moved = UnsafeMutablePointer<LineRow>.allocate(capacity: larger)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  var rows: UnsafeBufferPointer<LineRow> { UnsafeBufferPointer(start: base, count: count) }

  /// The storage, with reserved room after the existing rows.
  fileprivate var storage: UnsafeMutablePointer<LineRow> { base }

  fileprivate mutating func setCount(_ count: Int) { self.count = count }

  fileprivate mutating func append(_ sequence: LineSequence) { sequences.append(sequence) }

  mutating func sortSequences() {
    for index in sequences.indices.dropFirst() where sequences[index].start < sequences[index - 1].start {
      return sequences.sort { $0.start < $1.start }
    }
  }
}

extension LineTableHeader {
  /// Runs the line number program (DWARF 5, section 6.2.5) and appends the rows for code from `base` up to 4 GB above.
  ///
  /// If several rows have one address, the last one counts. A row with the same source as the previous one is omitted,
  /// and so is a row with a lower address. A sequence that begins below `lowest`, an offset from `base`, is omitted.
  func run(_ bytes: RawSpan, base: UInt64, lowest: UInt32 = 0, into result: inout LineRows) {
    let moves = specialMoves()
    moves.withUnsafeBufferPointer { run(bytes, base: base, lowest: lowest, moves: $0, into: &result) }
  }

  /// Returns the address and line advance of each special opcode. This divides once per opcode instead of once per row.
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
    _ bytes: RawSpan, base: UInt64, lowest: UInt32, moves: UnsafeBufferPointer<SpecialMove>,
    into result: inout LineRows
  ) {
    // Every row takes at least one byte of the program. The limit saves memory for a long program with few rows.
    result.reserve(min(program.count, 65_536, LineRows.maxCount - result.count))
    var machine = LineMachine(base: base, lowest: lowest, into: result)
    var cursor = ByteCursor(bytes, program)
    let opcodeBase = opcodeBase
    let minimumLength = UInt64(minimumInstructionLength)
    let constantMove = UInt64(moves[255].address)
    // The most frequent opcodes are compared one by one; the others share a jump table.
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
          // An opcode of a later standard: its operands are LEB128 numbers (section 6.2.5.2).
          for _ in 0..<operandCounts[Int(opcode) &- 1] { cursor.skipLEB() }
        }
        continue
      }
      machine.appendRow(to: &result)
    }
    machine.finish(&result)
  }

  /// Runs one extended opcode (section 6.2.5.3). An unknown opcode is skipped by its length.
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

/// The state machine of a line number program and the rows it appended.
///
/// Its methods are inlined into the loop that runs the program, and its fields are not in an object, so that the
/// optimizer holds them in registers. The loop runs once for each of millions of rows.
private struct LineMachine {
  /// The state machine registers (DWARF 5, section 6.2.2) that a lookup needs.
  struct Registers {
    var address: UInt64 = 0
    var file: UInt32 = 1
    var line: UInt32 = 1
    var column: UInt16 = 0
  }

  var registers = Registers()
  private let base: UInt64
  private let lowest: UInt32
  /// False if a row of the sequence has no valid offset: the code is not in the image.
  private var isUsable = true
  /// The storage of the result, which moves when it grows.
  private var rows: UnsafeMutablePointer<LineRow>
  private var count: Int
  private var limit: Int
  /// The first row of the sequence.
  private var firstRow: Int

  @inline(__always)
  init(base: UInt64, lowest: UInt32, into result: borrowing LineRows) {
    self.base = base
    self.lowest = lowest
    rows = result.storage
    count = result.count
    limit = result.capacity
    firstRow = result.count
  }

  @inline(__always)
  mutating func advance(address: UInt64 = 0, line: UInt32 = 0) {
    registers.address &+= address
    registers.line &+= line
  }

  /// Ends the sequence at the current address. A sequence without code is removed with its rows.
  @inline(__always)
  mutating func endSequence(in result: inout LineRows) {
    if isUsable, count > firstRow, rows[firstRow].offset >= lowest,
      let end = CodeOffset.of(registers.address, base: base), end > rows[firstRow].offset
    {
      result.append(LineSequence(start: rows[firstRow].offset, end: end, firstRow: firstRow, rowEnd: count))
    } else {
      count = firstRow
    }
    firstRow = count
    registers = Registers()
    isUsable = true
  }

  /// Appends a row with the values of the registers.
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
      if row.hasSameSource(as: last) { return }
    }
    if count == limit {
      guard count < LineRows.maxCount else {
        isUsable = false
        return
      }
      result.setCount(count)
      result.reserve(min(count, LineRows.maxCount - count))
      rows = result.storage
      limit = result.capacity
    }
    rows[count] = row
    count &+= 1
  }

  /// Removes the rows after the last complete sequence: without an end they cover no code.
  @inline(__always)
  func finish(_ result: inout LineRows) { result.setCount(firstRow) }
}
