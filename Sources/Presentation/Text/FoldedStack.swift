import CrashReports
import Diagnosis
import Vocabulary

/// The rows of a stack that are shown: informative frames, and summaries of the frames between them.
struct FoldedStack {
  enum Row {
    /// A frame, by its index in the list of frames.
    case frame(Int)
    /// Hidden frames, and a summary of their kinds.
    case fold(count: Int, words: String)
    /// Frames that the report itself, or a limit, omits.
    case omitted(Int)
    /// Frames that repeat the frames above.
    case repetition(count: Int, period: Int)
  }

  private(set) var rows: [Row] = []
  /// The number of hidden frames.
  private(set) var folded = 0

  /// The maximum number of frame rows with the default selection, because a recursion would fill screens.
  private static let maxRows = 40

  init(frames: [CrashReport.Frame], omitted: Int = 0, blamed: Int?, selection: FrameSelection) {
    var shown = Self.shown(frames, blamed, selection)
    // A repetition is mentioned only if its frames are shown; otherwise it is part of a fold.
    let repeats =
      selection != .default && selection != .app
      ? []
      : Repetition.all(in: frames).filter { repetition in
        repetition.firstRound.contains { shown[$0] } && !repetition.repeated.contains(blamed ?? -1)
      }
    for repetition in repeats { for index in repetition.firstRound { shown[index] = true } }
    var nextRepeat = repeats[...]
    var index = 0
    var hidden = 0..<0
    var gap = omitted

    func flush(_ stack: inout FoldedStack) {
      if hidden.isEmpty { return }
      stack.fold(hidden, of: frames)
      hidden = index..<index
    }

    var shownRows = 0
    while index < frames.count {
      if let next = nextRepeat.first, next.repeated.lowerBound == index {
        flush(&self)
        rows.append(.repetition(count: next.repeated.count, period: next.period))
        folded += next.repeated.count
        index = next.repeated.upperBound
        hidden = index..<index
        nextRepeat = nextRepeat.dropFirst()
        continue
      }
      if gap > 0, index > 0, frames[index].index > frames[index - 1].index + 1 {
        flush(&self)
        rows.append(.omitted(gap))
        gap = 0
      }
      let fits = selection != .default || shownRows < Self.maxRows
      if shown[index] && fits {
        flush(&self)
        rows.append(.frame(index))
        shownRows += 1
        index += 1
        hidden = index..<index
      } else {
        index += 1
        hidden = hidden.lowerBound..<index
      }
    }
    flush(&self)
    if gap > 0 { rows.append(.omitted(gap)) }
  }

  // MARK: Which frames

  private static func shown(
    _ frames: [CrashReport.Frame], _ blamed: Int?, _ selection: FrameSelection
  ) -> [Bool] {
    switch selection {
    case .all: return frames.map { _ in true }
    case .count(let count): return frames.indices.map { $0 < count || $0 == blamed }
    case .app: return frames.indices.map { frames[$0].role == .app || $0 == blamed }
    case .default: break
    }
    if frames.count <= 6 { return frames.map { _ in true } }
    var shown = [Bool](repeating: false, count: frames.count)
    var hasApp = false
    for index in frames.indices where frames[index].role == .app || index == blamed {
      hasApp = true
      for near in max(index - 2, 0)...min(index + 2, frames.count - 1) {
        // Frames that only pass a call on are summarized in the fold.
        if near == index || near == 0 || frames[near].isInformative { shown[near] = true }
      }
    }
    shown[0] = true
    if !hasApp { for index in 0..<6 { shown[index] = true } }
    // A fold of one frame takes as much space as the frame.
    for index in frames.indices.dropFirst().dropLast()
    where !shown[index] && shown[index - 1] && shown[index + 1] && frames[index].isInformative {
      shown[index] = true
    }
    return shown
  }

  // MARK: Kinds of hidden frames

  /// The maximum number of kinds in one fold; a longer run becomes several folds.
  private static let maxKinds = 3

  private mutating func fold(_ range: Range<Int>, of frames: [CrashReport.Frame]) {
    folded += range.count
    var words: [String] = []
    var start = range.lowerBound
    for index in range {
      let word = frames[index].kindInWords
      if words.contains(word) || words.contains(where: { $0.hasPrefix(word + " ") }) { continue }
      if words.count == Self.maxKinds && word != FrameWords.main {
        rows.append(.fold(count: index - start, words: words.joined(separator: ", ")))
        words = []
        start = index
      }
      words.append(word)
      if rows.count > 60 {
        words.append("…")
        break
      }
    }
    rows.append(.fold(count: range.upperBound - start, words: words.joined(separator: ", ")))
  }
}

/// A sequence of frames that repeats.
struct Repetition {
  /// The number of frames in one round.
  var period: Int
  /// The indexes of the rounds after the first one.
  var repeated: Range<Int>

  var firstRound: Range<Int> { repeated.lowerBound - period..<repeated.lowerBound }

  /// Returns all repetitions of at least four rounds and at most 16 frames per round, in order.
  static func all(in frames: [CrashReport.Frame]) -> [Repetition] {
    var numbers: [String: Int] = [:]
    let kinds = frames.map { frame -> Int in
      let key = (frame.symbol?.name ?? frame.address?.value.hexadecimal ?? "?") + "\u{0}" + (frame.image ?? "")
      let number = numbers[key] ?? numbers.count
      numbers[key] = number
      return number
    }
    var found: [Repetition] = []
    var index = 0
    while index < kinds.count {
      guard let period = (1...16).first(where: { repeats(kinds, index, $0, atLeast: 3 * $0) }) else {
        index += 1
        continue
      }
      var end = index + period
      while end < kinds.count, kinds[end] == kinds[end - period] { end += 1 }
      let complete = (end - index) / period * period
      found.append(Repetition(period: period, repeated: index + period..<index + complete))
      index += complete
    }
    return found
  }

  private static func repeats(_ kinds: [Int], _ start: Int, _ period: Int, atLeast count: Int) -> Bool {
    guard start + period + count <= kinds.count else { return false }
    for index in start..<start + count where kinds[index] != kinds[index + period] { return false }
    return true
  }
}
