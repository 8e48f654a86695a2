import CrashReports
import TestSupport
import Testing
import Vocabulary

@testable import Presentation

/// The flame graph on the HTML page.
@Suite struct FlameGraphTests {
  private func report(_ text: String) throws -> CrashReport {
    try #require(ReportReader.read(Array(text.utf8)).reports.first?.value)
  }

  private func sample(_ rows: String) -> String {
    "Analysis of sampling MyApp (pid 7) every 1 millisecond\nCall graph:\n" + rows
  }

  @Test(arguments: 0..<30) func boxesAreInTheirCallers(_ seed: Int) throws {
    let tree = SampledTree(seed: seed)
    let graph = try #require(FlameGraph(try report(sample(tree.sampleText(thread: 1)))))
    #expect(graph.boxes.count + graph.hidden == graph.tree.nodes.count - 1)
    let boxes = Dictionary(uniqueKeysWithValues: graph.boxes.map { ($0.node, $0) })
    var rows: [Int: Double] = [:]
    for box in graph.boxes {
      let node = graph.tree.nodes[box.node]
      #expect(abs(box.width - 1_000 * Double(node.count) / Double(tree.samples)) < 0.001)
      if let caller = boxes[Int(node.parent)] {
        #expect(box.row == caller.row + 1)
        #expect(box.x >= caller.x - 0.001 && box.x + box.width <= caller.x + caller.width + 0.001, "seed \(seed)")
      } else {
        #expect(box.row == 0)
      }
      rows[box.row, default: 0] += box.width
    }
    #expect(rows.values.allSatisfy { $0 <= 1_000.001 })
  }

  @Test(arguments: [1_999, 2_000, 2_001]) func boxesAreLimited(_ count: Int) throws {
    let rows = (0..<count).map { "    + 2 f\($0)  (in MyApp) + 4  [0x\(String(0x1000 + $0 * 8, radix: 16))]\n" }
    let graph = try #require(FlameGraph(try report(sample("    \(2 * count) Thread_1\n" + rows.joined()))))
    #expect(graph.boxes.count == min(count, FlameGraph.maxBoxes))
    #expect(graph.boxes.count + graph.hidden == count)
  }

  /// The calls with the most samples are shown, also if they follow smaller ones.
  @Test func largeCallsTakePrecedence() throws {
    let counts = (0..<4_000).map { $0 % 2 == 0 ? 1 : 3 }
    let rows = counts.enumerated().map { "    + \($1) f\($0)  (in A) + 4  [0x\(String(4096 + $0 * 8, radix: 16))]\n" }
    let graph = try #require(FlameGraph(try report(sample("    8000 Thread_1\n" + rows.joined()))))
    #expect(graph.boxes.count == 2_000 && graph.boxes.allSatisfy { graph.tree.nodes[$0.node].count == 3 })
  }

  @Test(arguments: [127, 128, 129]) func rowsAreLimited(_ depth: Int) throws {
    let rows = (0..<depth).map {
      "    \(String(repeating: "  ", count: $0 + 1))9 f\($0)  (in A) + 4  [0x\($0 + 1000)]\n"
    }
    let graph = try #require(FlameGraph(try report(sample("    9 Thread_1\n" + rows.joined()))))
    #expect(graph.boxes.count == min(depth, 128) && graph.hidden == max(0, depth - 128))
  }

  @Test func everyTextIsEscaped() throws {
    let attack = "<script>alert(1)</script>\" onload='x' &amp; ]]>"
    let rows = "    9 Thread_1: \(attack)\n    + 9 \(attack)  (in \(attack)) + 4  [0x1000]\n"
    let markup = try #require(FlameGraph(try report(sample(rows)))).markup
    #expect(!markup.contains("<script") && !markup.contains("onload='"))
    let tags = markup.matches(of: /<\/?([a-z0-9]+)/).map { String($0.output.1) }
    #expect(Set(tags).isSubset(of: ["h3", "p", "svg", "g", "title", "rect", "text"]))
    #expect(markup.contains("&lt;script&gt;"))
  }

  @Test func onlyProfilesHaveOne() throws {
    for path in ["ips/app-crash.ips", "metrickit/crash.json", "leaks/leaks.txt"] {
      guard let bytes = try? Repository.bytes(of: "sample-logs/" + path) else { continue }
      for report in ReportReader.read(bytes).reports where report.value.kind != .hang {
        #expect(FlameGraph(report.value) == nil, "\(path)")
      }
    }
    let graph = FlameGraph(try report(try Repository.text(of: "sample-logs/sample/sample.txt")))
    #expect(graph?.markup.contains("Thread 0: com.apple.main-thread, 2611 samples") == true)
  }
}
