import Foundation
import TestSupport
import Testing

@testable import CrashReports

/// Public reports of many writers, which are not part of this package: process, exception and threads are compared with
/// their list.
struct JSONCorpusTests {
  struct Row: CustomTestStringConvertible {
    var path: String
    var kind: String
    var process: String
    var exception: String
    var threads: Int?
    var testDescription: String { path }
  }

  static let rows: [Row] = {
    guard let shared = Repository.sharedData,
      let text = try? String(contentsOf: shared.appendingPathComponent("corpus/manifest.csv"), encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").dropFirst().map { line in
      let cells = Self.cells(line)
      return Row(
        path: cells[0], kind: cells[1], process: cells[4], exception: cells[6], threads: Int(cells[7]))
    }
  }()

  /// Splits one row of CSV, which may have quoted cells.
  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells + Array(repeating: "", count: max(0, 9 - cells.count))
  }

  static func bytes(_ row: Row) throws -> [UInt8] {
    let shared = try #require(Repository.sharedData)
    return [UInt8](try Data(contentsOf: shared.appendingPathComponent("corpus/" + row.path)))
  }

  /// Rows whose list is about something other than the report, each with its reason.
  static let exempt = [
    // The list has the name in the header; the body's `procName` differs intentionally.
    "ips-json/facebook-idb__xctest-concated-json-crash.ips"
  ]

  @Test(
    .enabled(if: Repository.sharedData != nil, "needs the corpus of third-party reports beside the checkout"),
    arguments: rows.filter { $0.kind == "ips-json" || ($0.kind == "synthetic" && $0.path.hasSuffix(".ips")) })
  func jsonReportSaysWhatTheListSays(_ row: Row) throws {
    let outcome = ReportReader.read(try Self.bytes(row))
    let report = try #require(outcome.reports.first).value
    #expect(outcome.reports.count == 1)
    #expect(outcome.faults.isEmpty)
    if !Self.exempt.contains(row.path), !row.process.isEmpty {
      #expect(report.process?.name == row.process)
    }
    let signal = report.exception?.signal.map { " (\($0))" } ?? ""
    #expect((report.exception?.type ?? "") + signal == row.exception)
    #expect(report.threads?.count == row.threads)
    #expect(report.threads?.filter(\.crashed).count == 1)
    #expect(report.host.architecture != nil)
    let crashed = try #require(report.crashedThread)
    #expect(!crashed.frames.isEmpty)
    #expect(crashed.frames.contains { $0.address != nil } || row.kind == "synthetic")
  }

  /// Reports of which the header line or the entire report is text, and files that are damaged intentionally.
  @Test(
    .enabled(if: Repository.sharedData != nil, "needs the corpus of third-party reports beside the checkout"),
    arguments: rows.filter { $0.kind == "legacy-ips" || $0.kind == "malformed" })
  func otherReportSaysWhatTheListSays(_ row: Row) throws {
    let outcome = ReportReader.read(try Self.bytes(row))
    #expect(outcome.reports.count == 1)
    #expect(outcome.faults.isEmpty)
    let decoded = try #require(outcome.reports.first)
    let report = decoded.value
    guard !Self.templates.contains(row.path) else {
      #expect(report.threads?.count == 1)
      #expect(report.images?.count == 2)
      #expect(decoded.notes.count { $0.code == "damaged" } == 3)
      return
    }
    let signal = report.exception?.signal.map { " (\($0))" } ?? ""
    #expect((report.exception?.type ?? "") + signal == row.exception)
    #expect(report.threads?.count == row.threads)
    let name = row.process.split(separator: "[").first.map { String($0).trimmedOfSpace }
    #expect(report.process?.name == name)
    #expect(row.kind == "malformed" || report.source.bugType != nil)
  }

  /// Files with placeholders instead of names and offsets; the list does not state their contents.
  static let templates = ["malformed/llvm-lldb__a.out.ips"]
}
