import DebugInfo
import Foundation
import Symbolication
import TestSupport
import Testing
import Vocabulary
import Platform

/// Compares our answers with llvm-symbolizer: mangled names, files, lines, columns and inlined functions, at every
/// fourth byte of code. Each difference must be of an intended class.
@Suite(.enabled(if: LLVMSymbolizer.tool != nil, "llvm-symbolizer is not here"))
struct LLVMComparisonTests {
  @Test(arguments: FixtureSlice.all)
  func fixtures(_ fixture: FixtureSlice) throws {
    let comparison = try Self.comparison(fixture, step: 4)
    #expect(comparison.counts[.unexplained, default: 0] == 0, "\(comparison.examples.joined(separator: "\n\n"))")
    #expect(comparison.counts.values.reduce(0, +) == (try fixture.open()).file.codeAddresses(step: 4).count)
  }

  /// Each class of difference occurs, so that no class is obsolete.
  @Test func everyKindIsMet() throws {
    var met: Set<Difference> = []
    for fixture in FixtureSlice.all {
      for (kind, count) in try Self.comparison(fixture, step: 4).counts where count > 0 { met.insert(kind) }
    }
    #expect(met == Set(Difference.allCases).subtracting([.unexplained]))
  }

  /// A file given by the user: `scripts/compare-symbols FILE`.
  @Test(.enabled(if: userFile != nil, "COMPARE_SYMBOLS names no file"))
  func givenFile() throws {
    let path = try #require(Self.userFile)
    for slice in try LookupTarget.open(FilePath(path)).slices {
      var comparison = Comparison()
      let file = URL(fileURLWithPath: String(decoding: slice.path.bytes, as: UTF8.self))
      try comparison.compare(slice, at: file, slice.file.codeAddresses(step: 4, mostBytes: .max))
      print("\(slice.file):")
      for kind in Difference.allCases { print("  \(comparison.counts[kind, default: 0])\t\(kind.rawValue)") }
      for example in comparison.examples { print(example + "\n") }
      #expect(comparison.counts[.unexplained, default: 0] == 0)
    }
  }

  private static let userFile = ProcessInfo.processInfo.environment["COMPARE_SYMBOLS"]

  /// Compares a copy, because next to the original image llvm-symbolizer finds the dSYM, which must not be used.
  private static func comparison(_ fixture: FixtureSlice, step: UInt64) throws -> Comparison {
    let slice = try fixture.open()
    let scratch = try ScratchFolder()
    try scratch.write([UInt8](try Data(contentsOf: Repository.url(fixture.path))), "copy")
    var comparison = Comparison()
    try comparison.compare(slice, at: scratch.url("copy"), slice.file.codeAddresses(step: step))
    return comparison
  }
}
