import Vocabulary

/// One call stack tree of MetricKit, as a flat list: each node knows its parent, which stands before it.
struct MetricKitTree {
  struct Node {
    /// Position of the node around this one; -1 for a root.
    var parent: Int
    var uuid: ImageUUID?
    var name: String?
    var address: UInt64?
    /// `offsetIntoBinaryTextSegment`: an offset, or on iOS 14 the address at which the binary is loaded.
    var offset: UInt64?
    var samples: Int
    var line: Int
  }

  var nodes: [Node] = []
  var omitted = 0

  /// The nodes on the way from a root to a leaf that most samples went: at every fork the heaviest branch, of equal ones
  /// the first.
  var heaviestPath: [Int] {
    // The heaviest child of each node; the last place is that of the roots.
    var best = [Int](repeating: -1, count: nodes.count + 1)
    for index in nodes.indices {
      let parent = nodes[index].parent < 0 ? nodes.count : nodes[index].parent
      let rival = best[parent]
      if rival < 0 || nodes[index].samples > nodes[rival].samples { best[parent] = index }
    }
    var path: [Int] = []
    var at = best[nodes.count]
    while at >= 0 {
      path.append(at)
      at = best[at]
    }
    return path
  }

  /// Samples of the whole tree.
  var samples: Int {
    var sum = 0
    for node in nodes where node.parent < 0 { sum = sum.addingReportingOverflow(node.samples).partialValue }
    return max(0, sum)
  }

  /// True if anywhere more than one branch leaves a node, or a thread was seen more than once.
  var isSampled: Bool {
    var hasChild = [Bool](repeating: false, count: nodes.count)
    var hasRoot = false
    for node in nodes {
      if node.samples > 1 { return true }
      if node.parent < 0 {
        if hasRoot { return true }
        hasRoot = true
      } else {
        if hasChild[node.parent] { return true }
        hasChild[node.parent] = true
      }
    }
    return false
  }
}

/// Where the outermost frame of a tree stands, concluded from the libraries in which stacks begin and end.
enum MetricKitOrder {
  /// Positive if a path runs from the outermost frame to the innermost; negative if the other way round; 0 if it does not
  /// show.
  ///
  /// Stacks begin in dyld (`start`) or in the threads library (`thread_start`), and rest in the kernel's library.
  static func evidence(_ tree: MetricKitTree, _ path: [Int]) -> Int {
    guard path.count > 1, let first = path.first, let last = path.last else { return 0 }
    return beginning(tree.nodes[first].name) - beginning(tree.nodes[last].name)
  }

  private static func beginning(_ name: String?) -> Int {
    switch name {
    case "dyld", "dyld_sim", "libdyld.dylib", "libsystem_pthread.dylib": 1
    case "libsystem_kernel.dylib", "libobjc.A.dylib", "libswiftCore.dylib": -1
    default: 0
    }
  }
}
