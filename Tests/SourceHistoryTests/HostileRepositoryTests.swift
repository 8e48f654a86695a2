import Foundation
import Platform
import SourceHistory
import TestSupport
import Testing
import Vocabulary

/// A repository starts no program, leads to no other repository, and its texts are limited.
@Suite(.enabled(if: GitRunner.isInstalled, "git is not installed"))
struct HostileRepositoryTests {
  private let scratch: ScratchFolder
  private let folder: URL

  init() throws {
    scratch = try ScratchFolder()
    folder = scratch.url("checkout")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try GitRunner.run(["init", "-q", "."], in: folder)
  }

  private func write(_ text: String, _ name: String) throws { try scratch.write(Array(text.utf8), "checkout/" + name) }

  @discardableResult
  private func commit(_ message: String = "Change") throws -> String {
    try GitRunner.run(["add", "-A"], in: folder)
    try GitRunner.run(["commit", "-q", "-m", message], in: folder)
    return try GitRunner.line(["rev-parse", "HEAD"], in: folder)
  }

  private func origin(_ built: String = "HEAD", of file: String = "A.swift", in folder: URL? = nil) throws
    -> SourceOrigin
  {
    try reader(folder ?? self.folder, SourceRevisions(built: built)).origin(of: file, line: 1, .init())
  }

  @Test func noProgramOfTheConfigurationIsStarted() throws {
    try write("let a = 1\n", "A.swift")
    try write("*.swift diff=trap filter=trap\n", ".gitattributes")
    let first = try commit()
    let canary = scratch.url("canary")
    let trap = scratch.url("trap.sh")
    try Data("#!/bin/sh\necho started >> '\(canary.path)'\ncat \"$1\" 2>/dev/null\n".utf8).write(to: trap)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: trap.path)
    for (key, value) in [
      ("core.fsmonitor", trap.path), ("core.hooksPath", scratch.folder.path), ("core.pager", trap.path),
      ("core.sshCommand", trap.path), ("core.editor", trap.path), ("diff.external", trap.path),
      ("diff.trap.textconv", trap.path), ("diff.trap.command", trap.path), ("filter.trap.smudge", trap.path),
      ("filter.trap.clean", trap.path), ("filter.trap.process", trap.path), ("alias.blame", "!" + trap.path),
      ("alias.ls-tree", "!" + trap.path), ("blame.ignoreRevsFile", scratch.url("none").path),
      ("core.alternateRefsCommand", trap.path), ("gpg.program", trap.path), ("credential.helper", "!" + trap.path),
      ("extensions.partialClone", "origin"), ("remote.origin.promisor", "true"),
      ("remote.origin.url", "ext::" + trap.path), ("protocol.ext.allow", "always"),
    ] { try GitRunner.run(["config", key, value], in: folder) }
    // As a user's git would do: the trap works.
    try GitRunner.run(["status"], in: folder, requiresSuccess: false)
    try GitRunner.run(["-c", "blame.ignoreRevsFile=", "blame", "A.swift"], in: folder, requiresSuccess: false)
    #expect(FileManager.default.fileExists(atPath: canary.path))
    try? FileManager.default.removeItem(at: canary)
    #expect(try origin(first).lastChange?.id == first)
    #expect(try origin("HEAD").lastChange?.id == first)
    // An object that is missing is not fetched.
    let blob = try GitRunner.line(["rev-parse", first + ":A.swift"], in: folder)
    let index = blob.index(blob.startIndex, offsetBy: 2)
    try? FileManager.default.removeItem(
      at: folder.appendingPathComponent(".git/objects/\(blob[..<index])/\(blob[index...])"))
    #expect(try origin(first).lastChange == nil)
    #expect(try origin(first).notKnown == "the file is not in the repository")
    #expect(!FileManager.default.fileExists(atPath: canary.path))
  }

  @Test func gitOfTheCheckoutIsNotNeeded() throws {
    // References and objects of git's own files are read; a configuration that git rejects does not matter.
    try write("let a = 1\n", "A.swift")
    let first = try commit()
    try write("[broken\n", ".git/config")
    #expect(try origin().lastChange?.id == first)
  }

  @Test func textsAreLimited() throws {
    try write("let a = 1\n", "A.swift")
    try commit()
    let tree = try GitRunner.line(["rev-parse", "HEAD^{tree}"], in: folder)
    let name = "Eve\u{1B}[31m\u{202E} \u{9B}31m" + String(repeating: "e", count: 5_000)
    let subject = "S\u{1B}]0;x\u{7}" + String(repeating: "subject ", count: 131_072)
    let raw =
      "tree \(tree)\nauthor \(name) <e@example.com> 99999999999999999999 +0000\n"
      + "committer \(name) <e@example.com> -5 +9999\n\n\(subject)\n"
    let made = String(
      decoding: try GitRunner.run(
        ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"], in: folder, input: Array(raw.utf8)),
      as: UTF8.self
    ).trimmingCharacters(in: .newlines)
    let change = try origin(made).lastChange
    #expect(change?.id == made)
    #expect((change?.author?.utf8.count ?? 0) <= 1_000 && (change?.subject?.utf8.count ?? 0) <= 1_000)
    #expect(change?.author?.hasPrefix("Eve") == true && change?.author?.contains("@") == false)
  }

  @Test func alternatesThatReferToEachOtherEnd() throws {
    try write("let a = 1\n", "A.swift")
    let first = try commit()
    let objects = try #require(Files.resolved(FilePath(folder.appendingPathComponent(".git/objects").path))).text
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(".git/objects/info"), withIntermediateDirectories: true)
    try write("\(objects)\n../objects\n/dev/null\n/dev/zero\n", ".git/objects/info/alternates")
    #expect(try origin().lastChange?.id == first)
  }

  @Test func linksAndFilesLeadToNoOtherRepository() throws {
    try write("let a = 1\n", "A.swift")
    try commit()
    let outside = scratch.url("outside")
    for (name, make) in [
      ("link", { try FileManager.default.createSymbolicLink(at: $0, withDestinationURL: $1) }),
      ("file", { try Data("gitdir: \($1.path)\n".utf8).write(to: $0) }),
    ] as [(String, (URL, URL) throws -> Void)] {
      let other = scratch.url(name)
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      try Data("let a = 1\n".utf8).write(to: other.appendingPathComponent("A.swift"))
      try make(other.appendingPathComponent(".git"), folder.appendingPathComponent(".git"))
      let found = try origin(in: other)
      #expect(found.lastChange == nil && found.lines.isEmpty)
      #expect(
        found.notKnown
          == (name == "link"
            ? "`.git` is a link, which is not followed"
            : "the file `.git` names a repository that does not name this checkout"))
    }
    // Objects, references and `commondir` that lead elsewhere.
    try FileManager.default.moveItem(at: folder.appendingPathComponent(".git/objects"), to: outside)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent(".git/objects"), withDestinationURL: outside)
    #expect(try origin().notKnown == "the objects of the repository are not in a folder of their own")
    try write(outside.path + "\n", ".git/commondir")
    #expect(try origin().notKnown == "the folder of the work tree is not in that of its repository")
  }

  @Test func referencesThatAreLinksOrCirclesAreNotRead() throws {
    try write("let a = 1\n", "A.swift")
    let first = try commit()
    try Data((first + "\n").utf8).write(to: scratch.url("outside"))
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent(".git/refs/heads/out"), withDestinationURL: scratch.url("outside"))
    #expect(try origin("out").notKnown == "the repository has no commit, tag or branch of that name")
    try write("ref: refs/heads/b\n", ".git/refs/heads/a")
    try write("ref: refs/heads/a\n", ".git/refs/heads/b")
    #expect(try origin("a").notKnown == "references of the repository refer to each other")
    try write("ref: ../../outside\n", ".git/refs/heads/c")
    #expect(try origin("c").notKnown == "a reference of the repository is damaged")
    try write("ref: refs/heads/.invalid\n", ".git/HEAD")
    #expect(try origin().notKnown == "the references of the repository are in the format reftable")
  }

  @Test func namesOfFilesAreNeitherOptionsNorPatterns() throws {
    for name in ["-rf.swift", "--contents.swift", ":(top)x.swift", "*.swift", "a\u{1B}b.swift", "\"q\".swift"] {
      try write("let a = 1\n", name)
    }
    let first = try commit()
    for name in ["-rf.swift", "--contents.swift", ":(top)x.swift", "*.swift", "a\u{1B}b.swift", "\"q\".swift"] {
      #expect(try origin(of: name).lastChange?.id == first, "\(name)")
    }
    for name in ["../outside.swift", "../../etc/passwd", "/etc/passwd", "x/../../A.swif", ".git/config"] {
      let found = try origin(of: name)
      #expect(found.lastChange == nil && found.lines.isEmpty, "\(name)")
    }
  }

  @Test func filesThatAreTooLargeOrNotTextAreNotShown() throws {
    try scratch.write([UInt8](repeating: 0x20, count: (4 << 20) + 1), "checkout/Big.swift")
    try scratch.write([UInt8](repeating: 0x20, count: 4 << 20), "checkout/Fits.swift")
    try scratch.write([0x41, 0x00, 0x0A], "checkout/Binary.swift")
    let first = try commit()
    #expect(try origin(first, of: "Big.swift").notKnown == "the file is too large")
    #expect(try origin(first, of: "Fits.swift").lastChange?.id == first)
    #expect(try origin(first, of: "Fits.swift").lines.map(\.text.utf8.count) == [300])
    #expect(try origin(first, of: "Binary.swift").notKnown == "the file is not text")
  }
}
