import Foundation
import Synchronization
import TestSupport
import Testing

/// What is replaced, and the call that reads it.
struct ReplacedSurface: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// The entry of `ok` that is replaced by a link to the entry of `outside` with the same name.
  var replaced: String
  var tool: String
  var arguments: String
  /// What only an answer about the file in `ok` contains.
  var own: String
  var prepare: @Sendable (Scratch, _ folder: String, _ number: Int) throws -> Void
}

/// A program that replaces a file by a link to one outside, between the check and the reading, never makes a tool of an agent
/// answer the outside file.
@Suite struct ReplacedFileTests {
  private static func report(_ name: String) -> @Sendable (Scratch, String, Int) throws -> Void {
    { scratch, folder, number in
      let url = scratch.url(folder + "/" + name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Sample.json(number).utf8).write(to: url)
    }
  }

  /// The name that only the outside files contain.
  private static let secret = "drawCard666"

  static let surfaces: [ReplacedSurface] = [
    ReplacedSurface(
      testDescription: "report", replaced: "t.ips", tool: "analyze", arguments: #""path":"ok/t.ips""#, own: "drawCard1",
      prepare: report("t.ips")),
    ReplacedSurface(
      testDescription: "folder of reports", replaced: "inner", tool: "analyze", arguments: #""path":"ok""#,
      own: "drawCard1", prepare: report("inner/t.ips")),
    ReplacedSurface(
      testDescription: "report in a folder", replaced: "inner", tool: "analyze", arguments: #""path":"ok/inner/t.ips""#,
      own: "drawCard1", prepare: report("inner/t.ips")),
    ReplacedSurface(
      testDescription: "bundle of test results", replaced: "r.xcresult", tool: "analyze",
      arguments: #""path":"ok/r.xcresult""#, own: "drawCard1", prepare: report("r.xcresult/Data/data.0~a")),
    ReplacedSurface(
      testDescription: "objects of test results", replaced: "inner", tool: "analyze", arguments: #""path":"ok""#,
      own: "drawCard1", prepare: report("inner/r.xcresult/Data/data.0~a")),
    ReplacedSurface(
      testDescription: "crash point", replaced: "p.xccrashpoint", tool: "analyze", arguments: #""path":"ok""#,
      own: "drawCard1", prepare: report("p.xccrashpoint/Filters/Filter_1/Logs/t.crash")),
    ReplacedSurface(
      testDescription: "project", replaced: "Sources", tool: "check", arguments: #""folder":"ok""#, own: "drawCard1",
      prepare: { scratch, folder, number in
        try FileManager.default.createDirectory(at: scratch.url(folder + "/Sources"), withIntermediateDirectories: true)
        let nib = #"""
          <?xml version="1.0" encoding="UTF-8"?>
          <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"><objects>
          <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="Owner"/>
          <view contentMode="scaleToFill" id="1" customClass="drawCard\#(number)">
          <userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="string" keyPath="drawCard\#(number)" value="1"/>
          </userDefinedRuntimeAttributes></view></objects></document>
          """#
        try scratch.write(nib, folder + "/Sources/A.xib")
        try scratch.write("import UIKit\nclass Owner: UIView {}\n", folder + "/Sources/A.swift")
      }),
    ReplacedSurface(
      testDescription: "symbols", replaced: "s.dSYM", tool: "lookup",
      arguments: #""symbols":"ok/s.dSYM","addresses":["0x1dd6"]"#, own: "\"results\"",
      prepare: { scratch, folder, number in
        let source = Repository.url("sample-logs/symbols/XXXCoreTestHost.dSYM")
        let target = scratch.url(folder + "/s.dSYM")
        guard number == 1 else { return try FileManager.default.copyItem(at: source, to: target) }
        // The own bundle has no symbols; the name in the outside one is the secret.
        try FileManager.default.createDirectory(
          at: target.appendingPathComponent("Contents/Resources/DWARF"), withIntermediateDirectories: true)
      }),
  ]

  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

  @Test(arguments: surfaces)
  func noAnswerIsAboutTheOutsideFile(_ surface: ReplacedSurface) throws {
    let scratch = try Scratch()
    for (folder, number) in [("ok", 1), ("outside", 666)] {
      try FileManager.default.createDirectory(at: scratch.url(folder), withIntermediateDirectories: true)
      try surface.prepare(scratch, folder, number)
    }
    let secret = surface.tool == "lookup" ? "LoadFonts" : Self.secret
    let count = 3_000
    let messages = (1...count).map { id in
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{\#(Self.meta),"name":"\#(surface.tool)","arguments":{\#(surface.arguments)}}}"#
    }
    try scratch.write(messages.joined(separator: "\n") + "\n", "messages.jsonl")
    let item = scratch.url("ok/" + surface.replaced).path
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url("link").path, withDestinationPath: scratch.url("outside/" + surface.replaced).path)
    let (link, kept) = (scratch.url("link").path, scratch.url("kept").path)
    let isDone = Atomic(false)
    let thread = Thread {
      while !isDone.load(ordering: .relaxed) {
        rename(item, kept)
        rename(link, item)
        usleep(30)
        rename(item, link)
        rename(kept, item)
        usleep(30)
      }
    }
    thread.start()
    defer { isDone.store(true, ordering: .relaxed) }
    let answer = try Tool.run(
      ["mcp", "--no-config", "--no-cache", "--no-database", "--allow", "ok"], in: scratch.folder,
      input: scratch.url("messages.jsonl"))
    #expect(answer.status == 0, "\(answer.err)")
    let lines = answer.out.split(separator: "\n")
    #expect(lines.count == count)
    let leaks = lines.count { $0.contains(secret) }
    #expect(leaks == 0, "\(leaks) of \(count) answers")
    let own = lines.count { $0.contains(surface.own) }
    if surface.tool != "lookup" { #expect(own > 10 && own < count, "\(own) of \(count): the race was not run") }
  }
}
