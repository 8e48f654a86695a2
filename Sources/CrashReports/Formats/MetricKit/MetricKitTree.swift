import Vocabulary

/// A call stack tree of MetricKit, as a flat list in which each node has the index of its parent. Parents precede their
/// children.
struct MetricKitTree {
  struct Node {
    /// The index of the parent; -1 for a root.
    var parent: Int
    var uuid: ImageUUID?
    var name: String?
    var address: UInt64?
    /// `offsetIntoBinaryTextSegment`: an offset, or on iOS 14 the load address of the binary.
    var offset: UInt64?
    var samples: Int
    var line: Int
  }

  /// The function of a node, in the few documents that state it.
  struct Symbol {
    var name: String?
    var offset: Int?
    var file: String?
    var line: Int?
    /// True for the frame that the service blames.
    var isBlamed = false
  }

  var nodes: [Node] = []
  /// Symbols by index of the node.
  var symbols: [Int: Symbol] = [:]
  var omitted = 0

  /// The nodes of the heaviest path from a root to a leaf: at each fork the branch with the most samples; of equal
  /// branches, the first.
  var heaviestPath: [Int] {
    // The heaviest child of each node; the last element is the heaviest root.
    var best = [Int](repeating: -1, count: nodes.count + 1)
    for index in nodes.indices {
      let parent = nodes[index].parent < 0 ? nodes.count : nodes[index].parent
      let current = best[parent]
      if current < 0 || nodes[index].samples > nodes[current].samples { best[parent] = index }
    }
    var path: [Int] = []
    var at = best[nodes.count]
    while at >= 0 {
      path.append(at)
      at = best[at]
    }
    return path
  }

  /// The number of samples of the entire tree.
  var samples: Int {
    var sum = 0
    for node in nodes where node.parent < 0 { sum = sum.addingReportingOverflow(node.samples).partialValue }
    return max(0, sum)
  }

  /// True if the tree has a fork, or a node with more than one sample.
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

/// The direction of a tree, inferred from the libraries in which its stacks begin and end.
enum MetricKitOrder {
  /// Returns a positive number if a path runs from the outermost frame to the innermost, a negative number if it runs
  /// in the opposite direction, and 0 if the libraries do not show it.
  ///
  /// The outermost frame of a stack is in dyld (`start`) or in the threads library (`thread_start`); the innermost is
  /// often in the kernel's library.
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
