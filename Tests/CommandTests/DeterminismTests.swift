import Foundation
import Presentation
import TestSupport
import Testing

/// Equal inputs give equal bytes, in every format, at any time and in any terminal.
@Suite struct DeterminismTests {
  @Test(arguments: OutputFormat.catalog.map(\.id))
  func theTimeOfTheRunIsInNoOutput(_ format: String) throws {
    let scratch = try Scratch()
    try scratch.write(Sample.json(), "x.ips")
    try scratch.write("App.swift:3: Fatal error: Index out of range\n", "log.txt")
    try scratch.write("not a report", "other.txt")
    try scratch.write(String(Sample.json(1).prefix(900)), "half.ips")
    try FileManager.default.copyItem(
      at: Repository.url("Tests/Fixtures/projects/nib-self-class-recursion/faulty"), to: scratch.url("faulty"))
    for arguments in [
      ["--no-database", "x.ips"], ["--no-database", "x.ips", "log.txt", "other.txt", "half.ips", "missing.ips"],
      ["--no-database", "log.txt"], ["--no-database", "--scrub", "x.ips"], ["check", "faulty"],
    ] {
      let isCheck = arguments[0] == "check"
      if isCheck, OutputFormat.catalog.first(where: { $0.id == format })?.renderCheck == nil { continue }
      // Only text adapts to the terminal.
      let answers = try [(0, 40), (1_785_758_400, 80), (4_102_444_800, 200)].map { seconds, columns in
        try Tool.run(
          arguments + ["--format", format], in: scratch.folder,
          environment: ["SOURCE_DATE_EPOCH": "\(seconds)", "COLUMNS": format == "text" ? "80" : "\(columns)"])
      }
      #expect(Set(answers.map(\.out)).count == 1, "\(arguments)")
    }
  }

  @Test func thePagesOfRunAreEqual() throws {
    let scratch = try Scratch()
    try scratch.write("App.swift:3: Fatal error: Index out of range\n", "log.txt")
    for format in OutputFormat.catalog.map(\.id) {
      let texts = try [0, 1_785_758_400].map { seconds in
        _ = try Tool.run(
          ["run", "--no-database", "--format", format, "-o", "out", "--", "cat", "log.txt"], in: scratch.folder,
          environment: ["SOURCE_DATE_EPOCH": "\(seconds)"])
        return try Data(contentsOf: scratch.url("out"))
      }
      #expect(texts[0] == texts[1] && !texts[0].isEmpty || format == "github", "\(format)")
    }
  }
}
