/// The offsets of a rewritten text in the text that it was created from.
///
/// The rewritten text is a sequence of runs. A run is a copy of consecutive bytes, a conversion of two bytes each to one
/// (UTF-16), or the replacement of some bytes, such as `<` for `&lt;`. Bytes between two runs were removed. Memory and
/// time are proportional to the number of runs; a lookup takes a binary search.
package struct SourceMap: Sendable, Equatable {
  /// The beginning of a run in both texts.
  private struct Run: Sendable, Equatable {
    /// The offset in the rewritten text.
    var target: Int
    /// The offset in the source, times four, and the kind of the run.
    var code: Int

    var source: Int { code >> 2 }
    /// The number of source bytes for each byte; 0 for a replacement.
    var scale: Int { code & 3 }
  }

  private var runs: [Run] = []
  /// The length of the source.
  package private(set) var sourceCount: Int

  /// Creates a map without runs for a source of `sourceCount` bytes.
  package init(sourceCount: Int) { self.sourceCount = sourceCount }

  /// Adds a run that begins at `target` in the rewritten text; consecutive copies become one run.
  ///
  /// - Parameter scale: The number of source bytes for each byte: 1, 2, or 0 for a replacement of any length.
  mutating func add(target: Int, source: Int, scale: Int) {
    if let last = runs.last {
      if scale > 0, last.scale == scale, source &- last.source == (target &- last.target) &* scale {
        return
      }
      if last.target == target { runs.removeLast() }
    }
    runs.append(Run(target: target, code: source << 2 | scale))
  }

  /// Returns the offset in the source of the byte at `target` in the rewritten text. A byte of a replacement has the
  /// offset at which the replaced bytes begin.
  package func source(of target: Int) -> Int {
    guard let index = index(of: target) else { return min(max(target, 0), sourceCount) }
    let run = runs[index]
    if run.scale == 0 { return min(run.source, sourceCount) }
    return min(run.source &+ (target &- run.target) &* run.scale, limit(after: index))
  }

  /// Returns the offset in the source of the end of the byte before `target`, so that removed bytes before `target` are
  /// not part of a range that ends there.
  package func sourceEnd(of target: Int) -> Int {
    guard target > 0 else { return 0 }
    guard let index = index(of: target - 1) else { return min(target, sourceCount) }
    let run = runs[index]
    if run.scale == 0 { return limit(after: index) }
    return min(run.source &+ (target &- run.target) &* run.scale, limit(after: index))
  }

  /// The offset in the source at which the run after `index` begins.
  private func limit(after index: Int) -> Int {
    index + 1 < runs.count ? min(runs[index + 1].source, sourceCount) : sourceCount
  }

  /// Returns the index of the last run that begins at or before `target`.
  private func index(of target: Int) -> Int? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = low + (high - low) / 2
      if runs[middle].target <= target { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

/// A text that is written from the bytes of another one, with the offset of each byte there.
struct RewrittenText {
  private(set) var bytes: [UInt8] = []
  private(set) var map: SourceMap

  init(sourceCount: Int) {
    map = SourceMap(sourceCount: sourceCount)
  }

  /// Appends `range` of the source unchanged.
  mutating func copy(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= source.count else { return }
    if bytes.isEmpty { bytes.reserveCapacity(source.count) }
    map.add(target: bytes.count, source: range.lowerBound, scale: 1)
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[range]))
  }

  /// Appends `replacement` for bytes of the source that begin at `offset`.
  mutating func replace(at offset: Int, with replacement: some Sequence<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: replacement)
    if bytes.count > start { map.add(target: start, source: offset, scale: 0) }
  }

  /// Appends an ASCII character of a UTF-16 text, whose two bytes begin at `offset`.
  mutating func narrow(at offset: Int, _ byte: UInt8) {
    map.add(target: bytes.count, source: offset, scale: 2)
    bytes.append(byte)
  }

  /// Appends a byte for bytes of the source that begin at `offset`.
  mutating func replace(at offset: Int, with byte: UInt8) {
    map.add(target: bytes.count, source: offset, scale: 0)
    bytes.append(byte)
  }
}
