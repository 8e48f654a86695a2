import Foundation
import TestSupport
import Testing

/// The first lines of the answer say that a report is cut off or damaged.
@Suite struct CutReportTests {
  private func firstLines(_ bytes: some Collection<UInt8>, _ name: String, _ scratch: Scratch) throws -> String {
    try Data(bytes).write(to: scratch.url(name))
    let answer = try Tool.run(["--no-database", name], in: scratch.folder)
    #expect([0, 2].contains(answer.status), "\(answer)")
    return (answer.out.split(separator: "\n").prefix(6) + [Substring(answer.err)]).joined(separator: " ")
      .replacing(#/\s+/#, with: " ")
  }

  @Test(arguments: [
    "sample-logs/ips/macos-app.ips", "sample-logs/metrickit/crash.json", "sample-logs/third-party-json/kscrash.json",
    "sample-logs/apple-text/ios-104.crash", "sample-logs/apple-text/macos-version-12.crash",
    "sample-logs/plcrash/signal.plcrash",
    "sample-logs/jetsam/jetsam-298.ips",
  ]) func everyCutIsInTheFirstLines(_ path: String) throws {
    let (bytes, scratch) = (try Repository.bytes(of: path), try Scratch())
    let name = "cut." + (path.split(separator: ".").last.map(String.init) ?? "")
    // Up to the last sections: what follows the end of a report is not needed.
    let images = String(decoding: bytes, as: UTF8.self).range(of: "\nBinary Images:").map { range in
      String(decoding: bytes, as: UTF8.self).utf8.distance(
        from: String(decoding: bytes, as: UTF8.self).startIndex, to: range.lowerBound)
    }
    let end = min(bytes.count * 8 / 10, path.contains("macos-version") ? images ?? .max : .max)
    for cut in [700] + stride(from: 200, to: end, by: end / 12) where cut < end {
      let text = try firstLines(bytes[..<cut], name, scratch)
      #expect(
        ["The report is cut off", "The report is damaged", "damaged PLCrashReporter", "it is cut off"].contains {
          text.contains($0)
        },
        "\(path), \(cut) bytes: \(text)")
    }
    let whole = try firstLines(bytes, name, scratch)
    #expect(!whole.contains("cut off") && !whole.contains("is damaged"), "\(whole)")
  }

  @Test func thePlaceIsStated() throws {
    let (bytes, scratch) = (Array(Sample.json().utf8), try Scratch())
    let header = (bytes.firstIndex(of: 0x0A) ?? 0)
    #expect(
      try firstLines(bytes[..<header], "a.ips", scratch).contains("! The report is cut off after its header line"))
    let captured = Sample.json().range(of: "2026-08-01 09:12:00.12")?.upperBound
    let cut = try #require(captured).utf16Offset(in: Sample.json())
    #expect(
      try firstLines(bytes[..<cut], "b.ips", scratch).contains(
        "! The report is cut off after line 6, inside \"captureTime\"."))
    let damaged = Sample.json().replacingOccurrences(of: "\"pid\" : 501", with: "\"pid\" : ?")
    #expect(try firstLines(damaged.utf8, "c.ips", scratch).contains("! The report is damaged at line "))
  }
}
