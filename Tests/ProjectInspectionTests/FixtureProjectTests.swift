import Analysis
import CrashReports
import Diagnosis
import Foundation
import ProjectInspection
import TestSupport
import Testing
import Vocabulary
import Platform

/// Tests with the projects in `Tests/Fixtures/projects`: `<check>/faulty` has the fault, `<check>/mended` is the same
/// project without the fault, and `<check>/report.txt` is a report of the failure that the fault causes.
@Suite struct FixtureProjectTests {
  static let root = "Tests/Fixtures/projects"
  /// The folder of a project with all kinds of files and no fault.
  static let cleanProject = "whole"

  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.url(root).path)) ?? []
    return names.filter { !$0.hasPrefix(".") && $0 != cleanProject && !$0.hasSuffix(".md") }.sorted()
  }()

  private func project(_ path: String) throws -> ProjectIndex {
    let index = try #require(ProjectIndex.read(FilePath(Repository.url(Self.root + "/" + path).path)))
    #expect(index.notes.isEmpty, "\(path): \(index.notes.map(\.text))")
    return index
  }

  @Test func projectsExist() { #expect(Self.names.count >= 20, "\(Self.names)") }

  /// `check` finds only this fault in the faulty project, and nothing in the mended project.
  @Test(arguments: names)
  func faultIsFoundOnlyInFaultyProject(_ name: String) throws {
    let check = try #require(ProjectCheck.with(id: name), "the folder is named for a check")
    let faults = try project(name + "/faulty").check()
    #expect(faults.contains { $0.check == check.id }, "\(name): \(faults.map { $0.check + ": " + $0.headline })")
    #expect(faults.allSatisfy { $0.check == check.id }, "\(name): \(faults.map { $0.check + ": " + $0.headline })")
    let mended = try project(name + "/mended").check()
    #expect(mended.isEmpty, "\(name): \(mended.map { $0.check + ": " + $0.headline })")
  }

  private func finding(_ name: String, _ pattern: String) throws -> (Finding, CrashReport)? {
    guard let bytes = try? Repository.bytes(of: "\(Self.root)/\(name)/report.txt") else { return nil }
    let assessment = try #require(Analysis.analyze(bytes).reports.first, "\(name): no report").assessment
    let finding = assessment.findings.first { $0.pattern == pattern }
    return (
      try #require(finding, "\(name): the report gives \(assessment.findings.map(\.pattern))"), assessment.report
    )
  }

  /// With `--project`, the faulty project confirms the finding and the mended project does not.
  @Test(arguments: names)
  func findingIsConfirmedOnlyByFaultyProject(_ name: String) throws {
    let check = try #require(ProjectCheck.with(id: name))
    guard let (finding, report) = try finding(name, check.pattern) else { return }
    let verdict = try project(name + "/faulty").verdict(on: finding, in: report)
    guard case .confirmed(let faults) = verdict else {
      Issue.record("\(name): \(verdict), blame \(String(describing: finding.blame)), \(finding.captures)")
      return
    }
    #expect(faults.allSatisfy { $0.pattern == check.pattern && !$0.locations.isEmpty })
    let applying = finding.applying(by: verdict)
    #expect(applying.confidence >= finding.confidence)
    if case .confirmed = try project(name + "/mended").verdict(on: finding, in: report) {
      Issue.record("\(name): confirmed by the mended project")
    }
    // An unrelated project neither confirms nor refutes.
    switch try project(Self.cleanProject).verdict(on: finding, in: report) {
    case .silent, .undecided: break
    case .confirmed, .refuted: Issue.record("\(name): decided by an unrelated project")
    }
  }

  @Test func mostFaultsHaveAReport() {
    let with = Self.names.filter {
      FileManager.default.fileExists(atPath: Repository.url("\(Self.root)/\($0)/report.txt").path)
    }
    #expect(with.count >= 12, "\(with)")
  }

  @Test func cleanProjectHasNoFault() throws {
    let index = try project(Self.cleanProject)
    #expect(index.check().map(\.headline) == [])
    #expect(index.fileCount >= 8)
  }

  @Test func provenFindingsGainConfidenceAndRefutedOnesLoseIt() throws {
    let (finding, report) = try #require(try finding("nib-self-class-recursion", "nib-self-class-recursion"))
    #expect(finding.confidence == .likely)
    let confirmed = finding.applying(
      by: try project("nib-self-class-recursion/faulty").verdict(on: finding, in: report))
    #expect(confirmed.confidence == .certain && confirmed.certaintyOfCause == .certain)
    let verdict = try project("nib-self-class-recursion/mended").verdict(on: finding, in: report)
    guard case .refuted(let reason, let location) = verdict else {
      Issue.record("not refuted: \(verdict)")
      return
    }
    #expect(reason.contains("CardView.xib") && location.line > 0 && location.text.contains("<view"))
    #expect(finding.applying(by: verdict).confidence == .possible)
  }

  /// `patch` can apply every diff: its old lines are equal to those of the file.
  @Test(arguments: names)
  func diffsMatchTheirFiles(_ name: String) throws {
    for fault in try project(name + "/faulty").check() {
      guard let diff = fault.diff else { continue }
      let lines = diff.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let path = try #require(lines.first?.dropFirst("--- a/".count))
      let text = try Repository.text(of: "\(Self.root)/\(name)/faulty/\(path)")
      let file = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let numbers = lines[2].split { !$0.isNumber }.compactMap { Int($0) }
      try #require(numbers.count == 4, "\(lines[2])")
      let old = lines[3...].filter { $0.hasPrefix(" ") || $0.hasPrefix("-") }.map { String($0.dropFirst()) }
      let new = lines[3...].filter { $0.hasPrefix(" ") || $0.hasPrefix("+") }
      #expect(old.count == numbers[1] && new.count == numbers[3], "\(diff)")
      #expect(Array(file[(numbers[0] - 1)..<(numbers[0] - 1 + old.count)]) == old, "\(diff)")
    }
  }
}
