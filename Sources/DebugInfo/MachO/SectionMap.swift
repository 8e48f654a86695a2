/// The sections of an image by address.
struct SectionMap {
  /// The address ranges, sorted by start.
  private let bounds: [(start: UInt64, end: UInt64)]

  /// Creates a map of the sections that occupy addresses of the image. The addresses of the debug sections in a dSYM
  /// are meaningless.
  init(_ sections: [MachOSection]) {
    bounds = sections.filter { $0.size > 0 && $0.segment != "__DWARF" }
      .map { ($0.address, $0.endAddress) }
      .sorted { $0 < $1 }
  }

  /// Returns the range of the section that contains `address`; if sections overlap, of the one that starts last.
  func section(at address: UInt64) -> (start: UInt64, end: UInt64)? {
    let after = bounds.partitioningIndex { $0.start > address }
    guard after > 0, address < bounds[after - 1].end else { return nil }
    return bounds[after - 1]
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies `predicate`. All elements after it must satisfy it, too.
  @inline(__always)
  func partitioningIndex(_ predicate: (Element) -> Bool) -> Int {
    guard !isEmpty else { return startIndex }
    var low = startIndex
    var count = self.count
    // The branch would be unpredictable, so a conditional move is faster.
    while count > 1 {
      let half = count / 2
      low = predicate(self[low &+ half &- 1]) ? low : low &+ half
      count &-= half
    }
    return predicate(self[low]) ? low : low + 1
  }
}
