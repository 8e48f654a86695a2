/// The sections of an image by address.
struct SectionMap {
  /// Sorted by start.
  private let bounds: [(start: UInt64, end: UInt64)]

  /// Those of `sections` that occupy addresses of the image. A dSYM also gives its debug sections addresses, which
  /// mean nothing.
  init(_ sections: [MachOSection]) {
    bounds = sections.filter { $0.size > 0 && $0.segment != "__DWARF" }
      .map { ($0.address, $0.endAddress) }
      .sorted { $0 < $1 }
  }

  /// Start and end of the section that includes `address`; where sections overlap, of the one that starts last.
  func section(at address: UInt64) -> (start: UInt64, end: UInt64)? {
    let after = bounds.partitioningIndex { $0.start > address }
    guard after > 0, address < bounds[after - 1].end else { return nil }
    return bounds[after - 1]
  }
}

extension RandomAccessCollection where Index == Int {
  /// Index of the first element that satisfies `predicate`, which holds for all elements behind one that satisfies it.
  @inline(__always)
  func partitioningIndex(_ predicate: (Element) -> Bool) -> Int {
    guard !isEmpty else { return startIndex }
    var low = startIndex
    var count = self.count
    // Which half it is in is anybody's guess, so that a choice of values is cheaper than a branch.
    while count > 1 {
      let half = count / 2
      low = predicate(self[low &+ half &- 1]) ? low : low &+ half
      count &-= half
    }
    return predicate(self[low]) ? low : low + 1
  }
}
