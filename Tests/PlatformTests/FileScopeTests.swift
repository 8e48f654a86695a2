import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// The files of paths with a scope are opened, listed and examined in its folders only.
@Suite struct FileScopeTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for folder in ["in/a/b", "in/.git", "also", "out/a"] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    for file in ["in/f", "in/a/f", "in/a/b/f", "in/.git/f", "also/f"] { try scratch.write(Array("inside".utf8), file) }
    for file in ["out/f", "out/a/f"] { try scratch.write(Array("secret".utf8), file) }
    for (name, target) in [
      ("in/link", "f"), ("in/folder", "a"), ("in/out", "../out/f"), ("in/out-folder", "../out"),
      ("in/a/up", ".."), ("in/also", "../also"), ("named", "in"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: scratch.url(name).path, withDestinationPath: target)
    }
  }

  private func content(_ path: FilePath, _ options: FileDescriptor.Options = []) -> String? {
    guard let file = try? FileDescriptor(opening: path, options.union(.nonBlocking)) else { return nil }
    defer { try? file.close() }
    guard let bytes = try? file.bytesToEnd(expecting: 10, limit: 100) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func names(_ path: FilePath) -> [String]? {
    (try? FolderEntry.list(path)).map { $0.map { String(decoding: $0.name, as: UTF8.self) }.sorted() }
  }

  private func scope(_ folders: String...) throws -> FileScope {
    FileScope(try folders.map { try ContainedFolder(scratch.path($0)) })
  }

  @Test func linksLeadOnlyToFilesOfTheFolders() throws {
    let scope = try scope("in", "also")
    for name in ["in/f", "in/a/../f", "in/link", "in/folder/f", "in/folder/up/f", "in/also/f", "also/f", "named/f"] {
      #expect(content(scratch.path(name).within(scope)) == "inside", "\(name)")
      #expect(try FileStatus(of: scratch.path(name).within(scope)).kind == .regular)
      #expect(scope.contains(scratch.path(name)))
    }
    for name in ["out/f", "in/out", "in/out-folder/f", "in/../out/f", "in/none", "in/a/up/out", "etc", "in/f/f"] {
      #expect(content(scratch.path(name).within(scope)) == nil, "\(name)")
      #expect(throws: SystemError.noSuchFile) { try FileStatus(of: scratch.path(name).within(scope)) }
      #expect(!scope.contains(scratch.path(name)))
      #expect(
        Files.resolved(scratch.path(name).within(scope)) == nil && !Files.exists(scratch.path(name).within(scope)))
    }
    // A link itself can be examined and is not followed then.
    #expect(try FileStatus(of: scratch.path("in/out").within(scope), followsLinks: false).kind == .link)
    #expect(content(scratch.path("in/link").within(scope), .noFollow) == nil)
    #expect(names(scratch.path("in/folder").within(scope)) == ["b", "f", "up"])
    #expect(names(scratch.path("in/out-folder").within(scope)) == nil)
    #expect(names(scratch.path("out").within(scope)) == nil)
  }

  /// Paths that are made from a path have its scope.
  @Test func pathsKeepTheirScope() throws {
    let path = scratch.path("in/a").within(try scope("in"))
    let paths = [
      path.appending("f"), path.appending([0x66]), path.parent, path.withoutSlashes, path.extended(by: [0x66]),
      path.replaced(by: Array("/etc/passwd".utf8)), try #require(Files.resolved(path)),
    ]
    for path in paths { #expect(path.scope != nil, "\(path.text)") }
    #expect(content(path.replaced(by: Array("/etc/passwd".utf8))) == nil)
    #expect(names(path.parent.parent) == nil, "the folder above")
    #expect(throws: SystemError.notPermitted) { try FileDescriptor(opening: path.appending("f"), .writeOnly) }
    #expect(throws: SystemError.notPermitted) { try FileDescriptor(opening: path.appending("new"), .create) }
  }

  @Test func nothingIsALinkInAContainedFolder() throws {
    let current = FileManager.default.currentDirectoryPath
    for name in ["in", "in/", "named", "in/a/..", "in/."] {
      let folder = try FilePath(scratch.folder.path + "/" + name).contained()
      #expect(content(folder.appending("f")) == "inside", "\(name)")
      #expect(content(folder.appending("a//b/./f")) == "inside")
      #expect(names(folder)?.contains("a") == true && names(folder.appending("a"))?.contains("b") == true)
      for file in [
        "link", "folder/f", "out", "out-folder/f", "a/up/f", "../out/f", "a/../../out/f", "also/f", "a/../f",
      ] {
        #expect(content(folder.appending(file)) == nil, "\(name) \(file)")
      }
      // The parent of `in/.` is the folder itself, by name.
      if !name.hasSuffix(".") { #expect(names(folder.parent) == nil) }
      #expect(names(folder.replaced(by: Array(current.utf8))) == nil)
    }
    #expect(throws: SystemError.noSuchFile) { try scratch.path("none").contained() }
  }

  /// No link of a contained folder is followed, so a link is a link or nothing, and never the file to which it leads.
  @Test func linksOfAContainedFolderAreExaminedAsLinks() throws {
    let folder = try scratch.path("in").contained()
    for name in ["link", "folder", "out", "out-folder", "a/up"] {
      #expect(throws: SystemError.noSuchFile, "\(name)") { try FileStatus(of: folder.appending(name)) }
      #expect(try FileStatus(of: folder.appending(name), followsLinks: false).kind == .link, "\(name)")
      #expect(folder.scope?.contains(folder.appending(name)) == false, "\(name)")
    }
    for (name, kind) in [("f", .regular), ("a/b/f", .regular), ("a", .folder)] as [(String, FileStatus.Kind)] {
      for follows in [true, false] {
        #expect(try FileStatus(of: folder.appending(name), followsLinks: follows).kind == kind, "\(name)")
      }
      #expect(folder.scope?.contains(folder.appending(name)) == true, "\(name)")
    }
  }

  /// The name of the other folder begins with that of the contained one, and the rest is a path in the contained one.
  @Test func aFolderWhoseNameBeginsWithThatOfTheContainedOneIsAnother() throws {
    try FileManager.default.createDirectory(at: scratch.url("ina"), withIntermediateDirectories: true)
    for file in ["inf", "ina/f"] { try scratch.write(Array("secret".utf8), file) }
    for name in ["in", "in/", "named"] {
      let folder = try FilePath(scratch.folder.path + "/" + name).contained()
      for path in ["inf", "ina/f", "ina/b/f", "named-f", "namedf"] {
        #expect(content(folder.replaced(by: scratch.path(path).bytes)) == nil, "\(name) \(path)")
      }
      #expect(names(folder.replaced(by: scratch.path("ina").bytes)) == nil)
      let base = folder.withoutSlashes.bytes
      for path in ["/f", "//a/f", "/a/b/f"] {
        #expect(content(folder.replaced(by: base + Array(path.utf8))) == "inside", "\(name) \(path)")
      }
      #expect(names(folder.replaced(by: base))?.contains("a") == true)
    }
  }

  /// The folder was opened: what is at its name later is another one.
  @Test func theFolderIsTheOneThatWasOpened() throws {
    let folder = try scratch.path("in").contained()
    #expect(rename(scratch.url("in").path, scratch.url("moved").path) == 0)
    try FileManager.default.createSymbolicLink(atPath: scratch.url("in").path, withDestinationPath: "out")
    #expect(content(folder.appending("f")) == "inside" && content(folder.appending("a/f")) == "inside")
    // A contained folder in a scope is opened in it.
    let scope = try scope("moved")
    #expect(throws: SystemError.noSuchFile) { try scratch.path("in").within(scope).contained() }
    let inner = try scratch.path("moved/a").within(scope).contained()
    #expect(content(inner.appending("f")) == "inside")
  }

  @Test func scopesAreCombined() throws {
    let (one, two) = (try scope("in"), try scope("in/a", "out"))
    for (name, isIn) in [("in/a/f", true), ("in/f", false), ("out/f", false), ("in/folder/f", true)] {
      #expect((content(scratch.path(name).within(one).within(two)) != nil) == isIn, "\(name)")
      #expect((content(scratch.path(name).within(two).within(one)) != nil) == isIn, "\(name)")
      #expect(one.and(two).contains(scratch.path(name)) == isIn)
    }
    let folder = try ContainedFolder(scratch.path("in"))
    let refusing = FileScope([folder]) { $0.contains { $0.elementsEqual(".git".utf8) } }
    #expect(content(scratch.path("in/.git/f").within(refusing)) == nil)
    #expect(content(scratch.path("in/f").within(refusing)) == "inside")
  }

  /// A file, a folder and a folder above are replaced by links and back, thousands of times.
  @Test(arguments: ["swap", "folder/f", "folder"])
  func replacingFilesByLinksLeadsNowhere(_ name: String) throws {
    let parts = name.split(separator: "/")
    let (item, isFolder) = (scratch.url("in/swap-\(parts[0])").path, name != "swap")
    if isFolder {
      try FileManager.default.createDirectory(atPath: item, withIntermediateDirectories: true)
      try Data("inside".utf8).write(to: URL(fileURLWithPath: item + "/f"))
    } else {
      try Data("inside".utf8).write(to: URL(fileURLWithPath: item))
    }
    try FileManager.default.createSymbolicLink(
      atPath: item + ".link", withDestinationPath: isFolder ? "../out" : "../out/f")
    let isDone = Atomic(false)
    let swaps = Atomic(0)
    let thread = Thread {
      while !isDone.load(ordering: .relaxed) {
        rename(item, item + ".kept")
        rename(item + ".link", item)
        rename(item, item + ".link")
        rename(item + ".kept", item)
        swaps.wrappingAdd(1, ordering: .relaxed)
      }
    }
    thread.start()
    defer { isDone.store(true, ordering: .relaxed) }
    let scope = try scope("in")
    let contained = try scratch.path("in").contained()
    var found = 0
    for _ in 0..<20_000 {
      for root in [scratch.path("in").within(scope), contained] {
        let path = root.appending("swap-" + name)
        if name == "folder" {
          let names = names(path)
          if names != nil { found += 1 }
          #expect(names == nil || names == ["f"], "\(names ?? [])")
        } else {
          let content = content(path)
          if content != nil { found += 1 }
          try #require(content == nil || content == "inside")
        }
      }
    }
    #expect(found > 100 && swaps.load(ordering: .relaxed) > 100, "\(found) \(swaps.load(ordering: .relaxed))")
  }
}
