import Foundation
import TestSupport
import Testing

@testable import CrashReports

/// Public reports in text formats, compared with the results that their manifest records.
struct TextKindsCorpusTests {
  struct Row: CustomTestStringConvertible {
    var path: String
    var kind: String
    var process: String
    var os: String
    var exception: String
    var threads: Int?
    var testDescription: String { path }
  }

  private static func fields(_ line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields
  }

  static let rows: [Row] = {
    guard let url = Repository.sharedData?.appendingPathComponent("corpus/manifest.csv"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    let kinds = ["hang-spin-sample", "ibtool", "third-party", "legacy-ips"]
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = fields(line)
      guard fields.count >= 8, kinds.contains(fields[1]), !fields[0].hasSuffix(".plcrash") else { return nil }
      return Row(
        path: fields[0], kind: fields[1], process: fields[4], os: fields[5], exception: fields[6],
        threads: Int(fields[7]))
    }
  }()

  @Test(.enabled(if: Repository.sharedData != nil, "needs the folder of public reports"), arguments: rows)
  func everyFileIsRead(_ row: Row) throws {
    let folder = try #require(Repository.sharedData)
    let data = try Data(contentsOf: folder.appendingPathComponent("corpus/" + row.path))
    let outcome = ReportReader.read([UInt8](data))
    let report = try #require(outcome.reports.first).value
    let formats = [
      "hang-spin-sample": ["leaks", "sample", "spindump"], "ibtool": ["document-tool"],
      "third-party": ["third-party-text", "excerpt"], "legacy-ips": ["ips-text"],
    ]
    #expect(formats[row.kind]?.contains(report.source.format) == true)
    if row.kind != "ibtool", !row.process.isEmpty {
      let name = try #require(report.process?.name)
      let pid = report.process?.pid.map { " [\($0)]" } ?? ""
      let expected = row.process.trimmingCharacters(in: .whitespaces)
      #expect(expected == name + pid || expected == name)
    }
    if !row.os.isEmpty {
      #expect("\(report.host.os ?? "") (\(report.host.osBuild ?? ""))" == row.os)
    }
    if let threads = row.threads { #expect(report.threads?.count == threads) }
    if row.kind == "hang-spin-sample" {
      #expect(report.kind == .leak)
      #expect(report.threads?.allSatisfy { $0.frames.count > 20 } == true)
      #expect((report.images?.count ?? 0) > 300)
      #expect(report.detail(.leaks) != nil)
    }
  }
}
