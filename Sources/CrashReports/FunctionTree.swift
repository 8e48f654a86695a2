import Vocabulary

/// A call tree by functions, for output: calls of one function at different addresses are one node, and inlined functions
/// are nodes. The sum of the own counts is the number of samples of the call tree.
package struct FunctionTree: Sendable {
  /// A function as output names it.
  package struct Function: Sendable, Hashable {
    /// The readable name; without one, the image and offset, or the address.
    package var name: String
    /// The file name of the image.
    package var image: String?
    /// The source file.
    package var file: String?
    /// The role of its frames.
    package var role: FrameRole?
  }

  /// One call.
  package struct Node: Sendable {
    /// The index of the caller in `nodes`, which precedes it; -1 for the root of a thread.
    package var parent: Int32
    /// The index in `functions`; for the root of a thread, the index of the thread in the report.
    package var function: Int32
    /// The number of samples that have the call.
    package var count: Int
    /// The number of samples in which it is the innermost call.
    package var own: Int

    /// Whether the node stands for a thread, and not for a call.
    package var isRoot: Bool { parent < 0 }
  }

  /// The nodes; each follows its caller.
  package private(set) var nodes: [Node] = []
  /// The functions.
  package private(set) var functions: [Function] = []

  private struct Call: Hashable {
    var parent: Int32
    var function: Int32
  }

  /// The maximum number of nodes. Calls beyond it count for their callers.
  private static let maxNodes = 1_000_000
  /// The maximum number of functions that are shown for one address: the one that contains it, and the innermost ones that
  /// are inlined into it.
  private static let maxInlines = 16

  /// Creates the tree of a call tree whose frames have names.
  package init(_ tree: CallTree) {
    var numbers: [Function: Int32] = [:]
    let chains = (0..<tree.functions).map { function in
      Self.chain(tree.frames(of: Int32(function))).map { frame -> Int32 in
        let key = Function(frame)
        if let known = numbers[key] { return known }
        functions.append(key)
        numbers[key] = Int32(functions.count - 1)
        return Int32(functions.count - 1)
      }
    }
    let own = tree.ownCounts()
    var calls: [Call: Int32] = [:]
    var positions: [Int32] = []
    positions.reserveCapacity(tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      var at: Int32
      if node.isRoot {
        at = Int32(nodes.count)
        nodes.append(Node(parent: -1, function: node.frame, count: node.count, own: 0))
      } else {
        at = positions[Int(node.parent)]
        for function in chains[Int(node.frame)] {
          let call = Call(parent: at, function: function)
          if let known = calls[call] {
            nodes[Int(known)].count += node.count
            at = known
          } else if nodes.count < Self.maxNodes {
            nodes.append(Node(parent: at, function: function, count: node.count, own: 0))
            at = Int32(nodes.count - 1)
            calls[call] = at
          }
        }
      }
      nodes[Int(at)].own += own[index]
      positions.append(at)
    }
  }

  /// The frames of one address, outermost first.
  private static func chain(_ frames: ArraySlice<CrashReport.Frame>) -> [CrashReport.Frame] {
    guard frames.count > maxInlines, let last = frames.last else { return frames.reversed() }
    return [last] + frames.prefix(maxInlines - 1).reversed()
  }

  /// Returns the indices of the nodes from a thread's outermost call to a node, without the root.
  package func path(to node: Int) -> [Int] {
    var path: [Int] = []
    var at = node
    while nodes.indices.contains(at), !nodes[at].isRoot {
      path.append(at)
      at = Int(nodes[at].parent)
    }
    return path.reversed()
  }

  /// Returns for each node the index of its thread's root.
  package func roots() -> [Int] {
    var roots: [Int] = []
    roots.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() { roots.append(node.isRoot ? index : roots[Int(node.parent)]) }
    return roots
  }
}

extension FunctionTree.Function {
  /// The function of a frame.
  fileprivate init(_ frame: CrashReport.Frame) {
    image = frame.image.map(shortImageName)
    file = frame.source?.file
    role = frame.role
    if let symbol = frame.symbol, !symbol.name.isEmpty {
      name = symbol.readable
    } else if let offset = frame.imageOffset?.value {
      name = (image ?? "???") + " + \(offset)"
    } else {
      name = frame.address?.value.hexadecimal ?? "???"
    }
  }
}

extension CrashReport.Thread {
  /// The name of the thread in profiles: its number with its name or queue.
  package var profileLabel: String {
    let words = name ?? queue
    return "Thread \(index)" + (words.map { ": " + $0 } ?? "")
  }
}
