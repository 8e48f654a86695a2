import Foundation
import Synchronization
import TestSupport
import Testing
import Vocabulary

@testable import Platform

/// Files are opened below a folder, whatever a path says and whatever changes meanwhile. Each test runs with the system's
/// own call and with the way for systems without it.
@Suite struct ContainedFolderTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    let manager = FileManager.default
    for folder in ["root/a/b", "root/empty", "rootless", "outside/sub"] {
      try manager.createDirectory(at: url(folder), withIntermediateDirectories: true)
    }
    for file in ["root/f", "root/a/f", "root/a/b/f", "root/-x", "rootless/f", "outside/f", "outside/sub/f"] {
      try Data(file.hasPrefix("root/") ? "inside".utf8 : "secret".utf8).write(to: url(file))
    }
    let links = [
      ("to-file", "f"), ("to-nested", "a/b/f"), ("to-folder", "a"), ("a/up", ".."), ("a/up-file", "../f"),
      ("absolute-inside", url("root/f").path), ("out", "../outside/f"), ("out-folder", "../outside"),
      ("out-absolute", url("outside/f").path), ("out-chain", "out"), ("a/out", "../../outside/f"), ("out-up", ".."),
      ("neighbor", "../rootless/f"), ("dangling", "nothing"), ("dangling-out", "../outside/nothing"), ("loop", "loop"),
      ("loop-1", "loop-2"), ("loop-2", "loop-1"), ("null", "/dev/null"), ("zero", "/dev/zero"), ("slash", "/"),
      ("process", "/proc/self/root/etc/passwd"), ("self", "/proc/self/cwd"),
    ]
    for (name, target) in links {
      try manager.createSymbolicLink(atPath: url("root/" + name).path, withDestinationPath: target)
    }
    #expect(mkfifo(url("root/pipe").path, 0o600) == 0)
    try manager.createSymbolicLink(atPath: url("linked-root").path, withDestinationPath: "root")
  }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: scratch.path(name).text) }

  private func folder(_ usesSystemCall: Bool, _ name: String = "root") throws -> ContainedFolder {
    try ContainedFolder(scratch.path(name), usesSystemCall: usesSystemCall)
  }

  /// Returns the content of a file, or the fault.
  private func read(
    _ path: String, in folder: ContainedFolder, links: ContainedFolder.Links = .inside
  ) -> Result<String, ContainedFolder.Fault> {
    do throws(ContainedFolder.Fault) {
      let opened = try folder.open(FilePath(path), links: links)
      defer { try? opened.descriptor.close() }
      let bytes = (try? opened.descriptor.bytesToEnd(expecting: 100, limit: 1000)) ?? nil
      return .success(String(decoding: bytes ?? [], as: UTF8.self))
    } catch { return .failure(error) }
  }

  private static let inside = [
    "f", "./f", ".//f", "a/f", "a//b/./f", "-x", "to-file", "to-nested", "to-folder/f", "to-folder/b/f", "a/up-file",
    "a/up/f", "a/../f", "a/b/../../f", "absolute-inside", "../root/f", "out-up/root/f", "to-folder/up/a/f",
  ]

  private static let outside = [
    "../outside/f", "a/../../outside/f", "/etc/passwd", "//etc/passwd", "out", "out-folder/f", "out-folder/sub/f",
    "out-folder/sub/../f", "out-absolute", "out-chain", "a/out", "out-up/outside/f", "neighbor", "../rootless/f", "..",
    "dangling-out", "null", "zero", "slash", "slash/etc/passwd", "process", "self", "dangling", "loop", "loop-1",
    "a/up/../outside/f", "to-folder/out",
  ]

  @Test(arguments: [true, false])
  func everyFormOfAPathStaysInTheFolder(_ usesSystemCall: Bool) throws {
    for name in ["root", "linked-root"] {
      let folder = try folder(usesSystemCall, name)
      for path in Self.inside {
        #expect(try read(path, in: folder).get() == "inside", "\(path)")
        let absolute = scratch.path("root/" + path).text
        #expect(try read(absolute, in: folder).get() == "inside", "\(path)")
      }
      for path in Self.outside { #expect(read(path, in: folder) == .failure(.outside), "\(path)") }
    }
  }

  @Test(arguments: [true, false])
  func linksAreRefusedWhereNoneMayBe(_ usesSystemCall: Bool) throws {
    let folder = try folder(usesSystemCall)
    for path in ["f", "./f", "a/b/f", "-x"] { #expect(try read(path, in: folder, links: .refused).get() == "inside") }
    for path in Self.outside + Self.inside where !["f", "./f", ".//f", "a/f", "a//b/./f", "-x"].contains(path) {
      guard case .failure = read(path, in: folder, links: .refused) else {
        #expect(Bool(false), "\(path)")
        continue
      }
    }
  }

  @Test(arguments: [true, false])
  func onlyTheExpectedTypeIsOpened(_ usesSystemCall: Bool) throws {
    let folder = try folder(usesSystemCall)
    #expect(read("pipe", in: folder) == .failure(.wrongKind(.pipe)), "and it is not waited for")
    #expect(read("a", in: folder) == .failure(.wrongKind(.folder)))
    #expect(read("to-folder", in: folder) == .failure(.wrongKind(.folder)))
    #expect(read("", in: folder) == .failure(.wrongKind(.folder)))
    #expect(read(".", in: folder) == .failure(.wrongKind(.folder)))
    for missing in ["nothing", "a/nothing", "nothing/f", "f/f", "f\0"] {
      #expect(read(missing, in: folder) == .failure(.notFound), "\(missing)")
    }
    #expect(read("a/nothing/../f", in: folder) == .failure(.outside), "what is not there has no parent")
    for path in ["", ".", "a", "a/b", "to-folder", "to-folder/b", "a/up"] {
      let opened = try folder.open(FilePath(path), .folder)
      #expect(opened.status.kind == .folder, "\(path)")
      try opened.descriptor.close()
    }
    for path in ["..", "out-folder", "slash", "self"] {
      #expect(throws: ContainedFolder.Fault.outside) { try folder.open(FilePath(path), .folder) }
    }
  }

  /// A parent is refused even if the path with it stays in the folder: the folder before it may be a link by then.
  @Test(arguments: [true, false])
  func pathsBeneathTheFolderHaveNoParents(_ usesSystemCall: Bool) throws {
    let folder = try folder(usesSystemCall)
    for path in ["..", "../f", "a/../f", "a/..", "a/b/../../f", "/a/../f", "./../root/f", "a//..//f"] {
      #expect(throws: ContainedFolder.Fault.outside, "\(path)") { try folder.target(beneath: Array(path.utf8)) }
    }
    for (path, plain) in [
      ("a/f", "a/f"), ("./a//f", "a/f"), ("..f", "..f"), ("a/f..", "a/f.."), ("...", "..."), ("", ""), ("/f", "f"),
    ] {
      #expect(try folder.target(beneath: Array(path.utf8)) == Array(plain.utf8), "\(path)")
    }
    #expect(throws: ContainedFolder.Fault.notFound) { try folder.target(beneath: Array("f\0".utf8)) }
  }

  @Test func tellsWhetherALinkWasFollowed() throws {
    let folder = try folder(true)
    for (path, real, followed) in [
      ("f", "f", false), ("./a//f", "a/f", false), ("to-nested", "a/b/f", true), ("to-folder/f", "a/f", true),
      ("a/../f", "f", true), ("a/up/f", "f", true),
    ] {
      let opened = try folder.open(FilePath(path))
      #expect(opened.relativePath.text == real && opened.followedLink == followed, "\(path)")
      try opened.descriptor.close()
    }
  }

  @Test func containsItselfAndWhatIsInIt() throws {
    let folder = try folder(true)
    for path in ["root", "root/a", "root/f", "linked-root", "root/to-folder"] {
      #expect(folder.contains(scratch.path(path)))
    }
    for path in ["rootless", "outside", "root/out", "root/..", "nothing"] {
      #expect(!folder.contains(scratch.path(path)))
    }
    #expect(try ContainedFolder(FilePath("/")).contains(scratch.path("outside/f")))
  }

  /// A file and a folder that are replaced by links all the time. An answer about the name would be wrong sometimes.
  @Test(arguments: [true, false])
  func replacingFilesByLinksLeadsNowhere(_ usesSystemCall: Bool) throws {
    let folder = try folder(usesSystemCall)
    let (file, sub, target) = (url("root/swapped").path, url("root/swapped-folder").path, url("root/f").path)
    let isDone = Mutex(false)
    let swapper = Thread {
      var isLink = false
      while !isDone.withLock({ $0 }) {
        unlink(file)
        unlink(sub)
        rmdir(sub)
        isLink.toggle()
        if isLink {
          symlink("../outside/f", file)
          symlink("../outside", sub)
        } else {
          link(target, file)
          symlink("a", sub)
        }
      }
    }
    swapper.start()
    defer { isDone.withLock { $0 = true } }
    var (good, refused) = (0, 0)
    for _ in 0..<20_000 {
      for path in ["swapped", "swapped-folder/f"] {
        switch read(path, in: folder) {
        case .success(let text):
          #expect(text == "inside")
          good += 1
        case .failure: refused += 1
        }
      }
    }
    #expect(good > 0 && refused > 0, "\(good) \(refused)")
  }

  /// The folder is the one that was opened.
  @Test func replacingTheFolderDoesNotRedirectIt() throws {
    let folder = try folder(true)
    try FileManager.default.moveItem(at: url("root"), to: url("moved"))
    try FileManager.default.createSymbolicLink(atPath: url("root").path, withDestinationPath: "outside")
    #expect(read("f", in: folder) == .failure(.outside))
    #expect(try read("f", in: folder, links: .refused).get() == "inside")
  }
}
