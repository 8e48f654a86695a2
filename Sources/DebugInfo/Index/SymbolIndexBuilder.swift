/// Builds an index of all of an image's debug information and symbols, or of those that a few addresses need.
struct SymbolIndexBuilder: ~Copyable {
  private var reader: DebugInfoReader
  private let base: UInt64
  private let symbols: [CodeSymbol]
  /// True if the symbols state their sizes (`CodeSymbolTable.hasSizes`).
  private let symbolsHaveSizes: Bool
  private var texts: IndexTexts
  private var blocks: BlockEncoder
  private var records: [IndexRecord] = []
  private var scan = UnitScan()
  private var lines = LineRows()
  /// The text numbers of the current unit's files by file number; `unknownFile` if not requested yet.
  private var fileNumbers: [UInt32] = []
  private static let unknownFile = UInt32.max
  /// The number of bytes of line number programs that may still be run. A limit, because all units could share one.
  private var lineBudget: Int
  /// The maximum size of all blocks in bytes. A limit, because all functions could share code, and therefore rows.
  private let blockLimit: Int

  /// Creates a builder.
  /// - Parameters:
  ///   - data: The debug information; its base is that of all offsets.
  ///   - symbols: The symbols, sorted by start and not overlapping.
  ///   - isComplete: Whether all debug information will be indexed.
  init(_ data: DebugData, symbols: [CodeSymbol], isComplete: Bool) {
    reader = DebugInfoReader(data)
    base = data.base
    self.symbols = symbols
    symbolsHaveSizes = data.symbols.hasSizes
    let sections = data.sections
    let splitSize = data.splitUnits.values.reduce(0) { $0 + $1.info.count }
    texts = IndexTexts(fileSize: data.bytes.count)
    blocks = BlockEncoder(capacity: isComplete ? sections.lines.count / 2 + sections.info.count / 8 : 16_384)
    lineBudget = 8 * sections.lines.count + 1_000_000
    blockLimit = 8 * (sections.lines.count + sections.info.count + splitSize) + 4_000_000
  }

  var faults: [DWARFFault] { reader.faults }

  /// Adds all debug information and symbols.
  mutating func addAll() {
    records.reserveCapacity(symbols.count)
    var units: [Unit] = []
    reader.forEachUnit {
      units.append($0)
      return true
    }
    for unit in units { add(unit, wanted: nil) }
    finish(wanted: nil)
  }

  /// Adds the functions and symbols that contain one of a few addresses.
  /// - Parameters:
  ///   - offsets: Offsets from `base` in bytes, sorted.
  ///   - symbolsNear: Returns the symbols that contain sorted offsets.
  mutating func add(offsets: [UInt32], symbolsNear: ([UInt32]) -> [CodeSymbol]) {
    // Whether a symbol covers padding depends on whether debug information has the function at the symbol's start.
    let starts = offsets.compactMap { offset in
      let index = symbol(at: offset)
      return index >= 0 && symbols[index].end > offset ? symbols[index].start : nil
    }
    let offsets = starts.isEmpty ? offsets : Set(offsets + starts).sorted()
    let wanted = UnitScan.Wanted(offsets: offsets)
    for unit in UnitSearch.units(with: offsets, base: base, reader: &reader) { add(unit, wanted: wanted) }
    nameFunctions(symbolsNear)
    finish(wanted: wanted)
  }

  /// Sets the names of functions whose symbol is not the nearest to any address because they contain labels.
  private mutating func nameFunctions(_ symbolsNear: ([UInt32]) -> [CodeSymbol]) {
    func hasSymbol(_ start: UInt32) -> Bool {
      let index = symbol(at: start)
      return index >= 0 && symbols[index].start == start
    }
    let starts = Set(records.filter { $0.kind == .function && !hasSymbol($0.start) }.map(\.start)).sorted()
    if starts.isEmpty { return }
    let file = reader.file
    var names: [UInt32: StringReference] = [:]
    for symbol in symbolsNear(starts) where !symbol.name.isNone { names[symbol.start] = symbol.name }
    for index in records.indices where records[index].kind == .function {
      guard let name = names[records[index].start] else { continue }
      records[index].name = texts.number(of: name, in: file.span)
    }
  }

  // MARK: - Units

  private mutating func add(_ unit: Unit, wanted: UnitScan.Wanted?) {
    var unit = unit
    do throws(DWARFFault) {
      try reader.work.check(at: unit.offset)
      reader.work.spend(unit.end - unit.firstEntry)
      guard try reader.readRoot(&unit) else { return }
      do throws(DWARFFault) {
        try scanFunctions(of: unit, wanted: wanted)
      } catch {
        // Functions that were read before the fault are valid.
        reader.note(error)
      }
      let header = try readLines(of: unit)
      try encode(unit, header: header, wanted: wanted)
    } catch { reader.note(error) }
  }

  /// Scans the functions of a unit, or of the split unit that it refers to.
  private mutating func scanFunctions(of unit: Unit, wanted: UnitScan.Wanted?) throws(DWARFFault) {
    guard let split = try reader.enterSplitUnit(of: unit) else {
      return try scan.scan(unit, base: base, wanted: wanted, reader: &reader)
    }
    defer { reader.leaveSplitUnit() }
    reader.work.spend(split.end - split.firstEntry)
    try scan.scan(split, base: base, wanted: wanted, reader: &reader)
  }

  private mutating func readLines(of unit: Unit) throws(DWARFFault) -> LineTableHeader? {
    lines.removeAll()
    fileNumbers.removeAll(keepingCapacity: true)
    guard let offset = unit.lineOffset else { return nil }
    let file = reader.file
    do throws(DWARFFault) {
      guard lineBudget > 0 else { throw DWARFFault("units share too many line tables", at: unit.offset) }
      let header = try LineTableHeader(
        file.span, sections: reader.sections, offset: offset, unit: unit, reader: reader)
      lineBudget -= header.program.upperBound - reader.sections.lines.lowerBound - offset
      let lowest = UInt32(clamping: reader.lowestCode &- base)
      header.run(file.span, base: base, lowest: lowest, into: &lines)
      lines.sortSequences()
      fileNumbers = Array(repeating: Self.unknownFile, count: header.files.count + 1)
      return header
    } catch {
      // Names without lines are better than nothing.
      reader.note(error)
      return nil
    }
  }

  /// Returns the text number of a file's path; 0 if none.
  @inline(__always)
  private mutating func fileNumber(_ file: UInt32, unit: Unit, header: LineTableHeader?) -> UInt32 {
    guard let index = Int(exactly: file), index < fileNumbers.count else { return 0 }
    let known = fileNumbers[index]
    return known != Self.unknownFile ? known : newFileNumber(file, index: index, unit: unit, header: header)
  }

  @inline(never)
  private mutating func newFileNumber(
    _ file: UInt32, index: Int, unit: Unit, header: LineTableHeader?
  ) -> UInt32 {
    var number: UInt32 = 0
    let bytes = reader.file
    if texts.hasRoom, reader.work.isLeft, let parts = header?.pathParts(of: file, unit: unit, bytes: bytes.span) {
      if parts.directory.isNone, parts.base.isNone {
        number = texts.number(of: parts.name, in: bytes.span)
      } else {
        var path = ""
        for part in [parts.base, parts.directory, parts.name] where !part.isNone {
          let limit = min(Int(part.offset) + IndexFormat.maxTextLength, bytes.count)
          let text = zeroTerminatedText(bytes.span, at: Int(part.offset), in: 0..<limit)
          if text.isEmpty { continue }
          if !path.isEmpty, path.utf8.last != UInt8(ascii: "/") { path += "/" }
          path += text
        }
        reader.work.spend(path.utf8.count)
        number = texts.number(of: path)
      }
    }
    fileNumbers[index] = number
    return number
  }

  // MARK: - Records

  private mutating func encode(
    _ unit: Unit, header: LineTableHeader?, wanted: UnitScan.Wanted?
  ) throws(DWARFFault) {
    for index in scan.functions.indices {
      let function = scan.functions[index]
      for piece in Int(function.firstPiece)..<Int(function.firstPiece + function.pieceCount) {
        let piece = scan.pieces[piece]
        if let wanted, !wanted.contains(anyOf: piece) { continue }
        try checkBudgets(at: unit.offset)
        let block = UInt32(clamping: blocks.count)
        blocks.putStart(piece.start)
        encodeRows(piece, unit: unit, header: header)
        encodeNodes(function, piece: piece, unit: unit, header: header)
        records.append(
          IndexRecord(
            start: piece.start, end: piece.end, name: name(of: function.name, at: piece.start), kind: .function,
            block: block))
      }
    }
    try encodeLinesOutsideFunctions(unit: unit, header: header, wanted: wanted)
  }

  private func checkBudgets(at offset: Int) throws(DWARFFault) {
    try reader.work.check(at: offset)
    guard blocks.count < blockLimit else { throw DWARFFault("functions share too much code", at: offset) }
  }

  /// Returns the name of a function: from the symbol table if it has one for exactly this address, because the linker's
  /// name distinguishes clones and merged functions; otherwise from the debug information.
  private mutating func name(of function: FunctionNameReference, at start: UInt32) -> UInt32 {
    let file = reader.file
    let index = symbol(at: start)
    if index >= 0, symbols[index].start == start, !symbols[index].name.isNone {
      // Equal strings in the file become one text in the index.
      let isSame = areEqual(symbols[index].name, function.string, file.span)
      return texts.number(of: isSame ? function.string : symbols[index].name, in: file.span)
    }
    return texts.number(of: function.string, in: file.span)
  }

  private mutating func areEqual(_ one: StringReference, _ other: StringReference, _ bytes: RawSpan) -> Bool {
    if one.isNone || other.isNone || one == other { return one == other }
    let first = min(Int(one.offset), bytes.byteCount)
    let second = min(Int(other.offset), bytes.byteCount)
    let limit = min(IndexFormat.maxTextLength, bytes.byteCount - max(first, second))
    var left = ByteCursor(bytes, first..<(first + limit))
    var right = ByteCursor(bytes, second..<(second + limit))
    defer { reader.work.spend(left.position - first) }
    while left.hasMore {
      let byte = left.u8()
      if byte != right.u8() { return false }
      if byte == 0 { return true }
    }
    return false
  }

  /// Returns the index of the last symbol that starts at or before `offset`; -1 if there is none.
  private func symbol(at offset: UInt32) -> Int {
    var low = 0
    var high = symbols.count
    while low < high {
      let middle = (low &+ high) / 2
      if symbols[middle].start <= offset { low = middle &+ 1 } else { high = middle }
    }
    return low &- 1
  }

  /// Encodes the rows that cover a piece.
  private mutating func encodeRows(_ piece: CodePiece, unit: Unit, header: LineTableHeader?) {
    if encodeRowsOfOneSequence(piece, unit: unit, header: header) { return }
    // Collects the rows first because their count precedes them.
    pieceRows.removeAll(keepingCapacity: true)
    var sequence = firstSequence(endingAfter: piece.start)
    var covered = piece.start
    while sequence < lines.sequences.count, lines.sequences[sequence].start < piece.end {
      let range = lines.sequences[sequence]
      if range.start > covered { pieceRows.append(LineRow(offset: covered, file: .max, line: 0, column: 0)) }
      var index = firstRow(of: range, at: max(covered, range.start))
      while index < range.rowEnd {
        var row = lines.rows[index]
        if row.offset >= piece.end { break }
        row.offset = max(row.offset, piece.start)
        pieceRows.append(row)
        index &+= 1
      }
      covered = max(covered, range.end)
      sequence += 1
      reader.work.spend(8)
      if !reader.work.isLeft { break }
    }
    if covered < piece.end, !pieceRows.isEmpty {
      pieceRows.append(LineRow(offset: covered, file: .max, line: 0, column: 0))
    }
    reader.work.spend(pieceRows.count + 8)
    blocks.putCount(pieceRows.count)
    var state = BlockEncoder.RowState(offset: piece.start)
    for index in pieceRows.indices {
      let row = pieceRows[index]
      blocks.put(row: row, file: fileNumber(row.file, unit: unit, header: header), state: &state)
    }
  }

  private var pieceRows: [LineRow] = []

  /// Encodes the rows in the usual case that one sequence covers the piece; otherwise returns false and writes nothing.
  private mutating func encodeRowsOfOneSequence(_ piece: CodePiece, unit: Unit, header: LineTableHeader?) -> Bool {
    let sequence = firstSequence(endingAfter: piece.start)
    guard sequence < lines.sequences.count else { return false }
    let range = lines.sequences[sequence]
    guard range.start <= piece.start, range.end >= piece.end else { return false }
    let first = firstRow(of: range, at: piece.start)
    let rows = lines.rows
    var end = first + 1
    while end < range.rowEnd, rows[end].offset < piece.end { end &+= 1 }
    reader.work.spend(end - first + 8)
    blocks.putCount(end - first)
    var state = BlockEncoder.RowState(offset: piece.start)
    // Most rows have the same file as the previous row.
    var file = rows[first].file
    var number = fileNumber(file, unit: unit, header: header)
    for index in first..<end {
      var row = rows[index]
      if index == first { row.offset = max(row.offset, piece.start) }
      if row.file != file {
        file = row.file
        number = fileNumber(file, unit: unit, header: header)
      }
      blocks.put(row: row, file: number, state: &state)
    }
    return true
  }

  private func firstSequence(endingAfter offset: UInt32) -> Int {
    var low = 0
    var high = lines.sequences.count
    while low < high {
      let middle = (low &+ high) / 2
      if lines.sequences[middle].end <= offset { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Returns the index of the last row of a sequence at or before `offset`.
  private func firstRow(of sequence: LineSequence, at offset: UInt32) -> Int {
    var low = sequence.firstRow
    var high = sequence.rowEnd
    while low < high {
      let middle = (low &+ high) / 2
      if lines.rows[middle].offset <= offset { low = middle &+ 1 } else { high = middle }
    }
    return max(low &- 1, sequence.firstRow)
  }

  /// Encodes the inlined subroutines in a piece of a function.
  private mutating func encodeNodes(
    _ function: ScannedFunction, piece: CodePiece, unit: Unit, header: LineTableHeader?
  ) {
    let range = Int(function.firstNode)..<Int(function.firstNode + function.nodeCount)
    if function.pieceCount > 1 {
      pieceNodes.removeAll(keepingCapacity: true)
      selectNodes(range, in: piece)
    }
    let count = function.pieceCount > 1 ? pieceNodes.count : range.count
    reader.work.spend(range.count)
    blocks.putCount(count)
    var state = BlockEncoder.NodeState(start: piece.start)
    let file = reader.file
    for index in 0..<count {
      let node = function.pieceCount > 1 ? pieceNodes[index] : scan.nodes[range.lowerBound + index]
      blocks.put(
        node: node, name: texts.number(of: node.name, in: file.span),
        file: fileNumber(node.callFile, unit: unit, header: header), state: &state)
    }
  }

  private var pieceNodes: [InlineNode] = []

  /// Selects the nodes with code in a piece. The last selected range of each subroutine keeps its children.
  private mutating func selectNodes(_ range: Range<Int>, in piece: CodePiece) {
    /// The maximum depth of the next node.
    var limit = 1
    /// The first selected range of the current subroutine; -1 if none yet.
    var selected = -1
    for index in range {
      var node = scan.nodes[index]
      let depth = Int(node.depth)
      let isLast = !node.isAlias
      if depth <= limit, node.start < piece.end, node.end > piece.start {
        node.isAlias = true
        if selected < 0 { selected = pieceNodes.count }
        pieceNodes.append(node)
      }
      guard isLast else { continue }
      if selected >= 0 {
        pieceNodes[pieceNodes.count - 1].isAlias = false
        limit = depth + 1
      } else {
        limit = min(limit, depth)
      }
      selected = -1
    }
  }

  /// Encodes code with lines but without a function, such as assembly. Padding after functions has lines, too. Where
  /// symbols have no sizes, it is omitted, because it would get the name of the symbol before it.
  private mutating func encodeLinesOutsideFunctions(
    unit: Unit, header: LineTableHeader?, wanted: UnitScan.Wanted?
  ) throws(DWARFFault) {
    guard !lines.sequences.isEmpty else { return }
    var covered = scan.covered
    if symbolsHaveSizes { appendForeignCode(of: unit, to: &covered) }
    if !zip(covered, covered.dropFirst()).allSatisfy({ $0.start <= $1.start }) {
      covered.sort { $0.start < $1.start }
    }
    var next = 0
    for sequence in lines.sequences {
      var position = sequence.start
      var followsFunction = false
      while position < sequence.end {
        while next < covered.count, covered[next].end <= position { next += 1 }
        if next < covered.count, covered[next].start <= position {
          position = covered[next].end
          followsFunction = true
          continue
        }
        let end = next < covered.count ? min(covered[next].start, sequence.end) : sequence.end
        let gap = CodePiece(start: position, end: end)
        try addLines(gap, followsFunction, unit: unit, header: header, wanted: wanted)
        position = end
      }
    }
  }

  /// Appends the code that is not the unit's. Where rows of a line table continue behind the end of a section, they
  /// cover padding that the unit does not claim.
  private mutating func appendForeignCode(of unit: Unit, to covered: inout [CodePiece]) {
    var ranges: [Range<UInt64>] = []
    if let value = unit.rangesValue {
      ranges = reader.ranges(form: unit.rangesForm, value: value, in: unit)
    } else if unit.hasRange {
      ranges = [unit.lowPC..<unit.highPC]
    }
    if ranges.isEmpty { return }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    reader.work.spend(ranges.count)
    var position: UInt32 = 0
    for range in ranges {
      guard let start = CodeOffset.of(max(range.lowerBound, base), base: base),
        let end = CodeOffset.of(max(range.upperBound, base), base: base)
      else { continue }
      if position < start { covered.append(CodePiece(start: position, end: start)) }
      position = max(position, end)
    }
    covered.append(CodePiece(start: position, end: .max))
  }

  private mutating func addLines(
    _ gap: CodePiece, _ followsFunction: Bool, unit: Unit, header: LineTableHeader?, wanted: UnitScan.Wanted?
  ) throws(DWARFFault) {
    var start = gap.start
    var index = symbol(at: start)
    while start < gap.end {
      try checkBudgets(at: unit.offset)
      reader.work.spend(8)
      let hasSymbol = index >= 0 && symbols[index].start <= start && symbols[index].end > start
      var next = index + 1 < symbols.count ? symbols[index + 1].start : UInt32.max
      // What follows the last byte of a symbol does not belong to it.
      if hasSymbol, symbolsHaveSizes { next = min(next, symbols[index].end) }
      let end = min(gap.end, max(next, start + 1))
      let isNamed = symbolsHaveSizes || hasSymbol && symbols[index].start == start
      let isPadding = followsFunction && start == gap.start && !isNamed
      let piece = CodePiece(start: start, end: end)
      if !isPadding, wanted?.contains(anyOf: piece) ?? true {
        let block = UInt32(clamping: blocks.count)
        blocks.putStart(start)
        encodeRows(piece, unit: unit, header: header)
        blocks.putCount(0)
        let file = reader.file
        records.append(
          IndexRecord(
            start: start, end: end, name: hasSymbol ? texts.number(of: symbols[index].name, in: file.span) : 0,
            kind: .lines, block: block))
      }
      start = end
      while index + 1 < symbols.count, symbols[index + 1].start <= start { index += 1 }
    }
  }

  // MARK: - Completion

  /// Sorts the records, resolves overlaps, and adds code that only symbols cover.
  private mutating func finish(wanted: UnitScan.Wanted?) {
    var isSorted = true
    var overlaps = false
    for index in records.indices.dropFirst() {
      if records[index].start < records[index - 1].start { isSorted = false }
    }
    if !isSorted { records.sort { $0.start < $1.start } }
    for index in records.indices.dropFirst() where records[index].start < records[index - 1].end { overlaps = true }
    if overlaps { records = Self.disjoint(records) }
    addSymbols(wanted: wanted)
  }

  /// Splits overlapping records so that the one that starts later, the inner one, takes precedence.
  static func disjoint(_ records: [IndexRecord]) -> [IndexRecord] {
    var result: [IndexRecord] = []
    result.reserveCapacity(records.count)
    var open: [IndexRecord] = []
    var position: UInt32 = 0
    func emit(until end: UInt32) {
      while let top = open.last, position < end {
        if top.end <= position {
          open.removeLast()
          continue
        }
        var part = top
        part.start = max(top.start, position)
        part.end = min(top.end, end)
        if part.start < part.end { result.append(part) }
        position = part.end
        if top.end <= end { open.removeLast() }
      }
      position = max(position, end)
    }
    for record in records {
      emit(until: record.start)
      open.append(record)
    }
    emit(until: .max)
    return result
  }

  private mutating func addSymbols(wanted: UnitScan.Wanted?) {
    guard !symbols.isEmpty else { return }
    var merged: [IndexRecord] = []
    merged.reserveCapacity(records.count + 16)
    let file = reader.file
    var next = 0
    for symbol in symbols {
      while next < records.count, records[next].start < symbol.start {
        merged.append(records[next])
        next += 1
      }
      // Debug information has code at this start; the rest up to the symbol's end is padding, which has no name.
      if next < records.count, records[next].start == symbol.start { continue }
      var start = symbol.start
      if let last = merged.last, last.end > start { start = last.end }
      let end = next < records.count ? min(symbol.end, records[next].start) : symbol.end
      guard start == symbol.start, start < end else { continue }
      if let wanted, !wanted.contains(anyOf: CodePiece(start: start, end: end)) { continue }
      merged.append(
        IndexRecord(
          start: start, end: end, name: texts.number(of: symbol.name, in: file.span), kind: symbol.kind,
          block: IndexFormat.noBlock))
    }
    merged.append(contentsOf: records[next...])
    records = merged
  }

  /// Returns the index as bytes, without page checksums.
  func bytes(identity: IndexIdentity) -> FileBytes {
    IndexWriter.bytes(identity: identity, base: base, records: records, texts: texts, blocks: blocks.sink)
  }
}
