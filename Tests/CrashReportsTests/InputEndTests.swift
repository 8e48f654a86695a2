import Foundation
import TestSupport
import Testing

@testable import CrashReports

/// Wherever an input is cut off, the report or the error states it.
@Suite struct InputEndTests {
  /// Returns whether the outcome states that the input ends early.
  private func isStated(_ outcome: ReadOutcome) -> Bool {
    if let last = outcome.reports.last { return last.notes.contains(where: \.isDamage) }
    return outcome.faults.contains { fault in
      [.incomplete, .damaged, .unsupportedFormat].contains(fault.code)
        || ["cut off", "ends", "white space"].contains { fault.explanation.contains($0) }
    }
  }

  private static func isJSON(_ bytes: some Collection<UInt8>) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
  }

  /// The samples that are one JSON value, with or without a header line above it, and the offset of that value.
  private static let structured: [(sample: SampleLog, body: Int)] = SampleLog.forms.compactMap { sample in
    guard let bytes = try? sample.bytes(), bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") else {
      return nil
    }
    if isJSON(bytes) { return (sample, 0) }
    guard let end = bytes.firstIndex(of: 0x0A), isJSON(bytes[..<end]), isJSON(bytes[end...]) else { return nil }
    return (sample, end + 1)
  }

  @Test(arguments: structured.indices) func everyCutOfJSONIsStated(_ index: Int) throws {
    let (sample, body) = Self.structured[index]
    let bytes = try sample.bytes()
    let end = bytes.lastIndex { $0 > 0x20 } ?? 0
    guard !ReportReader.read(bytes).reports.isEmpty else { return }
    for cut in stride(from: 24, through: end, by: max(1, end / 150)) where cut < body - 1 || cut > body + 8 {
      let outcome = ReportReader.read(Array(bytes[..<cut]))
      #expect(isStated(outcome), "cut at \(cut): \(outcome.reports.map(\.notes)) \(outcome.faults)")
    }
    // The end of the value is one of the bytes after which most is lost silently.
    #expect(isStated(ReportReader.read(Array(bytes[..<end]))), "without the last bracket")
  }

  @Test func thereAreSamplesOfEveryStructure() {
    #expect(Self.structured.count >= 40)
    let folders = Set(Self.structured.map { $0.sample.path.split(separator: "/")[1] })
    for folder in ["ips", "metrickit", "jetsam", "stackshot", "bugsnag", "measure", "third-party-json"] {
      #expect(folders.contains(Substring(folder)), "\(folder)")
    }
  }

  /// Reports in Apple's text layouts that have an end: the marker of iOS, and the totals of memory regions of macOS.
  private static let texts: [SampleLog] = SampleLog.forms.filter { sample in
    guard sample.path.hasPrefix("sample-logs/apple-text"), let bytes = try? sample.bytes() else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("\nEOF") || text.contains("\nTOTAL")
  }

  @Test(arguments: texts) func everyLineAfterWhichATextIsCutIsStated(_ sample: SampleLog) throws {
    let text = String(decoding: try sample.bytes(), as: UTF8.self)
    let marker = try #require(text.range(of: "\nEOF") ?? text.range(of: "\nTOTAL"))
    let bytes = Array(text[..<marker.lowerBound].utf8)
    // Before the first sections it is an excerpt, or no report.
    let header = try #require(text.range(of: "OS Version:")?.upperBound)
    let first = text.utf8.distance(from: text.startIndex, to: header) + 200
    // What follows the images may have been left out on purpose, up to a summary that begins.
    let images =
      text.range(of: "Binary Images:").map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } ?? 0
    let summary = text.range(of: "VM Region Summary").map {
      text.utf8.distance(from: text.startIndex, to: $0.upperBound)
    }
    for cut in bytes.indices where cut > first && bytes[cut] == 0x0A {
      if let summary, cut > images, cut < summary { continue }
      for end in [cut, cut + 1] {
        let outcome = ReportReader.read(Array(bytes[..<end]))
        #expect(isStated(outcome), "cut at \(end): \(outcome.reports.map(\.notes))")
      }
    }
    #expect(ReportReader.read(Array(text.utf8)).reports.last?.notes.contains(where: \.isDamage) == false, "the whole")
  }

  @Test func thereAreTexts() { #expect(Self.texts.count >= 5) }

  // MARK: What is open at the end

  private func openPart(_ text: String) -> String? { InputEnd.openPart(Array(text.utf8), from: 0) }

  @Test(arguments: [
    "{\"a\":1", "{\"a\"", "[{\"a\":tru", "[{\"a\":1},\n", "x\n{\n  \"a\" : -1.", "{\"a\":1}\n{\"b\":\"",
    "[1]\n[2]\n[\"3",
    "{a}\n{\n\"b\" : [", "text\n\n{\"a\" : \"\\u12",
  ]) func openValuesAreRecognized(_ text: String) { #expect(openPart(text) == "inside a JSON value", "\(text)") }

  @Test(arguments: [
    "", "{", "[", "{\"a\":1}", "{\"a\":1}\n{\"b\":2}\n", "x\n{\n", "-[Card draw]\n[Card", "[Card draw", "{\n  a = 1;\n",
    "{\"a\"=", "[cards] started\n[cards] \"", "a {\"b\":", "(\n\"a\",\n", "[\"a\"]\ntext", "{\"a\":1}}\n",
  ]) func otherTextsAreNot(_ text: String) { #expect(openPart(text) == nil, "\(text)") }

  @Test func propertyListsAreRecognized() {
    let whole = "x\n<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist>\n<dict>\n</dict>\n</plist>\n"
    for cut in 45..<whole.utf8.count - 9 {
      #expect(openPart(String(whole.utf8.prefix(cut)) ?? "") == "inside a property list", "\(cut)")
    }
    #expect(openPart(whole) == nil && openPart(whole + whole) == nil && openPart(whole + "<plist>") != nil)
  }

  @Test func rowsOfImagesAreRecognized() {
    let rows = "Binary Images:\n 0x100000000 - 0x10000ffff Card (1) <2> /Applications/Card\n"
    for row in ["0x1100", "0x110000000 -", " 0x110000000 - 0x1100", "0x110000000 - 0x11000ffff More <2"] {
      #expect(openPart(rows + row) == "inside a row of the binary images", "\(row)")
      #expect(openPart(rows + row + "\n") == nil && openPart(row) == nil)
    }
    #expect(openPart(rows) == nil && openPart(rows + "0x110000000 - 0x11000ffff More <2> /usr") == nil)
    #expect(openPart(rows + "0x11 bytes") == nil && openPart(rows + "0x110000000 is the address") == nil)
  }

  /// Lines that begin with brackets are scanned in linear time.
  @Test func manyBracketsAreLinear() {
    for part in ["[\n", "{\"a\":\n", "{\"a\":[1]}x\n", "[\"a\",\n"] {
      let growth = Growth(from: 20_000, of: { Array(String(repeating: part, count: $0).utf8) }) { bytes in
        #expect(InputEnd.openPart(bytes, from: 0)?.isEmpty != true)
      }
      #expect(growth.ratio < 16, "\(part): \(growth)")
    }
  }
}
