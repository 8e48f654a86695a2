import Bytes

/// The ranges of lines in a text, found once for all lines.
struct LineRanges {
  private let bytes: [UInt8]
  private var starts: [Int] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the bytes of lines, from 1; of one of several messages on the first line if `part` is given. `nil` for lines
  /// that the text does not have.
  mutating func range(_ lines: ClosedRange<Int>, part: (index: Int, count: Int)?) -> Range<Int>? {
    if starts.isEmpty {
      starts = [0]
      var at = 0
      while let end = ByteSearch.find("\n", bytes, at..<bytes.count) {
        at = end + 1
        starts.append(at)
      }
    }
    guard lines.lowerBound >= 1, lines.lowerBound <= starts.count else { return nil }
    let start = starts[lines.lowerBound - 1]
    let end = lines.upperBound < starts.count ? starts[lines.upperBound] : bytes.count
    guard start < end else { return nil }
    return part.map { split(start..<end, $0) } ?? start..<end
  }

  private func split(_ range: Range<Int>, _ part: (index: Int, count: Int)) -> Range<Int> {
    // The messages of a line begin somewhere in front of their marks.
    var marks: [Int] = []
    var at = range.lowerBound
    while marks.count < part.count, let mark = ByteSearch.find("IB Designables:", bytes, at..<range.upperBound) {
      marks.append(mark)
      at = mark + 1
    }
    guard part.index < marks.count else { return range }
    let start = part.index == 0 ? range.lowerBound : marks[part.index]
    let end = part.index + 1 < marks.count ? marks[part.index + 1] : range.upperBound
    return start..<max(start, end)
  }
}
