import Foundation
import TestSupport
import Testing

@testable import CrashReports

/// A member of another JSON type than usual is read, or a note states that it was not: nothing is lost silently.
@Suite struct MemberTypeTests {
  static let samples =
    RecordListTests.samples + [
      "metrickit/all-kinds.json", "bugsnag/request.json", "measure/session.json", "crashlytics-event/events.json",
      "third-party-json/kscrash-hang.json", "third-party-json/kscrash-profile.json",
      "third-party-json/sentry-2017.json",
    ]

  /// Other types for a value: each keeps the value, in a form that no reader of the member has to accept.
  private static func variants(_ value: Any) -> [(name: String, value: Any)] {
    var variants: [(String, Any)] = [("in an array", [value])]
    if !(value is [String: Any]) { variants.append(("in an object", ["value": value])) }
    if value is [Any] || value is [String: Any] {
      variants += [("as text", "replaced-text"), ("as a number", 7_654_321), ("as a Boolean", true)]
    }
    return variants
  }

  /// Calls `body` with each document in which one member was changed, and the path of the member.
  private static func forEachChange(_ value: Any, path: [String], _ body: (Any, [String]) -> Void) {
    guard path.count < 9 else { return }
    if let members = value as? [String: Any] {
      for key in members.keys.sorted() {
        guard let member = members[key], !(member is NSNull) else { continue }
        for (name, variant) in variants(member) {
          var copy = members
          copy[key] = variant
          body(copy, path + [key, name])
        }
        forEachChange(member, path: path + [key]) { changed, path in
          var copy = members
          copy[key] = changed
          body(copy, path)
        }
      }
    } else if let first = (value as? [Any])?.first, let elements = value as? [Any] {
      // The first element stands for all.
      forEachChange(first, path: path + ["0"]) { changed, path in body([changed] + elements.dropFirst(), path) }
    }
  }

  private static func read(_ value: Any) throws -> ReadOutcome {
    ReportReader.read([UInt8](try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])))
  }

  /// What a reading states: reports without lines, and the texts of notes and faults.
  private static func facts(_ outcome: ReadOutcome) -> (reports: [CrashReport], remarks: Set<String>) {
    let reports = outcome.reports.map { decoded -> CrashReport in
      var report = decoded.value
      report.changeLines { _ in 1 }
      report.lines = [:]
      report.source = CrashReport.Source(format: report.source.format)
      report.times?.crashed?.asWritten = ""
      return report
    }
    return (reports, Set(outcome.faults.map(\.explanation) + outcome.reports.flatMap { $0.notes.map(\.text) }))
  }

  @Test(arguments: samples)
  func nothingIsLostSilently(_ sample: String) throws {
    let document = try JSONSerialization.jsonObject(with: Data(try Repository.bytes(of: "sample-logs/" + sample)))
    let expected = Self.facts(try Self.read(document))
    var lost: [String] = []
    var count = 0
    Self.forEachChange(document, path: []) { changed, path in
      guard let found = (try? Self.read(changed)).map(Self.facts) else { return }
      count += 1
      guard found.reports != expected.reports, found.remarks.isSubset(of: expected.remarks) else { return }
      // The other value was read in place of the usual one.
      let words = "\(found.reports)".lowercased()
      if words.contains("replaced-text") || words.contains("7654321") { return }
      // Swift encodes a case as an object whose member is its name.
      if path.suffix(2) == ["terminationCategory", "in an object"] { return }
      lost.append(path.joined(separator: "."))
    }
    #expect(count > 20)
    #expect(lost.isEmpty, "\(lost.count) of \(count): \(lost.prefix(12))")
  }
}
