import CrashReports
import Diagnosis
import History
import Vocabulary

/// Synthetic reports of an app over time; equal seeds give equal reports.
///
/// Issue n occurs with frequency 1/n. Every fifth issue begins with a later build, every seventh ends before the last
/// build. A build is released each week; most reports are of the newest build, and fewer of each build before it.
struct MadeReports {
  var seed: UInt64 = 1
  var issues = 3000
  var days = 365
  var builds = 53
  var systems = 12
  /// The UTC day of the last reports, in days since 1970. The examples of the shipped queries use the days before it.
  var lastDay = 20_030

  /// Creates `count` reports, oldest day first, and passes them on in batches.
  func forEachBatch(of size: Int, count: Int, _ body: ([ReportRecord]) throws -> Void) throws {
    var chance = SeededNumbers(seed: seed)
    let templates = (0..<issues).map { MadeIssue(number: $0, builds: builds) }
    var weights: [Double] = []
    var sum = 0.0
    for number in 0..<issues {
      sum += 1 / Double(number + 1)
      weights.append(sum)
    }
    var batch: [ReportRecord] = []
    batch.reserveCapacity(size)
    for number in 0..<count {
      let day = Int(Double(number) / Double(count) * Double(days))
      var issue = templates[0]
      var build = 0
      // An issue that is not in the build does not occur; it is replaced by another.
      for _ in 0..<20 {
        issue = templates[Self.position(of: chance.fraction() * sum, in: weights)]
        build = self.build(on: day, &chance)
        if issue.lives.contains(build) { break }
      }
      batch.append(record(number, issue, day: day, build: build, &chance))
      if batch.count == size {
        try body(batch)
        batch.removeAll(keepingCapacity: true)
      }
    }
    if !batch.isEmpty { try body(batch) }
  }

  /// Returns the newest build of that day, or with a probability of 1/3 the one before it, and so on.
  private func build(on day: Int, _ chance: inout SeededNumbers) -> Int {
    var build = min(builds - 1, day * builds / max(1, days))
    while build > 0, chance.next() % 3 == 0 { build -= 1 }
    return build
  }

  private func record(_ number: Int, _ issue: MadeIssue, day: Int, build: Int, _ chance: inout SeededNumbers)
    -> ReportRecord
  {
    var record = issue.record
    record.digest = SHA256.digest(of: Array("\(seed) \(number)".utf8))
    let digits = record.digest.hexadecimal.uppercased()
    record.incident =
      [8, 4, 4, 4, 12].reduce(into: (text: "", rest: digits[...])) { made, length in
        made.text += (made.text.isEmpty ? "" : "-") + made.rest.prefix(length)
        made.rest = made.rest.dropFirst(length)
      }.text
    let time = Timestamp(seconds: (lastDay - days + 1 + day) * 86_400 + chance.below(86_400))
    // The format of Apple's reports.
    let (date, clock) = (time.rfc3339.prefix(10), time.rfc3339.dropFirst(11).dropLast())
    record.crashed = .init(asWritten: "\(date) \(clock).0000 +0000", rfc3339: "\(date)T\(clock).0000+00:00")
    record.crashedAt = time
    record.seenAt = Timestamp(seconds: time.seconds + chance.below(3600))
    record.version = "1.\(build / 8)"
    record.build = "\(400 + build)"
    record.os = "macOS 26.\(chance.below(systems))"
    record.device = "Mac\(14 + chance.below(3)),\(1 + chance.below(6))"
    record.path = "~/Library/Logs/DiagnosticReports/MyApp-\(number).ips"
    return record
  }

  /// Returns the first position with a weight above `value`.
  private static func position(of value: Double, in weights: [Double]) -> Int {
    var (low, high) = (0, weights.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if weights[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A failure, and the builds that contain it.
private struct MadeIssue {
  let lives: Range<Int>
  /// The record as stored, without the values that differ between reports.
  let record: ReportRecord

  init(number: Int, builds: Int) {
    var chance = SeededNumbers(seed: UInt64(number) &+ 77)
    let begin = number % 5 == 4 ? chance.below(builds) : 0
    let end = number % 7 == 6 ? begin + 1 + chance.below(builds - begin) : builds
    lives = begin..<end

    var report = CrashReport(source: .init(format: "ips"))
    report.process = .init()
    report.process?.name = "MyApp"
    report.process?.bundleID = "com.example.MyApp"
    report.host.architecture = "ARM-64"
    report.exception = .init()
    report.exception?.type = ["EXC_BREAKPOINT", "EXC_BAD_ACCESS", "EXC_CRASH"][number % 3]
    report.exception?.signal = ["SIGTRAP", "SIGSEGV", "SIGABRT"][number % 3]
    var thread = CrashReport.Thread(index: 0)
    thread.crashed = true
    let function = "-[MadeController\(number) handle\(number)]"
    let rows =
      [("MyApp", function)]
      + (0..<6).map { ("MyApp", "-[MadeController\(number / 10) step\($0)]") }
      + [("AppKit", "-[NSApplication run]"), ("AppKit", "NSApplicationMain"), ("dyld", "start")]
    thread.frames = rows.enumerated().map { index, row in
      var frame = CrashReport.Frame(index: index)
      frame.image = row.0
      frame.symbol = .init(name: row.1)
      return frame
    }
    report.threads = [thread]
    let blame = Blame(function: function, file: "MadeController\(number).m", line: 10 + number % 90, image: "MyApp")
    // Two of three have a finding.
    let findings =
      number % 3 == 2
      ? []
      : [
        Finding(
          pattern: "made-pattern-\(number % 40)", patternRevision: 1, confidence: .likely,
          certaintyOfCause: .possible, captures: ["function": function],
          citations: [
            Citation(
              line: 12, text: "0 MyApp \(function) + 12",
              explanation: .init(pattern: "made-pattern-\(number % 40)", index: 0))
          ], blame: blame, storedTitle: "A made failure")
      ]
    let recording = Recording(
      assessment: Assessment(
        report: report, notes: [], findings: findings, summary: "\(report.exception?.type ?? "") in \(function)",
        blame: blame, blamedFrame: 0),
      digest: SHA256.digest(of: []), path: "")
    record = ReportRecord(recording, now: Timestamp(seconds: 0), program: "made")
  }
}

/// A pseudorandom number generator (xorshift64*) with the same numbers on every machine.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = (seed &* 0x9E37_79B9_7F4A_7C15) | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return (state &* 0x2545_F491_4F6C_DD1D) >> 11
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// Returns a number from 0 up to, but not including, 1.
  mutating func fraction() -> Double { Double(next()) / Double(UInt64(1) << 53) }
}
