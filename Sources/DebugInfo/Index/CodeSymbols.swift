/// Code that the symbol table or the function starts know about, debug information aside.
struct CodeSymbol {
  /// In bytes from the image's base; `end` is where the next one starts, or the section ends.
  var start: UInt32
  var end: UInt32
  /// Without Mach-O's leading underscore; none for a bare function start.
  var name: TextPlace
  var kind: RecordKind

  /// All of them in `file`, sorted by start and not overlapping.
  static func all(in file: MachOFile, base: UInt64) -> [CodeSymbol] {
    let starts = FunctionStarts(file)
    let table = SymbolTable(file, functionStarts: starts)
    let entries = SymbolEntries(file)
    let span = file.bytes.span
    var found: [CodeSymbol] = []
    found.reserveCapacity(table.count)
    var next = 0
    var covered: UInt64 = 0
    func addStarts(before limit: UInt64) {
      while next < starts.count {
        guard let function = starts.function(next) else {
          next += 1
          continue
        }
        if function.start >= limit { return }
        next += 1
        if function.start < covered { continue }
        found.append(function.start, min(function.end, limit), name: .none, kind: .functionStart, base: base)
      }
    }
    for index in 0..<table.count {
      guard let symbol = table.symbol(index), symbol.start >= covered else { continue }
      addStarts(before: symbol.start)
      found.append(
        symbol.start, symbol.end, name: entries.place(symbol.name, in: span), kind: .symbol, base: base)
      covered = symbol.end
    }
    addStarts(before: .max)
    return found
  }
}

extension [CodeSymbol] {
  fileprivate mutating func append(
    _ start: UInt64, _ end: UInt64, name: TextPlace, kind: RecordKind, base: UInt64
  ) {
    guard start >= base, start &- base < 0xffff_fffe, end > start else { return }
    let offset = UInt32(truncatingIfNeeded: start &- base)
    append(CodeSymbol(start: offset, end: UInt32(clamping: end &- base), name: name, kind: kind))
  }
}

extension SymbolEntries {
  /// The place of the name at `offset` of the string table, behind the underscore that C puts before every name.
  func place(_ offset: UInt32, in span: RawSpan) -> TextPlace {
    guard let start = nameStart(offset) else { return .none }
    var cursor = ByteCursor(span, start..<span.byteCount)
    let place = cursor.u8() == UInt8(ascii: "_") ? start + 1 : start
    return TextPlace(offset: UInt32(exactly: place) ?? 0)
  }
}
