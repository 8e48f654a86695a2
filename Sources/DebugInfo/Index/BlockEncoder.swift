/// Encodes the rows of a function's line table and its inlined subroutines as a block of a symbol index.
///
/// A block is the function's start in 4 bytes, then LEB128 numbers and bytes:
///
///     number of rows
///       per row: one byte: bits 0–3 distance from the previous row (15: 15 plus a number that follows),
///                bits 4–6 line: 0–4 for 0, +1, +2, +3, −1; 5: signed difference follows; 6: file number
///                and signed difference follow,
///                bit 7 set: column follows
///     number of nodes (ranges of inlined subroutines, in the order of the debug information)
///       per node: (levels up from the maximum possible depth) · 4 + (same call file as before) · 2 + (is an alias)
///                 signed distance of its start from the start of the previous node, length,
///                 name, call file unless the same, signed difference of call line, call column
///
/// File 0 and line 0 of a row mean that the line is unknown from there on.
struct BlockEncoder: ~Copyable {
  private(set) var sink: ByteSink

  init(capacity: Int) { sink = ByteSink(capacity: capacity) }

  var count: Int { sink.count }

  /// Begins a block with the start of its function, in bytes from the image's base.
  mutating func putStart(_ start: UInt32) {
    sink.reserve(4)
    sink.store(start)
  }

  mutating func putCount(_ count: Int) {
    sink.reserve(5)
    sink.storeLEB(UInt32(clamping: count))
  }

  /// The previous row, from which the next one is encoded.
  struct RowState {
    var offset: UInt32
    var file: UInt32 = 0
    var line: UInt32 = 0
    var column: UInt16 = 0
  }

  /// Writes a row. `file` is a text number.
  @inline(__always)
  mutating func put(row: LineRow, file: UInt32, state: inout RowState) {
    let distance = row.offset &- state.offset
    let lineStep = Int32(bitPattern: row.line &- state.line)
    var head: UInt8 = distance < 15 ? UInt8(truncatingIfNeeded: distance) : 15
    if file != state.file {
      head |= 6 << 4
    } else if lineStep >= 0, lineStep <= 3 {
      head |= UInt8(truncatingIfNeeded: lineStep) << 4
    } else {
      head |= (lineStep == -1 ? 4 : 5) << 4
    }
    if row.column != state.column { head |= 0x80 }
    sink.reserve(32)
    sink.store(head)
    if distance >= 15 { sink.storeLEB(distance &- 15) }
    if file != state.file {
      sink.storeLEB(file)
      sink.storeZigzag(lineStep)
    } else if lineStep < -1 || lineStep > 3 {
      sink.storeZigzag(lineStep)
    }
    if row.column != state.column { sink.storeLEB(UInt32(row.column)) }
    state = RowState(offset: row.offset, file: file, line: row.line, column: row.column)
  }

  /// The previous node, from which the next one is encoded.
  struct NodeState {
    var start: UInt32
    var depth: UInt16 = 0
    var file: UInt32 = 0
    var line: UInt32 = 0
  }

  /// Writes a node. `name` and `file` are text numbers.
  @inline(__always)
  mutating func put(node: InlineNode, name: UInt32, file: UInt32, state: inout NodeState) {
    let up = UInt32(state.depth &+ 1 &- node.depth)
    sink.reserve(48)
    sink.storeLEB(up << 2 | (file == state.file ? 2 : 0) | (node.isAlias ? 1 : 0))
    sink.storeZigzag(Int32(bitPattern: node.start &- state.start))
    sink.storeLEB(node.end &- node.start)
    sink.storeLEB(name)
    if file != state.file { sink.storeLEB(file) }
    sink.storeZigzag(Int32(bitPattern: node.callLine &- state.line))
    sink.storeLEB(node.callColumn)
    // No node is nested in an alias; nested nodes follow the last range of the subroutine.
    state = NodeState(
      start: node.start, depth: node.isAlias ? node.depth &- 1 : node.depth, file: file, line: node.callLine)
  }
}
