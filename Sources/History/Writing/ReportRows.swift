import Bytes
internal import CrashReports
internal import Diagnosis
internal import Foundation
internal import GRDB
internal import Vocabulary

/// The columns of a report's row that the writer needs to count the report.
struct CountedRow {
  var id: Int64
  var issue: Int64
  var variantOf: Int64?
  var rollupKey: RollupKey
  var reporter: Int64?
  var isDamaged: Bool
  var seenAt: Int
  var digest: Data

  init(_ row: Row) {
    id = row[checked: "id"]
    issue = row[checked: "issue"]
    variantOf = row[checked: "variant_of"]
    rollupKey = RollupKey(row)
    reporter = row[checked: "reporter"]
    isDamaged = row[checked: "damaged"]
    seenAt = row[checked: "seen_at"]
    digest = row[checked: "digest"]
  }

  /// Returns the roll-up key of a variant: its own, with the issue of its original.
  func rollupKeyAsVariant(_ ownKey: RollupKey) -> RollupKey {
    var rollupKey = ownKey
    rollupKey.issue = issue
    return rollupKey
  }

  /// Returns whether `left` is counted rather than `right`, two reports of one incident: undamaged before damaged, then
  /// the earlier, then the lower digest, so that the order of arrival does not matter.
  static func isPreferred(_ left: Self, _ right: Self) -> Bool {
    if left.isDamaged != right.isDamaged { return right.isDamaged }
    if left.seenAt != right.seenAt { return left.seenAt < right.seenAt }
    return left.digest.lexicographicallyPrecedes(right.digest)
  }
}

/// The parts of a crash time as written. The text is stored only if the parts do not reproduce it.
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

  /// Returns the time as stated in the report.
  func time(_ seconds: Timestamp, isStated: Bool) -> CrashReport.ReportTime? {
    if let asWritten {
      let parts = asWritten.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      return .init(asWritten: String(parts[0]), rfc3339: parts.count > 1 ? String(parts[1]) : nil)
    }
    guard isStated else { return nil }
    return .init(
      asWritten: Self.written(seconds, zone, fraction), rfc3339: Self.stated(seconds, zone, fraction))
  }

  /// Returns a time in the format of Apple's reports: `2026-08-01 09:12:00.12 +0200`.
  private static func written(_ time: Timestamp, _ zone: Int?, _ fraction: String?) -> String {
    var bytes = local(time, zone, fraction, between: UInt8(ascii: " "))
    bytes.append(UInt8(ascii: " "))
    write(offset: zone ?? 0, colon: false, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func stated(_ time: Timestamp, _ zone: Int?, _ fraction: String?) -> String {
    var bytes = local(time, zone, fraction, between: UInt8(ascii: "T"))
    if let zone { write(offset: zone, colon: true, to: &bytes) } else { bytes.append(UInt8(ascii: "Z")) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func local(_ time: Timestamp, _ zone: Int?, _ fraction: String?, between separator: UInt8) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40)
    Timestamp(seconds: time.seconds + (zone ?? 0) * 60).write(to: &bytes, between: separator)
    if let fraction {
      bytes.append(UInt8(ascii: "."))
      bytes += fraction.utf8
    }
    return bytes
  }

  private static func write(offset minutes: Int, colon: Bool, to bytes: inout [UInt8]) {
    let size = abs(minutes)
    bytes.append(UInt8(ascii: minutes < 0 ? "-" : "+"))
    Timestamp.writeTwo(size / 60, to: &bytes)
    if colon { bytes.append(UInt8(ascii: ":")) }
    Timestamp.writeTwo(size % 60, to: &bytes)
  }

  private static func zone(_ stated: String) -> Int? {
    let bytes = Array(stated.utf8)
    guard
      let sign = bytes.lastIndex(where: {
        $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "Z")
      }),
      bytes[sign] != UInt8(ascii: "Z")
    else { return nil }
    let digits = bytes[(sign + 1)...].filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 4, let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    return (bytes[sign] == UInt8(ascii: "-") ? -1 : 1) * (number / 100 * 60 + number % 100)
  }

  private static func fraction(_ stated: String) -> String? {
    guard let point = stated.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    let digits = stated.utf8[stated.utf8.index(after: point)...].prefix { $0.isDigit }
    return digits.isEmpty ? nil : String(Substring(digits))
  }
}
