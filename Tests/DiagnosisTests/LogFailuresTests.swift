import Analysis
import CrashReports
import Diagnosis
import Foundation
import TestSupport
import Testing

/// Logs of Interface Builder with several views, documents and causes: each failure is one report with its own class,
/// document and cause.
struct LogFailuresTests {
  /// A cause that Interface Builder prints for a view, and the pattern that recognizes it.
  struct Cause: Sendable {
    var pattern: String
    /// The text behind the action, with `%@` for the view's class.
    var text: String
    var isWarning = false
  }

  static let causes: [Cause] = [
    Cause(pattern: "ib-agent-crashed-unspecified", text: "The agent crashed"),
    Cause(pattern: "ib-agent-crashed-unspecified", text: "Interface Builder Cocoa Touch Tool crashed"),
    Cause(pattern: "ib-agent-exception-unspecified", text: "The agent threw an exception."),
    Cause(
      pattern: "ib-overlays-mainbundle-nib",
      text: """
        The agent raised a "NSInternalInconsistencyException" exception: Could not load NIB in bundle: 'NSBundle \
        </Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/Library/Xcode/Overlays> \
        (loaded)' with name '%@'
        """),
    Cause(
      pattern: "ib-dlopen-library-missing",
      text: """
        dlopen(Cards.app, 1): Library not loaded: @rpath/%@Kit.framework/%@Kit
          Referenced from: Cards.app
          Reason: image not found
        """),
    Cause(
      pattern: "ib-dlopen-wrong-version",
      text: """
        dlopen(Cards.app, 1): Library not loaded: @rpath/%@Kit.framework/%@Kit
          Referenced from: Cards.app
          Reason: Incompatible library version: Cards requires version 3.0.0 or later, but %@Kit provides version 2.0.0
        """),
    Cause(
      pattern: "ib-dlopen-codesign-missing",
      text: """
        dlopen(%@Kit.framework, 1): no suitable image found.  Did find:
        \t%@Kit.framework: required code signature missing for '%@Kit.framework'
        """),
    Cause(pattern: "ib-load-null-path", text: "Failed to load designables from path (null)"),
    Cause(
      pattern: "ib-bundle-executable-missing",
      text: "The bundle “%@Kit.framework” couldn’t be loaded because its executable couldn’t be located."),
    Cause(
      pattern: "ib-render-slow",
      text: "Rendering the view took longer than 200 ms. Your drawing code may suffer from slow performance.",
      isWarning: true),
  ]

  static let views = [
    "CardView", "ChartView", "DeckView", "ScoreView", "TableController", "HandController", "BadgeLabel", "SuitButton",
  ]
  static let documents = ["Main.storyboard", "Score.xib"]

  struct Failure: Hashable {
    var document: String
    var view: String
    var pattern: String
    var text: String
  }

  /// A log, and what it records.
  struct Log {
    var text: String
    var failures: Set<Failure>
  }

  /// The forms of the lines: what Xcode 6 to 15 and build servers write in front of a message.
  static func line(_ failure: Failure, _ cause: Cause, _ form: Int, hasIDs: Bool, _ index: Int) -> String {
    let path =
      ["/Users/dev/Cards/Base.lproj/", "file:///Users/dev/Cards/Base.lproj/", "Base.lproj/", ""][form % 4]
    let severity = cause.isWarning ? "warning" : "error"
    let id = "A\(failure.view.utf8.count)b-\(failure.document.utf8.count)-\(failure.view.prefix(3))"
    let action =
      hasIDs
      ? "Failed to render and update auto layout status for \(failure.view) (\(id))"
      : "Failed to render instance of \(failure.view)"
    let message = "\(path)\(failure.document): \(severity): IB Designables: \(action): \(failure.text)"
    switch form / 4 % 3 {
    case 1: return prefixed(message, "2025-03-04T05:06:07.\(1_000_000 + index)Z ")
    case 2: return prefixed(message, "[05:06:07]: ")
    default: return message
    }
  }

  private static func prefixed(_ text: String, _ prefix: String) -> String {
    text.split(separator: "\n").map { prefix + $0 }.joined(separator: "\n")
  }

  static func log(_ random: inout Generator) -> Log {
    let form = Int.random(in: 0..<12, using: &random)
    let hasIDs = Bool.random(using: &random)
    var failures: Set<Failure> = []
    var lines: [String] = []
    for view in views.shuffled(using: &random).prefix(Int.random(in: 1...8, using: &random)) {
      for document in documents.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)) {
        let cause = causes.randomElement(using: &random) ?? causes[0]
        var text = cause.text
        while let mark = text.range(of: "%@") { text.replaceSubrange(mark, with: view) }
        let failure = Failure(document: document, view: view, pattern: cause.pattern, text: text)
        failures.insert(failure)
        let line = line(failure, cause, form, hasIDs: hasIDs, lines.count)
        lines += Array(repeating: line, count: Int.random(in: 1...5, using: &random) == 1 ? 2 : 1)
      }
    }
    return Log(text: lines.shuffled(using: &random).joined(separator: "\n") + "\n", failures: failures)
  }

  /// A number generator with a seed, so that a failure can be repeated.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var value = state
      value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
      value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
      return value ^ (value >> 31)
    }
  }

  /// Returns what is wrong with the answer to a log; empty if nothing is.
  static func faults(in log: Log) -> [String] {
    let reports = Analysis.analyze(Array(log.text.utf8)).reports
    var faults: [String] = []
    if reports.count != log.failures.count { faults.append("\(reports.count) reports, not \(log.failures.count)") }
    var found: Set<Failure> = []
    for analyzed in reports {
      let report = analyzed.assessment.report
      let view = report.viewName ?? "-"
      let document = report.documentName ?? "-"
      guard let finding = analyzed.assessment.findings.first else {
        faults.append("\(view) in \(document): no finding")
        continue
      }
      guard
        let failure = log.failures.first(where: {
          $0.view == view && $0.document == document && $0.pattern == finding.pattern
        })
      else {
        faults.append("\(view) in \(document): \(finding.pattern)")
        continue
      }
      found.insert(failure)
      let text = FindingText(finding, .catalog)
      let words = ([text.headline, text.cause] + text.remedy + text.changes.map(\.after)).joined(separator: "\n")
      for other in views where other != view && words.contains(other) && !view.contains(other) {
        faults.append("\(view) in \(document): names \(other)")
      }
      for other in documents where other != document && words.contains(other) {
        faults.append("\(view) in \(document): names \(other)")
      }
      for line in finding.citations.compactMap(\.text)
      where line.contains("IB Designables") && (!line.contains(view) || !line.contains(document)) {
        faults.append("\(view) in \(document): cites \(line)")
      }
      if !text.headline.contains(view) { faults.append("\(view): headline \(text.headline)") }
    }
    if found != log.failures { faults.append("missing: \(log.failures.subtracting(found).map(\.view))") }
    let warnings = reports.map { $0.assessment.report.previewMessages.allSatisfy { $0.severity == .warning } }
    if warnings != warnings.sorted(by: { !$0 && $1 }) { faults.append("a warning precedes an error") }
    return faults
  }

  @Test(arguments: 0..<20)
  func everyFailureHasItsOwnReport(part: Int) {
    for seed in 0..<40 {
      var random = Generator(state: UInt64(part * 100 + seed))
      let log = Self.log(&random)
      let faults = Self.faults(in: log)
      #expect(faults.isEmpty, "seed \(part * 100 + seed): \(faults)\n\(log.text)")
    }
  }

  @Test func tenThousandLinesTakeLinearTime() {
    let growth = Growth(from: 1_250) { count in
      let lines = (0..<count).map {
        "Main.storyboard: error: IB Designables: Failed to render instance of View\($0 % 4_999): The agent crashed"
      }
      return Array(lines.joined(separator: "\n").utf8)
    } _: {
      _ = ReportReader.read($0)
    }
    #expect(growth.ratio < 16, "\(growth)")
  }

  /// Two lines that are the same failure, and neighbors that are not.
  @Test(arguments: [
    (
      """
      Main.storyboard: error: IB Designables: Failed to update auto layout status: The agent crashed
      Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
      """, 1
    ),
    (
      """
      Main.storyboard: error: IB Designables: Failed to update auto layout status: The agent crashed
      Score.xib: error: IB Designables: Failed to render instance of CardView: The agent crashed
      """, 2
    ),
    (
      """
      Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
      Main.storyboard: error: IB Designables: Failed to render instance of CardView: Failed to load designables from path (null)
      """, 1
    ),
    (
      """
      Main.storyboard: error: IB Designables: Failed to render instance of DeckView: The agent crashed
      Main.storyboard: error: IB Designables: Failed to render instance of CardView: Failed to load designables from path (null)
      """, 2
    ),
    (
      """
      Main.storyboard: error: IB Designables: Failed to render instance of CardView (aaa-11-bbb): The agent crashed
      Main.storyboard: error: IB Designables: Failed to render instance of CardView (ccc-22-ddd): The agent crashed
      """, 2
    ),
    (
      """
      Main.storyboard: error: IB Designables: Failed to render and update auto layout status for CardView (aaa-11-bbb): The agent crashed
      Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
      """, 1
    ),
    (
      """
      Hand.xib:-1: error: Illegal Configuration: Container Views before iOS 6.0
      Hand.xib:-1: error: Illegal Configuration: Container Views before iOS 6.0
      Table.xib:-1: error: Illegal Configuration: Container Views before iOS 6.0
      """, 2
    ),
  ])
  func linesOfOneFailure(text: String, count: Int) {
    #expect(Analysis.analyze(Array(text.utf8)).reports.count == count)
  }

  @Test func repetitionsAreCounted() throws {
    let line = "Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed\n"
    let reports = Analysis.analyze(Array((line + line + line).utf8)).reports
    #expect(reports.count == 1)
    #expect(reports.first?.assessment.report.detail(.repetitions)?.value == .number(3))
  }
}
