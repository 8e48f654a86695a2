import DebugInfo
import Foundation
import Testing

/// Compares the demanglers for C++ and Rust with LLVM's: `scripts/compare-demangling`.
@Suite struct NameComparisonTests {
  private static let folder = ProcessInfo.processInfo.environment["COMPARE_NAMES"]

  /// The folder has two files of as many lines: the names, and what llvm-nm prints for them.
  @Test(.enabled(if: folder != nil, "COMPARE_NAMES names no folder"))
  func givenNames() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    func lines(_ name: String) throws -> [Substring] {
      String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
    let names = try lines("mangled")
    let theirs = try lines("theirs")
    #expect(names.count == theirs.count)
    var counts: [Outcome: Int] = [:]
    for (name, their) in zip(names, theirs) where !name.isEmpty {
      let our = demangled(String(name)) ?? String(name)
      let outcome = Self.outcome(name, their, our)
      counts[outcome, default: 0] += 1
      if outcome == .onlyLLVM || outcome == .otherSpelling, counts[outcome, default: 0] <= 5 {
        print("\(outcome.rawValue): \(name)\n  LLVM: \(their.prefix(500))\n  we:   \(our.prefix(500))\n")
      }
    }
    print("\(counts.values.reduce(0, +))\tnames")
    for outcome in Outcome.allCases { print("\(counts[outcome, default: 0])\t\(outcome.rawValue)") }
    #expect(counts[.onlyLLVM, default: 0] == 0)
    #expect(counts[.otherSpelling, default: 0] == 0)
  }

  private enum Outcome: String, CaseIterable {
    case same = "same spelling"
    case neither = "mangled in both"
    case onlyLLVM = "only LLVM demangles"
    case onlyDiagnose = "only diagnose demangles"
    case legacyRust = "legacy Rust: the hash is omitted"
    case otherSpelling = "other spelling"
  }

  private static func outcome(_ name: Substring, _ their: Substring, _ our: String) -> Outcome {
    if their == our { return their == name ? .neither : .same }
    if our == name { return .onlyLLVM }
    if their == name { return .onlyDiagnose }
    return name.contains("17h") && their.contains("::h") ? .legacyRust : .otherSpelling
  }
}
