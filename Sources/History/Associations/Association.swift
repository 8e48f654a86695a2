internal import Trends

/// A value that is more or less frequent among the reports of an issue than among those of other issues of the same apps in
/// the same time, and more than chance explains. It is an observation, not a cause.
package struct Association: Sendable, Equatable {
  /// What the value is compared with.
  package enum Kind: String, Sendable, CaseIterable {
    /// More frequent than in other issues.
    case more
    /// Less frequent than in other issues.
    case fewer
    /// Nearly all reports are from one device, unlike those of other issues.
    case oneDevice
  }

  /// What is counted.
  package enum Unit: String, Sendable, CaseIterable {
    /// Days on which a device had the issue, so that a device in a loop counts once a day. A report that does not state its device
    /// counts like that of a further one.
    case deviceDays
    /// Reports.
    case reports
  }

  /// The property that has the value.
  package var property: AssociatedProperty
  /// The value; empty for one device, of which only a hash is stored.
  package var value: String
  /// Whether the value is more or less frequent.
  package var kind: Kind
  /// What is counted.
  package var unit: Unit
  /// The number of devices or reports of the issue with the value.
  package var count: Int
  /// The number of those that state the property.
  package var total: Int
  /// The number of devices or reports of other issues with the value.
  package var otherCount: Int
  /// The number of those that state the property.
  package var otherTotal: Int
  /// The probability of a difference at least this large if the value does not matter.
  package var pValue: Double
  /// For one device, the fewest consecutive days with nine tenths of its reports; `nil` for other kinds.
  package var days: Int?

  /// Creates an association from its parts.
  package init(
    property: AssociatedProperty, value: String, kind: Kind, unit: Unit, count: Int, total: Int, otherCount: Int,
    otherTotal: Int, pValue: Double, days: Int? = nil
  ) {
    self.property = property
    self.value = value
    self.kind = kind
    self.unit = unit
    self.count = count
    self.total = total
    self.otherCount = otherCount
    self.otherTotal = otherTotal
    self.pValue = pValue
    self.days = days
  }
}

extension Association {
  /// The maximum number of days in which a device in a loop is assumed to report its crashes.
  private static let daysOfLoop = 3

  /// The association as a sentence without a period; not escaped: `103 of 103 device-days on iOS 26, 61 % of the
  /// others (200 of 328)`.
  package var sentence: String {
    if kind == .oneDevice { return sentenceOfOneDevice }
    let part = count == 0 ? "none" : TrendWording.grouped(count)
    let name = property == .build ? HistoryQuestions.phrase(ofBuild: value) : value
    let phrase = property.preposition.isEmpty ? name : property.preposition + " " + name
    let noun = unit == .deviceDays ? "device-days" : "reports"
    return "\(part) of \(TrendWording.grouped(total)) \(noun) \(phrase), "
      + "\(Self.percent(otherCount, otherTotal)) of the others (\(otherFraction))"
  }

  private var sentenceOfOneDevice: String {
    let subject =
      count == total
      ? "all \(TrendWording.grouped(total)) reports on one device"
      : "\(TrendWording.grouped(count)) of \(TrendWording.grouped(total)) reports on one device"
    let others = ", which has \(Self.percent(otherCount, otherTotal)) of the others (\(otherFraction))"
    guard let days, days <= Self.daysOfLoop else { return subject + others }
    return subject + (days == 1 ? " in one day" : " in \(days) days") + others + ": crash loop?"
  }

  private var otherFraction: String {
    "\(TrendWording.grouped(otherCount)) of \(TrendWording.grouped(otherTotal))"
  }

  /// Returns a rounded percentage. A share that is not zero is never 0 %, nor an incomplete one 100 %.
  private static func percent(_ part: Int, _ total: Int) -> String {
    guard total > 0 else { return "0 %" }
    let percent = Double(part) * 100 / Double(total)
    if part > 0, percent < 1 { return "< 1 %" }
    if part < total, percent > 99 { return "> 99 %" }
    return "\(Int(percent.rounded())) %"
  }
}
