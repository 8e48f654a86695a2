import Synchronization

/// Which pages of a stored index were read and found whole.
///
/// The header is not part of any page: it has a check of its own, which covers the pages' checks too.
final class IndexPages: Sendable {
  private let file: FileBytes
  /// The index without its checks.
  private let size: Int
  private let state: Mutex<State>

  private struct State {
    /// A bit for each page that is known to be whole.
    var whole: [UInt64]
    var isDamaged = false
  }

  /// `nil` if the header or the checks themselves are damaged.
  init?(_ file: FileBytes, size: Int) {
    guard size >= IndexFormat.headerSize, size <= file.count else { return nil }
    let pageCount = PageChecks.pageCount(ofSize: size)
    guard file.count == size + pageCount * 4 else { return nil }
    let span = file.span
    var cursor = ByteCursor(span, 12..<16)
    guard cursor.u32() == PageChecks.headerCheck(span, checks: span.extracting(size..<file.count)) else { return nil }
    self.file = file
    self.size = size
    state = Mutex(State(whole: Array(repeating: 0, count: (pageCount + 63) / 64)))
  }

  var isDamaged: Bool { state.withLock { $0.isDamaged } }

  /// True if all pages that `range` touches are whole; each is read once.
  func areWhole(_ range: Range<Int>) -> Bool {
    if range.isEmpty { return true }
    guard range.lowerBound >= IndexFormat.headerSize, range.upperBound <= size else { return false }
    let first = (range.lowerBound - IndexFormat.headerSize) / IndexFormat.pageSize
    let last = (range.upperBound - 1 - IndexFormat.headerSize) / IndexFormat.pageSize
    let file = file
    return state.withLock { state in
      for page in first...last {
        let bit: UInt64 = 1 << UInt64(page % 64)
        if state.whole[page / 64] & bit != 0 { continue }
        var cursor = ByteCursor(file.span, (size + page * 4)..<(size + page * 4 + 4))
        guard PageChecks.check(file.span, PageChecks.page(page, ofSize: size)) == cursor.u32() else {
          state.isDamaged = true
          return false
        }
        state.whole[page / 64] |= bit
      }
      return true
    }
  }
}
