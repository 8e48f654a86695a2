import Foundation
import Platform
import Presentation
import Testing
import Vocabulary

/// Inputs that cannot be files in the repository.
@Suite struct InputTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func expectRefusal(_ name: String, _ words: String) throws {
    let answer = try Tool.run(["--no-database", name], in: scratch.folder)
    #expect(answer.status == 2)
    #expect(answer.out.isEmpty)
    #expect(answer.err.hasPrefix("diagnose: "))
    #expect(answer.err.contains(words), "\(answer.err)")
    #expect(answer.seconds < 2, "took \(answer.seconds) s")
  }

  @Test func aNamedPipeIsNotWaitedFor() throws {
    #expect(mkfifo(scratch.url("pipe.ips").path, 0o600) == 0)
    try expectRefusal("pipe.ips", "is a pipe, not a file")
  }

  @Test func anEndlessDeviceIsNotRead() throws { try expectRefusal("/dev/zero", "is a device, not a file") }

  @Test func aHugeFileIsNotRead() throws {
    try scratch.write("", "huge.ips")
    #expect(truncate(scratch.url("huge.ips").path, off_t(4) << 30) == 0)
    try expectRefusal("huge.ips", "larger than 64 MB (--max-size)")
  }

  @Test(.enabled(if: Tool.bound != nil, "root may read everything"))
  func aFileWithoutPermissionIsExplained() throws {
    try scratch.write("{}", "closed.ips")
    #expect(chmod(scratch.url("closed.ips").path, 0) == 0)
    let answer = try Tool.run(
      ["--no-database", "closed.ips"], in: scratch.folder, startedBy: try #require(Tool.bound))
    #expect(answer.status == 2)
    #expect(answer.out.isEmpty)
    #expect(answer.err.hasPrefix("diagnose: closed.ips: permission denied\n"), "\(answer.err)")
  }

  /// Files in an unreadable folder are missing in the history, and this is reported.
  @Test(.enabled(if: Tool.bound != nil, "root may read everything"), arguments: ["Retired", "points/a.xccrashpoint"])
  func aFolderWithoutPermissionIsExplained(name: String) throws {
    let closed = scratch.url("reports/" + name)
    try FileManager.default.createDirectory(at: closed, withIntermediateDirectories: true)
    try scratch.write(Sample.json(1), "reports/1.ips")
    try scratch.write(Sample.json(2), "reports/\(name)/2.ips")
    #expect(chmod(closed.path, 0) == 0)
    defer { chmod(closed.path, 0o700) }
    let starter = try #require(Tool.bound)
    let answer = try Tool.run(
      ["ingest", "--recursive", "--database", "h.sqlite", "reports"], in: scratch.folder, startedBy: starter)
    #expect(answer.status == 3)
    #expect(answer.err.contains("permission denied"), "\(answer.err)")
    #expect(answer.err.contains("1 report recorded"), "\(answer.err)")
    let problems = try Tool.run(
      ["history", "list", "--problems", "--format", "csv", "--database", "h.sqlite"], in: scratch.folder)
    #expect(problems.out.contains("reports/\(name),notReadable,"), "\(problems.out)")
  }

  /// What is not searched is missing in the history, and this is reported.
  @Test func foldersThatAreTooDeepAreNamed() throws {
    let deep = "reports/" + Array(repeating: "d", count: 101).joined(separator: "/")
    try FileManager.default.createDirectory(at: scratch.url(deep), withIntermediateDirectories: true)
    try scratch.write(Sample.json(1), "reports/1.ips")
    try scratch.write(Sample.json(2), deep + "/2.ips")
    let answer = try Tool.run(
      ["ingest", "--recursive", "--database", "h.sqlite", "reports"], in: scratch.folder)
    #expect(answer.status == 3)
    #expect(answer.err.contains("is below 100 folders, and was not searched"), "\(answer.err)")
    let analysis = try Tool.run(["--no-database", "-q", "reports"], in: scratch.folder)
    #expect(analysis.status == 3, "\(analysis.err)")
  }

  @Test func controlCharactersInNamesAreShownAsEscapes() throws {
    let name = "bad\u{1B}]0;title\u{7}\u{202E}.ips"
    try expectRefusal(name, #""bad\u{1b}]0;title\u{7}\u{202e}.ips": file not found"#)
    try scratch.write("no report\n", name)
    let answer = try Tool.run(["--no-database", name], in: scratch.folder)
    #expect(answer.status == 2)
    #expect(!answer.err.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
  }

  @Test func controlCharactersInReportsAreShownAsEscapes() throws {
    let evil = "Paint\u{1B}[31mer\u{9B}2J\u{202E}"
    try scratch.write(Sample.text(process: evil), "evil.crash")
    for format in ["text", "json", "jsonl", "github", "markdown"] {
      let answer = try Tool.run(["--no-database", "-f", format, "evil.crash"], in: scratch.folder)
      let unsafe = (answer.out + answer.err).unicodeScalars.filter { scalar in
        scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
          || scalar.value == 0x202E
      }
      #expect(unsafe.isEmpty, "\(format)")
      #expect(answer.status == 0)
    }
  }

  /// macOS file systems accept only UTF-8.
  @Test(.enabled(if: OperatingSystem.current == .linux)) func aNameThatIsNotUnicodeIsRead() throws {
    let path = Array((scratch.folder.path + "/caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0]
    let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    let answer = try Tool.run(["--no-database", "--list-skipped", "."], in: scratch.folder)
    #expect(answer.err.contains("not a report: is empty"))
  }

  @Test func aFolderWithoutReportsIsNoErrorInAnyFormat() throws {
    try FileManager.default.createDirectory(at: scratch.url("in"), withIntermediateDirectories: true)
    let style = PresentationStyle()
    for format in OutputFormat.catalog {
      let answer = try Tool.run(["--no-database", "-f", format.id, "in"], in: scratch.folder)
      #expect(answer.status == 0 && answer.err.isEmpty, "\(format.id): \(answer.err)")
      #expect(answer.out == format.render([], [], style), "\(format.id)")
    }
  }

  /// Links may lead anywhere, and a chain of folders may be made to be endless.
  @Test func linksAndVeryDeepFoldersAreNotSearched() throws {
    let manager = FileManager.default
    var deep = "in"
    for _ in 0..<120 { deep += "/d" }
    try manager.createDirectory(at: scratch.url(deep), withIntermediateDirectories: true)
    try scratch.write(Sample.json(1), deep + "/a.ips")
    try scratch.write(Sample.json(2), "b.ips")
    try manager.createSymbolicLink(at: scratch.url("in/loop"), withDestinationURL: scratch.url("in"))
    try manager.createSymbolicLink(at: scratch.url("in/b.ips"), withDestinationURL: scratch.url("b.ips"))
    let answer = try Tool.run(["--no-database", "-q", "--list-skipped", "in"], in: scratch.folder)
    #expect(answer.status != 0 && answer.out.isEmpty)
    #expect(answer.err.contains("in/loop: not a report: a symbolic link"))
    #expect(answer.err.contains("/d: is below 100 folders, and was not searched"), "\(answer.err)")
  }

  @Test(arguments: [["--no-database", "missing.ips"], ["--no-database"]])
  func standardInputIsReadOnlyWhenAskedFor(arguments: [String]) throws {
    let process = try Tool.prepare(arguments, in: scratch.folder)
    // An open pipe without a writer.
    let silent = Pipe()
    process.standardInput = silent
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    #expect(ended.wait(timeout: .now() + 10) == .success)
    process.terminate()
    withExtendedLifetime(silent) {}
  }

  @Test func aPipeThatIsNotNamedIsExplained() throws {
    try scratch.write(Sample.json(), "a.ips")
    let answer = try Tool.run(["--no-database"], in: scratch.folder, input: scratch.url("a.ips"))
    #expect(answer.status == 64 && answer.out.isEmpty)
    #expect(answer.err.contains("diagnose -"), "\(answer.err)")
  }

  @Test func standardInputHoldsAReport() throws {
    try scratch.write(Sample.json(), "a.ips")
    let answer = try Tool.run(["--no-database", "-q", "-"], in: scratch.folder, input: scratch.url("a.ips"))
    #expect(answer.status == 0)
    #expect(answer.out.hasPrefix("-: ") || answer.out.hasPrefix("standard input: "), "\(answer.out)")
  }
}

/// Output that cannot be written.
@Suite struct OutputTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(Sample.json(), "a.ips")
  }

  @Test func aReaderThatLeavesIsNoFailure() throws {
    let process = try Tool.prepare(["--no-database", "-f", "json", "a.ips"], in: scratch.folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    let err = try Tool.Capture(scratch.folder, "err")
    process.standardError = err.handle
    try pipe.fileHandleForReading.close()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(process.terminationReason == .exit)
    #expect(err.text().isEmpty)
  }

  /// Only Linux has this device.
  @Test(.enabled(if: OperatingSystem.current == .linux)) func aFullDiskIsAFailure() throws {
    let process = try Tool.prepare(["--no-database", "a.ips"], in: scratch.folder)
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    let err = try Tool.Capture(scratch.folder, "err")
    process.standardError = err.handle
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(err.text().contains("the disk is full"))
  }

  @Test func anOutputFileIsWrittenWholeOrNotAtAll() throws {
    try scratch.write("what was there before", "out.json")
    let good = try Tool.run(["--no-database", "-o", "out.json", "-f", "json", "a.ips"], in: scratch.folder)
    #expect(good.status == 0)
    #expect(good.out.isEmpty)
    let written = try Data(contentsOf: scratch.url("out.json"))
    #expect(try JSONSerialization.jsonObject(with: written) is [String: Any])
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(names.sorted() == ["a.ips", "out.json"])
    let bad = try Tool.run(["--no-database", "-o", "missing/out.json", "a.ips"], in: scratch.folder)
    #expect(bad.status == 74)
  }
}
