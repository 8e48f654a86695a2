import Bytes
internal import CrashReports
internal import Vocabulary

/// The identity of the device on which a report was written, as a number. The identifier itself is not stored.
enum DeviceKey {
  /// Returns a hash of the device's identifier; `nil` if the report states none.
  static func hash(_ report: CrashReport) -> Int64? {
    guard let key = report.host.reporterKey, identifies(key) else { return nil }
    return hash("device " + key.lowercased())
  }

  /// Returns false for placeholders such as `[TODO]` and `unknown`, for one repeated character, and for the key
  /// `c0dec0de…` that Apple writes into the reports of App Store users.
  private static func identifies(_ key: String) -> Bool {
    let key = key.lowercased()
    return key.utf8.count >= 8 && key.utf8.contains { $0.isDigit } && Set(key.utf8.filter { $0 != 0x2D }).count > 1
      && !key.hasPrefix("c0dec0de")
  }

  /// Returns a number of 46 bits, the range of numbers in a history.
  private static func hash(_ text: String) -> Int64 {
    SHA256.digest(of: Array(text.utf8)).bytes.prefix(6).reduce(0) { $0 << 8 | Int64($1) } & (1 << 46 - 1)
  }
}
