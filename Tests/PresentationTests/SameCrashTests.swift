import Analysis
import CrashReports
import Diagnosis
import Documents
import Foundation
import Presentation
import TestSupport
import Testing

/// The same crash in two formats gives the same result.
struct Twins: Sendable, CustomTestStringConvertible {
  let json: String
  let text: String
  var testDescription: String { "\(json) and \(text)" }

  private static let fonts = "sample-logs/designables/agent-font-cfrelease/agent-font-cfrelease"
  private static let recursion = "sample-logs/designables/nib-self-class-recursion/agent-recursion"
  private static let nib = "sample-logs/designables/ib-overlays-mainbundle-nib/agent-nib-not-found"

  /// Samples of this project; the second of a pair has both halves, only the text half, or a header and converted text.
  static let made = [
    Twins(json: fonts + ".ips", text: fonts + "-translated.txt"),
    Twins(json: fonts + ".ips", text: fonts + "-translated-text-only.txt"),
    Twins(json: fonts + "-modern.ips", text: fonts + "-modern-translated-text-only.txt"),
    Twins(json: fonts + "-modern.ips", text: fonts + "-converted.ips"),
    Twins(json: recursion + ".ips", text: recursion + "-translated.txt"),
    Twins(json: nib + ".ips", text: nib + "-translated.txt"),
  ]

  /// Third-party reports in the parent folder of the repository, if available.
  static let collected = [
    Twins(
      json: "ips-json/inket-MacSymbolicator__ios-crash-in-ips-format.ips",
      text: "legacy-text/inket-MacSymbolicator__ios-crash-without-json-header.crash"),
    Twins(json: "ips-json/zqqf16-SYM__AppleJson.ips", text: "legacy-text/zqqf16-SYM__AppleConverted.log"),
    Twins(
      json: "ips-json/xsscx-macos-research__IDSDaemonPriorityQueueUrgent-crash-x86_64-sample-full-report.ips",
      text: "console-translated/xsscx-macos-research__IDSDaemonPriorityQueueUrgent-crash-x86_64-sample.txt"),
    Twins(
      json: "ips-json/xsscx-macos-research__libswiftcore-assertionFailure-xcode-json-crasher-full-report.ips",
      text: "console-translated/xsscx-macos-research__libswiftcore-assertionFailure-xcode-json-crasher.txt"),
  ]
}

@Suite struct SameCrashTests {
  /// Members that the text format does not contain; `null` on one side is not a difference.
  static let notStatedInText: Set<String> = [
    ".applicationSpecificInformation[].image", ".host.device", ".host.isSimulator", ".host.isTranslated",
    ".images[].architecture", ".images[].bundleID", ".images[].version", ".incident", ".process.role",
    ".times.launched", ".times.uptimeSeconds",
  ]

  @Test(arguments: Twins.made)
  func formatsAgree(_ twins: Twins) throws {
    let differences = try Self.differences(Repository.bytes(of: twins.json), Repository.bytes(of: twins.text))
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test(
    .enabled(if: Repository.sharedData != nil, "the collection of third-party reports is not beside the checkout"),
    arguments: Twins.collected)
  func collectedFormatsAgree(_ twins: Twins) throws {
    let folder = try #require(Repository.sharedData).appendingPathComponent("corpus")
    func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent(path))) }
    let differences = try Self.differences(bytes(twins.json), bytes(twins.text))
    #expect(differences.isEmpty, "\(differences)")
  }

  /// A body without header is the same report, except for values that only the header contains.
  @Test func bodyWithoutHeaderAgrees() throws {
    let whole = try Repository.bytes(of: Twins.made[0].json)
    let body = try #require(whole.firstIndex(of: UInt8(ascii: "\n")).map { Array(whole[($0 + 1)...]) })
    let differences = try Self.differences(whole, body)
    #expect(differences.isEmpty, "\(differences)")
  }

  static func differences(_ first: [UInt8], _ second: [UInt8]) throws -> [String] {
    var found: [String] = []
    compare(try document(first), try document(second), "", &found)
    return found
  }

  private static func document(_ bytes: [UInt8]) throws -> Any {
    let reports = Analysis.analyze(bytes).reports
    #expect(reports.count == 1)
    let assessment = try #require(reports.first).assessment
    let report = PresentedReport(
      path: "-", digest: "sha256:" + String(repeating: "0", count: 64), assessment: assessment)
    let format = try #require(OutputFormat.catalog.first { $0.id == "json" })
    let text = format.render([report], [], PresentationStyle())
    let whole = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require((whole?["reports"] as? [Any])?.first)
  }

  /// Removes fields that depend on the source: the location of the report, quotations, and notes on its format.
  private static func compare(_ left: Any?, _ right: Any?, _ path: String, _ found: inout [String]) {
    if ["", ".source", ".notes"].contains(path) && path != ""
      || path.hasSuffix(".line") && !path.hasSuffix("source.line")
      || path == ".findings[].witnesses[].text" || path == ".findings[].missing"
    {
      return
    }
    switch (left, right) {
    case (let left as [String: Any], let right as [String: Any]):
      for key in Set(left.keys).union(right.keys).sorted() { compare(left[key], right[key], path + "." + key, &found) }
    case (let left as [Any], let right as [Any]):
      if left.count != right.count { found.append("\(path): \(left.count) and \(right.count) elements") }
      for (one, other) in zip(left, right) { compare(one, other, path + "[]", &found) }
    default:
      let isNull = left is NSNull || right is NSNull || left == nil || right == nil
      if isNull, notStatedInText.contains(path) { return }
      let one = String(describing: left ?? "absent")
      let other = String(describing: right ?? "absent")
      if one != other, found.count < 20 { found.append("\(path): \(one) and \(other)") }
    }
  }
}
