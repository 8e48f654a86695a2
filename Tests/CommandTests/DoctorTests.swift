import Foundation
import Platform
import TestSupport
import Testing

/// `diagnose doctor`: what it finds in a folder that the test arranges.
@Suite struct DoctorTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private struct Result: Decodable {
    var check: String
    var state: String
    var text: String
    var advice: String?
  }

  private struct Document: Decodable {
    var schema: String
    var results: [Result]
  }

  private func doctor(
    _ arguments: [String] = [], environment: [String: String] = ["SWIFT_BACKTRACE": "enable=yes"]
  ) throws -> (results: [String: [Result]], answer: Tool.Answer) {
    let answer = try Tool.run(["doctor", "--format", "json"] + arguments, in: scratch.folder, environment: environment)
    let document = try JSONDecoder().decode(Document.self, from: Data(answer.out.utf8))
    #expect(document.schema == "diagnose-doctor/1")
    return (Dictionary(grouping: document.results, by: \.check), answer)
  }

  @Test func nothingNeedsToBeDoneInAPlainSetUp() throws {
    let (results, answer) = try doctor()
    #expect(answer.status == 0, "\(answer)")
    // A statically linked program has no swift-backtrace beside it.
    #expect(answer.err.split(separator: "\n").allSatisfy { $0.hasPrefix("swift runtime: ") }, "\(answer)")
    #expect(results["program"]?.first?.text.hasPrefix("diagnose ") == true)
    #expect(results["configuration"]?.map(\.text) == ["no file; all settings are defaults"])
    #expect(results["database"]?.first?.text.hasSuffix("created when the first report is recorded") == true)
    for check in ["program", "configuration", "database", "symbols", "reports", "swift-backtrace"] {
      #expect(results[check]?.isEmpty == false, "\(check)")
    }
  }

  @Test func showsConfigurationSymbolsAndDirectories() throws {
    try scratch.write(
      "watch: { directories: [reports, missing] }\nsymbols: { paths: [symbols, elsewhere] }\n", ".diagnose.yml")
    try FileManager.default.createDirectory(at: scratch.url("reports"), withIntermediateDirectories: true)
    try scratch.write(Sample.json(), "reports/a.ips")
    try FileManager.default.copyItem(at: Repository.url("sample-logs/symbols"), to: scratch.url("symbols"))
    let (results, answer) = try doctor(["--config", ".diagnose.yml"])
    #expect(answer.status == 1)
    #expect(results["configuration"]?.map(\.text) == [".diagnose.yml"] || results["configuration"]?.count == 1)
    let symbols = try #require(results["symbols"])
    #expect(symbols.contains { $0.text == "~/symbols: 1 dSYM" && $0.state == "ok" }, "\(symbols)")
    #expect(symbols.contains { $0.text.contains("XXXCoreTestHost.dSYM: 4C4C441D-5555-3144-A1F0-EB2A6143963F x86_64") })
    #expect(symbols.contains { $0.text.contains("~/elsewhere: no such file or folder") && $0.state == "note" })
    let reports = try #require(results["reports"])
    #expect(reports.contains { $0.text.hasPrefix("~/reports: 1 file") && $0.state == "ok" }, "\(reports)")
    #expect(reports.contains { $0.text.hasPrefix("~/missing: not found") && $0.state == "fix" && $0.advice != nil })
  }

  @Test func showsErrors() throws {
    try scratch.write("watch: { folders: [reports] }\n", "bad.yml")
    let (broken, answer) = try doctor(["--config", "bad.yml"])
    #expect(answer.status == 1 && broken["configuration"]?.first?.state == "fix")
    #expect(answer.err.contains("unknown key 'folders'"))
    try scratch.write("not a database", "h.sqlite")
    let (results, _) = try doctor(["--database", "h.sqlite", "--symbols", "missing"])
    #expect(results["database"]?.first?.state == "fix")
    #expect(results["symbols"]?.contains { $0.state == "fix" } == true)
    let backtraces = try doctor(environment: ["SWIFT_BACKTRACE": "enable=no", "CI": "true"]).results["swift-backtrace"]
    #expect(backtraces?.first?.state == (OperatingSystem.current == .linux ? "fix" : "ok"))
  }

  @Test func comparesTheProgramInPath() throws {
    try FileManager.default.createDirectory(at: scratch.url("bin"), withIntermediateDirectories: true)
    try scratch.write("#!/bin/sh\necho diagnose 0.0.1\n", "bin/diagnose")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.url("bin/diagnose").path)
    let path = ["PATH": scratch.url("bin").path + ":/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=yes"]
    let other = try doctor(environment: path).results["program"]
    #expect(other?.last?.state == "fix" && other?.last?.text.contains("another version: diagnose 0.0.1") == true)
    try FileManager.default.removeItem(at: scratch.url("bin/diagnose"))
    try FileManager.default.createSymbolicLink(at: scratch.url("bin/diagnose"), withDestinationURL: Tool.url)
    #expect(try doctor(environment: path).results["program"]?.last?.text == "on PATH as ~/bin/diagnose")
  }

  @Test func textFitsIntoEightyColumns() throws {
    let answer = try Tool.run(["doctor", "--symbols", "missing"], in: scratch.folder)
    let long = answer.out.split(separator: "\n").filter { $0.count > 80 && !$0.contains("/") }
    #expect(long.isEmpty && answer.out.contains("  fix   ~/missing") && answer.out.hasSuffix("to fix.\n"), "\(answer)")
  }
}
