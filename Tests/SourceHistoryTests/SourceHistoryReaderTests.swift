import Foundation
import Platform
import SourceHistory
import TestSupport
import Testing
import Vocabulary

/// What is stated about lines, and when nothing is.
@Suite(.enabled(if: GitRunner.isInstalled, "git is not installed"))
struct SourceHistoryReaderTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try GitRunner.run(["init", "-q", "."], in: scratch.folder)
  }

  private func lines(_ count: Int, _ changed: [Int: String] = [:]) -> [UInt8] {
    Array((1...count).map { changed[$0] ?? "let value\($0) = 0" }.map { $0 + "\n" }.joined().utf8)
  }

  @discardableResult
  private func commit(_ bytes: [UInt8], _ name: String = "Sources/A.swift", _ message: String = "Change") throws
    -> String
  {
    try scratch.write(bytes, name)
    try GitRunner.run(["add", "-A"], in: scratch.folder)
    try GitRunner.run(["commit", "-q", "--allow-empty", "-m", message], in: scratch.folder)
    return try GitRunner.line(["rev-parse", "HEAD"], in: scratch.folder)
  }

  private func origin(
    _ revisions: SourceRevisions, line: Int = 5, of file: String = "/build/app/Sources/A.swift",
    _ facts: SourceHistoryReader.Facts = .init()
  ) throws -> SourceOrigin {
    try reader(scratch.folder, revisions).origin(of: file, line: line, facts)
  }

  @Test func linesAndCommitAreThoseOfTheRevision() throws {
    let first = try commit(lines(9), "Sources/A.swift", "Add values")
    let second = try commit(lines(9, [5: "let five = cards[5]"]), "Sources/A.swift", "Read five\n\nBody")
    try commit(lines(12, [5: "let later = 1", 6: "x"]))
    let found = try origin(
      SourceRevisions(built: second), .init(time: Timestamp(rfc3339: "2026-01-13T11:00:00Z")))
    #expect(found.path == "Sources/A.swift" && found.revision == second && found.mayDiffer == nil)
    #expect(found.lines.map(\.number) == [3, 4, 5, 6, 7])
    #expect(found.lines[2].text == "let five = cards[5]")
    let change = try #require(found.lastChange)
    #expect(change.id == second && change.author == "Test Author" && change.subject == "Read five")
    #expect(change.date.rfc3339 == "2026-01-10T12:00:00Z" && change.ageInDays == 2 && change.line == 5)
    #expect(try origin(SourceRevisions(built: second), line: 4).lastChange?.id == first)
    #expect(found.redacted.lastChange?.author == nil && found.redacted.lastChange?.subject == nil)
    #expect(found.redacted.lastChange?.id == second)
  }

  @Test func withoutARevisionNothingIsCertain() throws {
    try commit(lines(9))
    let found = try origin(SourceRevisions())
    #expect(found.lines.isEmpty && found.lastChange == nil && found.revision == nil)
    #expect(found.mayDiffer == "the revision of the app is not known; name it with --revision")
    #expect(found.notKnown == found.mayDiffer)
  }

  @Test func versionAndBuildNameATag() throws {
    let first = try commit(lines(9))
    try GitRunner.run(["tag", "-a", "-m", "Release", "release/1.2-42"], in: scratch.folder)
    try commit(lines(9, [5: "let other = 1"]))
    let revisions = SourceRevisions(built: "release/{version}-{build}")
    #expect(try origin(revisions, .init(version: "1.2", build: "42")).lastChange?.id == first)
    #expect(try origin(revisions, .init(version: "1.2")).notKnown == "the report does not state its build")
    for build in ["../x", "4 2", "^", "42;x", String(repeating: "4", count: 65)] {
      let found = try origin(revisions, .init(version: "1.2", build: build))
      #expect(found.notKnown == "the build of the report cannot be a part of a tag", "\(build)")
    }
    #expect(
      try origin(revisions, .init(version: "1.2", build: "43")).notKnown
        == "the repository has no commit, tag or branch of that name")
  }

  /// The number of a build may be the beginning of the name of any commit.
  @Test func numbersOfBuildsAreNoCommits() throws {
    let first = try commit(lines(9))
    let facts = SourceHistoryReader.Facts(build: String(first.prefix(6)))
    #expect(try origin(SourceRevisions(built: "{build}"), facts).lastChange == nil)
    #expect(
      try origin(SourceRevisions(built: "{build}"), facts).notKnown
        == "the repository has no commit, tag or branch of that name")
    #expect(try origin(SourceRevisions(built: String(first.prefix(6))), facts).lastChange?.id == first)
    try GitRunner.run(["tag", "b4120"], in: scratch.folder)
    try GitRunner.run(["tag", "202601101200"], in: scratch.folder)
    #expect(try origin(SourceRevisions(built: "b{build}"), .init(build: "4120")).lastChange?.id == first)
    #expect(try origin(SourceRevisions(built: "{build}"), .init(build: "202601101200")).lastChange?.id == first)
  }

  @Test func namesOfCommitsAreResolved() throws {
    let first = try commit(lines(9))
    try GitRunner.run(["tag", "v1"], in: scratch.folder)
    try GitRunner.run(["branch", "feature/x"], in: scratch.folder)
    try GitRunner.run(["pack-refs", "--all"], in: scratch.folder)
    let second = try commit(lines(9, [5: "let other = 1"]))
    for name in ["v1", "refs/tags/v1", "feature/x", first, String(first.prefix(10)), "refs/heads/feature/x"] {
      #expect(try origin(SourceRevisions(built: name)).lastChange?.id == first, "\(name)")
    }
    for name in ["HEAD", "main", second] {
      #expect(try origin(SourceRevisions(built: name)).lastChange?.id == second, "\(name)")
    }
    try GitRunner.run(["tag", "feature/x", second], in: scratch.folder)
    #expect(
      try origin(SourceRevisions(built: "feature/x")).notKnown
        == "several tags and branches have the name of the revision")
    for name in [
      "--output=x", "HEAD~1", "a..b", "v1^", "v1@{1}", "a b", "/v1", "v1.lock", String(repeating: "a", count: 256),
    ] {
      #expect(
        try origin(SourceRevisions(built: name)).notKnown
          == "the revision is not a valid name of a commit, a tag or a branch", "\(name)")
    }
    #expect(
      try origin(SourceRevisions(built: String(repeating: "0", count: 40))).notKnown
        == "the repository does not have the commit")
  }

  @Test func uncommittedChangesAreNotBlamed() throws {
    let first = try commit(lines(9))
    try scratch.write(lines(10), "Sources/A.swift")
    let found = try origin(SourceRevisions(built: "HEAD"))
    #expect(found.mayDiffer == "the file in the checkout has changes that are not committed")
    #expect(found.lines.isEmpty && found.lastChange == nil)
    // The user names the commit, so the state of the checkout does not matter.
    #expect(try origin(SourceRevisions(built: first)).lastChange?.id == first)
    let returns = lines(9).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    try scratch.write(returns, "Sources/A.swift")
    #expect(try origin(SourceRevisions(built: "HEAD")).lastChange?.id == first)
  }

  @Test func linesThatDoNotExistAreNotKnown() throws {
    try commit(lines(9))
    #expect(try origin(SourceRevisions(built: "HEAD"), line: 9).lastChange != nil)
    let beyond = try origin(SourceRevisions(built: "HEAD"), line: 10)
    #expect(beyond.notKnown == "the file has 9 lines in the revision of the app" && beyond.lines.isEmpty)
    let missing = try origin(SourceRevisions(built: "HEAD"), of: "/build/app/Sources/B.swift")
    #expect(missing.notKnown == "the revision of the app has no such file, or several")
    // Another project may have a file of the same name.
    let other = try origin(SourceRevisions(built: "HEAD"), of: "/build/other/Sources/Other/A.swift")
    #expect(other.notKnown == "the report names a file in another folder" && other.lines.isEmpty)
    #expect(try origin(SourceRevisions(built: "HEAD"), of: "A.swift").lastChange != nil)
  }

  @Test func theRangeOfBuildsIsStated() throws {
    let function = { (middle: String, last: String) in
      Array("func f() {\n  let first = 1\n  \(middle)\n  \(last)\n}\n\nfunc g() {\n  let other = 2\n}\n".utf8)
    }
    try commit(function("let second = 2", "print(first)"))
    try GitRunner.run(["tag", "good"], in: scratch.folder)
    let between = try commit(function("let second = cards[2]", "print(first)"))
    let bad = try commit(function("let second = cards[2]", "print(second)"))
    let revisions = SourceRevisions(built: bad, lastGood: "good")
    let changed = try origin(revisions, line: 4)
    #expect(changed.lastChange?.id == bad && changed.lastChange?.isAfterLastGood == true)
    #expect(changed.functionChanges.isEmpty)
    let unchanged = try origin(revisions, line: 2)
    #expect(unchanged.lastChange?.isAfterLastGood == false)
    #expect(Set(unchanged.functionChanges.map(\.id)) == [between, bad])
    #expect(try origin(revisions, line: 8).functionChanges.isEmpty)
    // The first bad build does not have the latest change.
    let earlier = try origin(SourceRevisions(built: bad, lastGood: "good", firstBad: between), line: 2)
    #expect(earlier.functionChanges.map(\.id) == [between])
    let later = try origin(SourceRevisions(built: bad, lastGood: "good", firstBad: between), line: 4)
    #expect(later.lastChange?.id == bad && later.lastChange?.isAfterLastGood == nil)
    #expect(
      try origin(SourceRevisions(built: bad, lastGood: bad), line: 2).notKnown
        == "the last good build contains the first bad build")
    #expect(
      try origin(SourceRevisions(built: bad, lastGood: "nowhere"), line: 2).notKnown
        == "the last good build: the repository has no commit, tag or branch of that name")
  }

  @Test func ownersAreThoseOfTheRevision() throws {
    try scratch.write(Array("* @everyone\n/Sources/ @ios-team\n".utf8), ".github/CODEOWNERS")
    let first = try commit(lines(9))
    try scratch.write(Array("/Sources/ @others\n".utf8), ".github/CODEOWNERS")
    try commit(lines(9))
    let found = try origin(SourceRevisions(built: first)).owners
    #expect(found?.all == ["@ios-team"] && found?.file == ".github/CODEOWNERS" && found?.rules.map(\.line) == [2])
    #expect(try origin(SourceRevisions()).owners?.all == ["@others"])
    #expect(try origin(SourceRevisions(built: first)).redacted.owners == nil)
  }

  @Test func repositoriesWithSHA256AreRead() throws {
    let folder = scratch.url("sha256")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try GitRunner.run(["init", "-q", "--object-format=sha256", "."], in: folder)
    try scratch.write(lines(9), "sha256/A.swift")
    try GitRunner.run(["add", "A.swift"], in: folder)
    try GitRunner.run(["commit", "-q", "-m", "Add"], in: folder)
    let first = try GitRunner.line(["rev-parse", "HEAD"], in: folder)
    let found = try reader(folder, SourceRevisions(built: String(first.prefix(8)))).origin(
      of: "A.swift", line: 3, .init())
    #expect(found.lastChange?.id == first && first.utf8.count == 64)
  }

  @Test func authorsAreThoseOfTheMailmap() throws {
    try scratch.write(Array("Present Name <author@example.com>\n".utf8), ".mailmap")
    let first = try commit(lines(9))
    #expect(try origin(SourceRevisions(built: first)).lastChange?.author == "Present Name")
  }
}
