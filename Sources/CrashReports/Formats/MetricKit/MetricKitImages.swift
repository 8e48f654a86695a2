import Vocabulary

/// The images that the frames of one diagnostic refer to. A payload has no list of images; the load address is computed
/// from the address and the offset of a frame.
struct MetricKitImages {
  private struct Entry {
    var image: BinaryImage
    /// `offsetIntoBinaryTextSegment` and the address of the first frame that has both.
    var first: (offset: UInt64, address: UInt64)?
    /// True if `offsetIntoBinaryTextSegment` is the load address: frames with different addresses have the same value.
    var isBase: Bool?
  }

  private var entries: [Entry] = []
  private var byUUID: [ImageUUID: Int] = [:]
  private var byName: [String: Int] = [:]

  /// Returns the index of the node's entry, which is added if it is new; `nil` if the node has no image or the limit is
  /// reached.
  mutating func index(of node: MetricKitTree.Node, limit: Int) -> Int? {
    if let uuid = node.uuid, let known = byUUID[uuid] {
      if entries[known].image.name == nil { entries[known].image.name = node.name }
      return known
    }
    if node.uuid == nil {
      guard let name = node.name else { return nil }
      if let known = byName[name] { return known }
    }
    guard entries.count < limit else { return nil }
    var image = BinaryImage()
    image.uuid = node.uuid
    image.name = node.name
    image.line = node.line
    entries.append(Entry(image: image))
    if let uuid = node.uuid { byUUID[uuid] = entries.count - 1 }
    if let name = node.name, node.uuid == nil { byName[name] = entries.count - 1 }
    return entries.count - 1
  }

  /// Records the offset and the address of a frame for its image.
  mutating func record(_ index: Int, _ node: MetricKitTree.Node) {
    guard let offset = node.offset, let address = node.address else { return }
    guard let first = entries[index].first else {
      entries[index].first = (offset, address)
      if Self.isLoadAddress(offset, address) { entries[index].isBase = true }
      return
    }
    guard first.address != address else { return }
    if first.offset == offset, offset <= address, offset > 0 { entries[index].isBase = true }
  }

  /// Returns whether the member is a load address, as on iOS 14.0, and not an offset, as later. No binary has 4 GB of
  /// code; all 64-bit binaries are loaded above 4 GB, on a page boundary.
  private static func isLoadAddress(_ offset: UInt64, _ address: UInt64) -> Bool {
    offset >= 0x1_0000_0000 && offset <= address && offset & 0xFFF == 0
  }

  /// Returns whether `offsetIntoBinaryTextSegment` is the load address for that image.
  func isBase(_ index: Int) -> Bool { entries[index].isBase == true }

  /// Returns the offset of a frame in its image; `nil` if it cannot be computed.
  func offset(_ index: Int, _ node: MetricKitTree.Node) -> UInt64? {
    guard let offset = node.offset else { return nil }
    guard isBase(index) else { return offset }
    guard let address = node.address, address >= offset else { return nil }
    return address - offset
  }

  /// Returns the images sorted by load address, those without one last, and the index of each entry in that list.
  func sorted(architecture: String?) -> (images: [BinaryImage], positions: [Int]) {
    var images: [(entry: Int, image: BinaryImage)] = []
    for (index, entry) in entries.enumerated() {
      var image = entry.image
      image.architecture = architecture
      if let (offset, address) = entry.first {
        let base = entry.isBase == true ? offset : (offset <= address ? address - offset : nil)
        image.loadAddress = base.map(RuntimeAddress.init)
      }
      images.append((index, image))
    }
    images.sort {
      ($0.image.loadAddress?.value ?? .max, $0.entry) < ($1.image.loadAddress?.value ?? .max, $1.entry)
    }
    var positions = [Int](repeating: 0, count: images.count)
    for (position, pair) in images.enumerated() { positions[pair.entry] = position }
    return (images.map(\.image), positions)
  }
}
