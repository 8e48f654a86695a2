import Synchronization

/// The pages of a stored index whose checksums were verified.
///
/// The header is not part of a page: it has a separate checksum, which also covers the page checksums.
final class IndexPages: Sendable {
  private let file: FileBytes
  /// The size of the index without the page checksums.
  private let size: Int
  private let state: Mutex<State>

  private struct State {
    /// A bit for each verified page.
    var verified: [UInt64]
    var isDamaged = false
  }

  /// Verifies the header and the page checksums; `nil` if they are damaged.
  init?(_ file: FileBytes, size: Int) {
    guard size >= IndexFormat.headerSize, size <= file.count else { return nil }
    let pageCount = PageChecksums.pageCount(ofSize: size)
    guard file.count == size + pageCount * 4 else { return nil }
    let span = file.span
    var cursor = ByteCursor(span, 12..<16)
    let checksums = span.extracting(size..<file.count)
    guard cursor.u32() == PageChecksums.headerChecksum(span, pageChecksums: checksums) else { return nil }
    self.file = file
    self.size = size
    state = Mutex(State(verified: Array(repeating: 0, count: (pageCount + 63) / 64)))
  }

  var isDamaged: Bool { state.withLock { $0.isDamaged } }

  /// Returns true if all pages that overlap `range` are intact. Each page is verified once.
  func areIntact(_ range: Range<Int>) -> Bool {
    if range.isEmpty { return true }
    guard range.lowerBound >= IndexFormat.headerSize, range.upperBound <= size else { return false }
    let first = (range.lowerBound - IndexFormat.headerSize) / IndexFormat.pageSize
    let last = (range.upperBound - 1 - IndexFormat.headerSize) / IndexFormat.pageSize
    let file = file
    return state.withLock { state in
      for page in first...last {
        let bit: UInt64 = 1 << UInt64(page % 64)
        if state.verified[page / 64] & bit != 0 { continue }
        var cursor = ByteCursor(file.span, (size + page * 4)..<(size + page * 4 + 4))
        guard PageChecksums.checksum(file.span, PageChecksums.page(page, ofSize: size)) == cursor.u32() else {
          state.isDamaged = true
          return false
        }
        state.verified[page / 64] |= bit
      }
      return true
    }
  }
}
