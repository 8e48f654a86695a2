import Analysis
import CrashReports
import Diagnosis
import Foundation
import Redaction
import TestSupport
import Testing

/// Inserts every spelling of every kind of personal data as a message into samples of every format, and counts what
/// remains in the copy.
@Suite struct RedactionRecallTests {
  /// How many samples each spelling is inserted into.
  private static let samples = 4

  /// Samples of every folder that are reports and can hold a message.
  private static let carriers: [Carrier] = {
    var folders: [String: Int] = [:]
    return SampleLog.texts.compactMap { sample in
      let parts = sample.path.split(separator: "/")
      guard parts.count > 2, !["malformed", "near-misses", "symbols", "measure"].contains(parts[1]),
        folders[String(parts[1]), default: 0] < (parts[1] == "patterns" ? 12 : 3), let bytes = try? sample.bytes(),
        bytes.count < 60_000, let carrier = Carrier(sample.path, bytes)
      else { return nil }
      folders[String(parts[1]), default: 0] += 1
      return carrier
    }
  }()

  @Test func personalDataIsRemoved() throws {
    #expect(Self.carriers.count >= 30, "\(Self.carriers.count) samples")
    var rows: [(kind: String, count: Int, removed: Int)] = []
    var left: [String] = []
    var changed: [String] = []
    var number = 0
    for insertion in Insertion.all {
      var row = (kind: insertion.kind, count: 0, removed: 0)
      for text in insertion.texts {
        for _ in 0..<Self.samples {
          let carrier = Self.carriers[number % Self.carriers.count]
          number += 7
          let bytes = carrier.planted(text)
          var scrubber = ReportScrubber()
          scrubber.learn(from: bytes)
          let copy = try scrubber.copy(of: bytes)
          row.count += 1
          if Self.isClean(copy, insertion.secrets) {
            row.removed += 1
          } else {
            left.append("\(insertion.kind): \(text)  (\(carrier.path))")
          }
          if Self.judged(bytes) != Self.judged(copy) { changed.append("\(text)  (\(carrier.path))") }
          if carrier.isJSON { #expect(JSONShapes.of(bytes) == JSONShapes.of(copy), "\(text) (\(carrier.path))") }
          var second = ReportScrubber()
          second.learn(from: copy)
          if try second.copy(of: copy) != copy { changed.append("second pass: \(text)  (\(carrier.path))") }
        }
      }
      rows.append(row)
    }
    let count = rows.reduce(0) { $0 + $1.count }
    let removed = rows.reduce(0) { $0 + $1.removed }
    for row in rows { print("\(row.kind): \(row.removed) of \(row.count)") }
    print("recall: \(removed) of \(count), \(rows.count) kinds")
    print(Set(left.map { $0.components(separatedBy: "  (")[0] }).sorted().joined(separator: "\n"))
    #expect(count >= 1_200 && rows.count >= 31)
    #expect(Double(removed) >= 0.95 * Double(count))
    #expect(changed.isEmpty, "\(changed.prefix(20).joined(separator: "\n"))")
  }

  /// Copies of third-party reports give the same diagnosis, and a copy of a copy is the same.
  @Test(.enabled(if: Repository.sharedData != nil, "the collection of third-party reports is not beside the checkout"))
  func collectedReportsKeepTheirDiagnosis() throws {
    let shared = try #require(Repository.sharedData)
    for folder in ["corpus", "labelled"] {
      let root = shared.appendingPathComponent(folder)
      for case let name as String in FileManager.default.enumerator(atPath: root.path)
        ?? FileManager.DirectoryEnumerator()
      {
        guard !name.contains(".dSYM/"), !name.hasSuffix(".md"), !name.hasSuffix(".csv"),
          let data = FileManager.default.contents(atPath: root.appendingPathComponent(name).path), data.count < 300_000,
          !data.prefix(2_000).contains(0)
        else { continue }
        let bytes = [UInt8](data)
        var scrubber = ReportScrubber()
        scrubber.learn(from: bytes)
        let copy = try scrubber.copy(of: bytes)
        #expect(Self.judged(bytes) == Self.judged(copy), "\(folder)/\(name)")
        var second = ReportScrubber()
        second.learn(from: copy)
        #expect(try second.copy(of: copy) == copy, "\(folder)/\(name)")
      }
    }
  }

  private static func isClean(_ copy: [UInt8], _ secrets: [String]) -> Bool {
    let text = String(decoding: copy, as: UTF8.self).lowercased()
    let plain = text.replacing("\\/", with: "/").replacing("\\u0040", with: "@")
    return secrets.allSatisfy { !text.contains($0.lowercased()) && !plain.contains($0.lowercased()) }
  }

  /// The diagnosis of an input, without texts that a placeholder may change.
  private static func judged(_ bytes: [UInt8]) -> [String] {
    ReportReader.read(bytes).reports.map { report in
      let assessment = Analysis.analyze(report, input: bytes).assessment
      return assessment.findings.map { "\($0.pattern) \($0.confidence) \($0.certaintyOfCause)" }.joined(separator: ",")
        + " \(assessment.blamedFrame.map { String(describing: $0) } ?? "-")"
    }
  }
}

extension RedactionRecallTests {
  /// A sample, and where a message is inserted.
  fileprivate struct Carrier: Sendable {
    let path: String
    let head: String
    let tail: String
    let isJSON: Bool

    init?(_ path: String, _ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.utf8.elementsEqual(bytes), ReportReader.read(bytes).reports.count == 1 else { return nil }
      self.path = path
      isJSON = text.first == "{" || text.first == "["
      if isJSON {
        let body = text.hasPrefix("{\"") ? text.firstIndex(of: "\n") ?? text.startIndex : text.startIndex
        guard let brace = text[body...].firstIndex(of: "{") ?? text.firstIndex(of: "{") else { return nil }
        head = String(text[...brace]) + "\"zzNote\":"
        tail = "," + text[text.index(after: brace)...]
      } else {
        let blank = text.range(of: "\n\n")?.upperBound ?? text.endIndex
        head = String(text[..<blank])
        tail = (head.hasSuffix("\n") ? "\n" : "") + text[blank...]
      }
    }

    func planted(_ message: String) -> [UInt8] {
      guard isJSON else { return Array((head + (head.hasSuffix("\n") ? "" : "\n") + message + "\n" + tail).utf8) }
      let data = (try? JSONSerialization.data(withJSONObject: [message])) ?? Data("[\"\"]".utf8)
      return Array((head + String(decoding: data.dropFirst().dropLast(), as: UTF8.self) + tail).utf8)
    }
  }
}
