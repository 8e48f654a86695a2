/// The symbols of an object file by name, for converting linked addresses to addresses in the object file.
package struct ObjectSymbols: Sendable {
  private let entries: SymbolEntries
  /// The hash of each name and the index of its entry, sorted by hash.
  private let hashes: [(hash: Int, entry: Int)]

  /// Reads the symbol table of `file`, an `MH_OBJECT`.
  package init(_ file: MachOFile) {
    entries = SymbolEntries(file)
    let span = file.bytes.span
    var hashes: [(hash: Int, entry: Int)] = []
    // Names overlap only in malicious files, in which they could be longer in total than the file.
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

  /// True if the file does not define named symbols.
  package var isEmpty: Bool { hashes.isEmpty }

  /// Returns the address of the symbol with this name, including Mach-O's underscore; `nil` if there is none.
  package func address(of name: String) -> UInt64? {
    let bytes = FileBytes(Array(name.utf8))
    return address(of: bytes.range, in: bytes.span)
  }

  /// Returns the address of the symbol whose name is in `range` of `other`; `nil` if there is none.
  func address(of range: Range<Int>, in other: RawSpan) -> UInt64? {
    guard !range.isEmpty, range.upperBound <= other.byteCount else { return nil }
    let span = entries.bytes.span
    let hash = Self.hash(range, in: other)
    var position = hashes.partitioningIndex { $0.hash >= hash }
    // Hashes are seeded, so a file cannot contain many names with a known common hash.
    while position < hashes.count, hashes[position].hash == hash {
      if let entry = entries.entry(hashes[position].entry, in: span) {
        let name = entries.nameRange(entry.name, in: span)
        if name.count == range.count, span.extracting(name).hasSameBytes(as: other.extracting(range)) {
          return entry.value
        }
      }
      position += 1
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
