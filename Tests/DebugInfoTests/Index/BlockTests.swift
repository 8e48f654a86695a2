import Testing

@testable import DebugInfo

/// Encoding and decoding of blocks.
@Suite struct BlockTests {
  /// xorshift64*: seeded, the same on every machine.
  struct Random: RandomNumberGenerator {
    var state: UInt64
    init(_ seed: UInt64) { state = seed | 1 }
    mutating func next() -> UInt64 {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return state &* 0x2545_F491_4F6C_DD1D
    }
    /// Mostly small, sometimes any value up to the largest.
    mutating func number(_ largest: UInt32 = .max) -> UInt32 {
      switch UInt32.random(in: 0..<8, using: &self) {
      case 0: return 0
      case 1...4: return min(largest, UInt32.random(in: 0...20, using: &self))
      case 5: return min(largest, UInt32.random(in: 0...70_000, using: &self))
      case 6: return largest
      default: return UInt32.random(in: 0...largest, using: &self)
      }
    }
  }

  struct Made {
    var start: UInt32
    var rows: [(row: LineRow, file: UInt32)] = []
    var nodes: [(node: InlineNode, name: UInt32, file: UInt32)] = []

    init(_ random: inout Random) {
      start = random.number(0xF000_0000)
      var offset = start
      for _ in 0..<Int(random.number(200)) {
        let row = LineRow(
          offset: offset, file: 1, line: random.number(), column: UInt16(truncatingIfNeeded: random.number(0xFFFF)))
        rows.append((row, random.number()))
        offset = offset &+ random.number(100_000)
      }
      var depth: UInt16 = 0
      for _ in 0..<Int(random.number(60)) {
        let isAlias = random.number(3) == 0
        let next = UInt16(UInt32.random(in: 1...UInt32(depth + 1), using: &random))
        let from = random.number(0xF000_0000)
        let node = InlineNode(
          start: from, end: from &+ random.number(0x0FFF_FFFF), name: .none, callFile: 0, callLine: random.number(),
          callColumn: random.number(), depth: next, isAlias: isAlias)
        nodes.append((node, random.number(), random.number()))
        depth = isAlias ? next - 1 : next
      }
    }

    func write(_ encoder: inout BlockEncoder) {
      encoder.putStart(start)
      encoder.putCount(rows.count)
      var rowState = BlockEncoder.RowState(offset: start)
      for (row, file) in rows { encoder.put(row: row, file: file, state: &rowState) }
      encoder.putCount(nodes.count)
      var nodeState = BlockEncoder.NodeState(start: start)
      for (node, name, file) in nodes { encoder.put(node: node, name: name, file: file, state: &nodeState) }
    }

    func isEqual(_ block: DecodedBlock) -> Bool {
      guard block.start == start, block.rows.count == rows.count, block.nodes.count == nodes.count else { return false }
      let sameRows = zip(block.rows, rows).allSatisfy { read, made in
        read.offset == made.row.offset && read.file == made.file && read.line == made.row.line
          && read.column == UInt32(made.row.column)
      }
      let sameNodes = zip(block.nodes, nodes).allSatisfy { read, made in
        read.start == made.node.start && read.end == made.node.end && read.name == made.name
          && read.callFile == made.file && read.callLine == made.node.callLine
          && read.callColumn == made.node.callColumn && read.depth == made.node.depth
          && read.isAlias == made.node.isAlias
      }
      return sameRows && sameNodes
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func readsWhatWasWritten(_ seed: UInt64) {
    var random = Random(seed)
    var encoder = BlockEncoder(capacity: 0)
    var made: [(location: Int, block: Made)] = []
    for _ in 0..<25 {
      let block = Made(&random)
      made.append((encoder.count, block))
      block.write(&encoder)
    }
    let bytes = encoder.sink.withUnsafeBytes { Array($0) }
    let file = FileBytes(bytes)
    var decoded = DecodedBlock()
    for (index, (location, block)) in made.enumerated() {
      let end = index + 1 < made.count ? made[index + 1].location : bytes.count
      let reads = decoded.read(file.span, range: location..<file.count)
      #expect(reads && block.isEqual(decoded))
      // A truncated block is never accepted.
      let readsExactly = decoded.read(file.span, range: location..<end)
      let readsShort = decoded.read(file.span, range: location..<(end - 1))
      #expect(readsExactly && !readsShort)
    }
  }

  /// The chain of inlined functions at an offset, compared with a test of every node.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func chainsAreThoseOfATree(_ seed: UInt64) {
    var random = Random(seed)
    var nodes: [InlineNode] = []
    /// The ranges of a function inlined in `outer`, followed by the functions inlined into it.
    func add(_ outer: Range<UInt32>, depth: UInt16) {
      guard depth < 6, outer.count > 4 else { return }
      var position = outer.lowerBound
      while position < outer.upperBound, random.number(3) > 0 {
        var ranges: [Range<UInt32>] = []
        repeat {
          let start = min(outer.upperBound - 1, position + random.number(20))
          let end = min(outer.upperBound, start + 1 + random.number(60))
          ranges.append(start..<end)
          position = end
        } while position < outer.upperBound && random.number(2) == 0
        for (index, range) in ranges.enumerated() {
          nodes.append(
            InlineNode(
              start: range.lowerBound, end: range.upperBound, name: .none, callFile: 0,
              callLine: UInt32(nodes.count), callColumn: 0, depth: depth, isAlias: index + 1 < ranges.count))
        }
        for range in ranges { add(range, depth: depth + 1) }
      }
    }
    add(0..<400, depth: 1)
    var encoder = BlockEncoder(capacity: 0)
    encoder.putStart(0)
    encoder.putCount(0)
    encoder.putCount(nodes.count)
    var state = BlockEncoder.NodeState(start: 0)
    for node in nodes { encoder.put(node: node, name: 0, file: 0, state: &state) }
    let file = FileBytes(encoder.sink.withUnsafeBytes { Array($0) })
    var block = DecodedBlock()
    let reads = block.read(file.span, range: file.range)
    #expect(reads)
    var chain: [Int32] = []
    for offset in 0..<401 as Range<UInt32> {
      block.chain(at: offset, into: &chain)
      let wanted = nodes.filter { $0.start <= offset && offset < $0.end }.map(\.callLine)
      #expect(chain.map { block.nodes[Int($0)].callLine } == wanted, "offset \(offset)")
    }
  }

  /// Random bytes: decoded or rejected, never read beyond their end.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func anyBytes(_ seed: UInt64) {
    var random = Random(seed)
    var block = DecodedBlock()
    var chain: [Int32] = []
    for _ in 0..<2_000 {
      let bytes = (0..<Int(random.number(300))).map { _ in UInt8(truncatingIfNeeded: random.number()) }
      let file = FileBytes(bytes)
      // Rejected blocks are not used.
      let reads = block.read(file.span, range: file.range)
      #expect(block.rows.count <= bytes.count && block.nodes.count * 6 <= bytes.count)
      guard reads else { continue }
      block.chain(at: random.number(), into: &chain)
      #expect(chain.allSatisfy { block.nodes.indices.contains(Int($0)) })
      _ = block.row(at: random.number())
    }
  }
}
