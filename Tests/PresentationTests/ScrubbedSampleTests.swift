import Analysis
import CrashReports
import Diagnosis
import Foundation
import Redaction
import Signatures
import TestSupport
import Testing
import Vocabulary

/// For every sample, the redacted copy gives the same diagnosis as the original: unchanged, and with personal data
/// inserted.
@Suite struct ScrubbedSampleTests {
  @Test(arguments: SampleLog.texts)
  func copyGivesTheSameDiagnosis(_ sample: SampleLog) throws {
    try expectSame(try sample.bytes(), sample.path)
  }

  /// Replaces the placeholder home folders of the samples by those of a named user.
  @Test(arguments: SampleLog.texts)
  func copyOfAPersonsReportGivesTheSameDiagnosis(_ sample: SampleLog) throws {
    let text = String(decoding: try sample.bytes(), as: UTF8.self)
    let owned = text.replacing("/Users/user/", with: "/Users/janedoe77/")
      .replacing("\\/Users\\/user\\/", with: "\\/Users\\/janedoe77\\/")
    let copy = try expectSame(Array(owned.utf8), sample.path)
    #expect(!copy.contains("janedoe77"), "\(sample.path)")
  }

  @discardableResult
  private func expectSame(_ bytes: [UInt8], _ path: String) throws -> String {
    var scrubber = ReportScrubber()
    scrubber.learn(from: bytes)
    let copy = try scrubber.copy(of: bytes)
    #expect(scrubber.preview(of: copy).entries.isEmpty, "a second pass would replace more: \(path)")

    let before = ReportReader.read(bytes)
    let after = ReportReader.read(copy)
    #expect(before.faults.map(\.code) == after.faults.map(\.code), "\(path)")
    try #require(before.reports.count == after.reports.count, "\(path)")
    for (old, new) in zip(before.reports, after.reports) {
      // The path of a source file may contain the home folder.
      let judgement = judged(old, bytes).map { $0.replacing("janedoe77", with: "user-1") }
      #expect(judgement == judged(new, copy), "\(path)")
      let (old, new) = (old.value, new.value)
      #expect(Signature(SignatureInput(old)) == Signature(SignatureInput(new)), "\(path)")
      #expect(frames(old) == frames(new), "\(path)")
      #expect(old.images?.map(\.uuid) == new.images?.map(\.uuid), "\(path)")
      #expect(old.images?.map(\.loadAddress) == new.images?.map(\.loadAddress), "\(path)")
      #expect(old.incident == new.incident, "\(path)")
    }
    for (old, new) in zip(JSONShapes.of(bytes), JSONShapes.of(copy)) {
      #expect(old == new, "keys and types differ: \(path)")
    }
    #expect(JSONShapes.of(bytes).count == JSONShapes.of(copy).count, "\(path)")
    return String(decoding: copy, as: UTF8.self)
  }

  private func judged(_ report: Decoded<CrashReport>, _ input: [UInt8]) -> [String] {
    let assessment = Analysis.analyze(report, input: input).assessment
    return assessment.judgement + assessment.findings.map { "\($0.citations.map(\.line))" }
  }

  private func frames(_ report: CrashReport) -> [String] {
    var frames: [String] = []
    report.forEachStack { stack, _ in
      frames += stack.map { frame in
        "\(frame.index) \(frame.image ?? "-") \(String(describing: frame.address)) "
          + "\(String(describing: frame.imageOffset)) \(String(describing: frame.symbol)) \(frame.source?.line ?? 0)"
      }
    }
    return frames
  }
}

/// Keys and types of the JSON in a file, parsed with Foundation and therefore independent of the tested reader.
enum JSONShapes {
  /// Returns those of the complete file, or of its first line and of the rest.
  static func of(_ bytes: [UInt8]) -> [String] {
    if let shape = shape(bytes[...]) { return [shape] }
    guard let end = bytes.firstIndex(of: 0x0A) else { return [] }
    return [shape(bytes[..<end]), shape(bytes[end...])].compactMap { $0 }
  }

  private static func shape(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.first == UInt8(ascii: "{") || bytes.first == 0x0A || bytes.first == UInt8(ascii: "["),
      let value = try? JSONSerialization.jsonObject(with: Data(bytes))
    else { return nil }
    return text(value)
  }

  private static func text(_ value: Any) -> String {
    switch value {
    case let object as [String: Any]:
      return "{" + object.sorted { $0.key < $1.key }.map { $0.key + ":" + text($0.value) }.joined(separator: ",") + "}"
    case let array as [Any]: return "[" + array.map(text).joined(separator: ",") + "]"
    case is String: return "s"
    case is NSNumber: return "n"
    default: return "0"
    }
  }
}
