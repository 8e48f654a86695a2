/// The sampled stacks of a report as trees of calls, one for each thread: which function called which, and how many samples
/// have the call.
///
/// A node precedes its callees, so that every traversal is a loop over `nodes`. The counts of the callees of a node never
/// exceed its own: the rest are samples of the node itself. The sum over all nodes of a thread is the count of its root.
package struct CallTree: Sendable, Equatable {
  /// One call.
  package struct Node: Sendable, Equatable {
    /// The index of the caller in `nodes`; -1 for the root of a thread.
    package fileprivate(set) var parent: Int32
    /// The number of the function, for `frames(of:)`; for the root of a thread, the index of the thread in the report.
    package fileprivate(set) var frame: Int32
    /// The number of samples that have the call.
    package fileprivate(set) var count: Int

    /// Whether the node stands for a thread, and not for a call.
    package var isRoot: Bool { parent < 0 }
  }

  /// The limits of a tree.
  package struct Limits: Sendable {
    /// The maximum number of nodes of a report, at 16 bytes each.
    package var nodes = 500_000
    /// The maximum number of different frames of a report.
    package var frames = 50_000
    /// The maximum number of calls from the root of a thread. Deeper ones count for the last one.
    package var depth = 512
    /// The maximum number of calls of all stacks that are inserted, before equal ones are joined.
    package var inserted = 10_000_000

    /// Creates the limits that every command uses.
    package init() {}
  }

  /// The maximum count of a thread. All counts of a report fit into a number of JSON, and their sums cannot overflow.
  package static let maxCount = 1 << 40

  /// The nodes; each follows its caller.
  package fileprivate(set) var nodes: [Node] = []
  /// The frames of all functions; inlined functions precede the function that contains them.
  private var frames: [CrashReport.Frame] = []
  /// For each function the index of its first frame in `frames`, and the number of all frames.
  private var starts: [Int] = [0]
  /// The number of calls that were not stored because a limit was reached. Their samples count for their callers.
  package fileprivate(set) var omitted = 0
  /// The number of calls whose count exceeded that of their caller, and was reduced.
  package fileprivate(set) var reduced = 0

  /// True if the report has no sampled stacks.
  package var isEmpty: Bool { nodes.isEmpty }

  /// The number of different functions.
  package var functions: Int { starts.count - 1 }

  /// Returns the frames of a function, innermost first; more than one if others are inlined into it.
  package func frames(of function: Int32) -> ArraySlice<CrashReport.Frame> {
    let index = Int(function)
    guard index >= 0, index + 1 < starts.count else { return [] }
    return frames[starts[index]..<starts[index + 1]]
  }

  /// The number of samples of all threads.
  package var samples: Int { nodes.reduce(0) { $1.isRoot ? $0 + $1.count : $0 } }

  /// Returns for each node the number of samples in which it is the innermost call.
  package func ownCounts() -> [Int] {
    var own = nodes.map(\.count)
    for node in nodes where !node.isRoot { own[Int(node.parent)] -= node.count }
    return own
  }

  /// Returns for each node the index of its thread's root.
  package func roots() -> [Int] {
    var roots: [Int] = []
    roots.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() { roots.append(node.isRoot ? index : roots[Int(node.parent)]) }
    return roots
  }

  /// Returns the functions from the outermost call to a node, without the root.
  package func path(to node: Int) -> [Int32] {
    var path: [Int32] = []
    var at = node
    while nodes.indices.contains(at), !nodes[at].isRoot {
      path.append(nodes[at].frame)
      at = Int(nodes[at].parent)
    }
    return path.reversed()
  }

  /// Calls `body` with the frames of each function.
  package func forEachFunction(_ body: (_ frames: [CrashReport.Frame]) -> Void) {
    for index in 0..<functions { body(Array(frames[starts[index]..<starts[index + 1]])) }
  }

  /// Calls `body` with the frames of each function, to change them; it may insert inlined functions.
  package mutating func changeEachFunction(_ body: (_ frames: inout [CrashReport.Frame]) -> Void) {
    var changed: [CrashReport.Frame] = []
    changed.reserveCapacity(frames.count)
    var changedStarts = [0]
    changedStarts.reserveCapacity(starts.count)
    for index in 0..<functions {
      var part = Array(frames[starts[index]..<starts[index + 1]])
      body(&part)
      changed += part
      changedStarts.append(changed.count)
    }
    frames = changed
    starts = changedStarts
  }

  fileprivate mutating func add(_ frame: CrashReport.Frame) -> Int32 {
    frames.append(frame)
    starts.append(frames.count)
    return Int32(starts.count - 2)
  }

  /// Marks the addresses of functions that call others as return addresses, the others as exact.
  fileprivate mutating func setAddressKinds() {
    var calls = [Bool](repeating: false, count: functions)
    for node in nodes where !node.isRoot && !nodes[Int(node.parent)].isRoot {
      calls[Int(nodes[Int(node.parent)].frame)] = true
    }
    for index in frames.indices where frames[index].addressKind == nil {
      frames[index].addressKind = calls[index] ? .return : .exact
    }
  }
}

/// Builds a tree of calls from rows or stacks, within its limits.
package struct CallTreeBuilder {
  /// A position in the tree: a node, or a call that was not stored.
  package struct Position: Sendable {
    fileprivate var node: Int32
    /// A call below a limit, whose samples remain with its caller.
    package static let omitted = Position(node: -1)
  }

  private struct Call: Hashable {
    var parent: Int32
    var frame: Int32
  }

  private let limits: CallTree.Limits
  private var tree = CallTree()
  private var depths: [Int32] = []
  /// The stated counts of roots; `nil` if the sum of their callees is the count.
  private var stated: [Int32: Int] = [:]
  /// The nodes that `insert` created.
  private var calls: [Call: Int32] = [:]
  /// The number of calls that may still be inserted.
  private var insertsLeft: Int

  /// Creates a builder of an empty tree.
  package init(limits: CallTree.Limits = CallTree.Limits()) {
    self.limits = limits
    insertsLeft = limits.inserted
  }

  /// Adds a function; returns its number, or `nil` at the limit.
  package mutating func function(_ frame: CrashReport.Frame) -> Int32? {
    guard tree.functions < limits.frames else { return nil }
    var frame = frame
    frame.inlined = false
    frame.index = 0
    return tree.add(frame)
  }

  /// Begins the tree of a thread.
  ///
  /// - Parameters:
  ///   - thread: The index of the thread in the report.
  ///   - samples: The number of its samples; `nil` if that is the sum of its outermost calls.
  package mutating func begin(thread: Int, samples: Int?) -> Position {
    guard tree.nodes.count < limits.nodes, let index = Int32(exactly: thread) else {
      tree.omitted += 1
      return .omitted
    }
    let root = Int32(tree.nodes.count)
    tree.nodes.append(CallTree.Node(parent: -1, frame: index, count: 0))
    depths.append(0)
    if let samples { stated[root] = Self.clamped(samples) }
    return Position(node: root)
  }

  /// Adds a call. A function of `nil` is one that is not stored.
  package mutating func append(_ function: Int32?, below caller: Position, count: Int) -> Position {
    guard caller.node >= 0, let function, function >= 0, Int(function) < tree.functions,
      tree.nodes.count < limits.nodes, depths[Int(caller.node)] < limits.depth
    else {
      tree.omitted += 1
      return .omitted
    }
    let node = Int32(tree.nodes.count)
    tree.nodes.append(CallTree.Node(parent: caller.node, frame: function, count: Self.clamped(count)))
    depths.append(depths[Int(caller.node)] + 1)
    return Position(node: node)
  }

  /// Adds samples of a stack, outermost function first, to the calls that equal stacks created.
  package mutating func insert(_ stack: some Sequence<Int32>, below root: Position, count: Int) {
    var at = root
    let count = Self.clamped(count)
    for function in stack {
      guard at.node >= 0 else { return }
      guard insertsLeft > 0 else {
        tree.omitted += 1
        return
      }
      insertsLeft -= 1
      if let known = calls[Call(parent: at.node, frame: function)] {
        at = Position(node: known)
        tree.nodes[Int(known)].count = Self.sum(tree.nodes[Int(known)].count, count)
      } else {
        let parent = at.node
        at = append(function, below: at, count: count)
        if at.node >= 0 { calls[Call(parent: parent, frame: function)] = at.node }
      }
    }
  }

  /// Whether calls can be inserted: false at the limit.
  package var canInsert: Bool { insertsLeft > 0 }

  /// Counts a call that the caller did not pass.
  package mutating func omitOne() { tree.omitted += 1 }

  private static func clamped(_ count: Int) -> Int { min(max(count, 0), CallTree.maxCount) }

  private static func sum(_ one: Int, _ other: Int) -> Int { min(one + other, CallTree.maxCount) }

  /// Returns the tree; `nil` if it has no calls. Counts that exceed those of their callers are reduced.
  package consuming func finish() -> CallTree? {
    guard tree.nodes.contains(where: { !$0.isRoot }) else { return nil }
    for node in tree.nodes where !node.isRoot && tree.nodes[Int(node.parent)].isRoot {
      guard stated[node.parent] == nil else { continue }
      tree.nodes[Int(node.parent)].count = Self.sum(tree.nodes[Int(node.parent)].count, node.count)
    }
    for (root, count) in stated { tree.nodes[Int(root)].count = count }
    var rest = [Int](repeating: 0, count: tree.nodes.count)
    for index in tree.nodes.indices {
      let node = tree.nodes[index]
      if !node.isRoot {
        let parent = Int(node.parent)
        if node.count > rest[parent] {
          tree.nodes[index].count = rest[parent]
          tree.reduced += 1
        }
        rest[parent] -= tree.nodes[index].count
      }
      rest[index] = tree.nodes[index].count
    }
    tree.setAddressKinds()
    return tree
  }
}

extension CallTree {
  /// What the reader of a report states about the tree.
  package var notes: [Note] {
    var notes: [Note] = []
    if omitted > 0 {
      notes.append(
        Note(
          "call-tree-limited",
          "\(omitted) calls of the call trees were not read: a limit was reached. Their samples count for their callers."
        ))
    }
    if reduced > 0 {
      notes.append(
        Note(
          "call-tree-reduced",
          "\(reduced) calls of the call trees have more samples than their callers; they were reduced."))
    }
    return notes
  }
}
