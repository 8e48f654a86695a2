/// The addresses of an object file's symbols by name: how a linked address becomes one of the object.
package struct ObjectSymbols: Sendable {
  private let entries: SymbolEntries
  /// Hash of a name and index of its entry, by hash.
  private let hashes: [(hash: Int, entry: Int)]

  /// Reads the symbol table of `file`, an `MH_OBJECT`.
  package init(_ file: MachOFile) {
    entries = SymbolEntries(file)
    let span = file.bytes.span
    var hashes: [(hash: Int, entry: Int)] = []
    // Names do not overlap unless somebody made them overlap, so that together they were longer than the file.
    var allowance = file.range.count
    for index in 0..<entries.count {
      guard let entry = entries.entry(index, in: span), entry.isDefined else { continue }
      let name = entries.nameRange(entry.name, in: span)
      allowance -= name.count
      guard allowance >= 0 else { break }
      if !name.isEmpty { hashes.append((Self.hash(name, in: span), index)) }
    }
    self.hashes = hashes.sorted { $0 < $1 }
  }

  /// True if the file defines no named symbols.
  package var isEmpty: Bool { hashes.isEmpty }

  /// The address of the symbol whose name, with Mach-O's underscore, is `name`; `nil` without one.
  package func address(of name: String) -> UInt64? {
    let bytes = FileBytes(Array(name.utf8))
    return address(of: bytes.range, in: bytes.span)
  }

  /// As `address(of:)`, for a name that lies in `range` of `other`.
  func address(of range: Range<Int>, in other: RawSpan) -> UInt64? {
    guard !range.isEmpty, range.upperBound <= other.byteCount else { return nil }
    let span = entries.bytes.span
    let hash = Self.hash(range, in: other)
    var place = hashes.partitioningIndex { $0.hash >= hash }
    // Hashes are seeded: nobody can prepare many names with the same one.
    while place < hashes.count, hashes[place].hash == hash {
      if let entry = entries.entry(hashes[place].entry, in: span) {
        let name = entries.nameRange(entry.name, in: span)
        if name.count == range.count, span.extracting(name).hasSameBytes(as: other.extracting(range)) {
          return entry.value
        }
      }
      place += 1
    }
    return nil
  }

  private static func hash(_ range: Range<Int>, in span: RawSpan) -> Int {
    var hasher = Hasher()
    span.extracting(range).withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}

extension RawSpan {
  fileprivate func hasSameBytes(as other: RawSpan) -> Bool {
    withUnsafeBytes { mine in other.withUnsafeBytes { mine.elementsEqual($0) } }
  }
}
