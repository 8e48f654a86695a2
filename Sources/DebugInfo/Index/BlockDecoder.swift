/// A decoded block of a symbol index: the rows and inlined subroutines of one function. Reused for every function.
struct DecodedBlock {
  struct Row {
    var offset: UInt32
    /// The text number of the path; 0 if none.
    var file: UInt32
    var line: UInt32
    var column: UInt32
  }

  struct Node {
    var start: UInt32
    var end: UInt32
    var name: UInt32
    var callFile: UInt32
    var callLine: UInt32
    var callColumn: UInt32
    var depth: UInt16
    var isAlias: Bool
    /// The index after all nodes that are nested in this one.
    var next: Int32
  }

  /// The start of the function in bytes from the image's base.
  private(set) var start: UInt32 = 0
  private(set) var rows: [Row] = []
  private(set) var nodes: [Node] = []
  private var open: [Int32] = []

  /// Decodes the block at the start of `range`; false if it is damaged.
  mutating func read(_ bytes: RawSpan, range: Range<Int>) -> Bool {
    rows.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    var cursor = ByteCursor(bytes, range)
    start = cursor.u32()
    readRows(&cursor, start: start)
    readNodes(&cursor, start: start)
    return !cursor.isOverrun
  }

  @inline(__always)
  private func number(_ cursor: inout ByteCursor) -> UInt32 { UInt32(truncatingIfNeeded: cursor.uleb()) }

  @inline(__always)
  private func signed(_ cursor: inout ByteCursor) -> UInt32 {
    let value = number(&cursor)
    return value >> 1 ^ (0 &- (value & 1))
  }

  private mutating func readRows(_ cursor: inout ByteCursor, start: UInt32) {
    let count = Int(number(&cursor))
    guard count <= cursor.remaining else { return cursor.skip(.max) }
    rows.reserveCapacity(count)
    var row = Row(offset: start, file: 0, line: 0, column: 0)
    for _ in 0..<count {
      let head = cursor.u8()
      row.offset = row.offset &+ UInt32(head & 15)
      if head & 15 == 15 { row.offset = row.offset &+ number(&cursor) }
      switch head >> 4 & 7 {
      case 0: break
      case 1: row.line = row.line &+ 1
      case 2: row.line = row.line &+ 2
      case 3: row.line = row.line &+ 3
      case 4: row.line = row.line &- 1
      case 5: row.line = row.line &+ signed(&cursor)
      default:
        row.file = number(&cursor)
        row.line = row.line &+ signed(&cursor)
      }
      if head & 0x80 != 0 { row.column = number(&cursor) }
      rows.append(row)
    }
  }

  private mutating func readNodes(_ cursor: inout ByteCursor, start: UInt32) {
    let count = Int(number(&cursor))
    // A node has at least six bytes.
    guard count <= cursor.remaining / 6 else { return cursor.skip(.max) }
    nodes.reserveCapacity(count)
    open.removeAll(keepingCapacity: true)
    var node = Node(
      start: start, end: start, name: 0, callFile: 0, callLine: 0, callColumn: 0, depth: 0, isAlias: false, next: 0)
    var depth = 0
    for index in 0..<count {
      let head = number(&cursor)
      let up = Int(head >> 2)
      guard up <= depth else { return cursor.skip(.max) }
      depth = depth &+ 1 &- up
      node.isAlias = head & 1 != 0
      node.depth = UInt16(truncatingIfNeeded: depth)
      node.start = node.start &+ signed(&cursor)
      node.end = node.start &+ number(&cursor)
      node.name = number(&cursor)
      if head & 2 == 0 { node.callFile = number(&cursor) }
      node.callLine = node.callLine &+ signed(&cursor)
      node.callColumn = number(&cursor)
      while open.count >= depth, let closed = open.popLast() {
        nodes[Int(closed)].next = Int32(truncatingIfNeeded: index)
      }
      nodes.append(node)
      open.append(Int32(truncatingIfNeeded: index))
      if node.isAlias { depth = depth &- 1 }
    }
    while let closed = open.popLast() { nodes[Int(closed)].next = Int32(truncatingIfNeeded: nodes.count) }
  }

  /// Returns the index of the row that covers `offset`; -1 if there is none.
  @inline(__always)
  func row(at offset: UInt32) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low &+ high) / 2
      if rows[middle].offset <= offset { low = middle &+ 1 } else { high = middle }
    }
    return low &- 1
  }

  /// Finds the indices of the inlined subroutines that contain `offset`, outermost first.
  @inline(__always)
  func chain(at offset: UInt32, into found: inout [Int32]) {
    found.removeAll(keepingCapacity: true)
    var index = 0
    var end = nodes.count
    while index < end {
      let node = nodes[index]
      if offset >= node.start, offset < node.end {
        found.append(Int32(truncatingIfNeeded: index))
        // The nodes nested in a subroutine of several ranges follow the last range.
        while nodes[index].isAlias, index &+ 1 < end { index &+= 1 }
        end = Int(nodes[index].next)
        index &+= 1
      } else {
        index = node.isAlias ? index &+ 1 : Int(node.next)
      }
    }
  }
}
