import Analysis
import CrashReports
import Diagnosis
import Foundation

/// Measures the time of patterns for one report: preparation, all patterns of the catalog, and ten times as many
/// patterns.
///
///     DIAGNOSE_BENCH=1 swift run -c release PatternBench FILE…
///
/// The generated patterns search for texts and functions that do not occur, as nearly all patterns do in a report.
/// Prints milliseconds of CPU time for one report, the minimum of five series; last the patterns that take most time over
/// all reports, in microseconds for each report.
@main
enum PatternBench {
  static func main() throws {
    let generated = (0..<(9 * Pattern.catalog.count)).map(generated)
    let sets: [(name: String, set: PatternSet)] = [
      ("no patterns", PatternSet([])), ("\(Pattern.catalog.count) patterns", .catalog),
      ("\(Pattern.catalog.count + generated.count) patterns", PatternSet(Pattern.catalog + generated)),
    ]
    var contexts: [AnalysisContext] = []
    print("visited always: \(PatternSet.catalog.alwaysEvaluatedCount) of \(Pattern.catalog.count)")
    for path in CommandLine.arguments.dropFirst() {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      guard var decoded = ReportReader.read(bytes).reports.first else { continue }
      decoded.value = Analysis.named(decoded.value)
      let threads = decoded.value.threads?.count ?? 0
      let frames = decoded.value.threads?.reduce(0) { $0 + $1.frames.count } ?? 0
      print("\(path): \(threads) threads, \(frames) frames")
      contexts.append(AnalysisContext(report: Assessor.assess(decoded, input: bytes).report, input: bytes))
      for (name, set) in sets {
        let seconds = best { kept &+= Assessor.assess(decoded, input: bytes, patterns: set).findings.count }
        print("  \(name): \(String(format: "%.3f", seconds * 1000)) ms")
      }
    }
    rank(contexts)
  }

  /// Prints the patterns that take most time.
  static func rank(_ contexts: [AnalysisContext]) {
    let times = Pattern.catalog.map { pattern in
      let seconds = best(0.005) { for context in contexts where pattern.finding(in: context) != nil { kept &+= 1 } }
      return (id: pattern.id, micros: seconds * 1e6 / Double(max(1, contexts.count)))
    }
    print("all patterns: \(String(format: "%.1f", times.reduce(0) { $0 + $1.micros })) µs for each report")
    for time in times.sorted(by: { $0.micros > $1.micros }).prefix(40) {
      print("  \(String(format: "%6.2f", time.micros)) \(time.id)")
    }
  }

  /// Uses results, so that the optimizer does not remove the work.
  nonisolated(unsafe) static var kept = 0

  /// Returns a typical pattern: some texts, a function, and an exception.
  static func generated(_ number: Int) -> Pattern {
    let word = "zq\(number)x"
    return Pattern(
      "bench-\(number)", title: "", family: .exception, symptom: "",
      grades: [
        Pattern.Grade(
          .certain, cause: .likely,
          .all([
            .exception(types: ["EXC_CRASH"], statement: ""),
            .text(
              [TextTemplate("\(word) was not found in {location}"), TextTemplate("cannot find \(word) at {location}")],
              statement: ""),
          ])),
        Pattern.Grade(
          .likely, cause: .likely, .text([TextTemplate("\(word) failed: {reason}")], statement: "It failed: {reason}.")),
        Pattern.Grade(
          .likely, cause: .possible,
          .frames([FrameQuery(["*\(word)::fail*"], position: .first(4)), FrameQuery(["-[\(word)View *"])])),
      ], headline: "", cause: "", remedy: [], references: [], examples: [])
  }

  /// Returns the seconds of CPU time for one call of `work`.
  static func best(_ duration: Double = 0.3, _ work: () -> Void) -> Double {
    work()
    return (0..<5).map { _ in
      let start = clock()
      var rounds = 0
      repeat {
        work()
        rounds += 1
      } while Double(clock() - start) / Double(CLOCKS_PER_SEC) < duration
      return Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(rounds)
    }.min() ?? 0
  }
}
