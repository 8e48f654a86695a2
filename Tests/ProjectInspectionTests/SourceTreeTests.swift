import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import ProjectInspection

/// Which file of a checkout a source path means.
@Suite struct SourceTreeTests {
  private static let files = [
    "README.md", "Sources/Fonts/FontLoading.m", "Sources/Cards/View.swift", "Tests/Cards/View.swift", "main.m",
    "Pods/Kit/Kit.m", "Sources/A b/Größe.swift", "Tools/gen/main.m",
  ]
  private let tree = SourceTree(root: "/checkout/app", workingDirectory: "/checkout/app/ci") {
    SourceFileList(SourceTreeTests.files)
  }

  @Test(arguments: [
    // The file name, and any folders in front of it.
    ("FontLoading.m", "Sources/Fonts/FontLoading.m"),
    ("/Users/runner/work/App/App/Sources/Fonts/FontLoading.m", "Sources/Fonts/FontLoading.m"),
    ("/Users/ci/XXXCore/FontLoading.m", "Sources/Fonts/FontLoading.m"),
    ("./Fonts/FontLoading.m", "Sources/Fonts/FontLoading.m"),
    ("build/../Sources/Fonts/FontLoading.m", "Sources/Fonts/FontLoading.m"),
    // Swift's #fileID: a module and a file.
    ("MyApp/FontLoading.m", "Sources/Fonts/FontLoading.m"),
    ("C:\\agent\\Sources\\Fonts\\FontLoading.m", "Sources/Fonts/FontLoading.m"),
    // More components decide between files of one name.
    ("/ci/Tests/Cards/View.swift", "Tests/Cards/View.swift"),
    ("Sources/Cards/View.swift", "Sources/Cards/View.swift"),
    // A local build.
    ("/checkout/app/Tests/Cards/View.swift", "Tests/Cards/View.swift"),
    ("/ci/Sources/A b/Größe.swift", "Sources/A b/Größe.swift"),
    ("/ci/App/Pods/Kit/Kit.m", "Pods/Kit/Kit.m"),
  ])
  func isResolved(_ stated: String, _ path: String) { #expect(tree.path(of: stated) == path) }

  @Test(arguments: [
    "", "/", "View.swift", "Cards/View.swift", "/ci/View.swift", "main.m", "Missing.m", "fontloading.m",
    "/ci/App/Pods/Other/FontLoading.m", "/ci/SourcePackages/checkouts/Kit/Sources/FontLoading.m",
    "/Applications/Xcode.app/Contents/Developer/FontLoading.m", "/checkout/app/FontLoading.m", "..", "a/..", "<stdin>",
    "Sources/Fonts/", "FontLoading.m\u{0}", String(repeating: "a/", count: 4_000) + "FontLoading.m",
  ])
  func isNotGuessed(_ stated: String) {
    // A path that ends with a slash names the last folder, which is not a file of the tree.
    #expect(tree.path(of: stated) == nil)
  }

  @Test(arguments: [
    ("reports/a.ips", "ci/reports/a.ips"), ("../a.ips", "a.ips"), ("/checkout/app/x/a.ips", "x/a.ips"),
    ("./a/./b.ips", "ci/a/b.ips"),
  ])
  func inputsInTheCheckoutAreRelativeToItsRoot(_ input: String, _ path: String) {
    #expect(tree.path(ofInput: input) == path)
  }

  @Test(arguments: ["-", "", "/tmp/a.ips", "../../a.ips", "/checkout/app", "/checkout/apple/a.ips"])
  func otherInputsAreOutside(_ input: String) { #expect(tree.path(ofInput: input) == nil) }

  @Test func unsafePathsOfAListAreIgnored() {
    var list = SourceFileList()
    for path in ["/etc/passwd", "../a.m", "a/../../b.m", "a//c.m", "./d.m", "", "e/"] {
      _ = list.append(Array(path.utf8)[...])
    }
    _ = list.append([0xFF, 0x2E, 0x6D])
    #expect(list.isEmpty)
  }

  /// One name in very many folders is ambiguous, and the search for it ends early.
  @Test func aNameThatIsEverywhereIsAmbiguous() {
    let list = SourceFileList((0..<20_000).map { "m\($0)/index.js" })
    #expect(list.match([Array("m7".utf8)[...], Array("index.js".utf8)[...]], minimum: 1) == nil)
  }
}

/// Reading the list of tracked files.
@Suite struct GitIndexTests {
  private static let paths = ["Makefile", "Sources/Card View.swift", "Sources/CardKit.m", "Tests/A.swift"]

  /// An index as git writes it.
  private static func index(
    _ paths: [String], version: UInt8, nameSize: Int = 20, modes: [UInt32] = [], extensions: [UInt8] = []
  ) -> [UInt8] {
    var bytes = Array("DIRC".utf8) + [0, 0, 0, version] + number(UInt32(paths.count))
    var previous: [UInt8] = []
    for (index, path) in paths.enumerated() {
      let start = bytes.count
      let name = Array(path.utf8)
      bytes += [UInt8](repeating: 7, count: 24) + number(modes.indices.contains(index) ? modes[index] : 0o100644)
      bytes += [UInt8](repeating: 7, count: 12) + [UInt8](repeating: 0xAB, count: nameSize)
      let isExtended = version >= 3 && index == 1
      bytes += [isExtended ? 0x40 : 0, UInt8(min(name.count, 255))] + (isExtended ? [0, 0] : [])
      if version == 4 {
        let common = zip(previous, name).prefix { $0 == $1 }.count
        bytes.append(UInt8(previous.count - common))
        bytes += name.dropFirst(common) + [0]
      } else {
        bytes += name
        repeat { bytes.append(0) } while (bytes.count - start) % 8 != 0
      }
      previous = name
    }
    return bytes + extensions + [UInt8](repeating: 0xCD, count: nameSize)
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  @Test(arguments: [2, 3, 4] as [UInt8], [20, 32])
  func everyVersionIsRead(_ version: UInt8, _ nameSize: Int) throws {
    let bytes = Self.index(
      Self.paths, version: version, nameSize: nameSize, extensions: Array("TREE".utf8) + Self.number(3) + [1, 2, 3])
    let list = try #require(GitIndex.content(bytes)?.files)
    for path in Self.paths { #expect(list.contains(path), "\(path)") }
    let below = try #require(GitIndex.content(bytes, below: [Array("Tests/".utf8)])?.files)
    #expect(below.contains("Tests/A.swift") && !below.contains("Makefile"))
  }

  @Test func linksAndSubmodulesAreNotFiles() throws {
    let bytes = Self.index(["a.m", "b.m", "c", "d.m"], version: 2, modes: [0o120000, 0o100755, 0o160000, 0o100664])
    #expect(try #require(GitIndex.content(bytes)).submodules == [Array("c".utf8)])
    let list = try #require(GitIndex.content(bytes)?.files)
    #expect(!list.contains("a.m") && list.contains("b.m") && !list.contains("c") && list.contains("d.m"))
  }

  /// The entries of a split index are in another file.
  @Test func aSplitIndexIsNotUsed() {
    let link = Array("link".utf8) + Self.number(4) + [0, 0, 0, 0]
    #expect(GitIndex.content(Self.index(Self.paths, version: 2, extensions: link)) == nil)
  }

  /// Any prefix and any changed byte gives a list or none, and no trap.
  @Test func noDamageTraps() async {
    await #expect(processExitsWith: .success) {
      for version in [2, 3, 4] as [UInt8] {
        let bytes = GitIndexTests.index(GitIndexTests.paths, version: version)
        for count in bytes.indices { _ = GitIndex.content(Array(bytes.prefix(count))) }
        for index in bytes.indices {
          for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
            var changed = bytes
            changed[index] = value
            _ = GitIndex.content(changed)
          }
        }
      }
    }
  }

  /// A count, a prefix length or a path that the file cannot have.
  @Test func hostileNumbersEndTheReading() {
    var bytes = Self.index(Self.paths, version: 4)
    for offset in 8..<12 { bytes[offset] = 0xFF }
    #expect(GitIndex.content(bytes) == nil)
    #expect(GitIndex.content(Self.index([String(repeating: "a", count: 5_000)], version: 2)) == nil)
    // Each entry repeats the path before it: a few bytes stand for a thousand.
    let long = String(repeating: "a/", count: 500)
    let many = Self.index((0..<2_000).map { long + "f\($0)" }, version: 4)
    #expect(many.count < 200_000 && GitIndex.content(many) != nil)
  }

  @Test func aFolderWithoutGitIsWalked() throws {
    let scratch = try ScratchFolder()
    for name in ["Sources/a.m", "Sources/deep/b.m", ".hidden/c.m", "build/d.m", "Sources/node_modules/e.m"] {
      try scratch.write([], name)
    }
    let manager = FileManager.default
    let outside = try ScratchFolder()
    try outside.write([], "f.m")
    try manager.createSymbolicLink(at: scratch.url("Sources/link"), withDestinationURL: outside.folder)
    let tree = try #require(
      SourceTreeReader.tree([scratch.path("")], workingDirectory: scratch.folder.path))
    #expect(tree.path(of: "/ci/a.m") == "Sources/a.m" && tree.path(of: "b.m") == "Sources/deep/b.m")
    for name in ["c.m", "d.m", "e.m", "f.m"] { #expect(tree.path(of: name) == nil, "\(name)") }
    #expect(SourceTreeReader.tree([scratch.path("Sources/a.m")], workingDirectory: "/") == nil)
    #expect(SourceTreeReader.tree([scratch.path("missing")], workingDirectory: "/") == nil)
  }

  @Test func aWorkTreeIsFoundFromBelow() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.index(Self.paths, version: 2), "repository/worktrees/w/index")
    // A linked work tree: `.git` is a file.
    try scratch.write(Array("gitdir: ../repository/worktrees/w\n".utf8), "w/.git")
    try scratch.write([], "w/Sources/untracked.m")
    let tree = try #require(SourceTreeReader.workTree(containing: scratch.url("w/Sources").path))
    #expect(tree.root.hasSuffix("/w"))
    #expect(tree.path(of: "CardKit.m") == "Sources/CardKit.m" && tree.path(of: "untracked.m") == nil)
    // In a subfolder that the user named, paths remain relative to the work tree.
    let part = try #require(SourceTreeReader.tree([scratch.path("w/Sources")], workingDirectory: "/"))
    #expect(part.path(of: "CardKit.m") == "Sources/CardKit.m" && part.path(of: "Makefile") == nil)
    // Without a usable index, the files are listed.
    try scratch.write(Array("gitdir: /missing\u{0}\n".utf8), "w/.git")
    let walked = try #require(SourceTreeReader.workTree(containing: scratch.url("w").path))
    #expect(walked.path(of: "untracked.m") == "Sources/untracked.m")
  }

  /// A work tree with a submodule, which has another one; a second one is not checked out, and a third one is a link.
  private func superproject() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let link: UInt32 = 0o160000
    try scratch.write(
      Self.index(
        ["Makefile", "Sources/Card.m", "libs/kit", "libs/link", "libs/none"], version: 2,
        modes: [0o100644, 0o100644, link, link, link]), "app/.git/index")
    try scratch.write(
      Self.index(["Kit.m", "Sources/Card.m", "deep"], version: 2, modes: [0o100644, 0o100644, link]),
      "app/.git/modules/kit/index")
    try scratch.write(Array("gitdir: ../../.git/modules/kit\n".utf8), "app/libs/kit/.git")
    try scratch.write([], "app/Sources/Card.m")
    // A submodule of an old version of git has its own repository.
    try scratch.write(Self.index(["Deep.m"], version: 4), "app/libs/kit/deep/.git/index")
    try scratch.write(Self.index(["Outside.m"], version: 2), "outside/.git/index")
    try FileManager.default.createSymbolicLink(
      at: scratch.url("app/libs/link"), withDestinationURL: scratch.url("outside"))
    return scratch
  }

  @Test func filesOfSubmodulesAreFound() throws {
    let scratch = try superproject()
    let tree = try #require(SourceTreeReader.workTree(containing: scratch.url("app").path))
    #expect(tree.path(of: "/ci/kit/Kit.m") == "libs/kit/Kit.m")
    #expect(tree.path(of: "Deep.m") == "libs/kit/deep/Deep.m")
    #expect(tree.path(of: "/ci/app/libs/kit/Sources/Card.m") == "libs/kit/Sources/Card.m")
    // Both have such a file.
    #expect(tree.path(of: "Sources/Card.m") == "Sources/Card.m" && tree.path(of: "/x/Sources/Card.m") == nil)
    #expect(tree.path(of: "Outside.m") == nil)
  }

  @Test func aFolderThatTheUserNamedLimitsSubmodules() throws {
    let scratch = try superproject()
    let sources = try #require(SourceTreeReader.tree([scratch.path("app/Sources")], workingDirectory: "/"))
    #expect(sources.path(of: "/x/Card.m") == "Sources/Card.m" && sources.path(of: "Kit.m") == nil)
    let libraries = try #require(SourceTreeReader.tree([scratch.path("app/libs")], workingDirectory: "/"))
    #expect(libraries.path(of: "/x/Card.m") == "libs/kit/Sources/Card.m")
    // Inside a submodule, its own work tree is the root.
    let kit = try #require(SourceTreeReader.workTree(containing: scratch.url("app/libs/kit/deep").path))
    #expect(kit.path(of: "Deep.m") == "Deep.m")
  }

  /// A submodule whose repository is that of the work tree contains itself.
  @Test func aSubmoduleThatContainsItselfEnds() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.index(["a", "b.m"], version: 2, modes: [0o160000, 0o100644]), "app/.git/index")
    try scratch.write(Array("gitdir: ../.git\n".utf8), "app/a/.git")
    try scratch.write(Array("gitdir: ../../.git\n".utf8), "app/a/a/.git")
    let tree = try #require(SourceTreeReader.workTree(containing: scratch.url("app").path))
    #expect(tree.path(of: "a/b.m") == "a/b.m" && tree.path(of: "a/a/b.m") == "a/a/b.m")
  }
}
