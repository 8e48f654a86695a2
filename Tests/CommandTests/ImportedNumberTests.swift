import Foundation
import Testing

/// Numbers of an export that somebody changed: the record is refused, or every command reads the history afterwards.
@Suite struct ImportedNumberTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      "Incident Identifier: 5B1C7A52-0D3E-4F6A-9B7C-2D1E0F9A8B7C\nProcess: Cards [4711]\n"
        + "Exception Type:  EXC_BREAKPOINT (SIGTRAP)\nApplication Specific Information:\nFatal error: Index out of range\n\n"
        + "Thread 0 Crashed:\n0   Cards   0x0000000104a1c2b0 CardView.draw() + 12 (CardView.swift:12)\n", "a.crash")
  }

  @Test func historiesRemainReadable() throws {
    _ = try Tool.run(["ingest", "--database", "h.sqlite", "a.crash"], in: scratch.folder)
    let export = try Tool.run(["database", "export", "--database", "h.sqlite"], in: scratch.folder).out
    let numbers = export.matches(of: /":(-?[0-9]+)/).map { $0.output.1.startIndex..<$0.output.1.endIndex }
    #expect(numbers.count > 5)
    for (index, number) in numbers.enumerated() {
      for value in ["9223372036854775807", "-9223372036854775808", "-1"] {
        let changed = export.replacingCharacters(in: number, with: value)
        let file = "n\(index).sqlite"
        try scratch.write(changed, "m.jsonl")
        let imported = try Tool.run(["database", "import", "--database", file, "m.jsonl"], in: scratch.folder)
        for command in [["history", "list", "--reports"], ["history", "list"], ["database", "export"]] {
          let answer = try Tool.run(command + ["--database", file], in: scratch.folder)
          #expect(
            [0, 2].contains(answer.status),
            "\(command) after \(export[number]) became \(value): \(imported.err) \(answer.err)")
        }
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(at: scratch.url(file + end)) }
      }
    }
  }
}
