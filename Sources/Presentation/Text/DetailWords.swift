import CrashReports

/// Details in words for people: `1.4 GB`, `20 s`, `60 %`.
enum DetailWords {
  static func value(_ value: Detail.Value) -> String {
    switch value {
    case .text(let text): Wording.oneLine(text)
    case .number(let number): String(number)
    case .bytes(let count): Amounts.bytes(count)
    case .seconds(let seconds): self.seconds(seconds)
    case .percent(let percent): decimal(percent, locations: percent < 10 ? 1 : 0) + " %"
    case .flag(let flag): flag ? "yes" : "no"
    case .rows(let rows): rows.map(row).joined(separator: "; ")
    }
  }

  /// A row of a table: what it is called, then the rest in brackets.
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
    if seconds >= 3600 { return decimal(seconds / 3600, locations: 1) + " h" }
    if seconds >= 600 { return decimal(seconds / 60, locations: 0) + " min" }
    if seconds >= 1 || seconds == 0 { return decimal(seconds, locations: seconds < 10 ? 2 : 1) + " s" }
    return decimal(seconds * 1000, locations: seconds < 0.01 ? 2 : 0) + " ms"
  }

  /// With at most `locations` decimals, zeros at the end left out; a point in every locale.
  static func decimal(_ value: Double, locations: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return value.isNaN ? "not a number" : "beyond measure" }
    var scale = 1.0
    for _ in 0..<locations { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    let whole = Int((scaled / scale).rounded(.down))
    var fraction = String(Int(scaled - Double(whole) * scale))
    while fraction.utf8.count < locations { fraction = "0" + fraction }
    while fraction.last == "0" { fraction.removeLast() }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + (fraction.isEmpty || locations == 0 ? String(whole) : "\(whole).\(fraction)")
  }
}
