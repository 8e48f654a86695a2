/// The facts by which two reports with one incident identifier are recognized as forms of one report: an `.ips` and its
/// translation to text, with and without symbols, whole and damaged.
///
/// The identifier alone is not enough. Templates, tools and anonymized reports have one constant identifier, also in the
/// form of a UUID, in reports that have nothing in common.
package struct Occurrence: Sendable, Equatable {
  /// The name of the process; `nil` if not stated.
  package var process: String?
  /// The number of the process; `nil` if not stated.
  package var pid: Int?
  /// The time of the crash, in seconds since 1970; `nil` if not stated.
  package var seconds: Int?
  /// The default key of the signature, as a number; `nil` if there is none.
  package var key: Int64?

  /// The maximum number of seconds between the times of two forms: the header of an `.ips` states when it was written,
  /// its body when the process crashed.
  package static let clockTolerance = 60

  /// Creates the facts. A process number outside 1 to 2^31 - 1 is not one.
  package init(process: String?, pid: Int?, seconds: Int?, key: Int64?) {
    self.process = process.flatMap { $0.isEmpty ? nil : $0 }
    self.pid = Self.pid(pid)
    self.seconds = seconds
    self.key = key
  }

  /// Returns a process number; `nil` for a number that no process has.
  package static func pid(_ number: Int?) -> Int? {
    number.flatMap { (1..<1 << 31).contains($0) ? $0 : nil }
  }

  /// Returns true if the two, which have the same incident identifier, are forms of one report: in process and time, or
  /// in signature, they agree. Reports of two process numbers never are.
  package func isSame(as other: Occurrence) -> Bool {
    if let pid, let second = other.pid, pid != second { return false }
    if let key, key == other.key { return true }
    guard let seconds, let second = other.seconds, abs(seconds - second) <= Self.clockTolerance else { return false }
    if pid != nil, other.pid != nil { return true }
    return process != nil && process == other.process
  }
}
