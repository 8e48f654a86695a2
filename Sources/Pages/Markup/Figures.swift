/// Formats of numbers on pages.
enum Figures {
  /// Returns a number with thousands separators: `1,204`.
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var result = number < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return result
  }

  /// Returns a number with a noun: `1 report`, `1,204 reports`.
  static func counted(_ number: Int, _ one: String, _ several: String) -> String {
    grouped(number) + " " + (number == 1 ? one : several)
  }

  /// Returns a coordinate with at most two decimal places; `0` if `value` is not finite or too large.
  static func coordinate(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9, let hundredths = Int(exactly: (value * 100).rounded()) else { return "0" }
    let magnitude = hundredths.magnitude
    var text = (hundredths < 0 ? "-" : "") + String(magnitude / 100)
    let rest = magnitude % 100
    if rest > 0 {
      text += "." + (rest < 10 ? "0" : "") + String(rest)
      if rest % 10 == 0 { text.removeLast() }
    }
    return text
  }

  /// Returns a sum that saturates at the largest number. Negative numbers count as 0.
  static func sum(_ numbers: some Sequence<Int>) -> Int {
    var sum = 0
    for number in numbers {
      let (next, overflows) = sum.addingReportingOverflow(max(0, number))
      if overflows { return .max }
      sum = next
    }
    return sum
  }

  /// Returns the share of `part` in `total`, between 0 and 1.
  static func share(_ part: Int, of total: Int) -> Double {
    total > 0 ? min(1, max(0, Double(part) / Double(total))) : 0
  }

  /// Returns a share in percent: `38%`, `< 1%` for a positive share below 1%, `> 99%` for a share between 99% and 100%.
  static func percentage(_ part: Int, of total: Int) -> String {
    let share = share(part, of: total) * 100
    if share > 0, share < 1 { return "< 1%" }
    if share < 100, share > 99 { return "> 99%" }
    return coordinate(share.rounded()) + "%"
  }

  /// Returns the end of an axis: the smallest of 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, … that is at least `value`.
  static func axisEnd(_ value: Int) -> Int {
    var scale = 1
    while true {
      for factor in [1, 2, 3, 4, 5, 6, 8] {
        let (end, overflows) = scale.multipliedReportingOverflow(by: factor)
        if overflows { return .max }
        if end >= value { return end }
      }
      let (next, overflows) = scale.multipliedReportingOverflow(by: 10)
      if overflows { return .max }
      scale = next
    }
  }
}
