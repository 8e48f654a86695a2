import Foundation
import Platform
import SourceHistory
import TestSupport
import Testing
import Vocabulary

/// Commits of lines in generated repositories are those of `git blame -w -M`, or not known.
@Suite struct GeneratedHistoryTests {
  /// The result for one repository.
  struct Result {
    /// Whether the commit of one line, which a report would blame, is that of git.
    var isEqual = false
    var equal = 0
    var notKnown = 0
    var wrong: [String] = []
  }

  /// A checkout, with the path of the file in it.
  private struct Made {
    var folder: URL
    /// The repository that has the file.
    var owner: URL
    /// The path in `owner`.
    var path: String
    /// The path in `folder`.
    var stated: String
    /// The repository with the whole history.
    var complete: URL
  }

  private static let count = 66

  @Test(.enabled(if: GitRunner.isInstalled, "git is not installed"))
  func commitsAreThoseOfGit() throws {
    var equal = 0
    var lines = (equal: 0, notKnown: 0)
    for number in 0..<Self.count {
      let result = try examine(number)
      #expect(result.wrong.isEmpty, "repository \(number): \(result.wrong)")
      equal += result.isEqual ? 1 : 0
      lines.equal += result.equal
      lines.notKnown += result.notKnown
    }
    print("repositories: \(equal) of \(Self.count) equal; lines: \(lines.equal) equal, \(lines.notKnown) not known")
    // 96 of 100, as for 48 of 50.
    #expect(equal * 100 >= Self.count * 96)
    #expect(lines.equal > 2_000)
    // Only lines of shallow histories.
    #expect(lines.notKnown * 4 < lines.equal)
  }

  private func examine(_ number: Int) throws -> Result {
    let scratch = try ScratchFolder()
    let history = MadeHistory(number)
    let made = try make(history, scratch)
    let complete = try GitRunner.blame(history.path, in: made.complete)
    let expected = try GitRunner.blame(made.path, in: made.owner)
    let boundaries = try String(
      decoding: GitRunner.run(["rev-list", "--max-parents=0", "HEAD"], in: made.owner), as: UTF8.self
    ).split(separator: "\n").map(String.init)
    let isShallow = history.feature == .shallow
    let reader = try reader(made.folder, SourceRevisions(built: "HEAD"))
    var numbers = MadeNumbers(state: UInt64(number) &+ 99)
    let certain = expected.indices.filter { !isShallow || !boundaries.contains(expected[$0]) }
    let blamed = try #require(certain.isEmpty ? nil : certain[numbers.below(certain.count)])
    var result = Result()
    for index in expected.indices {
      let origin = reader.origin(of: made.stated, line: index + 1, .init())
      guard let change = origin.lastChange else {
        result.notKnown += 1
        #expect(origin.notKnown == "the history is shallow", "repository \(number), line \(index + 1): \(origin)")
        continue
      }
      if change.id == expected[index], change.id == complete[index] {
        result.equal += 1
        if index == blamed { result.isEqual = true }
      } else {
        result.wrong.append("line \(index + 1): \(change.id), not \(expected[index]), complete \(complete[index])")
      }
      #expect(origin.mayDiffer == nil && origin.lines.contains { $0.number == index + 1 })
    }
    return result
  }

  private func make(_ history: MadeHistory, _ scratch: ScratchFolder) throws -> Made {
    let origin = scratch.url("origin")
    try FileManager.default.createDirectory(at: origin, withIntermediateDirectories: true)
    try GitRunner.run(["init", "-q", "."], in: origin)
    try GitRunner.run(["fast-import", "--quiet"], in: origin, input: Array(history.stream.utf8))
    try GitRunner.run(["reset", "-q", "--hard", "main"], in: origin)
    var made = Made(folder: origin, owner: origin, path: history.path, stated: history.path, complete: origin)
    let copy = scratch.url("copy")
    switch history.feature {
    case .shallow:
      try GitRunner.run(["clone", "-q", "--depth", "9", "file://" + origin.path, copy.path], in: scratch.folder)
      (made.folder, made.owner) = (copy, copy)
    case .submodule:
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      try GitRunner.run(["init", "-q", "."], in: copy)
      try GitRunner.run(["submodule", "--quiet", "add", origin.path, "Vendor/Cards"], in: copy)
      try GitRunner.run(["commit", "-q", "-m", "Add cards"], in: copy)
      made.folder = copy
      made.owner = copy.appendingPathComponent("Vendor/Cards")
      made.stated = "/build/Vendor/Cards/" + history.path
    case .linkedWorkTree:
      try GitRunner.run(["worktree", "add", "-q", "--detach", copy.path, "main"], in: origin)
      (made.folder, made.owner) = (copy, copy)
    case .packed: try GitRunner.run(["gc", "-q"], in: origin)
    case .alternates:
      try GitRunner.run(["clone", "-q", "--shared", origin.path, copy.path], in: scratch.folder)
      (made.folder, made.owner) = (copy, copy)
    default: break
    }
    return made
  }
}

/// Returns a reader of a checkout.
func reader(_ folder: URL, _ revisions: SourceRevisions) throws -> SourceHistoryReader {
  let root = try #require(Files.resolved(FilePath(folder.path))).text
  let files = SourceFileList(
    (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).filter { $0.contains(".") })
  return SourceHistoryReader(
    SourceTree(root: root, workingDirectory: root) { files }, workingDirectory: root, revisions: revisions)
}
