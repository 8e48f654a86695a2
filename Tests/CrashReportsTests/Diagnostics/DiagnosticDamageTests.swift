import TestSupport
import Testing

@testable import CrashReports

/// All sample diagnostics, truncated at every byte and damaged in many ways: there is always a report or a fault, a
/// longer prefix never yields less, and the time is linear in the size of the input.
struct DiagnosticDamageTests {
  static let folders = [
    "jetsam", "panic", "stackshot", "metrickit", "unified-log-json", "third-party-json", "analytics", "system-record",
  ]

  static let samples: [SampleLog] = SampleLog.forms.filter { sample in
    folders.contains { sample.path.hasPrefix("sample-logs/\($0)/") }
  }

  @Test func thereAreSamplesOfEveryKind() {
    for folder in Self.folders {
      #expect(Self.samples.contains { $0.path.hasPrefix("sample-logs/\(folder)/") }, "\(folder)")
    }
  }

  @Test(arguments: samples)
  func everyTruncationIsAnswered(_ sample: SampleLog) throws {
    let bytes = try sample.bytes()
    let whole = ReportReader.read(bytes)
    // Larger files only at some offsets, but always within the first bytes.
    let step = max(1, bytes.count / 500)
    var end = 1
    while end < bytes.count {
      let outcome = ReportReader.read(Array(bytes[..<end]))
      #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty, "cut at \(end)")
      #expect(outcome.reports.count <= whole.reports.count, "cut at \(end)")
      end += end < 300 ? 1 : step
    }
  }

  /// Once the header line is complete, the kind of a report is recognized wherever it is truncated.
  @Test(arguments: ["jetsam/two-victims.ips", "panic/with-backtrace.ips", "stackshot/stackshot-288.ips"])
  func theKindDoesNotDependOnTheEnd(_ name: String) throws {
    let bytes = try Repository.bytes(of: "sample-logs/" + name)
    let whole = try #require(ReportReader.read(bytes).reports.first).value
    let header = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    for end in stride(from: header + 4, to: bytes.count, by: 5) {
      let report = try #require(ReportReader.read(Array(bytes[..<end])).reports.first, "cut at \(end)").value
      #expect(report.source.format == whole.source.format, "cut at \(end)")
      #expect(report.kind == whole.kind, "cut at \(end)")
    }
  }

  /// A body without its end must not consume the next report.
  @Test(arguments: ["jetsam/two-victims.ips", "panic/with-backtrace.ips", "stackshot/stackshot-288.ips"])
  func theReportBehindACutOneIsRead(_ name: String) throws {
    let bytes = try Repository.bytes(of: "sample-logs/" + name)
    let header = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    // If it is cut earlier, nothing in the body identifies its kind, and both halves look like one crash report.
    for end in stride(from: header + 400, to: bytes.count, by: 97) {
      let outcome = ReportReader.read(Array(bytes[..<end]) + Array("\n".utf8) + IPSSample.bytes(IPSSample.report))
      #expect(outcome.reports.last?.value.source.format == "ips", "cut at \(end)")
      #expect(outcome.reports.last?.value.threads?.count == 2, "cut at \(end)")
      #expect(outcome.reports.count == 2, "cut at \(end)")
    }
  }

  @Test(arguments: samples)
  func everyMutantIsAnswered(_ sample: SampleLog) throws {
    for mutant in Mutants(of: try sample.bytes(), count: 60, seed: 7) {
      let outcome = ReportReader.read(mutant)
      #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty)
      for report in outcome.reports {
        let images = report.value.images?.count ?? 0
        report.value.forEachStack { frames, _ in
          #expect(frames.allSatisfy { ($0.imageIndex ?? 0) < max(images, 1) })
        }
      }
    }
  }

  /// Numbers at and beyond the limits of their ranges, in place of every number.
  @Test(arguments: samples)
  func everyNumberMayBeAnything(_ sample: SampleLog) throws {
    let bytes = try sample.bytes()
    for value in ["18446744073709551615", "-9223372036854775808", "1e308", "-1"] {
      var mutant: [UInt8] = []
      var isInNumber = false
      var previous: UInt8 = 0
      for byte in bytes {
        let isDigit = byte &- 0x30 < 10
        // Only separate numbers, so that names, dates and identifiers do not change.
        if isDigit, isInNumber || previous == UInt8(ascii: ":") || previous == 0x20 || previous == UInt8(ascii: "[") {
          if !isInNumber { mutant += Array(value.utf8) }
          isInNumber = true
        } else {
          mutant.append(byte)
          isInNumber = false
        }
        previous = byte
      }
      let outcome = ReportReader.read(mutant)
      #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty)
    }
  }

  @Test(arguments: ["memoryStatus", "panicString", "processByPid", "callStackTree", "recrash_report", "eventMessage"])
  func nestingWithoutEndIsStopped(_ key: String) {
    for open in ["{\"a\":", "[", "{\"\(key)\":[", "{\"subFrames\":[", "{\"processes\":[{"] {
      let text = "{\"\(key)\":" + String(repeating: open, count: 20_000)
      let outcome = ReportReader.read(Array(text.utf8))
      #expect(!outcome.reports.isEmpty || !outcome.faults.isEmpty)
    }
  }
}
