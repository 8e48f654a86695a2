import Analysis
import CrashReports
import Diagnosis
import Foundation

/// Measures what patterns cost for one report: preparing it, all patterns of the catalog, and ten times as many.
///
///     DIAGNOSE_BENCH=1 swift run -c release PatternBench FILE…
///
/// The generated patterns look for wordings and functions that do not occur, as nearly all patterns do in any report.
/// Prints milliseconds of CPU time for one report; the best of five series counts.
@main
enum PatternBench {
  static func main() throws {
    let generated = (0..<(9 * Pattern.catalog.count)).map(generated)
    let sets: [(name: String, set: PatternSet)] = [
      ("no patterns", PatternSet([])), ("\(Pattern.catalog.count) patterns", .catalog),
      ("\(Pattern.catalog.count + generated.count) patterns", PatternSet(Pattern.catalog + generated)),
    ]
    print("visited always: \(PatternSet.catalog.alwaysEvaluatedCount) of \(Pattern.catalog.count)")
    for path in CommandLine.arguments.dropFirst() {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      guard var decoded = ReportReader.read(bytes).reports.first else { continue }
      decoded.value = Analysis.named(decoded.value)
      let threads = decoded.value.threads?.count ?? 0
      let frames = decoded.value.threads?.reduce(0) { $0 + $1.frames.count } ?? 0
      print("\(path): \(threads) threads, \(frames) frames")
      for (name, set) in sets {
        let seconds = best { kept &+= Assessor.assess(decoded, input: bytes, patterns: set).findings.count }
        print("  \(name): \(String(format: "%.3f", seconds * 1000)) ms")
      }
    }
  }

  /// Keeps results alive, so that no work is optimised away.
  nonisolated(unsafe) static var kept = 0

  /// A pattern of the usual make: some wordings, a function, and an exception.
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
          .frames([FrameQuery(["*\(word)::fail*"], location: .first(4)), FrameQuery(["-[\(word)View *"])])),
      ], headline: "", cause: "", remedy: [], references: [], examples: [])
  }

  /// Seconds of CPU time for one call of `work`.
  static func best(_ work: () -> Void) -> Double {
    work()
    return (0..<5).map { _ in
      let start = clock()
      var rounds = 0
      repeat {
        work()
        rounds += 1
      } while Double(clock() - start) / Double(CLOCKS_PER_SEC) < 0.3
      return Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(rounds)
    }.min() ?? 0
  }
}
