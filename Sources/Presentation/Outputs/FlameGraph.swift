import Bytes
import CrashReports
import Diagnosis
import Vocabulary

/// A flame graph of the thread that worked most, as inline SVG without script: the outermost call on top, each call as wide
/// as its share of the samples.
struct FlameGraph {
  /// A box, in units of the drawing.
  struct Box: Equatable {
    /// The index of the node in the tree.
    var node: Int
    var row: Int
    var x: Double
    var width: Double
  }

  /// The maximum number of boxes; the largest counts take precedence.
  static let maxBoxes = 2_000
  /// The maximum number of rows.
  static let maxRows = 128
  private static let width = 1_000.0
  private static let rowHeight = 18
  /// The width of a character of a label, at most.
  private static let characterWidth = 6.6

  let tree: FunctionTree
  let root: Int
  let label: String
  private(set) var boxes: [Box] = []
  /// The number of calls that are not shown.
  private(set) var hidden = 0

  /// Creates the graph; `nil` if the report is not a series of samples.
  init?(_ report: CrashReport) {
    guard let calls = report.callTree, let summary = ProfileSummary(report) else { return nil }
    tree = FunctionTree(calls)
    guard let root = tree.nodes.firstIndex(where: { $0.isRoot && Int($0.function) == summary.thread }),
      tree.nodes[root].count > 0
    else { return nil }
    self.root = root
    let threads = report.threads ?? []
    label = threads.indices.contains(summary.thread) ? threads[summary.thread].profileLabel : "Thread \(summary.thread)"
    place()
  }

  /// Computes the boxes: a callee begins where the one before it ends.
  private mutating func place() {
    let end = tree.nodes[(root + 1)...].firstIndex(where: \.isRoot) ?? tree.nodes.count
    let total = Double(tree.nodes[root].count)
    var (minimum, equal) = minimumCount(root..<end)
    var places: [Int: Box] = [root: Box(node: root, row: -1, x: 0, width: Self.width)]
    var next: [Int: Double] = [root: 0]
    for index in (root + 1)..<max(end, root + 1) {
      let node = tree.nodes[index]
      guard node.count > 0 else { continue }
      guard node.count >= minimum, node.count > minimum || equal > 0, let caller = places[Int(node.parent)],
        caller.row + 1 < Self.maxRows
      else {
        hidden += 1
        continue
      }
      if node.count == minimum { equal -= 1 }
      let x = next[Int(node.parent)] ?? caller.x
      let box = Box(node: index, row: caller.row + 1, x: x, width: Self.width * Double(node.count) / total)
      next[Int(node.parent)] = x + box.width
      next[index] = x
      places[index] = box
      boxes.append(box)
    }
  }

  /// The smallest count of a call that is shown, and how many with this count are, so that at most `maxBoxes` are shown.
  private func minimumCount(_ range: Range<Int>) -> (count: Int, calls: Int) {
    let counts = range.dropFirst().map { tree.nodes[$0].count }.sorted(by: >)
    guard counts.count > Self.maxBoxes else { return (1, Self.maxBoxes) }
    let minimum = max(counts[Self.maxBoxes - 1], 1)
    return (minimum, Self.maxBoxes - (counts.firstIndex { $0 <= minimum } ?? 0))
  }

  /// The markup of the graph with its heading.
  var markup: String {
    let total = tree.nodes[root].count
    let rows = (boxes.map(\.row).max() ?? 0) + 1
    var text = "<h3>Flame graph</h3>\n<p>\(XML.text(label)), \(total) \(total == 1 ? "sample" : "samples")"
    if hidden > 0 { text += "; \(hidden) \(hidden == 1 ? "call is" : "calls are") too small to be shown" }
    text += "</p>\n<svg class=\"flame\" role=\"img\" aria-label=\"Flame graph\" "
    text += "viewBox=\"0 0 \(Int(Self.width)) \(rows * Self.rowHeight)\">\n"
    for box in boxes { text += Self.markup(box, tree, total: total) }
    return text + "</svg>\n"
  }

  private static func markup(_ box: Box, _ tree: FunctionTree, total: Int) -> String {
    let node = tree.nodes[box.node]
    let function = tree.functions[Int(node.function)]
    let name = Wording.oneLine(shortened(function.name)).shortened(to: 300)
    let share = ProfileSummary.percent(node.count, of: total)
    let image = function.image.map { ", " + Wording.oneLine($0).shortened(to: 100) } ?? ""
    var text = "<g class=\"\(function.role == .app ? "app" : "other")\">"
    text += "<title>\(XML.text("\(name)\(image): \(node.count) samples, \(share)"))</title>"
    let y = box.row * rowHeight
    text += "<rect x=\"\(decimal(box.x))\" y=\"\(y)\" width=\"\(decimal(box.width))\" height=\"\(rowHeight - 1)\"/>"
    let room = Int(box.width / characterWidth)
    if room >= 3 {
      text += "<text x=\"\(decimal(box.x + 3))\" y=\"\(y + 13)\">\(XML.text(name.shortened(to: room)))</text>"
    }
    return text + "</g>\n"
  }

  /// A number with two decimals at most.
  private static func decimal(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
