import Foundation
import TestSupport
import Testing

/// The command `diagnose symbolicate`.
@Suite struct SymbolicateTests {
  private let scratch: Scratch
  private static let symbols = "Tests/Fixtures/symbols"

  init() throws {
    scratch = try Scratch()
    try copy("reports/seed-replica-unsymbolicated.crash", "agent.crash")
    try copy("reports/seed-replica-unsymbolicated.ips", "agent.ips")
    try copy("x86_64-sim-dw5/XXXCoreTestHost.dSYM", "XXXCoreTestHost.dSYM")
  }

  private func copy(_ path: String, _ name: String) throws {
    try FileManager.default.copyItem(at: Repository.url(Self.symbols + "/" + path), to: scratch.url(name))
  }

  private func run(_ arguments: String..., input: String? = nil) throws -> Tool.Answer {
    try Tool.run(["symbolicate"] + arguments, in: scratch.folder, input: input.map(scratch.url))
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: scratch.url(name)), as: UTF8.self)
  }

  @Test func theRowsOfTheReportAreThoseOfItsNamedTwin() throws {
    let answer = try run("agent.crash", "--symbols", "XXXCoreTestHost.dSYM")
    #expect(answer.status == 0)
    #expect(answer.out == (try Repository.text(of: Self.symbols + "/reports/seed-replica.crash")))
    #expect(answer.err.contains("XXXCoreTestHost x86_64: symbols found in XXXCoreTestHost.dSYM, 1 frame symbolicated"))
  }

  /// Unreadable symbol files are reported instead of "found nothing".
  @Test(.enabled(if: Tool.bound != nil, "root may read everything"))
  func placesThatAreClosedAreTold() throws {
    let dwarf = scratch.url("XXXCoreTestHost.dSYM/Contents/Resources/DWARF")
    let file = dwarf.appendingPathComponent("XXXCoreTestHost").path
    #expect(chmod(file, 0) == 0)
    let starter = try #require(Tool.bound)
    let arguments = ["symbolicate", "agent.crash", "--no-cache", "--symbols", "."]
    let one = try Tool.run(arguments, in: scratch.folder, startedBy: starter)
    #expect(one.err.contains("Contents/Resources/DWARF/XXXCoreTestHost: permission denied\n"), "\(one.err)")
    #expect(chmod(dwarf.path, 0) == 0)
    defer { chmod(dwarf.path, 0o700) }
    try scratch.write("", "z")
    #expect(chmod(scratch.url("z").path, 0) == 0)
    let two = try Tool.run(arguments, in: scratch.folder, startedBy: starter)
    #expect(two.err.contains("z: permission denied (and 1 more)\n"), "\(two.err)")
  }

  @Test func standardInputIsReadAndTwiceIsOnce() throws {
    for name in ["agent.crash", "agent.ips"] {
      let once = try run("-", "--symbols", "XXXCoreTestHost.dSYM", input: name)
      #expect(once.status == 0)
      try scratch.write(once.out, "once")
      let twice = try run("-", "--symbols", "XXXCoreTestHost.dSYM", input: "once")
      #expect(twice.out == once.out)
      #expect(try once.out != text(name))
    }
  }

  @Test func withoutSymbolsTheBytesAreThoseOfTheInput() throws {
    // Invalid UTF-8 and line ends of other systems must be preserved.
    let bytes = [UInt8](try Data(contentsOf: scratch.url("agent.crash")))
    let lines: [[UInt8]] = bytes.map { $0 == 0x0A ? [0x20, 0x0D, 0x0A] : [$0] }
    let odd = Array(lines.joined()) + [0xFF, 0xFE, 0x00, 0x80]
    try Data(odd).write(to: scratch.url("odd.crash"))
    // The dSYM next to the report would be used.
    try FileManager.default.removeItem(at: scratch.url("XXXCoreTestHost.dSYM"))
    let answer = try run("odd.crash", "-o", "out.crash")
    #expect(answer.status == 0)
    #expect([UInt8](try Data(contentsOf: scratch.url("out.crash"))) == odd)
    #expect(answer.err.contains("Pass the dSYM, or a folder that contains it, with --symbols."))
  }

  @Test func theNameOfTheOutputDecidesTheForm() throws {
    for (name, start) in [
      ("a.crash", "Incident Identifier: "), ("a.ips", "{\"app_name\":"), ("a.txt", "{\"app_name\":"),
    ] {
      #expect(try run("agent.ips", "--symbols", "XXXCoreTestHost.dSYM", "-o", name).status == 0)
      #expect(try text(name).hasPrefix(start), "\(name)")
      #expect(try text(name).contains("LoadFonts"))
    }
    for (name, start) in [("b.crash", "Process: "), ("b.ips", "{\"app_name\":"), ("b", "Process: ")] {
      #expect(try run("agent.crash", "--symbols", "XXXCoreTestHost.dSYM", "-o", name).status == 0)
      #expect(try text(name).hasPrefix(start), "\(name)")
      #expect(try text(name).contains("LoadFonts"))
    }
  }

  @Test func severalReportsOfOneInputAreAllWritten() throws {
    let both = try text("agent.crash") + "\n" + text("agent.ips") + "\n" + text("agent.crash")
    try scratch.write(both, "all.txt")
    let same = try run("all.txt", "--symbols", "XXXCoreTestHost.dSYM")
    #expect(same.out.split(separator: "LoadFonts + 455 (XXXCore.m:38)").count == 3)
    #expect(same.out.contains(#""symbol":"LoadFonts","symbolLocation":455"#))
    // Each image is reported once.
    #expect(same.err.split(separator: "\n").count == 1)
    let crash = try run("all.txt", "--symbols", "XXXCoreTestHost.dSYM", "--to", "crash")
    #expect(crash.out.split(separator: "LoadFonts + 455 (XXXCore.m:38)").count == 4)
    #expect(crash.out.split(separator: "\n").filter { $0 == "EOF" }.count == 3)
    let ips = try run("all.txt", "--symbols", "XXXCoreTestHost.dSYM", "--to", "ips")
    #expect(ips.out.split(separator: #""symbol":"LoadFonts""#).count == 4)
  }

  @Test func anOutputThatCannotBeWrittenLeavesWhatWasThere() throws {
    let answer = try run("agent.crash", "-o", "missing/out.crash")
    #expect(answer.status == 74)
    try scratch.write("kept", "kept.crash")
    try scratch.write("no report", "notes.txt")
    #expect(try run("notes.txt", "-o", "kept.crash").status == 2)
    #expect(try text("kept.crash") == "kept")
  }

  @Test func namesOfFilesAreEscapedInWhatIsSaid() throws {
    let name = "dir\u{1B}[31m"
    try FileManager.default.createDirectory(at: scratch.url(name), withIntermediateDirectories: true)
    try FileManager.default.removeItem(at: scratch.url("XXXCoreTestHost.dSYM"))
    let answer = try run("agent.crash", "--symbols", name)
    #expect(answer.status == 0)
    #expect(answer.err.contains(#"not found in dir\u{1b}[31m"#))
    #expect(!answer.err.contains("\u{1B}"))
  }
}
