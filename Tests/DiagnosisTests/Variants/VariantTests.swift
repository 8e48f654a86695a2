import Analysis
import CrashReports
import TestSupport
import Testing

@testable import Diagnosis

/// The same failure, pasted in another form, has the same finding.
@Suite struct VariantTests {
  private func verdict(_ text: String) -> Finding? { assess(text).flatMap(\.findings).first }

  @Test(arguments: Variant.all)
  func examplesKeepTheirVerdict(_ variant: Variant) {
    for one in PatternExample.all {
      guard case .matches(let least) = one.example.expectation, least > .possible else { continue }
      let text = one.example.unmarked.text
      check(text, variant, name: one.testDescription)
    }
  }

  @Test(arguments: Variant.all)
  func samplesKeepTheirVerdict(_ variant: Variant) throws {
    for sample in SampleExpectation.all where sample.pattern != nil && sample.confidence != .possible {
      let bytes = try Repository.bytes(of: "sample-logs/" + sample.path)
      // JSON is written by programs and not changed by hand; a sample inside another format is a variant itself.
      guard let first = bytes.first, first != UInt8(ascii: "{"), bytes.count < 65_536 else { continue }
      check(String(decoding: bytes, as: UTF8.self), variant, name: sample.path)
    }
  }

  private func check(_ text: String, _ variant: Variant, name: String) {
    guard let plain = verdict(text), plain.confidence > .possible, let changed = variant.apply(text) else { return }
    let after = verdict(changed)
    // If the changed text has fewer lines, its first lines were removed.
    let lost =
      text.split(separator: "\n", omittingEmptySubsequences: false).count
      - changed.split(separator: "\n", omittingEmptySubsequences: false).count
    if variant.losesHeader, plain.citations.contains(where: { $0.line.map { $0 <= lost } ?? true }) { return }
    #expect(after?.pattern == plain.pattern, "\(name): \(plain.pattern) became \(after?.pattern ?? "nothing")")
    if let after, !variant.losesHeader {
      #expect(after.confidence >= plain.confidence, "\(name): only \(after.confidence.rawValue)")
    }
  }

  /// The order of threads and images must not matter.
  @Test func threadsAndImagesInAnotherOrder() throws {
    for sample in SampleLog.forms {
      let bytes = try sample.bytes()
      for var decoded in ReportReader.read(bytes).reports {
        let plain = Analysis.analyze(decoded, input: bytes).assessment.findings.map { "\($0.pattern) \($0.confidence)" }
        decoded.value.threads?.reverse()
        decoded.value.reverseImages()
        let turned = Analysis.analyze(decoded, input: bytes).assessment.findings.map {
          "\($0.pattern) \($0.confidence)"
        }
        #expect(turned == plain, "\(sample.path)")
      }
    }
  }
}

extension CrashReport {
  /// Reverses the images, and updates the frames' references to them.
  fileprivate mutating func reverseImages() {
    guard let count = images?.count, count > 1 else { return }
    images?.reverse()
    func turned(_ frames: [Frame]) -> [Frame] {
      frames.map { frame in
        var frame = frame
        frame.imageIndex = frame.imageIndex.map { count - 1 - $0 }
        return frame
      }
    }
    if let known = threads { for index in known.indices { threads?[index].frames = turned(known[index].frames) } }
    lastExceptionBacktrace = lastExceptionBacktrace.map(turned)
    applicationSpecificBacktraces = applicationSpecificBacktraces?.map(turned)
  }
}
