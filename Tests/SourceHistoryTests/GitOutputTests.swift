import TestSupport
import Testing

@testable import SourceHistory

/// The readers of what git writes, and of source files.
@Suite struct GitOutputTests {
  private static let id = String(repeating: "0123456789", count: 4)
  private static let blame = """
    \(id) 3 1 2
    author Ada Example
    author-mail <ada@example.com>
    author-time 1760000000
    summary Add cards
    filename Sources/A.swift
    \tlet a = 1
    \(id) 4 2
    \t}

    """

  @Test func blameIsRead() throws {
    let output = try BlameOutput(Array(Self.blame.utf8))
    #expect(output.lines.map(\.original) == [3, 4])
    #expect(output.lines.map(\.path) == ["Sources/A.swift", "Sources/A.swift"])
    #expect(output.commits[Self.id] == .init(author: "Ada Example", seconds: 1_760_000_000, subject: "Add cards"))
  }

  @Test func damagedAnswersAreFaultsOrShorter() throws {
    let bytes = Array(Self.blame.utf8)
    for end in bytes.indices {
      let lines = (try? BlameOutput(Array(bytes[..<end])))?.lines.count ?? 0
      #expect(lines <= 2)
    }
    for index in bytes.indices {
      for byte: UInt8 in [0, 0x0A, 0x20, 0xFF] {
        var changed = bytes
        changed[index] = byte
        _ = try? BlameOutput(changed)
        _ = try? TreeListing(changed)
      }
    }
    #expect(throws: GitFault.self) { try BlameOutput(Array("x\n".utf8)) }
    // A line that is not the next one.
    #expect(throws: GitFault.self) { try BlameOutput(Array("\(Self.id) 1 2 1\n\ta\n".utf8)) }
  }

  @Test func listingsAreRead() throws {
    let text =
      "100644 blob \(Self.id)\ta/b.swift\u{0}120000 blob \(Self.id)\tlink.swift\u{0}160000 commit \(Self.id)\tVendor\u{0}"
      + "100755 blob \(Self.id)\t../c.swift\u{0}"
    let listing = try TreeListing(Array(text.utf8))
    #expect(Array(listing.objects.keys) == ["a/b.swift"])
    #expect(listing.submodules.map(\.path) == ["Vendor"])
    #expect(throws: GitFault.self) { try TreeListing(Array("100644 blob x\ta\u{0}".utf8)) }
  }

  private func function(_ line: Int, _ path: String, _ text: String) -> ClosedRange<Int>? {
    FunctionRange.lines(around: line, in: Array(text.utf8), path: path)
  }

  @Test func functionsAreFound() {
    let swift = """
      struct A {
        var a = 1
        func f(_ x: Int) -> Int {
          if x > 1 {
            return g { $0 + x }
          }
          return 2
        }
        init(
          b: Int
        ) {
          a = b
        }
      }
      """
    #expect(
      [1, 2, 3, 5, 7, 8, 12, 14].map { function($0, "A.swift", swift) } == [
        nil, nil, 3...8, 3...8, 3...8, 3...8, 9...13, nil,
      ])
    let objectiveC = """
      @implementation A
      - (void)f:(int)x {
        if (x) { g(); }
        int values[] = { 1, 2 };
      }
      static int h(void)
      {
        return 1;
      }
      @end
      """
    #expect([1, 2, 3, 4, 8, 10].map { function($0, "A.m", objectiveC) } == [nil, 2...5, 2...5, 2...5, 6...9, nil])
    #expect(function(1, "A.txt", swift) == nil && function(1, "A", swift) == nil)
  }

  @Test func deepSourceTakesLinearTime() {
    let time = ProcessorTime.seconds {
      _ = function(1, "A.swift", String(repeating: "{", count: 100_000))
      _ = function(1, "A.swift", String(repeating: "func f() {", count: 50_000))
      _ = function(1, "A.m", String(repeating: "}{", count: 50_000))
    }
    #expect(time < 30)
  }
}
