/// Writes what is known about the inside of a function: the rows of its line table and what was inlined into it.
///
/// A block is the function's start in 4 bytes, then LEB128 numbers and bytes:
///
///     number of rows
///       per row: one byte: bits 0–3 distance from the row before (15: 15 and a number that follows),
///                bits 4–6 line: 0–4 for 0, +1, +2, +3, −1; 5: signed difference follows; 6: the file's number
///                and the signed difference follow,
///                bit 7 set: the column follows
///     number of nodes (inlined ranges, in the order of the debug information)
///       per node: (levels up from the deepest possible place) · 4 + (same call file as before) · 2 + (is an alias)
///                 signed distance of its start from that of the node before, length,
///                 name, call file if not the same, signed difference of call line, call column
///
/// File 0 and line 0 of a row mean that no line is known from there on.
struct BlockEncoder: ~Copyable {
  private(set) var sink: ByteSink

  init(capacity: Int) { sink = ByteSink(capacity: capacity) }

  var count: Int { sink.count }

  /// Begins a block: where its function starts, in bytes from the image's base.
  mutating func putStart(_ start: UInt32) {
    sink.reserve(4)
    sink.store(start)
  }

  mutating func putCount(_ count: Int) {
    sink.reserve(5)
    sink.storeLEB(UInt32(clamping: count))
  }

  /// State while rows are written.
  struct RowState {
    var offset: UInt32
    var file: UInt32 = 0
    var line: UInt32 = 0
    var column: UInt16 = 0
  }

  /// `file` is the number of a text.
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

  /// State while nodes are written.
  struct NodeState {
    var start: UInt32
    var depth: UInt16 = 0
    var file: UInt32 = 0
    var line: UInt32 = 0
  }

  /// `name` and `file` are numbers of texts.
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
    // Below an alias nothing is nested: its node is the last of its siblings' ranges.
    state = NodeState(
      start: node.start, depth: node.isAlias ? node.depth &- 1 : node.depth, file: file, line: node.callLine)
  }
}
