import CrashReports
import Diagnosis
import Documents
import Foundation
import TestSupport
import Testing

@testable import Conversion

/// Profiles in the formats of flamegraph.pl, speedscope and the Firefox Profiler: the sums are those of the report.
@Suite struct ProfileConversionTests {
  private func reports(_ seed: Int) -> (presented: [PresentedReport], trees: [SampledTree]) {
    let trees = [SampledTree(seed: seed), SampledTree(seed: seed + 500)]
    let text = """
      Analysis of sampling MyApp (pid 7) every 1 millisecond
      Process:         MyApp [7]
      Path:            /Applications/MyApp.app/Contents/MacOS/MyApp
      Identifier:      com.example.MyApp
      Version:         2.4 (412)
      OS Version:      macOS 14.4.1 (23E224)
      Report Version:  7
      Analysis Tool:   /usr/bin/sample

      Call graph:

      """ + trees[0].sampleText(thread: 1) + trees[1].sampleText(thread: 2)
    return (ConversionRoundTripTests.presented(Array(text.utf8)), trees)
  }

  private func bytes(_ id: String, _ reports: [PresentedReport]) throws -> [UInt8] {
    try #require(ConversionTarget.with(id: id)).bytes(of: reports)
  }

  private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  /// The samples of each thread by stack, from folded lines.
  private func folded(_ bytes: [UInt8]) throws -> [String: [String: Int]] {
    var threads: [String: [String: Int]] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      // As flamegraph.pl reads it: the count is the number after the last blank.
      let end = try #require(line.lastIndex(of: " "))
      let count = try #require(Int(line[line.index(after: end)...]))
      let words = line[..<end].split(separator: ";", omittingEmptySubsequences: false)
      try #require(words.count >= 2)
      threads[String(words[1]), default: [:]][words.dropFirst(2).joined(separator: ";"), default: 0] += count
    }
    return threads
  }

  @Test(arguments: 0..<40) func foldedStacksHaveTheSamplesOfTheReport(_ seed: Int) throws {
    let (presented, trees) = reports(seed)
    let threads = try folded(try bytes("folded", presented))
    #expect(threads["Thread 0"] == trees[0].stacks, "seed \(seed)")
    #expect(threads["Thread 1"] == trees[1].stacks, "seed \(seed)")
    let samples = presented[0].assessment.report.threads?.compactMap(\.samples).reduce(0, +)
    #expect(threads.values.flatMap(\.values).reduce(0, +) == samples)
  }

  @Test(arguments: 0..<40) func speedscopeHasTheSamplesOfTheReport(_ seed: Int) throws {
    let (presented, trees) = reports(seed)
    let document = try object(try bytes("speedscope", presented))
    #expect(document["$schema"] as? String == "https://www.speedscope.app/file-format-schema.json")
    let frames = try #require((document["shared"] as? [String: Any])?["frames"] as? [[String: Any]])
    #expect(frames.allSatisfy { $0["name"] is String })
    let profiles = try #require(document["profiles"] as? [[String: Any]])
    #expect(profiles.count == 2)
    for (profile, tree) in zip(profiles, trees) {
      #expect(profile["type"] as? String == "sampled" && profile["unit"] as? String == "none")
      #expect(profile["startValue"] as? Int == 0 && profile["endValue"] as? Int == tree.samples)
      let samples = try #require(profile["samples"] as? [[Int]])
      let weights = try #require(profile["weights"] as? [Int])
      #expect(samples.count == weights.count && weights.reduce(0, +) == tree.samples && weights.allSatisfy { $0 > 0 })
      var stacks: [String: Int] = [:]
      for (stack, weight) in zip(samples, weights) {
        try #require(stack.allSatisfy(frames.indices.contains))
        stacks[stack.map { frames[$0]["name"] as? String ?? "" }.joined(separator: ";"), default: 0] += weight
      }
      #expect(stacks == tree.stacks, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<40) func firefoxHasTheSamplesOfTheReport(_ seed: Int) throws {
    let (presented, trees) = reports(seed)
    let document = try object(try bytes("firefox", presented))
    let meta = try #require(document["meta"] as? [String: Any])
    #expect(meta["preprocessedProfileVersion"] as? Int == 47 && meta["processType"] as? Int == 0)
    let categories = try #require(meta["categories"] as? [[String: Any]])
    #expect(categories.contains { $0["color"] as? String == "grey" })
    let threads = try #require(document["threads"] as? [[String: Any]])
    #expect(threads.count == 2)
    for (thread, tree) in zip(threads, trees) {
      for (name, value) in thread {
        guard let table = value as? [String: Any], let length = table["length"] as? Int else { continue }
        for (column, values) in table {
          if let values = values as? [Any] { #expect(values.count == length, "\(name).\(column)") }
        }
      }
      #expect(try stacks(of: thread, categories: categories.count) == tree.stacks, "seed \(seed)")
    }
  }

  /// Follows the references of the tables, each of which must exist.
  private func stacks(of thread: [String: Any], categories: Int) throws -> [String: Int] {
    func column<Value>(_ table: String, _ name: String, _ type: Value.Type) throws -> [Value] {
      try #require((thread[table] as? [String: Any])?[name] as? [Value], "\(table).\(name)")
    }
    let strings = try #require(thread["stringArray"] as? [String])
    let prefixes = try column("stackTable", "prefix", Any.self).map { $0 as? Int }
    let frames = try column("stackTable", "frame", Int.self)
    let functions = try column("frameTable", "func", Int.self)
    let names = try column("funcTable", "name", Int.self)
    #expect(try column("stackTable", "category", Int.self).allSatisfy { (0..<categories).contains($0) })
    let times = try column("samples", "time", Int.self)
    #expect(times == times.sorted())
    var stacks: [String: Int] = [:]
    for (stack, weight) in zip(try column("samples", "stack", Any.self), try column("samples", "weight", Int.self)) {
      var path: [String] = []
      var at = stack as? Int
      while let index = at {
        try #require(prefixes.indices.contains(index))
        path.append(strings[names[functions[frames[index]]]])
        // A caller precedes its callees.
        try #require(prefixes[index] ?? -1 < index)
        at = prefixes[index]
      }
      stacks[path.reversed().joined(separator: ";"), default: 0] += weight
    }
    return stacks
  }

  // MARK: - Limits and names

  /// Beyond the limit, samples are written without their stacks: the sum remains.
  @Test(arguments: [0, 1, 40, 200, 1_000]) func theSumRemainsAtTheLimit(_ limit: Int) throws {
    let (presented, trees) = reports(3)
    let total = trees[0].samples + trees[1].samples
    let sampled = SampledReport.all(presented)
    let lines = ProfileText.folded(sampled, limit: limit)
    #expect(try folded(lines).values.flatMap(\.values).reduce(0, +) == total)
    #expect(lines.count < limit + 400)
    let document = try object(SpeedscopeProfile.bytes(sampled, limit: limit))
    let profiles = try #require(document["profiles"] as? [[String: Any]])
    #expect(profiles.compactMap { $0["weights"] as? [Int] }.flatMap { $0 }.reduce(0, +) == total)
  }

  @Test func namesDoNotEndLinesOrStacks() throws {
    let text = """
      Analysis of sampling My;App (pid 7) every 1 millisecond
      Process: My;App [7]
      Call graph:
          5 Thread_1: work;er 7
          + 5 f;g h 9  (in MyApp) + 4  [0x1010]
      """
    let lines = try bytes("folded", ConversionRoundTripTests.presented(Array(text.utf8)))
    #expect(String(decoding: lines, as: UTF8.self) == "My:App;Thread 0: work:er 7;f:g h 9 5\n")
  }

  /// A crash is not a profile.
  @Test(arguments: ["folded", "speedscope", "firefox"]) func otherReportsAreNotConverted(_ id: String) throws {
    for path in ["ips", "excerpt", "jetsam", "stackshot", "leaks", "panic"] {
      for log in SampleLog.small where log.path.hasPrefix("sample-logs/\(path)/") {
        #expect(try bytes(id, ConversionRoundTripTests.presented(try log.bytes())).isEmpty, "\(log.path)")
      }
    }
  }

  @Test func severalReportsAreOneDocument() throws {
    let (one, other) = (reports(1), reports(2))
    let all = one.presented + other.presented
    let document = try object(try bytes("speedscope", all))
    let profiles = try #require(document["profiles"] as? [[String: Any]])
    #expect(profiles.compactMap { $0["name"] as? String }.prefix(2) == ["MyApp, Thread 0", "MyApp, Thread 1"])
    #expect(profiles.count == 4)
    #expect((try object(try bytes("firefox", all))["threads"] as? [Any])?.count == 4)
  }
}
