import Bytes
import Vocabulary

/// The images of a report: in the order of the file while reading, because frames refer to them by index, and finally
/// sorted by address.
struct IPSImageTable {
  private var images: [BinaryImage] = []
  /// True for the placeholder that means "outside any image" (`{"size":0,"source":"A","base":0,"uuid":"0000…"}`).
  private var isAnonymous: [Bool] = []
  /// Maps indices in the file to indices in the sorted list.
  private var positions: [Int?] = []
  private(set) var hasList = false
  var omitted = 0

  var count: Int { images.count }

  /// Records that the report has a list of images, which may be empty.
  mutating func begin() { hasList = true }

  /// Appends an image. `fill` sets it up inside the array; passing a finished image would copy it.
  @inline(__always)
  mutating func append(isAnonymous anonymous: Bool, _ fill: (inout BinaryImage) -> Void) {
    // Growing the array from one image would move each image several times.
    if images.isEmpty { images.reserveCapacity(64) }
    images.append(BinaryImage())
    fill(&images[images.count - 1])
    isAnonymous.append(anonymous)
  }

  /// Adds what `extras` state to the images with the same index.
  mutating func merge(_ extras: [BinaryImage]) {
    for (index, extra) in extras.enumerated() where images.indices.contains(index) {
      images[index].name = images[index].name ?? extra.name ?? extra.path.flatMap(IPSDecoder.lastComponent)
      images[index].path = images[index].path ?? extra.path
      images[index].size = images[index].size ?? extra.size
      images[index].architecture = images[index].architecture ?? extra.architecture
      images[index].bundleID = images[index].bundleID ?? extra.bundleID
      images[index].version = images[index].version ?? extra.version
    }
  }

  /// Sorts the images by load address, those without one last, and returns them; `nil` if the report has no list.
  mutating func sorted() -> [BinaryImage]? {
    guard hasList else { return nil }
    // Sorting small pairs instead of the images saves thousands of moves.
    var order: [(address: UInt64, index: Int)] = []
    order.reserveCapacity(images.count)
    for index in images.indices where !isAnonymous[index] {
      order.append((images[index].loadAddress?.value ?? .max, index))
    }
    order.sort { $0 < $1 }
    positions = Array(repeating: nil, count: images.count)
    for (position, entry) in order.enumerated() { positions[entry.index] = position }
    arrange(order.map(\.index))
    return images
  }

  /// Puts the images in the given order and removes those that are not in it. They are swapped in place, because
  /// copying an image retains all its strings.
  private mutating func arrange(_ order: [Int]) {
    // The current position of each image of the file, and the image at each position.
    var currentPosition = Array(images.indices)
    var occupant = currentPosition
    for (position, index) in order.enumerated() where currentPosition[index] != position {
      let from = currentPosition[index]
      let displaced = occupant[position]
      images.swapAt(position, from)
      occupant[position] = index
      occupant[from] = displaced
      currentPosition[index] = position
      currentPosition[displaced] = from
    }
    images.removeSubrange(order.count...)
  }

  /// What an image index of the file refers to.
  enum Reference {
    case image(position: Int, name: String?, base: UInt64?)
    case anonymous
    case unknown
  }

  /// Returns what the image index `index` of the file refers to; call `sorted()` first.
  @inline(__always)
  func reference(_ index: Int?) -> Reference {
    guard let index, index >= 0, index < positions.count else { return .unknown }
    guard let position = positions[index] else { return .anonymous }
    return .image(position: position, name: images[position].name, base: images[position].loadAddress?.value)
  }

  /// Returns the index of the image that contains `address`; `images` must be sorted by load address.
  static func index(of address: UInt64, in images: [BinaryImage]) -> Int? {
    var low = 0
    var high = images.count
    while low < high {
      let middle = low + (high - low) / 2
      if (images[middle].loadAddress?.value ?? .max) <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, let base = images[low - 1].loadAddress?.value, let size = images[low - 1].size,
      address - base < size
    else { return nil }
    return low - 1
  }
}

extension IPSDecoder {
  /// Reads `usedImages`, up to the limit.
  mutating func readImages() {
    if isContainer { images.begin() }
    readElements(.usedImages) { decoder in
      guard decoder.images.count < decoder.limits.images else {
        decoder.images.omitted += 1
        return decoder.cursor.skipValue()
      }
      decoder.readImage()
    }
  }

  private mutating func readImage() {
    if cursor.peek() == UInt8(ascii: "[") { return readImageRow() }
    let line = cursor.line
    var name: String?
    var path: String?
    var uuid: ImageUUID?
    var architecture: String?
    var base: UInt64?
    var size: UInt64?
    var bundleID: String?
    var version: String?
    var seen = SeenKeys()
    guard cursor.enterObject() else { return images.append(isAnonymous: true) { _ in } }
    while let key = nextMember(IPSImageKey.keys, &seen) {
      switch key {
      case .arch: architecture = readImageText()
      case .base: base = cursor.readUInt64()
      case .size: size = cursor.readUInt64().flatMap { $0 == 0 ? nil : $0 }
      case .uuid: uuid = readUUID()
      case .path: path = cursor.readNonEmpty(limit: limits.textBytes)
      case .name: name = cursor.readNonEmpty(limit: 4096)
      case .bundleID: bundleID = cursor.readNonEmpty(limit: 1024)
      case .version: version = readImageText()
      }
    }
    // An image that is cut off is dropped because its members are not reliable.
    guard cursor.fault == nil else { return }
    let isAnonymous = (base ?? 0) == 0 && size == nil && uuid?.isNull != false && path == nil
    images.append(isAnonymous: isAnonymous) { image in
      image.name = name ?? path.flatMap(Self.lastComponent)
      image.path = path
      image.uuid = uuid
      image.architecture = architecture
      image.loadAddress = base.map(RuntimeAddress.init)
      image.size = size
      image.bundleID = bundleID
      image.version = version
      image.line = line
    }
  }

  /// Reads an architecture or a version from the cache: many images share the same few strings.
  private mutating func readImageText() -> String? {
    guard cursor.peek() == UInt8(ascii: "\"") else { return cursor.readNonEmpty(limit: 256) }
    guard let text = cursor.scanString(), !text.range.isEmpty else { return nil }
    return cache.string(text, &cursor, limit: 256)
  }

  mutating func readUUID() -> ImageUUID? {
    guard cursor.peek() == UInt8(ascii: "\"") else {
      cursor.skipValue()
      return nil
    }
    guard let text = cursor.scanString() else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    if let uuid = Self.dashedUUID(cursor.bytes, text.range) { return uuid }
    for byte in cursor.bytes[text.range] where byte != UInt8(ascii: "-") {
      guard let digit = byte.hexDigitValue, digits < 32 else { return nil }
      if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
      digits += 1
    }
    return digits == 32 ? ImageUUID(high: high, low: low) : nil
  }

  /// Parses a UUID in the usual spelling, 8-4-4-4-12 digits, a word at a time; `nil` for any other spelling.
  private static func dashedUUID(_ bytes: [UInt8], _ range: Range<Int>) -> ImageUUID? {
    let start = range.lowerBound
    let dash = UInt8(ascii: "-")
    guard range.count == 36, bytes[start + 8] == dash, bytes[start + 13] == dash, bytes[start + 18] == dash,
      bytes[start + 23] == dash
    else { return nil }
    let half: UInt64 = 0xFFFF_FFFF
    let second = ByteWord.load(bytes, start + 9) & half | ByteWord.load(bytes, start + 14) &<< 32
    let third = ByteWord.load(bytes, start + 19) & half | ByteWord.load(bytes, start + 24) &<< 32
    guard let first = ByteWord.hexadecimal(ByteWord.load(bytes, start)), let second = ByteWord.hexadecimal(second),
      let third = ByteWord.hexadecimal(third),
      let fourth = ByteWord.hexadecimal(ByteWord.load(bytes, start + 28))
    else { return nil }
    return ImageUUID(high: first &<< 32 | second, low: third &<< 32 | fourth)
  }

  /// Returns the last component of a path; `nil` if it is empty.
  static func lastComponent(_ path: String) -> String? {
    path.split(separator: "/").last.map(String.init)
  }
}

extension IPSDecoder {
  /// Sets the image and the address of every frame.
  mutating func resolveFrames() {
    var overflows = 0
    var unknown = 0
    if var threads = report.threads {
      report.threads = nil
      for index in threads.indices {
        resolve(&threads[index].frames, &overflows, &unknown)
        for entry in threads[index].recursion.indices {
          guard var frame = threads[index].recursion[entry].keyFrame else { continue }
          resolve(&frame, &overflows, &unknown)
          threads[index].recursion[entry].keyFrame = frame
        }
      }
      report.threads = threads
    }
    if var frames = report.lastExceptionBacktrace {
      report.lastExceptionBacktrace = nil
      resolve(&frames, &overflows, &unknown)
      report.lastExceptionBacktrace = frames
    }
    if overflows > 0 {
      notes.add(
        "address-overflow", "\(overflows) frames have an offset beyond the end of the address space and no address.")
    }
    if unknown > 0 {
      notes.add("image-unknown", "\(unknown) frames have no address: their image is not in the list of images.")
    }
  }

  private func resolve(_ frames: inout [CrashReport.Frame], _ overflows: inout Int, _ unknown: inout Int) {
    for index in frames.indices { resolve(&frames[index], &overflows, &unknown) }
  }

  @inline(__always)
  private func resolve(_ frame: inout CrashReport.Frame, _ overflows: inout Int, _ unknown: inout Int) {
    switch images.reference(frame.imageIndex) {
    case .image(let position, let name, let base):
      frame.imageIndex = position
      frame.image = name
      guard let base, let offset = frame.imageOffset?.value else { return }
      let (address, overflow) = base.addingReportingOverflow(offset)
      if overflow { overflows += 1 } else { frame.address = RuntimeAddress(address) }
    case .anonymous:
      // The placeholder image begins at 0, so the offset is the address.
      frame.imageIndex = nil
      if let offset = frame.imageOffset?.value { frame.address = RuntimeAddress(offset) }
      frame.imageOffset = nil
    case .unknown:
      if frame.imageIndex != nil { unknown += 1 }
      frame.imageIndex = nil
    }
  }
}
