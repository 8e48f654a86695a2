import CrashReports
import Vocabulary

/// Where in which image a frame is.
struct FrameLocation {
  var image: Int
  /// From the image's start, as the report has it but for a signature: what stands behind `+` is counted from it.
  var offset: UInt64
  /// From the image's start: what to ask names for.
  var lookup: UInt64
}

/// The images of a report, for finding the one that holds an address.
struct ImageMap {
  private let images: [BinaryImage]
  /// Positions in `images` in order of load address, and those addresses.
  private let order: [(load: UInt64, index: Int)]
  private let hostArchitecture: String?

  init(_ report: CrashReport) {
    let images = report.images ?? []
    self.images = images
    hostArchitecture = report.host.architecture
    order = images.indices.compactMap { index in images[index].loadAddress.map { ($0.value, index) } }.sorted {
      $0 < $1
    }
  }

  var isEmpty: Bool { images.isEmpty }

  subscript(index: Int) -> BinaryImage { images[index] }

  /// As the report says it, of the image or else of the process.
  func architecture(ofImage index: Int?) -> String? { index.flatMap { images[$0].architecture } ?? hostArchitecture }

  func rules(ofImage index: Int?) -> AddressRules { AddressRules(architecture(ofImage: index)) }

  /// The image that holds `address`. One that does not state its size reaches to the next one.
  func index(holding address: UInt64) -> Int? {
    var low = 0
    var high = order.count
    while low < high {
      let middle = low + (high - low) / 2
      if order[middle].load <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let (load, index) = order[low - 1]
    guard let size = images[index].size else { return index }
    return address - load < size ? index : nil
  }

  /// Where a frame is, or why that cannot be told.
  ///
  /// The image that the report names decides, if the address lies in it; else the address does. A signed address
  /// counts only if it lies in an image once the signature is off.
  func locate(_ frame: CrashReport.Frame, _ kind: AddressKind) -> Result<FrameLocation, Misplaced> {
    let stated = frame.imageIndex.flatMap { images.indices.contains($0) ? $0 : nil }
    guard let address = frame.address?.value else {
      guard let stated, let offset = frame.imageOffset?.value else { return .failure(Misplaced(.imageUnknown)) }
      return location(stated, offset, kind)
    }
    if let stated, let load = images[stated].loadAddress?.value, address >= load {
      let (offset, size) = (address - load, images[stated].size)
      // The return address of a call that ends its image lies behind it.
      if size.map({ offset < $0 || offset == $0 && kind == .return }) ?? (index(holding: address) == stated) {
        return location(stated, offset, kind)
      }
    }
    if let index = index(holding: address) { return location(index, address, kind, from: images[index].loadAddress) }
    if let plain = rules(ofImage: stated).unsigned(address), let index = index(holding: plain) {
      return location(index, plain, kind, from: images[index].loadAddress)
    }
    // An image of which only the offset is known.
    if let stated, images[stated].loadAddress == nil, let offset = frame.imageOffset?.value {
      return location(stated, offset, kind)
    }
    let isKnown = stated != nil || frame.image == nil && !images.isEmpty
    return .failure(Misplaced(isKnown ? .addressOutsideImage : .imageUnknown))
  }

  /// Why a frame has no place.
  struct Misplaced: Error {
    var outcome: FrameOutcome
    init(_ outcome: FrameOutcome) { self.outcome = outcome }
  }

  private func location(
    _ image: Int, _ address: UInt64, _ kind: AddressKind, from load: RuntimeAddress? = nil
  ) -> Result<FrameLocation, Misplaced> {
    let (offset, isBefore) = address.subtractingReportingOverflow(load?.value ?? 0)
    guard !isBefore, let lookup = rules(ofImage: image).lookup(offset, kind) else {
      return .failure(Misplaced(.addressOutsideImage))
    }
    return .success(FrameLocation(image: image, offset: offset, lookup: lookup))
  }
}
