internal import Foundation

/// A function that is run with arbitrary bytes, and the properties that must hold for all of them.
///
/// A target has two callers: the program of its name in `Tests/Fuzz`, which libFuzzer runs, and the tests, which run it
/// with every file that the fuzzer has found.
package struct FuzzTarget: Sendable {
  /// The name of the program and of its folders.
  package let name: String
  /// What is run and which properties must hold, in one sentence.
  package let exercises: String
  /// Files and folders of the repository with seeds, in addition to `Tests/Fixtures/fuzz/<name>`.
  package let seeds: [String]
  /// The path of libFuzzer's dictionary: words that occur in such files.
  package let dictionary: String?
  /// The maximum length of an input, in bytes.
  package let longest: Int
  /// Throws `BrokenProperty` if a property does not hold.
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

  /// The folder with findings of the fuzzer, and with seeds that exist only for this target.
  package var folder: String { "Tests/Fixtures/fuzz/" + name }

  /// All targets, in alphabetical order.
  package static let all: [FuzzTarget] = [
    .archives,
    .context,
    .debugInfo,
    .demangle,
    .documents,
    .elf,
    .history,
    .http,
    .json,
    .lines,
    .machO,
    .messages,
    .normalization,
    .owners,
    .pattern,
    .project,
    .receive,
    .redaction,
    .report,
    .sqlLiteral,
    .terminal,
    .text,
    .upload,
  ]
}

// MARK: - For libFuzzer

extension FuzzTarget {
  /// Runs one input. A broken property aborts the process, so that libFuzzer saves the input.
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

  /// If `FUZZ_DESCRIBE` is set, prints libFuzzer's arguments for this target, one per line, and exits. `scripts/fuzz`
  /// reads the arguments of the catalog this way.
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
