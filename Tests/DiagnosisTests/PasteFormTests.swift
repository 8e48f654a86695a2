import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing

/// The same log, pasted in the ways in which people paste, has the same finding and the same stack.
@Suite struct PasteFormTests {
  /// The minimum share of pastes that have the same result, in percent.
  static let minimum = 97

  private struct Result: Equatable {
    var pattern = ""
    var confidence: Confidence?
    var frames = 0
  }

  private static func result(_ bytes: [UInt8]) -> Result {
    var best = Result()
    for report in Analysis.analyze(bytes).reports {
      let assessment = report.assessment
      let threads = assessment.report.threads ?? []
      let frames = (threads.first { $0.crashed } ?? threads.first)?.frames.count ?? 0
      let finding = assessment.findings.first
      let isBetter =
        best.pattern.isEmpty && finding != nil || best.pattern.isEmpty == (finding == nil) && frames > best.frames
      if isBetter { best = Result(pattern: finding?.pattern ?? "", confidence: finding?.confidence, frames: frames) }
    }
    return best
  }

  private static func isSurer(_ after: Confidence?, than before: Confidence?) -> Bool {
    guard let after else { return false }
    return before.map { after > $0 } ?? true
  }

  /// Every third text sample, so that the test takes seconds.
  private static let texts: [(path: String, text: String)] = SampleLog.forms.enumerated().compactMap { index, log in
    guard index % 3 == 0, !log.path.hasSuffix(".json"), !log.path.hasSuffix(".ips"), let bytes = try? log.bytes(),
      bytes.count < 40_000, bytes.first != UInt8(ascii: "{"), !bytes.contains(0)
    else { return nil }
    return (log.path, String(decoding: bytes, as: UTF8.self))
  }

  private func results(_ form: PasteForm) -> (kept: Int, count: Int, lost: [String]) {
    var (kept, count) = (0, 0)
    var lost: [String] = []
    for (path, text) in Self.texts {
      let before = Self.result(Array(text.utf8))
      guard before != Result() else { continue }
      let after = Self.result(Array(form.apply(text).utf8))
      count += 1
      let isSurer = Self.isSurer(after.confidence, than: before.confidence)
      let isSame =
        after == before
        || form.losesLines && !isSurer
          && (after.pattern, after.frames) == (before.pattern, before.frames)
      if isSame { kept += 1 } else { lost.append("\(form.name): \(path): \(before) became \(after)") }
    }
    return (kept, count, lost)
  }

  @Test func pastesKeepTheirResult() {
    var (kept, count) = (0, 0)
    var lost: [String] = []
    for form in PasteForm.all {
      let one = results(form)
      kept += one.kept
      count += one.count
      lost += one.lost.prefix(3)
    }
    #expect(kept * 100 >= count * Self.minimum, "\(kept) of \(count):\n\(lost.joined(separator: "\n"))")
  }
}
