package import CrashReports
import Vocabulary

/// A repeating sequence of frames, which is typical of infinite recursion.
package struct Cycle: Sendable, Equatable {
  /// The index in the stack of the first frame of the first complete round.
  package var start: Int
  /// The number of frames in one round.
  package var period: Int
  /// The number of complete rounds that are listed; 1 if the report omits the others.
  package var rounds: Int
  /// The number of frames that the report omits, which are further rounds.
  package var omittedFrames: Int

  /// The indices of one round in the stack.
  package var round: Range<Int> { start..<(start + period) }
}

extension Cycle {
  /// The maximum period. The nib recursion has 9 to 20 frames; a JSON or view hierarchy traversal seldom over 60.
  private static let maxPeriod = 128

  /// Returns the repetition that covers most of the stack; `nil` if nothing repeats.
  ///
  /// A round repeats if it occurs completely at least twice, or once if the report states that it omitted frames
  /// between two equal functions. Frames are compared by function; without one, by image and offset. The innermost
  /// frames of an overflow differ from those of other rounds, so the repetition may begin anywhere.
  package static func longest(in frames: [CrashReport.Frame], omitted: Int) -> Cycle? {
    guard frames.count >= 2, let keys = numbers(of: frames) else { return nil }
    var best: (cycle: Cycle, covered: Int)?
    for period in 1...min(maxPeriod, keys.count - 1) {
      var run = 0
      for index in 0...(keys.count - period) {
        let equal = index + period < keys.count && keys[index] >= 0 && keys[index] == keys[index + period]
        if equal {
          run += 1
          continue
        }
        let elided = omitted > 0 && run >= 1
        if run >= period || elided {
          let covered = run + period
          if covered > best?.covered ?? 0 {
            let cycle = Cycle(
              start: index - run, period: period, rounds: max(1, covered / period), omittedFrames: omitted)
            best = (cycle, covered)
          }
        }
        run = 0
      }
    }
    return best?.cycle
  }

  /// Returns equal numbers for equal frames, and -1 for a frame that cannot be compared. Comparing numbers is cheap.
  /// Returns `nil` if no two frames are equal, as in most stacks.
  private static func numbers(of frames: [CrashReport.Frame]) -> [Int]? {
    // Sorted by the ends of names, because hashing names takes longer.
    var order: [(end: UInt64, index: Int)] = []
    order.reserveCapacity(frames.count)
    for index in frames.indices { if let end = end(of: frames[index]) { order.append((end, index)) } }
    order.sort { $0.end < $1.end || $0.end == $1.end && $0.index < $1.index }
    var numbers = [Int](repeating: -1, count: frames.count)
    var isRepeated = false
    var start = 0
    for position in order.indices {
      let (end, index) = order[position]
      if order[start].end != end { start = position }
      // Different names may have equal ends.
      if let first = order[start..<position].first(where: { areEqual(frames[$0.index], frames[index]) }) {
        numbers[index] = numbers[first.index]
        isRepeated = true
      } else {
        numbers[index] = index
      }
    }
    return isRepeated ? numbers : nil
  }

  /// Returns a number that is equal for equal frames; `nil` for a frame that cannot be compared.
  private static func end(of frame: CrashReport.Frame) -> UInt64? {
    // `<redacted>` names a different function in each frame. The same offset is the same call site.
    if let symbol = frame.symbol, !symbol.isPlaceholder {
      var name = symbol.readable
      return name.withUTF8 { bytes in
        bytes.suffix(8).reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1) } &* 31 &+ UInt64(bytes.first ?? 0)
      }
    }
    return frame.image == nil ? nil : frame.imageOffset?.value
  }

  private static func areEqual(_ left: CrashReport.Frame, _ right: CrashReport.Frame) -> Bool {
    let (name, other) = (functionName(left), functionName(right))
    guard name == nil, other == nil else { return name == other }
    return left.image == right.image && left.imageOffset == right.imageOffset
  }

  private static func functionName(_ frame: CrashReport.Frame) -> String? {
    guard let symbol = frame.symbol, !symbol.isPlaceholder else { return nil }
    return symbol.readable
  }
}
