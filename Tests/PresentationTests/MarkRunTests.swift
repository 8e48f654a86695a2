import Analysis
import CrashReports
import Diagnosis
import Documents
import Foundation
import Presentation
import Signatures
import TestSupport
import Testing

/// Runs of combining marks in reports of all formats: cut where they are read, and linear in all steps.
@Suite struct MarkRunTests {
  /// One sample of each format.
  static let samples: [SampleLog] = {
    var found: [String: SampleLog] = [:]
    for sample in SampleLog.forms where ((try? sample.bytes().count) ?? .max) < 40_000 {
      let folder = sample.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      if !["patterns", "near-misses", "malformed", "symbols"].contains(folder), found[folder] == nil {
        found[folder] = sample
      }
    }
    return found.keys.sorted().compactMap { found[$0] }
  }()

  /// Returns the bytes with `run` at positions inside of words, which are spread over the text.
  private static func injected(_ bytes: [UInt8], _ run: [UInt8], positions: Int) -> [UInt8] {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    let inside = bytes.indices.dropFirst().dropLast().filter {
      isLetter(bytes[$0 - 1]) && isLetter(bytes[$0]) && isLetter(bytes[$0 + 1])
    }
    guard !inside.isEmpty else { return bytes }
    let chosen = Set((0..<positions).map { inside[$0 * inside.count / positions] })
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      result.append(byte)
      if chosen.contains(index) { result += run }
    }
    return result
  }

  /// A report of PLCrashReporter with an exception of this name and reason: a repeated field, of which the last counts.
  private static func plcrash(_ bytes: [UInt8], _ text: [UInt8]) -> [UInt8] {
    func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
      var length = content.count
      var digits: [UInt8] = []
      repeat {
        digits.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
        length >>= 7
      } while length > 0
      return [number << 3 | 2] + digits + content
    }
    return bytes + field(5, field(1, text) + field(2, text))
  }

  private static func input(_ sample: SampleLog, _ run: String, positions: Int = 12) throws -> [UInt8] {
    let bytes = try sample.bytes()
    if sample.path.hasSuffix(".plcrash") { return plcrash(bytes, Array(("a" + run).utf8)) }
    return injected(bytes, Array(run.utf8), positions: positions)
  }

  /// Calls `body` with every text in a value: of its members, elements and cases, at any depth.
  private func visit(_ value: Any, _ path: String, _ body: (String, String) -> Void) {
    if let text = value as? String { return body(text, path) }
    if let text = value as? Substring { return body(String(text), path) }
    for child in Mirror(reflecting: value).children { visit(child.value, path + "." + (child.label ?? "_"), body) }
  }

  private func expectSafe(_ bytes: [UInt8], _ note: String) {
    let outcome = Analysis.analyze(bytes)
    for report in outcome.reports {
      visit(report, "") { text, path in
        let run = MarkClass.longestRun(text)
        if run > 30 { Issue.record("\(note)\(path): \(run) marks in a row") }
      }
    }
  }

  /// No text of a report has more than 30 marks in a row, in any spelling of the marks.
  @Test(arguments: samples)
  func noTextHasLongRuns(_ sample: SampleLog) throws {
    let run = MarkClass.catalog.map { String(repeating: $0.marks, count: 12) }.joined()
    expectSafe(try Self.input(sample, run), "UTF-8")
    // Runs at the limit remain, and no step joins them to longer ones.
    expectSafe(try Self.input(sample, String(repeating: "\u{301}\u{316}", count: 15), positions: 400), "30 marks")
    guard !sample.path.hasSuffix(".plcrash") else { return }
    let units = run.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
    expectSafe(try Self.input(sample, units), "escapes of JSON")
    let references = run.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined()
    expectSafe(try Self.input(sample, references), "references of XML and HTML")
    expectSafe(try Self.input(sample, run.utf8.map { "\\" + String($0, radix: 8) }.joined()), "octal escapes")
    expectSafe(try Self.input(sample, run.utf8.map { "%" + String($0, radix: 16) }.joined()), "percent encoding")
    let wide = String(decoding: try Self.input(sample, run), as: UTF8.self).utf16
    expectSafe([0xFF, 0xFE] + wide.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }, "UTF-16")
  }

  private static func process(_ bytes: [UInt8], _ formats: [OutputFormat]) {
    let outcome = Analysis.analyze(bytes)
    let presented = outcome.reports.map {
      PresentedReport(path: "a", digest: "", assessment: $0.assessment, labels: [:])
    }
    for format in formats { _ = format.render(presented, [], .init()) }
  }

  /// Analysis and output take linear time, for long runs and for many runs of the permitted length.
  @Test(arguments: samples)
  func analysisIsLinear(_ sample: SampleLog) throws {
    let formats = OutputFormat.catalog.filter { $0.id == "text" || $0.id == "json" }
    for piece in ["\u{301}\u{316}", "a" + String(repeating: "\u{5BD}\u{5B0}", count: 16)] {
      let growth = try Growth(
        from: 1_500,
        of: { size in
          try Self.input(sample, String(repeating: piece, count: size / piece.utf8.count), positions: 4)
        }
      ) { Self.process($0, formats) }
      #expect(growth.ratio < 16, "\(growth)")
    }
  }

  /// Every class in a report that has the text in most members, and every output.
  @Test(arguments: MarkClass.catalog)
  func classesAreLinear(_ kind: MarkClass) throws {
    let sample = try #require(Self.samples.first { $0.path.hasSuffix(".ips") })
    let growth = try Growth(
      from: 1_000, of: { size in try Self.input(sample, kind.text(size, letter: ""), positions: 4) }
    ) { Self.process($0, OutputFormat.catalog) }
    #expect(growth.ratio < 16, "\(growth)")
  }
}
