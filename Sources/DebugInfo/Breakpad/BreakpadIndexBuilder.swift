import Bytes

/// Builds an index of a Breakpad symbol file, in one pass over its lines.
struct BreakpadIndexBuilder: ~Copyable {
  private var texts: IndexTexts
  private var blocks = BlockEncoder(capacity: 1 << 16)
  private var records: [IndexRecord] = []
  private var publics: [(start: UInt32, name: UInt32)] = []
  /// The text numbers of the files and of the inlined functions, by the numbers in the file.
  private var files: [UInt64: UInt32] = [:]
  private var origins: [UInt64: UInt32] = [:]
  private var function: Function?
  private var rows: [LineRow] = []
  /// The ends of `rows`, which may be before the next row.
  private var rowEnds: [UInt32] = []
  private var nodes: [(node: InlineNode, name: UInt32)] = []
  private var invalidLines = 0
  private var firstInvalid = 0

  private struct Function {
    var start: UInt32
    var end: UInt32
    var name: UInt32
  }

  /// The maximum number of rows and of nodes of a function.
  private static let maxParts = 1 << 22

  /// Returns the index of `file`, and what could not be read.
  static func index(
    of file: BreakpadFile, identity: IndexIdentity
  ) -> (index: SymbolIndex, faults: [DWARFFault])? {
    var builder = BreakpadIndexBuilder(texts: IndexTexts(fileSize: file.bytes.count))
    builder.read(file)
    let faults = builder.faults
    guard let index = SymbolIndex(builder.bytes(identity: identity)) else { return nil }
    return (index, faults)
  }

  private init(texts: consuming IndexTexts) { self.texts = texts }

  private var faults: [DWARFFault] {
    guard invalidLines > 0 else { return [] }
    return [
      DWARFFault(
        invalidLines == 1 ? "a line is not a record" : "\(invalidLines) lines are not records", at: firstInvalid)
    ]
  }

  private mutating func read(_ file: BreakpadFile) {
    let bytes = file.bytes
    var lines = BreakpadLines(bytes.span, from: file.body)
    while true {
      let start = lines.position
      guard var line = lines.next() else { break }
      if !consume(&line) {
        if invalidLines == 0 { firstInvalid = start }
        invalidLines += 1
      }
    }
    finishFunction()
  }

  /// Reads one record; false if it is not one.
  private mutating func consume(_ line: inout BreakpadLine) -> Bool {
    // Most lines are rows, which begin with a hexadecimal number in lower case; the names of records are in upper case.
    let first = line.first
    if first == 0 { return true }
    if first.isHexDigit, !(0x41...0x5A).contains(first) { return consumeRow(&line) }
    switch line.word() {
    case "FUNC": return consumeFunction(&line)
    case "INLINE": return consumeInline(&line)
    case "FILE":
      guard let number = line.number(radix: 10) else { return false }
      files[number] = texts.number(of: line.rest())
    case "INLINE_ORIGIN":
      guard let number = line.number(radix: 10) else { return false }
      origins[number] = texts.number(of: line.rest())
    case "PUBLIC":
      line.skip(UInt8(ascii: "m"))
      guard let start = line.number(radix: 16), line.number(radix: 16) != nil else { return false }
      if let start = CodeOffset.of(start, base: 0), start < .max - 1 {
        publics.append((start, texts.number(of: line.rest())))
      }
    case "STACK", "INFO", "MODULE": break
    default: return false
    }
    return true
  }

  private mutating func consumeFunction(_ line: inout BreakpadLine) -> Bool {
    finishFunction()
    line.skip(UInt8(ascii: "m"))
    guard let start = line.number(radix: 16), let size = line.number(radix: 16), line.number(radix: 16) != nil else {
      return false
    }
    let (last, overflow) = start.addingReportingOverflow(size)
    guard !overflow, size > 0, let low = CodeOffset.of(start, base: 0), let high = CodeOffset.of(last, base: 0) else {
      return true
    }
    function = Function(start: low, end: high, name: texts.number(of: line.rest()))
    return true
  }

  private mutating func consumeRow(_ line: inout BreakpadLine) -> Bool {
    guard let start = line.number(radix: 16), let size = line.number(radix: 16), let number = line.number(radix: 10),
      let file = line.number(radix: 10)
    else { return false }
    guard let function, rows.count < Self.maxParts, let low = CodeOffset.of(start, base: 0), size > 0,
      low >= function.start, low < function.end
    else { return true }
    let end = UInt32(clamping: min(UInt64(low) &+ min(size, 1 << 32), UInt64(function.end)))
    rows.append(LineRow(offset: low, file: files[file] ?? 0, line: UInt32(clamping: number), column: 0))
    rowEnds.append(end)
    return true
  }

  private mutating func consumeInline(_ line: inout BreakpadLine) -> Bool {
    guard let level = line.number(radix: 10), let callLine = line.number(radix: 10),
      let callFile = line.number(radix: 10), let origin = line.number(radix: 10)
    else { return false }
    guard let function, level < 10_000 else { return true }
    // A level without the one above it is not possible in a tree.
    let above = nodes.last.map { UInt64($0.node.depth) } ?? 0
    guard level <= above else { return true }
    let first = nodes.count
    while let start = line.number(radix: 16), let size = line.number(radix: 16), nodes.count < Self.maxParts {
      let (last, overflow) = start.addingReportingOverflow(size)
      guard !overflow, let low = CodeOffset.of(start, base: 0), let high = CodeOffset.of(last, base: 0), low < high,
        low >= function.start, high <= function.end
      else { continue }
      let node = InlineNode(
        start: low, end: high, name: .none, callFile: files[callFile] ?? 0, callLine: UInt32(clamping: callLine),
        callColumn: 0, depth: UInt16(level) + 1, isAlias: true)
      nodes.append((node, origins[origin] ?? 0))
    }
    if nodes.count > first { nodes[nodes.count - 1].node.isAlias = false }
    return true
  }

  /// Adds the function whose records were read.
  private mutating func finishFunction() {
    defer {
      function = nil
      rows.removeAll(keepingCapacity: true)
      rowEnds.removeAll(keepingCapacity: true)
      nodes.removeAll(keepingCapacity: true)
    }
    guard let function else { return }
    let block = UInt32(clamping: blocks.count)
    guard block < .max else { return }
    blocks.putStart(function.start)
    let all = completeRows(function)
    blocks.putCount(all.count)
    var state = BlockEncoder.RowState(offset: function.start)
    for row in all { blocks.put(row: row, file: row.file, state: &state) }
    blocks.putCount(nodes.count)
    var nodeState = BlockEncoder.NodeState(start: function.start)
    for (node, name) in nodes { blocks.put(node: node, name: name, file: node.callFile, state: &nodeState) }
    records.append(
      IndexRecord(start: function.start, end: function.end, name: function.name, kind: .function, block: block))
  }

  /// Returns the rows in the order of addresses, with a row without a line where none covers the code.
  private func completeRows(_ function: Function) -> [LineRow] {
    let order = rows.indices.sorted { (rows[$0].offset, $0) < (rows[$1].offset, $1) }
    var result: [LineRow] = []
    result.reserveCapacity(order.count)
    var covered = function.start
    for index in order {
      let row = rows[index]
      if row.offset > covered { result.append(LineRow(offset: covered, file: 0, line: 0, column: 0)) }
      if let last = result.last, last.offset == row.offset { result.removeLast() }
      result.append(row)
      covered = max(covered, rowEnds[index])
    }
    if covered < function.end, !result.isEmpty {
      result.append(LineRow(offset: covered, file: 0, line: 0, column: 0))
    }
    return result
  }

  /// Returns the index as bytes: the functions, and between them the public symbols, which have no size.
  private mutating func bytes(identity: IndexIdentity) -> FileBytes {
    records.sort { $0.start < $1.start }
    records = SymbolIndexBuilder.disjoint(records)
    publics.sort { $0.start < $1.start }
    var merged: [IndexRecord] = []
    merged.reserveCapacity(records.count + publics.count)
    var next = 0
    for (position, symbol) in publics.enumerated() {
      while next < records.count, records[next].start <= symbol.start {
        merged.append(records[next])
        next += 1
      }
      // Code of a function, or one of several names of an address.
      if let last = merged.last, last.end > symbol.start { continue }
      let following = position + 1 < publics.count ? publics[position + 1].start : UInt32.max - 1
      let end = min(following, next < records.count ? records[next].start : .max - 1)
      guard symbol.start < end else { continue }
      merged.append(
        IndexRecord(
          start: symbol.start, end: end, name: symbol.name, kind: .symbol, block: IndexFormat.noBlock))
    }
    merged.append(contentsOf: records[next...])
    return IndexWriter.bytes(identity: identity, base: 0, records: merged, texts: texts, blocks: blocks.sink)
  }
}
