import Foundation
import Testing

@testable import DiagnoseCommand

/// Command lines with thousands of words take linear time, and mean what short ones mean.
@Suite struct LongArgumentsTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("Fatal error: Index out of range\n", "a.log")
  }

  private static let many = (0..<16_000).map { "word\($0)" }

  @Test func commandsGetAllTheirArguments() throws {
    let answer = try Tool.run(
      ["run", "--no-database", "--", "sh", "-c", "echo $#", "sh"] + Self.many, in: scratch.folder)
    #expect(answer.out.hasPrefix("16000"))
  }

  @Test(

    arguments: [["-" + String(repeating: "v", count: 16_000), "a.log"], Array(repeating: "-v", count: 16_000)])
  func tooManyOptionsAreRefused(_ arguments: [String]) throws {
    let answer = try Tool.run(["ingest"] + arguments, in: scratch.folder)
    #expect(answer.status == 64)
  }

  /// Words are put back where they were.
  @Test func parsedWordsAreThoseOfTheCommandLine() throws {
    for count in [0, 1, 31, 32, 33, 34, 100, 16_000] {
      let words = (0..<count).map { "a\($0)" }
      let arguments = ["first", "--max-size", "2m"] + words + ["--no-database", "last"]
      let command = try #require(LongArguments(arguments).parse(AnalyzeCommand.self) as? AnalyzeCommand)
      #expect(command.inputs == ["first"] + words + ["last"], "\(count)")
    }
  }
}
