/// Numbers as pages show them.
enum Figures {
  /// `1,204`.
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var result = number < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return result
  }

  /// `1 report`, `1,204 reports`.
  static func counted(_ number: Int, _ one: String, _ several: String) -> String {
    grouped(number) + " " + (number == 1 ? one : several)
  }

  /// At most two digits behind the point; what is no number is 0.
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

  /// Sum that stays at the largest number instead of overflowing; numbers below 0 count as 0.
  static func sum(_ numbers: some Sequence<Int>) -> Int {
    var sum = 0
    for number in numbers {
      let (next, overflows) = sum.addingReportingOverflow(max(0, number))
      if overflows { return .max }
      sum = next
    }
    return sum
  }

  /// Share of `part` in `whole`, between 0 and 1.
  static func share(_ part: Int, of whole: Int) -> Double {
    whole > 0 ? min(1, max(0, Double(part) / Double(whole))) : 0
  }

  /// `38 %`; below one per cent, but not nothing: `< 1 %`.
  static func percentage(_ part: Int, of whole: Int) -> String {
    let share = share(part, of: whole) * 100
    if share > 0, share < 1 { return "< 1 %" }
    if share < 100, share > 99 { return "> 99 %" }
    return coordinate(share.rounded()) + " %"
  }

  /// The least of 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, … that is at least `value`: the end of an axis.
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
