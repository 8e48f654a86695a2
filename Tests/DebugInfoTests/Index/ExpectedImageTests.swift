import DebugInfo
import Foundation
import Symbolication
import TestSupport
import Testing
import Vocabulary
import Platform

/// A row of `Tests/Fixtures/symbols/expected.csv` for an address of an image.
struct ExpectedAddress: Sendable, CustomTestStringConvertible {
  var name: String
  /// The file in which the names are looked up.
  var path: String
  var architecture: String
  var address: UInt64
  /// Not given for all.
  var offset: UInt64?
  /// Innermost first, separated by ` | `: `name (file:line)`.
  var frames: String
  var testDescription: String { "\(name) \(address.hexadecimal)" }

  static let all: [ExpectedAddress] = {
    guard let text = try? Repository.text(of: SymbolFixtures.folder + "expected.csv") else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = cells(line)
      guard cells.count >= 10, cells[4] == "image" else { return nil }
      // The debug map is in the image; its object files are found from there.
      let path = cells[9] == "debugmap" ? cells[1] : cells[2]
      return ExpectedAddress(
        name: cells[0], path: SymbolFixtures.folder + path.dropFirst(4), architecture: cells[3],
        address: UInt64(cells[6].dropFirst(2), radix: 16) ?? 0, offset: UInt64(cells[7]), frames: cells[8])
    }
  }()

  /// The cells of a line, which may be quoted.
  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}

/// Addresses of images with known answers, in all kinds of lookups.
@Suite struct ExpectedImageTests {
  @Test func thereAreRows() { #expect(ExpectedAddress.all.count >= 110) }

  @Test(arguments: ExpectedAddress.all)
  func givesTheExpectedFrames(_ row: ExpectedAddress) throws {
    let target = try LookupTarget.open(FilePath(Repository.url(row.path).path))
    let slice = try #require(target.slices.first { $0.file.architecture == Architecture(name: row.architecture) })
    let symbols = try #require(LookupTarget.symbols(of: slice, cache: nil))
    let address = LinkedAddress(row.address)
    let frames = symbols.frames(at: address)
    #expect(Self.text(frames) == row.frames)
    if let offset = row.offset { #expect(frames.last?.functionStart?.value == row.address - offset) }
    // The same from a complete index.
    let index = try #require(symbols.completeIndex(identity: slice.identity))
    #expect(symbols.frames(at: address) == frames)
    #expect(symbols.refined(index.frames(at: address), at: address) == frames)
  }

  private static func text(_ frames: [SymbolFrame]) -> String {
    frames.map { frame in
      let name = demangled(frame.name) ?? frame.name
      guard let file = frame.file?.split(separator: "/").last else { return name }
      return "\(name) (\(file):\(frame.line))"
    }.joined(separator: " | ")
  }
}
