internal import CrashReports
internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Vocabulary

/// A report's row as the writer needs it to count, or not to count, a report.
struct CountedRow {
  var id: Int64
  var issue: Int64
  var variantOf: Int64?
  var cell: Cell
  var isDamaged: Bool
  var seenAt: Int
  var digest: Data

  init(_ row: Row) {
    id = row["id"]
    issue = row["issue"]
    variantOf = row["variant_of"]
    cell = Cell(issue: issue, day: row["day"], build: row["build"], os: row["os"], device: row["device"])
    isDamaged = row["damaged"]
    seenAt = row["seen_at"]
    digest = row["digest"]
  }

  /// Where a variant stands: in its original's issue.
  func following(_ own: Cell) -> Cell {
    var cell = own
    cell.issue = issue
    return cell
  }

  /// Of several renderings of one incident the counted one: a whole one, the earliest, and between equals the lowest
  /// digest, so that the order of arrival does not matter.
  static func isPreferred(_ left: Self, _ right: Self) -> Bool {
    if left.isDamaged != right.isDamaged { return right.isDamaged }
    if left.seenAt != right.seenAt { return left.seenAt < right.seenAt }
    return left.digest.lexicographicallyPrecedes(right.digest)
  }
}

/// A crash's time as written, in parts: text is kept only where the parts do not give it again.
struct TimeParts {
  var zone: Int?
  var fraction: String?
  var asWritten: String?

  init(_ time: CrashReport.ReportTime?, _ believed: Timestamp?) {
    guard let time else { return }
    guard let stated = time.rfc3339, let seconds = Timestamp(rfc3339: stated), believed == seconds else {
      asWritten = time.asWritten
      if let stated = time.rfc3339 { asWritten = time.asWritten + "\t" + stated }
      return
    }
    zone = Self.zone(stated)
    fraction = Self.fraction(stated)
    if Self.written(seconds, zone, fraction) != time.asWritten || Self.stated(seconds, zone, fraction) != stated {
      asWritten = time.asWritten + "\t" + stated
    }
  }

  init(zone: Int?, fraction: String?, asWritten: String?) {
    self.zone = zone
    self.fraction = fraction
    self.asWritten = asWritten
  }

  /// The time as the report stated it.
  func time(_ seconds: Timestamp, isStated: Bool) -> CrashReport.ReportTime? {
    if let asWritten {
      let parts = asWritten.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      return .init(asWritten: String(parts[0]), rfc3339: parts.count > 1 ? String(parts[1]) : nil)
    }
    guard isStated else { return nil }
    return .init(
      asWritten: Self.written(seconds, zone, fraction), rfc3339: Self.stated(seconds, zone, fraction))
  }

  /// `2026-08-01 09:12:00.12 +0200`, as Apple's reports write it.
  private static func written(_ time: Timestamp, _ zone: Int?, _ fraction: String?) -> String {
    let local = Timestamp(seconds: time.seconds + (zone ?? 0) * 60).rfc3339.dropLast()
    return local.replacing("T", with: " ") + (fraction.map { "." + $0 } ?? "") + " " + offset(zone ?? 0, colon: "")
  }

  private static func stated(_ time: Timestamp, _ zone: Int?, _ fraction: String?) -> String {
    let local = Timestamp(seconds: time.seconds + (zone ?? 0) * 60).rfc3339.dropLast()
    return local + (fraction.map { "." + $0 } ?? "") + (zone.map { offset($0, colon: ":") } ?? "Z")
  }

  private static func offset(_ minutes: Int, colon: String) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let size = abs(minutes)
    return (minutes < 0 ? "-" : "+") + two(size / 60) + colon + two(size % 60)
  }

  private static func zone(_ stated: String) -> Int? {
    guard let sign = stated.lastIndex(where: { $0 == "+" || $0 == "-" || $0 == "Z" }), stated[sign] != "Z" else {
      return nil
    }
    let digits = stated[stated.index(after: sign)...].filter { $0 != ":" }
    guard digits.count == 4, let number = Int(digits) else { return nil }
    return (stated[sign] == "-" ? -1 : 1) * (number / 100 * 60 + number % 100)
  }

  private static func fraction(_ stated: String) -> String? {
    guard let point = stated.firstIndex(of: ".") else { return nil }
    let digits = stated[stated.index(after: point)...].prefix { $0.isASCII && $0.isNumber }
    return digits.isEmpty ? nil : String(digits)
  }
}
