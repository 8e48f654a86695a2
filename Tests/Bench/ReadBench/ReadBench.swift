import Analysis
import CrashReports
import Diagnosis
import Foundation

/// Measures parsing alone, and parsing with symbolication and diagnosis, on one core, in one process.
///
///     DIAGNOSE_BENCH=1 swift run -c release ReadBench FILE…
///
/// Prints one line for each measurement. All files are processed repeatedly for one second; the result is the best of
/// three such seconds, in CPU time of the process.
@main
enum ReadBench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let files = try arguments.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
    let bytes = files.reduce(0) { $0 + $1.count }
    guard bytes > 0 else { return }
    var reports = 0
    let reading = best { reports = files.reduce(0) { $0 + ReportReader.read($1).reports.count } }
    let judging = best {
      for file in files { kept &+= Analysis.analyze(file).reports.reduce(0) { $0 + $1.assessment.findings.count } }
    }
    print("files \(files.count)  bytes \(bytes)  reports \(reports)")
    print("read            \(rate(bytes, reading)) MB/s  \(perSecond(reports, reading)) reports/s")
    print("read + diagnose \(rate(bytes, judging)) MB/s  \(perSecond(reports, judging)) reports/s")
  }

  /// Uses results, so that the optimizer does not remove the work.
  nonisolated(unsafe) static var kept = 0

  /// Returns the seconds of CPU time for one call of `work`.
  static func best(_ work: () -> Void) -> Double {
    work()
    return (0..<3).map { _ in
      let start = clock()
      var rounds = 0
      repeat {
        work()
        rounds += 1
      } while Double(clock() - start) / Double(CLOCKS_PER_SEC) < 1
      return Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(rounds)
    }.min() ?? 0
  }

  static func rate(_ bytes: Int, _ seconds: Double) -> String { String(format: "%8.1f", Double(bytes) / seconds / 1e6) }
  static func perSecond(_ count: Int, _ seconds: Double) -> String { String(format: "%8.0f", Double(count) / seconds) }
}
