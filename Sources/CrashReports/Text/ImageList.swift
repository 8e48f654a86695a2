import Vocabulary

/// Loaded images as their lines come, and the lookups that give frames their image.
struct ImageList {
  private(set) var images: [BinaryImage] = []
  /// Text of the name column, which frames repeat: a file name or a bundle id.
  private var columns: [String] = []
  /// Of each image, apart from the rest of it, so that the search for an address touches little memory.
  private var ranges: [(load: UInt64?, size: UInt64?)] = []
  private var isSorted = true
  /// By name column; made when the first frame needs it, for most are found by address.
  private var positions: [String: Int]?

  var isEmpty: Bool { images.isEmpty }
  var count: Int { images.count }

  mutating func append(_ image: consuming BinaryImage, column: String) {
    if let last = ranges.last?.load, image.loadAddress.map({ $0.value < last }) ?? true { isSorted = false }
    ranges.append((image.loadAddress?.value, image.size))
    images.append(image)
    columns.append(column)
  }

  /// Puts the images in order of load address, as every format gives them, whatever order the report printed.
  mutating func sort() {
    if isSorted { return }
    let order = images.indices.sorted { left, right in
      let (a, b) = (ranges[left].load ?? .max, ranges[right].load ?? .max)
      return a == b ? left < right : a < b
    }
    images = order.map { images[$0] }
    columns = order.map { columns[$0] }
    ranges = order.map { ranges[$0] }
    isSorted = true
  }

  private mutating func position(named name: String) -> Int? {
    if let positions { return positions[name] }
    var made: [String: Int] = [:]
    for (index, column) in columns.enumerated() where made[column] == nil { made[column] = index }
    positions = made
    return made[name]
  }

  /// Position of the image that holds `address`, in the sorted list.
  func position(holding address: UInt64) -> Int? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = low + (high - low) / 2
      if let load = ranges[middle].load, load <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, let load = ranges[low - 1].load else { return nil }
    guard let size = ranges[low - 1].size, address - load < size else { return nil }
    return low - 1
  }

  /// Completes a frame: its image by address, else by name; its offset; its image's name if only the address was known.
  mutating func resolve(_ frame: inout CrashReport.Frame) {
    guard let address = frame.address?.value else {
      if let name = frame.image { frame.imageIndex = position(named: name) }
      return
    }
    // A return address just behind a function that ends its image belongs to that image, so the name decides there.
    guard let index = position(holding: address) ?? frame.image.flatMap({ position(named: $0) }) else { return }
    guard let load = ranges[index].load, load <= address else { return }
    frame.imageIndex = index
    frame.imageOffset = ImageOffset(address - load)
    if frame.image == nil { frame.image = images[index].name }
  }
}
