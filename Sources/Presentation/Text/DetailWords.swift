import CrashReports

/// Formats details: `1.4 GB`, `20 s`, `60 %`.
enum DetailWords {
  static func value(_ value: Detail.Value) -> String {
    switch value {
    case .text(let text): Wording.oneLine(text)
    case .number(let number): String(number)
    case .bytes(let count): Amounts.bytes(count)
    case .seconds(let seconds): self.seconds(seconds)
    case .percent(let percent): decimal(percent, decimals: percent < 10 ? 1 : 0) + " %"
    case .flag(let flag): flag ? "yes" : "no"
    case .rows(let rows): rows.map(row).joined(separator: "; ")
    }
  }

  /// Returns a row of a table: its name, then the other values in parentheses.
  static func row(_ row: [Detail]) -> String {
    guard let first = row.first else { return "" }
    let rest = row.dropFirst().map { detail in
      switch detail.value {
      case .number(let number): "\(detail.key.label) \(number)"
      case .flag(let flag): flag ? detail.key.label : "not \(detail.key.label)"
      default: value(detail.value)
      }
    }
    return value(first.value) + (rest.isEmpty ? "" : " (\(rest.joined(separator: ", ")))")
  }

  static func seconds(_ seconds: Double) -> String {
    if seconds >= 3600 { return decimal(seconds / 3600, decimals: 1) + " h" }
    if seconds >= 600 { return decimal(seconds / 60, decimals: 0) + " min" }
    if seconds >= 1 || seconds == 0 { return decimal(seconds, decimals: seconds < 10 ? 2 : 1) + " s" }
    return decimal(seconds * 1000, decimals: seconds < 0.01 ? 2 : 0) + " ms"
  }

  /// Returns a number with at most `decimals` decimals, without trailing zeros, with a point in every locale.
  static func decimal(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return value.isNaN ? "not a number" : "out of range" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    let integer = Int((scaled / scale).rounded(.down))
    var fraction = String(Int(scaled - Double(integer) * scale))
    while fraction.utf8.count < decimals { fraction = "0" + fraction }
    while fraction.last == "0" { fraction.removeLast() }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + (fraction.isEmpty || decimals == 0 ? String(integer) : "\(integer).\(fraction)")
  }
}
