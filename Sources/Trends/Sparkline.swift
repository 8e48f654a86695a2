/// Counts as a row of small bars, one character for each count.
package enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")
  private static let none: Character = "·"
  private static let asciiBars = Array(":-=+*#%@")
  private static let asciiNone: Character = "."

  /// Returns the bars. The largest count has the highest bar, every positive count has a bar, and 0 has a dot. Negative
  /// counts are treated as 0. With `ascii`, uses ASCII characters instead of blocks.
  package static func text(_ counts: [Int], ascii: Bool = false) -> String {
    let bars = ascii ? asciiBars : bars
    let largest = Double(counts.max() ?? 0)
    return String(
      counts.map { count in
        guard count > 0 else { return ascii ? asciiNone : none }
        let height = (Double(count) / largest * Double(bars.count)).rounded(.up)
        return bars[max(0, min(bars.count, Int(height)) - 1)]
      })
  }

  /// Sums neighboring counts so that at most `width` remain. All sums have the same number of days, except the first,
  /// which may have fewer.
  package static func folded(_ counts: [Int], to width: Int) -> [Int] {
    guard width > 0, counts.count > width else { return counts }
    let size = (counts.count + width - 1) / width
    var sums: [Int] = []
    var end = counts.count
    while end > 0 {
      let begin = max(0, end - size)
      sums.append(
        counts[begin..<end].reduce(0) { sum, count in
          let (next, overflows) = sum.addingReportingOverflow(max(0, count))
          return overflows ? .max : next
        })
      end = begin
    }
    return sums.reversed()
  }
}
