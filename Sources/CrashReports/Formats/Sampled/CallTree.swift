import Bytes

/// A tree of sampled stacks while its rows are read: each row a count and a frame, the depth shown by the column.
///
/// Only places of rows are stored; the rows of the heaviest path alone become frames.
struct CallTree {
  struct Node {
    var parent: Int
    /// Samples in which this frame was seen below its parent.
    var count: Int
    /// The frame's text behind the count.
    var content: Slice
    /// Line of the input, from 1.
    var line: Int
    /// Marked with `*`: a frame of the kernel.
    var isKernel: Bool
  }

  /// Rows are printed one below the other although each calls the next: "Heaviest stack".
  var isChain = false
  private(set) var nodes: [Node] = []
  /// Nodes of the path that ends at the last row.
  private var open: [(column: Int, node: Int)] = []

  var isEmpty: Bool { nodes.isEmpty }

  mutating func append(_ row: CallTreeRow, line: Int) {
    if !isChain {
      while let last = open.last, last.column >= row.column { open.removeLast() }
    }
    let parent = open.last?.node ?? -1
    open.append((row.column, nodes.count))
    nodes.append(Node(parent: parent, count: row.count, content: row.content, line: line, isKernel: row.isKernel))
  }

  /// Samples of the roots together.
  var samples: Int {
    var sum = 0
    for node in nodes where node.parent < 0 {
      let (total, overflow) = sum.addingReportingOverflow(node.count)
      sum = overflow ? .max : total
    }
    return sum
  }

  /// From the innermost frame to the root: at each fork the way with the most samples; of equal ways, the first.
  func heaviestPath() -> [Node] {
    var heaviest = [Int](repeating: -1, count: nodes.count)
    var root = -1
    for index in nodes.indices {
      let parent = nodes[index].parent
      let known = parent < 0 ? root : heaviest[parent]
      guard known < 0 || nodes[index].count > nodes[known].count else { continue }
      if parent < 0 { root = index } else { heaviest[parent] = index }
    }
    var path: [Node] = []
    while root >= 0 {
      path.append(nodes[root])
      root = heaviest[root]
    }
    return path.reversed()
  }
}

/// One row of a call tree.
struct CallTreeRow {
  /// Place of the count within the line.
  var column: Int
  var count: Int
  var content: Slice
  var isKernel: Bool
}

extension ByteText {
  /// `  *12  mach_msg_trap + 10 (…)`, `    + ! 2433 main  (in MyApp) + 294  [0x…]`: guides, a count, a frame.
  func callTreeRow(_ line: Line) -> CallTreeRow? {
    var index = line.content.start
    var isKernel = false
    scan: while index < line.content.end {
      switch self[index] {
      case 0x20, 0x09, UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: ":"), UInt8(ascii: "|"): isKernel = false
      case UInt8(ascii: "*"): isKernel = true
      default: break scan
      }
      index += 1
    }
    let digits = index
    while index < line.content.end, self[index].isDigit { index += 1 }
    guard index > digits, index < line.content.end, self[index].isBlank else { return nil }
    let content = trimmed(Slice(index, line.content.end))
    guard !content.isEmpty else { return nil }
    // A count that no number holds is damage; the row still tells where the stack went.
    let count = integer(Slice(digits, index)) ?? .max
    return CallTreeRow(
      column: line.indent + (digits - line.content.start), count: count, content: content, isKernel: isKernel)
  }
}
