import Vocabulary

/// The binaries that the frames of one diagnostic name. A payload has no list of images: where one is loaded follows from
/// a frame's address and its offset.
struct MetricKitImages {
  private struct Entry {
    var image: BinaryImage
    /// `offsetIntoBinaryTextSegment` of the first frame with an address, and that address.
    var first: (offset: UInt64, address: UInt64)?
    /// Frames with other addresses had the same number: then it is no offset.
    var isBase: Bool?
  }

  private var entries: [Entry] = []
  private var byUUID: [ImageUUID: Int] = [:]
  private var byName: [String: Int] = [:]

  /// Position of the node's image among the entries; `nil` if the node names none.
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

  /// Gathers what the numbers of a frame tell about its image.
  mutating func learn(_ index: Int, _ node: MetricKitTree.Node) {
    guard let offset = node.offset, let address = node.address else { return }
    guard let first = entries[index].first else {
      entries[index].first = (offset, address)
      if Self.isLoadAddress(offset, address) { entries[index].isBase = true }
      return
    }
    guard first.address != address else { return }
    if first.offset == offset, offset <= address, offset > 0 { entries[index].isBase = true }
  }

  /// On iOS 14.0 the member is the address at which the binary is loaded, later an offset. No binary has four gigabytes
  /// of code; all of 64 bits are loaded above them, on a page.
  private static func isLoadAddress(_ offset: UInt64, _ address: UInt64) -> Bool {
    offset >= 0x1_0000_0000 && offset <= address && offset & 0xFFF == 0
  }

  /// True if the member of that image is where it is loaded.
  func isBase(_ index: Int) -> Bool { entries[index].isBase == true }

  /// Offset of a frame in its image.
  func offset(_ index: Int, _ node: MetricKitTree.Node) -> UInt64? {
    guard let offset = node.offset else { return nil }
    guard isBase(index) else { return offset }
    guard let address = node.address, address >= offset else { return nil }
    return address - offset
  }

  /// The images by load address, those without one last, and where each entry went.
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
