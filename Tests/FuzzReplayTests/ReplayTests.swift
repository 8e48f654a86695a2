import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Runs every fuzz target with every file that the fuzzer has found, and with a part of its seeds.
@Suite struct ReplayTests {
  /// The number of seeds of each target that are run; the fuzzer runs all of them.
  private static let seeds = 60
  /// The maximum length of a seed, in bytes; longer seeds would take too long.
  private static let longest = 80_000

  @Test(arguments: FuzzTarget.all)
  func whatWasFoundIsMended(_ target: FuzzTarget) throws {
    for file in Repository.files(below: target.folder) {
      let bytes = try Repository.bytes(of: file)
      #expect(throws: Never.self, "\(file)") { try target.run(bytes) }
    }
  }

  @Test(arguments: FuzzTarget.all)
  func propertiesHoldForSeeds(_ target: FuzzTarget) throws {
    let files = try Self.files(of: target)
    // Evenly distributed, so that every folder is used.
    let step = max(1, files.count / Self.seeds)
    for index in stride(from: 0, to: files.count, by: step) {
      let bytes = try Repository.bytes(of: files[index])
      guard bytes.count <= Self.longest else { continue }
      #expect(throws: Never.self, "\(files[index])") { try target.run(bytes) }
    }
  }

  /// Without a file the fuzzer would start from empty input, and the replay would test nothing.
  @Test(arguments: FuzzTarget.all)
  func thereAreSeeds(_ target: FuzzTarget) throws {
    #expect(!(try Self.files(of: target) + Repository.files(below: target.folder)).isEmpty)
    for seed in target.seeds {
      #expect(FileManager.default.fileExists(atPath: Repository.url(seed).path), "\(seed) is missing")
    }
    if let dictionary = target.dictionary {
      #expect(FileManager.default.fileExists(atPath: Repository.url(dictionary).path), "\(dictionary) is missing")
    }
  }

  private static func files(of target: FuzzTarget) throws -> [String] {
    target.seeds.flatMap { seed in
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: Repository.url(seed).path, isDirectory: &isFolder)
      return isThere && !isFolder.boolValue ? [seed] : Repository.files(below: seed)
    }
  }
}

/// The catalog of targets, their programs and their page contain the same targets.
@Suite struct CatalogTests {
  @Test func everyTargetHasAProgram() throws {
    let names = FuzzTarget.all.map(\.name)
    #expect(names == names.sorted { $0.lowercased() < $1.lowercased() })
    #expect(Set(names).count == names.count)
    let programs = Repository.files(below: "Tests/Fuzz").filter { $0.hasSuffix(".swift") }
    #expect(programs == names.map { "Tests/Fuzz/\($0)/\($0).swift" }.sorted())
    let package = try Repository.text(of: "Package.swift")
    for name in names { #expect(package.contains("fuzzer(\"\(name)\")"), "\(name) is missing in Package.swift") }
  }

  @Test func listIsUpToDate() throws {
    var rows = ["| target | what is run, and which properties must hold |", "|---|---|"]
    for target in FuzzTarget.all { rows.append("| `\(target.name)` | \(target.exercises) |") }
    let list = rows.joined(separator: "\n") + "\n"
    #expect(
      try Repository.part("targets", of: "docs/fuzzing.md", updatedTo: list) == list,
      "run: UPDATE_EXPECTED=1 scripts/test --filter FuzzReplayTests")
  }
}
