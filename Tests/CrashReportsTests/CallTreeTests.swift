import TestSupport
import Testing
import Vocabulary

@testable import CrashReports

/// The call tree of a profile: its limits, its sums, and its readers.
@Suite struct CallTreeTests {
  private func frame(_ name: String, at address: UInt64 = 0) -> CrashReport.Frame {
    var frame = CrashReport.Frame(index: 0)
    frame.symbol = CrashReport.Symbol(name: name)
    if address > 0 { frame.address = RuntimeAddress(address) }
    return frame
  }

  /// The samples of a tree by stack, with the name of each function.
  private func stacks(_ tree: CallTree, ofThread thread: Int) -> [String: Int] {
    var stacks: [String: Int] = [:]
    let (own, roots) = (tree.ownCounts(), tree.roots())
    for index in tree.nodes.indices where own[index] > 0 && Int(tree.nodes[roots[index]].frame) == thread {
      let names = tree.path(to: index).map { tree.frames(of: $0).last?.symbol?.name ?? "?" }
      stacks[names.joined(separator: ";"), default: 0] += own[index]
    }
    return stacks
  }

  private func report(_ text: String) throws -> CrashReport {
    let outcome = ReportReader.read(Array(text.utf8))
    try #require(outcome.reports.count == 1, "\(outcome.reports.count) reports")
    return outcome.reports[0].value
  }

  // MARK: - Sums

  @Test(arguments: 0..<60) func everyRowOfSampleIsRead(_ seed: Int) throws {
    let trees = [SampledTree(seed: seed), SampledTree(seed: seed + 1_000)]
    let text =
      "Analysis of sampling MyApp (pid 7) every 1 millisecond\nCall graph:\n" + trees[0].sampleText(thread: 1)
      + trees[1].sampleText(thread: 2)
    let read = try report(text)
    let tree = try #require(read.callTree)
    #expect(read.threads?.map(\.samples) == trees.map(\.samples))
    #expect(tree.samples == trees[0].samples + trees[1].samples)
    for (index, expected) in trees.enumerated() {
      #expect(stacks(tree, ofThread: index) == expected.stacks, "seed \(seed), thread \(index)")
    }
    #expect(tree.ownCounts().reduce(0, +) == tree.samples && tree.omitted == 0 && tree.reduced == 0)
    let functions = FunctionTree(tree)
    #expect(functions.nodes.reduce(0) { $0 + $1.own } == tree.samples)
  }

  @Test(arguments: 0..<40) func everyRowOfSpindumpIsRead(_ seed: Int) throws {
    let expected = SampledTree(seed: seed)
    let text =
      "Date/Time: 2026-01-05 10:00:00.000 +0100\nData Source: Stackshots\nCommand: MyApp\nPID: 7\nEvent: hang\n\n"
      + "Process: MyApp [7]\n\n" + expected.spindumpText(thread: 1)
    let tree = try #require(try report(text).callTree)
    #expect(stacks(tree, ofThread: 0) == expected.stacks, "seed \(seed)")
    #expect(tree.samples == expected.samples)
  }

  /// Only the process that the report is about is part of the tree.
  @Test func aSpindumpOfSeveralProcessesHasTheTreeOfItsTarget() throws {
    let (own, other) = (SampledTree(seed: 1), SampledTree(seed: 2))
    for order in [[0, 1], [1, 0]] {
      let processes = [
        "Process: MyApp [7]\n\n" + own.spindumpText(thread: 1) + "\n",
        "Process: Other [8]\n\n" + other.spindumpText(thread: 1) + "\n",
      ]
      let text =
        "Date/Time: 2026-01-05 10:00:00.000 +0100\nData Source: Stackshots\nCommand: MyApp\nPID: 7\nEvent: hang\n\n"
        + order.map { processes[$0] }.joined()
      let tree = try #require(try report(text).callTree)
      #expect(tree.samples == own.samples)
      #expect(stacks(tree, ofThread: 0) == own.stacks)
    }
  }

  @Test func samplesOfReportsHaveTheirTrees() throws {
    let sample = try #require(
      ReportReader.read(try Repository.bytes(of: "sample-logs/sample/sample.txt")).reports.first?.value)
    #expect(
      stacks(try #require(sample.callTree), ofThread: 0) == [
        "start;main;CardStore.importAll();__open": 2580, "start;main;NSApplicationMain": 31,
      ])
    let watchdog = try #require(
      ReportReader.read(try Repository.bytes(of: "sample-logs/spindump/watchdog.spin")).reports.first?.value)
    let tree = try #require(watchdog.callTree)
    #expect(tree.samples == 2_000)
    #expect(
      stacks(tree, ofThread: 1) == [
        "thread_start;CardWriter.run();fsync;hndl_unix_scall64": 690, "thread_start;CardWriter.run();fsync;?": 10,
        "thread_start;CardWriter.run()": 300,
      ])
    // The two calls of one function are one function in output.
    let functions = FunctionTree(tree)
    #expect(functions.nodes.count < tree.nodes.count)
    #expect(functions.nodes.reduce(0) { $0 + $1.own } == 2_000)
  }

  @Test func profilesOfKSCrashHaveAllStacks() throws {
    let bytes = try Repository.bytes(of: "sample-logs/third-party-json/kscrash-profile.json")
    let report = try #require(ReportReader.read(bytes).reports.first?.value)
    let tree = try #require(report.callTree)
    #expect(report.detail(.samples)?.value == .number(tree.samples))
    #expect(stacks(tree, ofThread: (report.threads?.count ?? 0) - 1).keys.allSatisfy { $0.hasPrefix("main") })
    #expect(stacks(tree, ofThread: (report.threads?.count ?? 0) - 1)["main;CardStore.load()"] ?? 0 > 0)
  }

  // MARK: - MetricKit

  private func hang(_ roots: String) -> String {
    """
    {"hangDiagnostics":[{"callStackTree":{"callStackPerThread":false,"callStacks":[{"threadAttributed":true,
    "callStackRootFrames":[\(roots)]}]},"diagnosticMetaData":{"hangDuration":"2 sec"}}]}
    """
  }

  private func node(_ name: String, _ address: Int, _ count: Int, _ below: String = "") -> String {
    """
    {"binaryName":"\(name)","binaryUUID":"00000000-0000-4000-8000-0000000000F\(address % 10)",
    "address":\(address),"offsetIntoBinaryTextSegment":16,"sampleCount":\(count),"subFrames":[\(below)]}
    """
  }

  private func images(_ tree: CallTree) -> [String: Int] {
    var stacks: [String: Int] = [:]
    let own = tree.ownCounts()
    for index in tree.nodes.indices where own[index] > 0 {
      let names = tree.path(to: index).map { tree.frames(of: $0).last?.image ?? "?" }
      stacks[names.joined(separator: ";"), default: 0] += own[index]
    }
    return stacks
  }

  @Test func treesOfMetricKitAreReadInBothDirections() throws {
    let outward = node("dyld", 8_000_001, 40, node("A", 4_000_002, 30) + "," + node("B", 4_000_003, 8))
    let tree = try #require(try report(hang(outward)).callTree)
    #expect(images(tree) == ["dyld;A": 30, "dyld;B": 8, "dyld": 2])
    let inward = node("libsystem_kernel.dylib", 9_000_004, 40, node("A", 4_000_002, 30, node("dyld", 8_000_001, 30)))
    let other = try #require(try report(hang(inward)).callTree)
    #expect(images(other) == ["dyld;A;libsystem_kernel.dylib": 30, "libsystem_kernel.dylib": 10])
    #expect(other.samples == 40)
  }

  /// A crash is not a profile, whatever counts its stacks have.
  @Test func crashesHaveNoCallTree() throws {
    let bytes = try Repository.bytes(of: "sample-logs/metrickit/crash.json")
    #expect(ReportReader.read(bytes).reports.allSatisfy { $0.value.kind != .crash || $0.value.callTree == nil })
    for path in ["ips", "apple-text", "stackshot", "leaks"] {
      for log in SampleLog.small where log.path.hasPrefix("sample-logs/\(path)/") {
        #expect(ReportReader.read(try log.bytes()).reports.allSatisfy { $0.value.callTree == nil }, "\(log.path)")
      }
    }
  }

  // MARK: - Limits

  @Test(arguments: [(4, 1), (5, 0), (6, 0)]) func nodesAreLimited(_ limit: Int, _ omitted: Int) throws {
    var limits = CallTree.Limits()
    limits.nodes = limit
    var builder = CallTreeBuilder(limits: limits)
    let function = builder.function(frame("f"))
    let root = builder.begin(thread: 0, samples: 10)
    var position = root
    for _ in 0..<4 { position = builder.append(function, below: position, count: 10) }
    let tree = try #require(builder.finish())
    #expect(tree.omitted == omitted && tree.nodes.count == min(limit, 5))
    #expect(tree.ownCounts().reduce(0, +) == 10)
    #expect(tree.notes.map(\.code) == (omitted > 0 ? ["call-tree-limited"] : []))
  }

  @Test(arguments: [(2, 1), (3, 0), (4, 0)]) func depthIsLimited(_ limit: Int, _ omitted: Int) throws {
    var limits = CallTree.Limits()
    limits.depth = limit
    var builder = CallTreeBuilder(limits: limits)
    let function = builder.function(frame("f"))
    var position = builder.begin(thread: 0, samples: nil)
    for _ in 0..<3 { position = builder.append(function, below: position, count: 7) }
    let tree = try #require(builder.finish())
    #expect(tree.omitted == omitted && tree.samples == 7)
    #expect(tree.ownCounts().last == 7)
  }

  @Test(arguments: [(1, nil), (2, 1), (3, 1)] as [(Int, Int32?)])
  func framesAreLimited(_ limit: Int, _ second: Int32?) {
    var limits = CallTree.Limits()
    limits.frames = limit
    var builder = CallTreeBuilder(limits: limits)
    #expect(builder.function(frame("a")) == 0)
    #expect(builder.function(frame("b")) == second)
  }

  @Test(arguments: [(5, 1), (6, 0), (7, 0)]) func insertedCallsAreLimited(_ limit: Int, _ omitted: Int) throws {
    var limits = CallTree.Limits()
    limits.inserted = limit
    var builder = CallTreeBuilder(limits: limits)
    let functions = ["a", "b", "c"].compactMap { builder.function(frame($0)) }
    let root = builder.begin(thread: 0, samples: 2)
    builder.insert(functions, below: root, count: 1)
    builder.insert(functions, below: root, count: 1)
    let tree = try #require(builder.finish())
    #expect(tree.omitted == omitted)
    #expect(tree.ownCounts().reduce(0, +) == 2)
  }

  /// Counts that exceed those of the caller are damage; the sum remains that of the thread.
  @Test func countsAreAtMostThoseOfTheCaller() throws {
    var builder = CallTreeBuilder()
    let function = builder.function(frame("f"))
    let root = builder.begin(thread: 0, samples: 10)
    let outer = builder.append(function, below: root, count: .max)
    _ = builder.append(function, below: outer, count: 6)
    _ = builder.append(function, below: outer, count: 6)
    _ = builder.append(function, below: root, count: -3)
    let tree = try #require(builder.finish())
    #expect(tree.nodes.map(\.count) == [10, 10, 6, 4, 0])
    #expect(tree.reduced == 2)
    #expect(tree.notes.map(\.code) == ["call-tree-reduced"])
  }

  @Test func largeCountsDoNotOverflow() throws {
    var builder = CallTreeBuilder()
    let function = builder.function(frame("f"))
    for thread in 0..<100 {
      let root = builder.begin(thread: thread, samples: nil)
      _ = builder.append(function, below: root, count: .max)
      _ = builder.append(function, below: root, count: .max)
    }
    let tree = try #require(builder.finish())
    #expect(tree.samples == 100 * CallTree.maxCount)
    let text =
      "Call graph:\n    9223372036854775807 Thread_1\n    99999999999999999999 Thread_2\n"
      + "    + 99999999999999999999 f  (in a) + 1  [0x1]\n"
    #expect(try report(text).callTree?.samples ?? 0 <= 2 * CallTree.maxCount)
  }

  /// Deep and wide trees take linear time, and need no recursion.
  @Test func largeTreesAreLimited() throws {
    var rows = "Data Source: Stackshots\nProcess: a [1]\n  Thread 0x1    9 samples\n"
    for depth in 0..<2_000 { rows += String(repeating: " ", count: depth + 2) + "9  f\(depth) + 1 (a + 1) [0x1001]\n" }
    let deep = try #require(try report(rows).callTree)
    #expect(deep.nodes.count == 513 && deep.omitted == 2_000 - 512 && deep.samples == 9)
    let wide =
      "Call graph:\n    900000 Thread_1\n" + (0..<520_000).map { _ in "    + 1 f  (in a) + 1  [0x1]\n" }.joined()
    let tree = try #require(try report(wide).callTree)
    #expect(tree.nodes.count == CallTree.Limits().nodes && tree.functions == 1)
    #expect(tree.ownCounts().reduce(0, +) == 900_000)
    #expect(FunctionTree(tree).nodes.count == 2)
  }

  // MARK: - Functions

  @Test func inlinedFunctionsAreNodes() throws {
    var builder = CallTreeBuilder()
    let outer = builder.function(frame("outer", at: 16))
    let root = builder.begin(thread: 0, samples: nil)
    _ = builder.append(outer, below: root, count: 5)
    var tree = try #require(builder.finish())
    tree.changeEachFunction { frames in
      var inlined = frames[0]
      inlined.symbol = CrashReport.Symbol(name: "inner")
      inlined.inlined = true
      frames.insert(inlined, at: 0)
    }
    #expect(tree.functions == 1)
    let functions = FunctionTree(tree)
    #expect(
      functions.path(to: 2).map { functions.functions[Int(functions.nodes[$0].function)].name } == ["outer", "inner"])
    #expect(functions.nodes.map(\.own) == [0, 0, 5])
  }

  /// The address of a call is a return address; that of the innermost function is exact.
  @Test func addressesHaveTheirKind() throws {
    let tree = try #require(
      ReportReader.read(try Repository.bytes(of: "sample-logs/sample/sample.txt")).reports.first?.value.callTree)
    var kinds: [String: AddressKind?] = [:]
    tree.forEachFunction { kinds[$0[0].symbol?.name ?? "?"] = $0[0].addressKind }
    #expect(kinds["main"] == .return && kinds["__open"] == .exact)
  }
}
