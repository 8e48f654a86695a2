internal import Foundation

/// What is run with bytes of any kind, and what must hold whatever they are.
///
/// A target is used twice: by the program of its name in `Tests/Fuzz`, which libFuzzer drives, and by the tests, which run
/// it over every file that was ever found by that.
package struct FuzzTarget: Sendable {
  /// Of the program and of its folders.
  package let name: String
  /// What is run and what must hold, in one sentence.
  package let exercises: String
  /// Folders and files of the checkout to begin with, besides `Tests/Fixtures/fuzz/<name>`.
  package let seeds: [String]
  /// A list of words that stand in such files.
  package let dictionary: String?
  /// Bytes of the longest input that is tried.
  package let longest: Int
  /// Throws `BrokenProperty` where something does not hold.
  package let run: @Sendable (_ bytes: [UInt8]) throws -> Void

  init(
    _ name: String, exercises: String, seeds: [String] = [], dictionary: String? = nil, longest: Int = 1 << 16,
    run: @escaping @Sendable (_ bytes: [UInt8]) throws -> Void
  ) {
    self.name = name
    self.exercises = exercises
    self.seeds = seeds
    self.dictionary = dictionary.map { "Tests/Fuzz/dictionaries/" + $0 + ".dict" }
    self.longest = longest
    self.run = run
  }

  /// Where what was found is kept, and seeds that are nowhere else.
  package var folder: String { "Tests/Fixtures/fuzz/" + name }

  /// Every target, in alphabetical order.
  package static let all: [FuzzTarget] = [
    .archives,
    .debugInfo,
    .demangle,
    .documents,
    .history,
    .http,
    .json,
    .lines,
    .machO,
    .pattern,
    .project,
    .redaction,
    .report,
    .terminal,
    .text,
  ]
}

// MARK: - For libFuzzer

extension FuzzTarget {
  /// Runs one input; a broken property ends the process as a trap does, so that libFuzzer keeps the input.
  package func take(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
      try run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
      let words = Array("\(name): \(error)\n".utf8)
      _ = words.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      abort()
    }
    return 0
  }

  /// With `FUZZ_DESCRIBE` set, writes libFuzzer's arguments for this target, one a line, and ends: so the script that runs
  /// the programs has them from the catalog.
  package func describeIfAsked() -> CInt {
    guard getenv("FUZZ_DESCRIBE") != nil else { return 0 }
    var lines = ["-max_len=\(longest)"]
    if let dictionary { lines.append("-dict=" + dictionary) }
    lines += seeds
    print(lines.joined(separator: "\n"))
    exit(0)
  }
}

extension FuzzTarget: CustomStringConvertible {
  package var description: String { name }
}
