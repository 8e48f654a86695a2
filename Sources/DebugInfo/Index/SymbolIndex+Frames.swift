package import Vocabulary

extension SymbolIndex {
  /// Returns the functions at `address`, innermost first; empty if no record covers it.
  package func frames(at address: LinkedAddress) -> [SymbolFrame] {
    guard address.value >= base, let offset = UInt32(exactly: address.value - base) else { return [] }
    let position = indexOfRecord(at: offset)
    guard position >= 0 else { return [] }
    let record = record(position)
    guard offset < record.end else { return [] }
    var block = DecodedBlock()
    guard decode(record, into: &block) else {
      return [frame(name: record.name, record: record, start: record.start, location: nil, isInlined: false)]
    }
    var chain: [Int32] = []
    block.chain(at: offset, into: &chain)
    var frames: [SymbolFrame] = []
    frames.reserveCapacity(chain.count + 1)
    let row = block.row(at: offset)
    var location: Location?
    if row >= 0, block.rows[row].file != 0 || block.rows[row].line != 0 {
      let row = block.rows[row]
      location = Location(file: row.file, line: row.line, column: row.column)
    }
    for index in chain.reversed() {
      let node = block.nodes[Int(index)]
      frames.append(frame(name: node.name, record: record, start: block.start, location: location, isInlined: true))
      location = Location(file: node.callFile, line: node.callLine, column: node.callColumn)
    }
    frames.append(frame(name: record.name, record: record, start: block.start, location: location, isInlined: false))
    return frames
  }

  private struct Location {
    var file: UInt32
    var line: UInt32
    var column: UInt32
  }

  private func frame(
    name: UInt32, record: IndexRecord, start: UInt32, location: Location?, isInlined: Bool
  ) -> SymbolFrame {
    // Lines without a function do not state where its code begins.
    let functionStart =
      record.kind == .lines && record.name == 0 ? nil : LinkedAddress(base &+ UInt64(start))
    let origin: SymbolFrame.Origin
    switch record.kind {
    case .function, .lines: origin = .debugInfo
    case .symbol: origin = .symbolTable
    case .functionStart: origin = .functionStart
    }
    return SymbolFrame(
      name: origin == .functionStart ? "function at \(functionStart?.value.hexadecimal ?? "??")" : text(name),
      file: location.flatMap { $0.file == 0 ? nil : text($0.file) }, line: Int(location?.line ?? 0),
      column: Int(location?.column ?? 0), isInlined: isInlined, origin: origin, functionStart: functionStart)
  }
}
