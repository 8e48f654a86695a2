import CrashReports
import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import Signatures

/// The signature of every sample log. If one changes, the keys of stored issues change.
@Suite struct SampleTests {
  private static let golden = "Tests/SignaturesTests/samples.expected"

  private func rows(_ sample: SampleLog) throws -> [String] {
    var outcome = ReportReader.read(try sample.bytes())
    return outcome.reports.indices.map { index in
      let input = SignatureInput(outcome.take(index).value)
      let signature = Signature(input)
      return [sample.path, String(index), signature.kind, signature.key(.default), signature.title].joined(
        separator: "\t")
    }
  }

  @Test func samplesKeepTheirSignatures() throws {
    let found = try SampleLog.all.flatMap(rows)
    let text = found.joined(separator: "\n") + "\n"
    if Repository.updatesExpected {
      try text.write(to: Repository.url(Self.golden), atomically: true, encoding: .utf8)
      return
    }
    let expected = try Repository.text(of: Self.golden).split(separator: "\n").map(String.init)
    let known = Set(expected)
    let now = Set(found)
    let lost = expected.filter { !now.contains($0) }
    let new = found.filter { !known.contains($0) }
    #expect(
      lost.isEmpty && new.isEmpty,
      """
      Signatures of sample logs changed. If keys of reports that were there before are among them, stored issues would \
      change theirs: raise Signature.currentVersion. UPDATE_EXPECTED=1 writes the file anew.
      - \(lost.prefix(20).joined(separator: "\n- "))
      + \(new.prefix(20).joined(separator: "\n+ "))
      """)
  }

  /// Inputs of all samples can be stored and decoded, and do not contain addresses of the report.
  @Test func inputsOfSamplesComeBack() throws {
    for sample in SampleLog.all {
      var outcome = ReportReader.read(try sample.bytes())
      for index in outcome.reports.indices {
        let report = outcome.take(index).value
        let input = SignatureInput(report)
        let encoded = input.encoded
        #expect(SignatureInput(encoded: encoded) == input, "\(sample.path)")
        var addresses: Set<String> = []
        report.forEachStack { frames, _ in
          for frame in frames {
            if let value = frame.address?.value, value > 0xffff_ffff { addresses.insert(String(value, radix: 16)) }
          }
        }
        let kept = addresses.filter { encoded.contains($0) }
        #expect(kept.isEmpty, "\(sample.path): \(kept)")
        #expect(!encoded.contains("/Users/"), "\(sample.path)")
      }
    }
  }
}
