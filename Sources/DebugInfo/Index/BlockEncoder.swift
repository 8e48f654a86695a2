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
struct BlockEncoder {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  @inline(__always)
  private mutating func put(_ value: UInt32) {
    if value < 0x80 { return bytes.append(UInt8(truncatingIfNeeded: value)) }
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  private mutating func putSigned(_ value: Int32) { put(UInt32(bitPattern: value << 1 ^ value >> 31)) }

  /// Begins a block: where its function starts, in bytes from the image's base.
  mutating func putStart(_ start: UInt32) {
    withUnsafeBytes(of: start.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func putCount(_ count: Int) { put(UInt32(clamping: count)) }

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
    bytes.append(head)
    if distance >= 15 { put(distance &- 15) }
    if file != state.file {
      put(file)
      putSigned(lineStep)
    } else if lineStep < -1 || lineStep > 3 {
      putSigned(lineStep)
    }
    if row.column != state.column { put(UInt32(row.column)) }
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
    put(up << 2 | (file == state.file ? 2 : 0) | (node.isAlias ? 1 : 0))
    putSigned(Int32(bitPattern: node.start &- state.start))
    put(node.end &- node.start)
    put(name)
    if file != state.file { put(file) }
    putSigned(Int32(bitPattern: node.callLine &- state.line))
    put(node.callColumn)
    // Below an alias nothing is nested: its node is the last of its siblings' ranges.
    state = NodeState(
      start: node.start, depth: node.isAlias ? node.depth &- 1 : node.depth, file: file, line: node.callLine)
  }
}
