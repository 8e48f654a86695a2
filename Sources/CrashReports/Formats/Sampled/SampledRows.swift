import Bytes

/// The rows of a tree of sampled stacks. Each has a count and a frame; its column gives the depth.
///
/// Only the ranges of rows are stored. Equal rows become one frame of the call tree.
struct SampledRows {
  struct Node {
    var parent: Int
    /// The number of samples with this frame below its parent.
    var count: Int
    /// The text of the frame after the count.
    var content: Slice
    /// The line of the input, from 1.
    var line: Int
    /// True for a frame of the kernel, which is marked with `*`.
    var isKernel: Bool
  }

  /// True for a "Heaviest stack", whose rows are not indented although each calls the next.
  var isChain = false
  private(set) var nodes: [Node] = []
  /// The nodes of the path that ends at the last row.
  private var open: [(column: Int, node: Int)] = []

  var isEmpty: Bool { nodes.isEmpty }

  /// Appends a row as a child of the last row with a smaller column, or, in a chain, of the last row.
  mutating func append(_ row: SampledRow, line: Int) {
    if !isChain {
      while let last = open.last, last.column >= row.column { open.removeLast() }
    }
    let parent = open.last?.node ?? -1
    open.append((row.column, nodes.count))
    nodes.append(Node(parent: parent, count: row.count, content: row.content, line: line, isKernel: row.isKernel))
  }

  /// The total number of samples of the roots.
  var samples: Int {
    var sum = 0
    for node in nodes where node.parent < 0 {
      let (total, overflow) = sum.addingReportingOverflow(node.count)
      sum = overflow ? .max : total
    }
    return sum
  }

  /// Returns the heaviest path, from the innermost frame to the root: at each fork the branch with the most samples; of
  /// equal branches, the first.
  func heaviestPath() -> [Node] {
    var heaviest = [Int](repeating: -1, count: nodes.count)
    var root = -1
    for index in nodes.indices {
      let parent = nodes[index].parent
      let current = parent < 0 ? root : heaviest[parent]
      guard current < 0 || nodes[index].count > nodes[current].count else { continue }
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
struct SampledRow {
  /// The column of the count in the line.
  var column: Int
  var count: Int
  var content: Slice
  var isKernel: Bool
}

extension ByteText {
  /// Reads a row of the table "Sort by top of stack": `read  (in libsystem_kernel.dylib)        2400`.
  func topOfStackRow(_ line: Line) -> SampledRow? {
    var at = line.content.end
    while at > line.content.start, self[at - 1].isDigit { at -= 1 }
    guard at < line.content.end, at > line.content.start, self[at - 1].isBlank,
      let count = integer(Slice(at, line.content.end))
    else { return nil }
    let content = trimmed(Slice(line.content.start, at))
    guard contains("  (in ", content), hasSuffix(")", content) else { return nil }
    return SampledRow(column: line.indent, count: count, content: content, isKernel: false)
  }

  /// Parses a row of guides, a count and a frame: `  *12  mach_msg_trap + 10 (…)`,
  /// `    + ! 2433 main  (in MyApp) + 294  [0x…]`.
  func sampledRow(_ line: Line) -> SampledRow? {
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
    // A count that overflows is damage, but the frame is still usable.
    let count = integer(Slice(digits, index)) ?? .max
    return SampledRow(
      column: line.indent + (digits - line.content.start), count: count, content: content, isKernel: isKernel)
  }
}
