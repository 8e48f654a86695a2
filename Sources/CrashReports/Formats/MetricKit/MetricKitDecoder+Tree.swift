import Vocabulary

extension MetricKitDecoder {
  /// The members of a frame.
  enum FrameKey: String, CaseIterable {
    case binaryUUID, offsetIntoBinaryTextSegment, sampleCount, binaryName, address, subFrames
    // Frames of App Store Connect, which have names.
    case symbolName, offsetIntoSymbol, fileName, lineNumber, isBlameFrame
    // Frames of opentelemetry-swift.
    case offsetAddress
    static let keys = JSONKeyTable<FrameKey>()
  }

  /// Reads `callStackTree`, which is an array of trees in App Store Connect.
  mutating func readCallStackTree() {
    if cursor.peek() == UInt8(ascii: "[") {
      return readArray { decoder in
        guard decoder.cursor.peek() == UInt8(ascii: "{") else { return decoder.cursor.skipMismatch() }
        decoder.readCallStackTree()
      }
    }
    let line = lineOfValue()
    var isTree = cursor.peek() != UInt8(ascii: "{")
    readObject(Key.keys) { decoder, key in
      switch key {
      case .callStacks, .callStackThreads:
        isTree = true
        decoder.readCallStacks()
      case .binaryInfo: decoder.readImageNames()
      case .callStackPerThread: decoder.isPerThread = decoder.cursor.readBool() ?? true
      default: return false
      }
      return true
    }
    if !isTree { cursor.recordMismatch("an object without stacks", line: line) }
  }

  /// Reads `callStacks`, up to the limit.
  mutating func readCallStacks() {
    readArray { decoder in
      guard decoder.stacks.count < decoder.limits.threads else {
        decoder.omittedThreads += 1
        decoder.cursor.skipValue()
        return
      }
      var stack = Stack(line: decoder.lineOfValue())
      decoder.readObject(Key.keys) { decoder, key in
        switch key {
        case .threadAttributed: stack.isAttributed = decoder.cursor.readBool() ?? false
        case .callStackRootFrames, .rootFrames: stack.tree = decoder.readTree()
        case .callStackFrames: stack.tree = decoder.readList()
        default: return false
        }
        return true
      }
      decoder.stacks.append(stack)
    }
  }

  /// Reads a list of frames, innermost first, each of which was called by the next.
  private mutating func readList() -> MetricKitTree {
    var tree = MetricKitTree()
    isInnermostFirst = true
    readArray { decoder in
      guard decoder.cursor.peek() == UInt8(ascii: "{"), decoder.framesLeft > 0 else {
        if decoder.framesLeft <= 0 { tree.omitted += 1 }
        return decoder.cursor.skipValue()
      }
      let line = decoder.cursor.line
      guard decoder.cursor.enterObject() else { return }
      decoder.framesLeft -= 1
      tree.nodes.append(
        MetricKitTree.Node(parent: tree.nodes.count - 1, uuid: nil, name: nil, samples: 1, line: line))
      var open: [(node: Int, seen: SeenKeys)] = [(tree.nodes.count - 1, SeenKeys())]
      // Frames in a frame of a list are not expected.
      while decoder.readFrameMembers(&tree, &open) {
        while decoder.cursor.nextElement() { decoder.cursor.skipValue() }
      }
    }
    return tree
  }

  /// Reads an array of frames and all frames nested in it, without recursion.
  private mutating func readTree() -> MetricKitTree {
    var tree = MetricKitTree()
    guard cursor.enterArray() else { return tree }
    /// The frames whose object is open, outermost first, each with the keys already read in it.
    var open: [(node: Int, seen: SeenKeys)] = []
    // True if an element of an array is expected next, false if a member of the last open frame is.
    var isInArray = true
    while true {
      if isInArray {
        if cursor.nextElement() {
          guard cursor.peek() == UInt8(ascii: "{"), framesLeft > 0 else {
            if framesLeft <= 0 { tree.omitted += 1 }
            cursor.skipOther(than: UInt8(ascii: "{"))
            continue
          }
          let line = cursor.line
          guard cursor.enterObject() else { continue }
          framesLeft -= 1
          tree.nodes.append(
            MetricKitTree.Node(parent: open.last?.node ?? -1, uuid: nil, name: nil, samples: 1, line: line))
          open.append((tree.nodes.count - 1, SeenKeys()))
          isInArray = false
        } else {
          guard !open.isEmpty else { return tree }
          isInArray = false
        }
      } else if readFrameMembers(&tree, &open) {
        isInArray = true
      } else {
        open.removeLast()
        isInArray = true
      }
    }
  }

  /// Reads members of the last open frame. Returns true if an array of frames in it was entered, false at its end.
  private mutating func readFrameMembers(
    _ tree: inout MetricKitTree, _ open: inout [(node: Int, seen: SeenKeys)]
  ) -> Bool {
    guard let top = open.last else { return false }
    var seen = top.seen
    while let key = nextMember(FrameKey.keys, &seen) {
      switch key {
      case .binaryUUID: tree.nodes[top.node].uuid = cursor.readNonEmpty(limit: 64).flatMap { ImageUUID($0) }
      case .binaryName: tree.nodes[top.node].name = readName()
      case .address: tree.nodes[top.node].address = cursor.readUInt64()
      case .offsetIntoBinaryTextSegment, .offsetAddress: tree.nodes[top.node].offset = cursor.readUInt64()
      case .sampleCount: tree.nodes[top.node].samples = cursor.readInt() ?? 1
      case .symbolName, .offsetIntoSymbol, .fileName, .lineNumber, .isBlameFrame: readSymbol(key, &tree, top.node)
      case .subFrames:
        guard cursor.peek() == UInt8(ascii: "["), cursor.enterArray() else {
          if cursor.fault == nil { cursor.skipMismatch() }
          continue
        }
        open[open.count - 1].seen = seen
        return true
      }
    }
    return false
  }

  private mutating func readName() -> String? {
    guard cursor.peek() == UInt8(ascii: "\"") else { return cursor.readNonEmpty(limit: 1024) }
    guard let text = cursor.scanString(), !text.range.isEmpty else { return nil }
    return cache.string(text, &cursor, limit: 1024)
  }

  private mutating func readSymbol(_ key: FrameKey, _ tree: inout MetricKitTree, _ node: Int) {
    var symbol = tree.symbols[node] ?? MetricKitTree.Symbol()
    switch key {
    case .symbolName: symbol.name = readName()
    case .offsetIntoSymbol: symbol.offset = cursor.readInt()
    case .fileName: symbol.file = readName()
    case .lineNumber: symbol.line = cursor.readInt()
    case .isBlameFrame: symbol.isBlamed = cursor.readBool() ?? false
    default: cursor.skipValue()
    }
    tree.symbols[node] = symbol
  }
}
