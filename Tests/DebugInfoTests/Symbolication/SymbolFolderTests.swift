import DebugInfo
import Foundation
import TestSupport
import Testing
import Vocabulary
import Platform

@testable import Symbolication

/// The search for symbol files in folders.
@Suite struct SymbolFolderTests {
  private let scratch: ScratchFolder
  private static let fixtures = "Tests/Fixtures/symbols/"
  private static let simulator = ImageUUID("4C4C441D-5555-3144-A1F0-EB2A6143963F")

  init() throws { scratch = try ScratchFolder() }

  /// Copies a fixture.
  private func copy(_ fixture: String, _ name: String) throws {
    let target = scratch.url(name)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Repository.url(Self.fixtures + fixture), to: target)
  }

  private func relative(_ folder: SymbolFolder) -> [String] {
    folder.entries.map { String($0.path.text.dropFirst(scratch.folder.path.count + 1)) }
  }

  @Test func filesComeInOrderOfTheirNamesBeforeFolders() throws {
    try copy("universal-sim-dw5/XXXCoreTestHost.dSYM", "b/XXXCoreTestHost.dSYM")
    try copy("exe-arm64-sim-dw5/XXXCoreApp", "a/XXXCoreApp")
    try copy("debugmap-x86_64-sim/objs", "c/objs")
    let folder = SymbolFolder(scratch.path("."))
    #expect(
      relative(folder) == [
        "./a/XXXCoreApp", "./b/XXXCoreTestHost.dSYM/Contents/Resources/DWARF/XXXCoreTestHost",
        "./b/XXXCoreTestHost.dSYM/Contents/Resources/DWARF/XXXCoreTestHost",
      ])
    #expect(folder.entries.map(\.architecture.name) == ["arm64", "x86_64", "arm64"])
    #expect(folder.entries.map(\.isDSYM) == [false, true, true])
    #expect(folder.entries[1].uuid == Self.simulator)
    #expect(folder.entries[1].bundle == scratch.path("./b/XXXCoreTestHost.dSYM"))
    #expect(folder.entries[0].bundle == folder.entries[0].path)
    #expect(!folder.isIncomplete)
  }

  @Test func aFileOrABundleMayBeNamedItself() throws {
    try copy("x86_64-sim-dw5/XXXCoreTestHost.dSYM", "X.framework.dSYM")
    for name in ["X.framework.dSYM", "X.framework.dSYM/", "X.framework.dSYM/Contents/Resources/DWARF/XXXCoreTestHost"] {
      let folder = SymbolFolder(scratch.path(name))
      #expect(folder.entries.map(\.uuid) == [Self.simulator])
      let entry = try #require(folder.entries.first)
      #expect(entry.bundle == scratch.path("X.framework.dSYM"))
      #expect(entry.names == ["X.framework", "X", "XXXCoreTestHost"])
    }
  }

  @Test func findsListsOfHiddenNames() throws {
    try copy("hidden-arm64-ios", "archive")
    let folder = SymbolFolder(scratch.path("archive"))
    #expect(folder.nameLists.count == 1)
    let entry = try #require(folder.entries.first { $0.isDSYM })
    #expect(NameListFinder.list(for: entry, in: [folder])?.name(for: "__hidden#0_") != nil)
    // Only the dSYM was given; the list is next to it.
    let alone = SymbolFolder(entry.bundle)
    #expect(alone.nameLists.isEmpty)
    let other = try #require(alone.entries.first)
    #expect(NameListFinder.list(for: other, in: [alone])?.name(for: "__hidden#0_") != nil)
  }

  @Test func linksToFoldersAreNotFollowed() throws {
    try copy("x86_64-sim-dw5/XXXCoreTestHost", "a/XXXCoreTestHost")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: scratch.url("a/up").path, withDestinationPath: "..")
    try manager.createSymbolicLink(atPath: scratch.url("a/self").path, withDestinationPath: "self")
    try manager.createSymbolicLink(atPath: scratch.url("z").path, withDestinationPath: "a/XXXCoreTestHost")
    try manager.createSymbolicLink(atPath: scratch.url("device").path, withDestinationPath: "/dev/zero")
    #expect(relative(SymbolFolder(scratch.path("."))) == ["./z", "./a/XXXCoreTestHost"])
  }

  @Test func pipesAreNotWaitedFor() throws {
    #expect(mkfifo(scratch.url("pipe").path, 0o600) == 0)
    #expect(SymbolFolder(scratch.path("pipe")).entries.isEmpty)
    try copy("x86_64-sim-dw5/XXXCoreTestHost", "binary")
    #expect(relative(SymbolFolder(scratch.path("."))) == ["./binary"])
  }

  @Test func filesThatOnlyBeginLikeOnesAreNone() throws {
    let whole = try Repository.bytes(of: Self.fixtures + "x86_64-sim-dw5/XXXCoreTestHost")
    for length in [4, 31, 32, 40, 200] { try scratch.write(Array(whole.prefix(length)), "short\(length)") }
    try scratch.write([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52], "Card.class")
    try scratch.write(Array(repeating: 0xFE, count: 100_000), "noise")
    #expect(SymbolFolder(scratch.path(".")).entries.isEmpty)
  }

  @Test func tenThousandFilesTakeNoTime() throws {
    for index in 0..<100 { try scratch.write([], "f\(index)/g") }
    // Hard links, because some file systems need half a minute to create as many files.
    let text = try scratch.write(Array("no Mach-O file".utf8), "text")
    for index in 0..<10_000 {
      let made = scratch.path("f\(index % 100)/h\(index)")
      #expect(text.withCString { old in made.withCString { link(old, $0) } } == 0)
    }
    try copy("x86_64-sim-dw5/XXXCoreTestHost", "f50/binary")
    var found: [String] = []
    let time = ProcessorTime.seconds { found = relative(SymbolFolder(scratch.path("."))) }
    #expect(found == ["./f50/binary"])
    #expect(time < 30, "\(time)")
  }

  @Test func aLargeTreeIsSearchedInPart() throws {
    for index in 0..<20 { try scratch.write([1], "f\(index)") }
    #expect(SymbolFolder(scratch.path("."), limits: .init(entries: 10)).isIncomplete)
    #expect(!SymbolFolder(scratch.path("."), limits: .init(entries: 20)).isIncomplete)
    try copy("x86_64-sim-dw5/XXXCoreTestHost", "a/b/c/d/binary")
    #expect(SymbolFolder(scratch.path("."), limits: .init(depth: 3)).isIncomplete)
    #expect(SymbolFolder(scratch.path("."), limits: .init(depth: 4)).entries.count == 1)
  }

  @Test func xcodesFoldersAreFoundNewestFirst() throws {
    let xcode = "Library/Developer/Xcode/"
    for name in [
      "Archives/2026-01-02/A 1.xcarchive/dSYMs", "Archives/2026-01-03/A 2.xcarchive/dSYMs",
      "Archives/2026-01-03/A 2.xcarchive/BCSymbolMaps", "Archives/2026-01-03/other/dSYMs",
      "DerivedData/A-abc/Build/Products", "DerivedData/A-abc/Build/Intermediates/IBDesignables/Products",
    ] {
      try FileManager.default.createDirectory(at: scratch.url(xcode + name), withIntermediateDirectories: true)
    }
    let found = XcodeFolders.paths(home: scratch.path(".")).map {
      String($0.text.dropFirst(scratch.folder.path.count + 3 + xcode.utf8.count))
    }
    #expect(
      found == [
        "Archives/2026-01-03/A 2.xcarchive/dSYMs", "Archives/2026-01-03/A 2.xcarchive/BCSymbolMaps",
        "Archives/2026-01-02/A 1.xcarchive/dSYMs", "DerivedData/A-abc/Build/Products",
        "DerivedData/A-abc/Build/Intermediates/IBDesignables/Products",
      ])
  }
}
