import Vocabulary

/// The loaded images of a report, with lookup by address and name.
struct ImageList {
  private(set) var images: [BinaryImage] = []
  /// The name column of each image, which frames repeat: a file name or a bundle identifier.
  private var columns: [String] = []
  /// The address range of each image, stored separately so that the search touches little memory.
  private var ranges: [(load: UInt64?, size: UInt64?)] = []
  private var isSorted = true
  /// Indices by name column. Created on first use, because most images are found by address.
  private var positions: [String: Int]?

  var isEmpty: Bool { images.isEmpty }
  var count: Int { images.count }

  mutating func append(_ image: consuming BinaryImage, column: String) {
    if let last = ranges.last?.load, image.loadAddress.map({ $0.value < last }) ?? true { isSorted = false }
    ranges.append((image.loadAddress?.value, image.size))
    images.append(image)
    columns.append(column)
  }

  /// Sorts the images by load address, so that all formats give the same order.
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
    var indices: [String: Int] = [:]
    for (index, column) in columns.enumerated() where indices[column] == nil { indices[column] = index }
    positions = indices
    return indices[name]
  }

  /// Returns the index of the image that contains `address`. The list must be sorted.
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

  /// Completes a frame: its image by address or by name, its offset in the image, and the image name if it is missing.
  mutating func resolve(_ frame: inout CrashReport.Frame) {
    guard let address = frame.address?.value else {
      if let name = frame.image { frame.imageIndex = position(named: name) }
      return
    }
    // A return address may be just past the end of an image, after its last function. Then the name decides.
    guard let index = position(holding: address) ?? frame.image.flatMap({ position(named: $0) }) else { return }
    guard let load = ranges[index].load, load <= address else { return }
    frame.imageIndex = index
    frame.imageOffset = ImageOffset(address - load)
    if frame.image == nil { frame.image = images[index].name }
  }
}
