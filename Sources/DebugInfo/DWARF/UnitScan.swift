/// A function of one unit (`DW_TAG_subprogram` with code).
struct ScannedFunction {
  /// The first index in `UnitScan.pieces`, which contain the function's address ranges.
  var firstPiece: Int32
  var pieceCount: Int32
  /// The first index in `UnitScan.nodes`, which contain the inlined subroutines.
  var firstNode: Int32
  var nodeCount: Int32
  var name: FunctionNameReference
}

/// A contiguous address range of a function, in bytes from the image's base.
struct CodePiece {
  var start: UInt32
  var end: UInt32
}

/// One address range of an inlined subroutine. A subroutine with several ranges has a node for each. All but the last
/// are marked `isAlias`, and the subroutines inlined into it follow the last.
struct InlineNode {
  var start: UInt32
  var end: UInt32
  var name: StringReference
  /// The location of the call; the file is a number of the unit's line table.
  var callFile: UInt32
  var callLine: UInt32
  var callColumn: UInt32
  /// The depth of inlining: 1 for a subroutine that was inlined directly into the function.
  var depth: UInt16
  var isAlias: Bool
}

/// The name of a function.
struct FunctionNameReference: Equatable {
  var string: StringReference
  /// True for a linkage name, false for a source name.
  var isLinkage: Bool

  static let none = FunctionNameReference(string: .none, isLinkage: false)
}

/// The functions and inlined subroutines of one unit, found in one pass over its entries.
///
/// Reused for every unit, so that the arrays are allocated once.
struct UnitScan: ~Copyable {
  private(set) var functions: [ScannedFunction] = []
  private(set) var pieces: [CodePiece] = []
  private(set) var nodes: [InlineNode] = []
  /// The address ranges of all functions, including those that were not requested.
  private(set) var covered: [CodePiece] = []

  /// A cache of names by entry offset: many inlined subroutines refer to the same entry.
  private var knownNames: [(entry: Int, name: FunctionNameReference)] = Array(
    repeating: (entry: -1, name: .none), count: nameSlots)
  private static let nameSlots = 8192
  private var values = AttributeValues()
  private var ranges: [Range<UInt64>] = []
  private var scopes = ScopeStack()
  /// The lowest address with code; debug information below it is that of discarded functions.
  private var lowestCode: UInt64 = 0

  /// The function that encloses the entries at one level.
  fileprivate struct Scope {
    /// The index in `functions`; -1 outside all functions.
    var function: Int32
    var depth: UInt16
    /// True inside a function that is scanned later or not at all.
    var isIgnored: Bool
  }

  /// The code addresses that a lookup needs.
  struct Wanted {
    /// The offsets from the image's base in bytes, sorted.
    var offsets: [UInt32]

    func contains(anyOf piece: CodePiece) -> Bool {
      var low = 0
      var high = offsets.count
      while low < high {
        let middle = (low &+ high) / 2
        if offsets[middle] < piece.start { low = middle &+ 1 } else { high = middle }
      }
      return low < offsets.count && offsets[low] < piece.end
    }
  }

  /// Scans the entries of `unit` for functions with code within 4 GB from `base`.
  /// - Parameter wanted: The code that is needed; `nil` for all.
  mutating func scan(
    _ unit: Unit, base: UInt64, wanted: Wanted?, reader: inout DebugInfoReader
  ) throws(DWARFFault) {
    functions.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    covered.removeAll(keepingCapacity: true)
    lowestCode = max(base, reader.lowestCode)
    let table = reader.table(try reader.tableNumber(for: unit))
    var pending: [Int] = []
    let start = unit.firstEntry
    try walk(
      from: start, isFirst: true, unit: unit, table: table, base: base, wanted: wanted, reader: &reader,
      pending: &pending)
    // Nested functions follow in the order found. Compilers emit one level of them.
    let inner = pending
    for entry in inner {
      try reader.work.check(at: entry)
      try walk(
        from: entry, isFirst: false, unit: unit, table: table, base: base, wanted: wanted, reader: &reader,
        pending: &pending)
    }
  }

  /// Scans one entry and its children.
  private mutating func walk(
    from entry: Int, isFirst: Bool, unit: Unit, table: AbbreviationTable, base: UInt64, wanted: Wanted?,
    reader: inout DebugInfoReader, pending: inout [Int]
  ) throws(DWARFFault) {
    let file = reader.file
    var cursor = ByteCursor(file.span, entry..<unit.end)
    let steps = table.steps.span
    let entries = table.entries.span
    let encoding = unit.encoding
    scopes.removeAll()
    var scope = Scope(function: -1, depth: 0, isIgnored: false)
    while cursor.hasMore {
      let offset = cursor.position
      let code = cursor.uleb()
      if code == 0 {
        guard let outer = scopes.popLast() else { break }
        scope = outer
        if scopes.isEmpty { break }
        continue
      }
      let abbreviation =
        code < UInt64(entries.count) ? entries[unchecked: Int(truncatingIfNeeded: code)] : table.other(code)
      switch abbreviation.kind {
      case .other, .unit:
        skipEntry(abbreviation, steps: steps, encoding: encoding, cursor: &cursor)
        if abbreviation.hasChildren { scopes.append(scope) }
      case .undeclared: throw DWARFFault("an entry has an unknown abbreviation", at: offset)
      case .subprogram:
        values.read(abbreviation, steps: steps, encoding: encoding, cursor: &cursor)
        var inner = scope
        if scope.function >= 0 || scope.isIgnored {
          // Its nodes must not mix with those of the enclosing function, so it is scanned later.
          if isFirst, values.present & codeMask != 0, pending.count < 10_000 { pending.append(offset) }
          inner.isIgnored = true
        } else {
          inner.function = addFunction(unit: unit, base: base, wanted: wanted, reader: &reader)
          inner.isIgnored = inner.function < 0 && values.present & codeMask != 0
        }
        if abbreviation.hasChildren {
          scopes.append(scope)
          scope = inner
        }
      case .inlinedSubroutine:
        if scope.function < 0 || scope.isIgnored {
          skipEntry(abbreviation, steps: steps, encoding: encoding, cursor: &cursor)
          if abbreviation.hasChildren { scopes.append(scope) }
          continue
        }
        values.read(abbreviation, steps: steps, encoding: encoding, cursor: &cursor)
        let isAdded = addInlined(unit: unit, depth: scope.depth, base: base, reader: &reader)
        if abbreviation.hasChildren {
          scopes.append(scope)
          if isAdded { scope.depth += 1 }
        }
      }
      if scopes.isEmpty { break }
    }
    finishFunction()
    if !isFirst { reader.work.spend(cursor.position - entry) }
    guard !cursor.isOverrun else { throw DWARFFault("a unit's entries end early", at: unit.end) }
  }

  private var codeMask: UInt32 {
    1 << UInt32(DWARFAttribute.lowPC.rawValue) | 1 << UInt32(DWARFAttribute.ranges.rawValue)
  }

  // MARK: - Functions

  /// Sets how many nodes the last function has.
  private mutating func finishFunction() {
    guard let last = functions.indices.last else { return }
    functions[last].nodeCount = Int32(truncatingIfNeeded: nodes.count) - functions[last].firstNode
  }

  /// Adds the function whose attributes were just read; -1 if it has no code, or none that is needed.
  private mutating func addFunction(
    unit: Unit, base: UInt64, wanted: Wanted?, reader: inout DebugInfoReader
  ) -> Int32 {
    let firstPiece = pieces.count
    appendPieces(unit: unit, base: base, reader: &reader)
    guard pieces.count > firstPiece else { return -1 }
    covered.append(contentsOf: pieces[firstPiece...])
    if let wanted, !pieces[firstPiece...].contains(where: { wanted.contains(anyOf: $0) }) {
      pieces.removeLast(pieces.count - firstPiece)
      return -1
    }
    finishFunction()
    let name = functionName(unit: unit, reader: &reader)
    functions.append(
      ScannedFunction(
        firstPiece: Int32(truncatingIfNeeded: firstPiece),
        pieceCount: Int32(truncatingIfNeeded: pieces.count - firstPiece),
        firstNode: Int32(truncatingIfNeeded: nodes.count), nodeCount: 0, name: name))
    return Int32(truncatingIfNeeded: functions.count - 1)
  }

  private mutating func appendPieces(unit: Unit, base: UInt64, reader: inout DebugInfoReader) {
    forEachRange(unit: unit, reader: &reader) { low, high, scan in
      guard let piece = scan.piece(low, high, base: base) else { return }
      scan.pieces.append(piece)
    }
  }

  private func piece(_ low: UInt64, _ high: UInt64, base: UInt64) -> CodePiece? {
    guard low >= lowestCode, high > low, let end = CodeOffset.of(high, base: base) else { return nil }
    return CodePiece(start: UInt32(truncatingIfNeeded: low &- base), end: end)
  }

  /// Calls `body` for each address range of the entry whose attributes were just read.
  @inline(__always)
  private mutating func forEachRange(
    unit: Unit, reader: inout DebugInfoReader, _ body: (UInt64, UInt64, inout UnitScan) -> Void
  ) {
    if values.has(.lowPC), values.has(.highPC) {
      guard let low = reader.address(values, .lowPC, in: unit), let high = reader.highPC(values, low: low, in: unit)
      else { return }
      body(low, high, &self)
    } else if values.has(.ranges) {
      ranges.removeAll(keepingCapacity: true)
      reader.appendRanges(form: values.form(.ranges), value: values.value(.ranges), in: unit, to: &ranges)
      for range in ranges { body(range.lowerBound, range.upperBound, &self) }
    }
  }

  /// Adds the inlined subroutine whose attributes were just read; false if it has no code.
  private mutating func addInlined(
    unit: Unit, depth: UInt16, base: UInt64, reader: inout DebugInfoReader
  ) -> Bool {
    guard depth < 10_000 else { return false }
    let first = nodes.count
    var node = InlineNode(
      start: 0, end: 0, name: .none,
      callFile: values.has(.callFile) ? UInt32(clamping: values.value(.callFile)) : 0,
      callLine: values.has(.callLine) ? UInt32(clamping: values.value(.callLine)) : 0,
      callColumn: values.has(.callColumn) ? UInt32(clamping: values.value(.callColumn)) : 0, depth: depth &+ 1,
      isAlias: true)
    if let entry = reader.reference(values, .abstractOrigin, in: unit) {
      let slot = (entry &* 0x9E37_79B9) >> 7 & (Self.nameSlots &- 1)
      if knownNames[slot].entry == entry {
        node.name = knownNames[slot].name.string
      } else {
        // Reading the name overwrites `values`, so the ranges come first.
        forEachRange(unit: unit, reader: &reader) { low, high, scan in scan.append(node, low, high, base: base) }
        guard nodes.count > first else { return false }
        let name = reader.nameOfEntry(at: entry, from: unit)
        knownNames[slot] = (entry, name)
        for index in first..<nodes.count { nodes[index].name = name.string }
        nodes[nodes.count &- 1].isAlias = false
        return true
      }
    }
    forEachRange(unit: unit, reader: &reader) { low, high, scan in scan.append(node, low, high, base: base) }
    guard nodes.count > first else { return false }
    nodes[nodes.count &- 1].isAlias = false
    return true
  }

  @inline(__always)
  private mutating func append(_ node: InlineNode, _ low: UInt64, _ high: UInt64, base: UInt64) {
    guard let piece = piece(low, high, base: base) else { return }
    var node = node
    node.start = piece.start
    node.end = piece.end
    nodes.append(node)
  }

  /// Returns the name of the function whose attributes were just read.
  private mutating func functionName(unit: Unit, reader: inout DebugInfoReader) -> FunctionNameReference {
    if values.has(.linkageName) {
      return FunctionNameReference(string: reader.text(values, .linkageName, in: unit), isLinkage: true)
    }
    let own = reader.text(values, .name, in: unit)
    let origin =
      reader.reference(values, .abstractOrigin, in: unit) ?? reader.reference(values, .specification, in: unit)
    guard let origin else { return FunctionNameReference(string: own, isLinkage: false) }
    let name = reader.nameOfEntry(at: origin, from: unit)
    return name.isLinkage || own.isNone ? name : FunctionNameReference(string: own, isLinkage: false)
  }
}

/// A stack of the scopes that enclose an entry. The scan pushes and pops a scope for every third entry.
private struct ScopeStack: ~Copyable {
  private var base: UnsafeMutablePointer<UnitScan.Scope>
  private var capacity = 256
  private(set) var count = 0

  init() { base = .allocate(capacity: capacity) }

  deinit { base.deallocate() }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ scope: UnitScan.Scope) {
    if count == capacity { grow() }
    base[count] = scope
    count &+= 1
  }

  /// Removes and returns the last scope; `nil` if there is none.
  @inline(__always)
  mutating func popLast() -> UnitScan.Scope? {
    guard count > 0 else { return nil }
    count &-= 1
    return base[count]
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<UnitScan.Scope>.allocate(capacity: capacity * 2)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
