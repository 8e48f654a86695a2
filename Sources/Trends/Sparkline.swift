/// Counts as a row of small bars, one character a count.
package enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")
  private static let none: Character = "·"
  private static let asciiBars = Array(":-=+*#%@")
  private static let asciiNone: Character = "."

  /// The largest count has the highest bar; none has a dot, and one of a million still a bar. `ascii`: for terminals
  /// that cannot show blocks. Negative counts are none.
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

  /// Sums neighbours so that `width` counts or fewer are left, all of the same number of days, the newest whole: the
  /// first may hold fewer days than the others.
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
