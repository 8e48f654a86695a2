import Foundation
import TestSupport
import Testing

/// The tools of `diagnose mcp` open no symbol file outside of the folders of `--allow`.
@Suite struct AgentAccessTests {
  private let scratch: Scratch
  private static let dSYM = "sample-logs/symbols/XXXCoreTestHost.dSYM"
  private static let inside = "/Contents/Resources/DWARF/XXXCoreTestHost"

  init() throws {
    scratch = try Scratch()
    for folder in ["allowed/links", "outside", "config"] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(at: Repository.url(Self.dSYM), to: scratch.url("outside/XXXCoreTestHost.dSYM"))
    try FileManager.default.copyItem(
      at: Repository.url("sample-logs/symbols/font-without-names.crash"), to: scratch.url("allowed/crash.crash"))
  }

  private func call(_ tool: String, _ arguments: String, _ options: [String] = []) throws -> String {
    let meta =
      #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
    let parameters = #"{\#(meta),"name":"\#(tool)","arguments":{\#(arguments)}}"#
    try scratch.write(
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":\#(parameters)}"# + "\n", "message.jsonl")
    let answer = try Tool.run(
      ["mcp", "--no-config", "--no-cache", "--allow", "allowed"] + options, in: scratch.folder,
      input: scratch.url("message.jsonl"))
    #expect(answer.status == 0, "\(answer)")
    return answer.out
  }

  private func link(_ name: String, _ target: String) throws {
    try FileManager.default.createSymbolicLink(
      at: scratch.url(name), withDestinationURL: scratch.url(target))
  }

  /// The name that only the dSYM has.
  private static let secret = "LoadFonts"

  @Test func symbolsInTheFolderAreFound() throws {
    try FileManager.default.moveItem(
      at: scratch.url("outside/XXXCoreTestHost.dSYM"), to: scratch.url("allowed/XXXCoreTestHost.dSYM"))
    #expect(try call("symbolicate", #""path":"allowed/crash.crash""#).contains(Self.secret))
    let named = #""path":"allowed/crash.crash","symbols":["allowed/XXXCoreTestHost.dSYM"]"#
    #expect(try call("symbolicate", named).contains(Self.secret))
    let lookup = try call("lookup", #""symbols":"allowed/XXXCoreTestHost.dSYM","addresses":["0x1dd6"]"#)
    #expect(lookup.contains(Self.secret))
  }

  @Test func linksDoNotLeadOut() throws {
    try link("allowed/XXXCoreTestHost.dSYM", "outside/XXXCoreTestHost.dSYM")
    try link("allowed/links/binary", "outside/XXXCoreTestHost.dSYM" + Self.inside)
    try FileManager.default.createDirectory(
      at: scratch.url("allowed/links/Real.dSYM/Contents/Resources/DWARF"), withIntermediateDirectories: true)
    try link("allowed/links/Real.dSYM" + Self.inside, "outside/XXXCoreTestHost.dSYM" + Self.inside)
    try link("allowed/dSYMs", "outside")
    for arguments in [
      #""path":"allowed/crash.crash""#, #""path":"allowed""#,
      #""path":"allowed/crash.crash","symbols":["allowed/links"]"#,
      #""path":"allowed/crash.crash","symbols":["allowed/links/Real.dSYM"]"#,
      #""path":"allowed/crash.crash","symbols":["allowed"]"#,
      #""path":"allowed/crash.crash","symbols":["outside"]"#,
      #""path":"allowed/crash.crash","symbols":["allowed/../outside"]"#,
      #""path":"allowed/crash.crash","symbols":["allowed/dSYMs"]"#,
    ] {
      #expect(!(try call("symbolicate", arguments)).contains(Self.secret), "\(arguments)")
    }
    for path in ["allowed/links", "allowed/links/binary", "allowed/links/Real.dSYM", "outside/XXXCoreTestHost.dSYM"] {
      let answer = try call("lookup", #""symbols":"\#(path)","addresses":["0x1dd6"]"#)
      #expect(!answer.contains(Self.secret), "\(path) \(answer)")
    }
  }

  /// What the user names on the command line may be anywhere.
  @Test func symbolsOfTheUserAreUsed() throws {
    let answer = try call("symbolicate", #""path":"allowed/crash.crash""#, ["--symbols", "outside"])
    #expect(answer.contains(Self.secret))
    try link("config/linked", "outside/XXXCoreTestHost.dSYM" + Self.inside)
    let linked = try call("symbolicate", #""path":"allowed/crash.crash""#, ["--symbols", "config"])
    #expect(linked.contains(Self.secret))
  }

  /// A report that is a link to one outside, alone or in a folder.
  @Test func reportsOutsideAreNotRead() throws {
    try scratch.write(Sample.json(), "outside/other.ips")
    try link("allowed/links/other.ips", "outside/other.ips")
    try link("allowed/folder", "outside")
    for path in ["allowed", "allowed/links", "allowed/links/other.ips", "allowed/folder", "allowed/folder/other.ips"] {
      #expect(!(try call("analyze", #""path":"\#(path)""#)).contains("drawCard0"), "\(path)")
    }
  }
}
