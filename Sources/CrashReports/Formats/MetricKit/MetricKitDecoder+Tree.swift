import Vocabulary

extension MetricKitDecoder {
  /// The members of a frame.
  enum FrameKey: String, CaseIterable {
    case binaryUUID, offsetIntoBinaryTextSegment, sampleCount, binaryName, address, subFrames
    static let keys = JSONKeyTable<FrameKey>()
  }

  /// Reads `callStackTree`.
  mutating func readCallStackTree() {
    readObject(Key.keys) { decoder, key in
      switch key {
      case .callStacks: decoder.readCallStacks()
      case .callStackPerThread: decoder.isPerThread = decoder.cursor.readBool() ?? true
      default: return false
      }
      return true
    }
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
        case .callStackRootFrames: stack.tree = decoder.readTree()
        default: return false
        }
        return true
      }
      decoder.stacks.append(stack)
    }
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
            cursor.skipValue()
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
    while let text = cursor.nextKey() {
      guard let (key, number) = cursor.find(text, in: FrameKey.keys) else {
        cursor.skipValue()
        continue
      }
      guard seen.insert(number) else {
        skipDuplicate(text)
        continue
      }
      switch key {
      case .binaryUUID: tree.nodes[top.node].uuid = cursor.readNonEmpty(limit: 64).flatMap { ImageUUID($0) }
      case .binaryName: tree.nodes[top.node].name = readName()
      case .address: tree.nodes[top.node].address = cursor.readUInt64()
      case .offsetIntoBinaryTextSegment: tree.nodes[top.node].offset = cursor.readUInt64()
      case .sampleCount: tree.nodes[top.node].samples = cursor.readInt() ?? 1
      case .subFrames:
        guard cursor.peek() == UInt8(ascii: "["), cursor.enterArray() else {
          if cursor.fault == nil { cursor.skipValue() }
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
}
