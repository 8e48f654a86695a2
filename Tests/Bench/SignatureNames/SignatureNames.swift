import CrashReports
import Foundation
import Signatures

/// Runs the normalizer of function names, and measures it.
///
///     DIAGNOSE_BENCH=1 swift run -c release SignatureNames < names
///     DIAGNOSE_BENCH=1 swift run -c release SignatureNames FILE…
///
/// Without files, it reads lines of `image TAB name` and writes normalized names. With files, it prints the signature
/// of each report, and the time for one report.
@main
enum SignatureNames {
  static func main() throws {
    let files = Array(CommandLine.arguments.dropFirst())
    if files.isEmpty { names() } else { try reports(files) }
  }

  /// Prints an empty line for a frame that is dropped, and `?` for a text that contains no function name.
  private static func names() {
    while let line = readLine() {
      let columns = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = columns.count > 1 ? columns[1] : columns[0]
      let frame = SignatureFrame(image: columns.count > 1 ? columns[0] : nil, function: name)
      switch frame.normalizedFunction {
      case .some(let function): print(function)
      case .none: print(frame.isDropped ? "" : "?")
      }
    }
  }

  private static func reports(_ files: [String]) throws {
    var inputs: [SignatureInput] = []
    var reports: [CrashReport] = []
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
      var outcome = ReportReader.read(bytes)
      for index in outcome.reports.indices {
        let report = outcome.take(index).value
        let input = SignatureInput(report)
        let signature = Signature(input)
        print(file, signature.kind, signature.key(.default), signature.title, separator: "\t")
        inputs.append(input)
        reports.append(report)
      }
    }
    let frames = inputs.reduce(0) { $0 + $1.frames.count }
    guard !inputs.isEmpty else { return }
    let reading = best { for report in reports { kept &+= SignatureInput(report).frames.count } }
    let grouping = best {
      for input in inputs {
        let signature = Signature(input)
        kept &+= signature.key(.strict).utf8.count &+ signature.key(.default).utf8.count
        kept &+= signature.key(.coarse).utf8.count
      }
    }
    print("reports \(reports.count)  frames \(frames)")
    for (what, seconds) in [("input", reading), ("signature and three keys", grouping)] {
      let each = seconds / Double(reports.count) * 1e6
      let sixty = seconds / Double(max(1, frames)) * 60 * 1e6
      print(what, String(format: "%.1f µs a report, %.1f µs for 60 frames", each, sixty))
    }
  }

  /// Uses results, so that the optimizer does not remove the work.
  nonisolated(unsafe) static var kept = 0

  /// Returns the seconds of CPU time for one call of `work`, the best of three seconds of calls.
  private static func best(_ work: () -> Void) -> Double {
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
}
