import Vocabulary

/// The images that the frames of a report state, in formats without a list of images. The size of such an image is
/// unknown, so its frames name it.
struct StatedImages {
  private(set) var images: [BinaryImage] = []
  private var positions: [UInt64: Int] = [:]

  /// Returns the load address as the key of an image, after adding the image if it is new; `nil` beyond `limit` images
  /// and without an address.
  mutating func add(
    _ base: UInt64?, path: String?, uuid: ImageUUID?, line: Int, limit: Int
  ) -> UInt64? {
    guard let base, base > 0 else { return nil }
    if let position = positions[base] {
      images[position].path = images[position].path ?? path
      images[position].uuid = images[position].uuid ?? uuid
      return base
    }
    guard images.count < limit, path != nil || uuid != nil else { return nil }
    var image = BinaryImage()
    image.loadAddress = RuntimeAddress(base)
    image.path = path
    image.name = path.flatMap(IPSDecoder.lastComponent)
    image.uuid = uuid
    image.line = line
    positions[base] = images.count
    images.append(image)
    return base
  }

  /// Sets the images of `report`, and of each frame whose distance from the load address is known.
  func finish(_ report: inout CrashReport) {
    guard !images.isEmpty else { return }
    let sorted = images.sorted { ($0.loadAddress?.value ?? .max) < ($1.loadAddress?.value ?? .max) }
    var order: [UInt64: Int] = [:]
    for (index, image) in sorted.enumerated() { order[image.loadAddress?.value ?? 0] = index }
    report.images = sorted
    report.changeEachStack { frames, _ in
      for index in frames.indices {
        guard let address = frames[index].address?.value, let offset = frames[index].imageOffset?.value,
          offset <= address
        else { continue }
        frames[index].imageIndex = order[address - offset]
      }
    }
  }
}
