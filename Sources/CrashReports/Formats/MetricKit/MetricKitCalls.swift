import Vocabulary

/// The call tree of a diagnostic, from the trees of its threads.
struct MetricKitCalls {
  /// What two nodes of one function have in common.
  private struct Key: Hashable {
    var uuid: ImageUUID?
    var name: String?
    var address: UInt64?
    var offset: UInt64?
    var symbol: String?
  }

  private let trees: [MetricKitTree]
  private let isReversed: Bool
  private let limits: DecodingLimits
  /// The image of each node, by tree.
  private var images: [[Int?]] = []

  /// Prepares the tree, and adds the images of all nodes; `nil` for a crash, whose stacks are not samples.
  ///
  /// - Parameter isReversed: Whether the trees run from the outermost frame inward.
  init?(
    _ trees: [MetricKitTree], _ images: inout MetricKitImages, _ kind: MetricKitKind, isReversed: Bool,
    _ limits: DecodingLimits
  ) {
    guard kind != .crash else { return nil }
    self.trees = trees
    self.isReversed = isReversed
    self.limits = limits
    for tree in trees {
      self.images.append(
        tree.nodes.map { node in
          guard let image = images.index(of: node, limit: limits.images) else { return nil }
          images.record(image, node)
          return image
        })
    }
  }

  /// Returns the tree.
  ///
  /// - Parameters:
  ///   - images: The images that were found in the nodes.
  ///   - list: The images of the report.
  ///   - positions: The index in `list` of each image that was found.
  func tree(_ images: MetricKitImages, _ list: [BinaryImage], _ positions: [Int]) -> CallTree? {
    var builder = CallTreeBuilder(limits: limits.callTree)
    var known: [Key: Int32?] = [:]
    for (index, tree) in trees.enumerated() {
      let functions = tree.nodes.indices.map { at -> Int32? in
        let node = tree.nodes[at]
        let key = Key(
          uuid: node.uuid, name: node.name, address: node.address, offset: node.offset,
          symbol: tree.symbols[at]?.name)
        if let function = known[key] { return function }
        let function = builder.function(frame(tree, at, self.images[index][at], images, list, positions))
        known[key] = function
        return function
      }
      let root = builder.begin(thread: index, samples: nil)
      if isReversed {
        Self.append(tree, functions, below: root, to: &builder)
      } else {
        insert(tree, functions, below: root, into: &builder)
      }
    }
    return builder.finish()
  }

  private func frame(
    _ tree: MetricKitTree, _ at: Int, _ image: Int?, _ images: MetricKitImages, _ list: [BinaryImage],
    _ positions: [Int]
  ) -> CrashReport.Frame {
    let node = tree.nodes[at]
    var frame = CrashReport.Frame(index: 0)
    frame.line = node.line
    frame.address = node.address.flatMap { $0 == 0 ? nil : RuntimeAddress($0) }
    if let symbol = tree.symbols[at] { frame.setSymbol(symbol) }
    guard let image else {
      frame.imageOffset = node.offset.map(ImageOffset.init)
      return frame
    }
    frame.imageIndex = positions[image]
    frame.image = list[positions[image]].name
    frame.imageOffset = images.offset(image, node).map(ImageOffset.init)
    return frame
  }

  private static func append(
    _ tree: MetricKitTree, _ functions: [Int32?], below root: CallTreeBuilder.Position,
    to builder: inout CallTreeBuilder
  ) {
    var positions: [CallTreeBuilder.Position] = []
    positions.reserveCapacity(tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      let caller = node.parent < 0 ? root : positions[node.parent]
      positions.append(builder.append(functions[index], below: caller, count: node.samples))
    }
  }

  /// Adds a tree that begins with the innermost frames: the samples of a node that its callers do not have are of a stack
  /// that ends with it.
  private func insert(
    _ tree: MetricKitTree, _ functions: [Int32?], below root: CallTreeBuilder.Position,
    into builder: inout CallTreeBuilder
  ) {
    var own = tree.nodes.map { min(max($0.samples, 0), CallTree.maxCount) }
    // A caller has at most the samples of the function that it called.
    for index in tree.nodes.indices where tree.nodes[index].parent >= 0 {
      let parent = tree.nodes[index].parent
      own[index] = min(own[index], own[parent])
      own[parent] -= own[index]
    }
    for index in tree.nodes.indices where own[index] > 0 && builder.canInsert {
      var stack: [Int32] = []
      var at = index
      while at >= 0, stack.count < limits.callTree.depth {
        guard let function = functions[at] else { break }
        stack.append(function)
        at = tree.nodes[at].parent
      }
      // Of a deeper stack the outermost calls are missing.
      if at >= 0 { builder.omitOne() }
      builder.insert(stack, below: root, count: own[index])
    }
  }
}
