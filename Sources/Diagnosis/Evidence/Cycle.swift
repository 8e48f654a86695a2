package import CrashReports
import Vocabulary

/// A sequence of frames that repeats: the mark of unbounded recursion.
package struct Cycle: Sendable, Equatable {
  /// Position in the stack of the first frame of the first full round seen.
  package var start: Int
  /// Frames in one round.
  package var period: Int
  /// Full rounds that are listed; 1 where the report itself elides the others.
  package var rounds: Int
  /// Frames the report left out, which are further rounds.
  package var omittedFrames: Int

  /// Positions of one round.
  package var round: Range<Int> { start..<(start + period) }
}

extension Cycle {
  /// Longest round looked for. The nib recursion takes 9 to 20 frames; a JSON or view-hierarchy walk seldom over 60.
  private static let longestPeriod = 128

  /// The repetition that covers most of the stack, or `nil` if nothing repeats.
  ///
  /// A round counts as repeated if it stands at least twice in full, or once where the report says that it left
  /// frames out between two equal functions. Frames compare by function; without one, by image and offset. The
  /// innermost frames of an overflow differ from round to round, so the repetition may begin anywhere.
  package static func longest(in frames: [CrashReport.Frame], omitted: Int) -> Cycle? {
    guard frames.count >= 2 else { return nil }
    let keys = numbers(of: frames)
    var best: (cycle: Cycle, covered: Int)?
    for period in 1...min(longestPeriod, keys.count - 1) {
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

  /// Equal numbers for equal frames, -1 for one that equals none: numbers are compared many times.
  private static func numbers(of frames: [CrashReport.Frame]) -> [Int] {
    var known: [String: Int] = [:]
    return frames.map { frame in
      guard let identity = identity(frame) else { return -1 }
      if let number = known[identity] { return number }
      let number = known.count
      known[identity] = number
      return number
    }
  }

  private static func identity(_ frame: CrashReport.Frame) -> String? {
    if let symbol = frame.symbol { return symbol.readable }
    guard let image = frame.image, let offset = frame.imageOffset else { return nil }
    return image + "+" + String(offset.value, radix: 16)
  }
}
