import CrashReports
import Vocabulary

/// The image of a frame and its offset there.
struct FrameLocation {
  var image: Int
  /// The offset of the frame's address from the image's load address, without a pointer signature. The number after `+`
  /// in a symbol is derived from it.
  var offset: UInt64
  /// The offset to look up, from the image's load address.
  var lookup: UInt64
}

/// The images of a report by address.
struct ImageMap {
  private let images: [BinaryImage]
  /// The load addresses and the indices in `images`, sorted by load address.
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

  /// Returns the architecture of the image or, if the report does not contain it, of the process.
  func architecture(ofImage index: Int?) -> String? { index.flatMap { images[$0].architecture } ?? hostArchitecture }

  func rules(ofImage index: Int?) -> AddressRules { AddressRules(architecture(ofImage: index)) }

  /// Returns the index of the image that contains `address`. An image without a size extends to the next image.
  func index(containing address: UInt64) -> Int? {
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

  /// Returns the location of a frame, or the reason why it is unknown.
  ///
  /// The image in the report is used if it contains the address; otherwise the image that contains the address. A
  /// signed address is used only if an image contains it without the signature.
  func locate(_ frame: CrashReport.Frame, _ kind: AddressKind) -> Result<FrameLocation, LocationFault> {
    let stated = frame.imageIndex.flatMap { images.indices.contains($0) ? $0 : nil }
    guard let address = frame.address?.value else {
      guard let stated, let offset = frame.imageOffset?.value else { return .failure(LocationFault(.imageUnknown)) }
      return location(stated, offset, kind)
    }
    if let stated, let load = images[stated].loadAddress?.value, address >= load {
      let (offset, size) = (address - load, images[stated].size)
      // The return address of a call at the end of the image is after the image.
      if size.map({ offset < $0 || offset == $0 && kind == .return }) ?? (index(containing: address) == stated) {
        return location(stated, offset, kind)
      }
    }
    if let index = index(containing: address) { return location(index, address, kind, from: images[index].loadAddress) }
    if let plain = rules(ofImage: stated).unsigned(address), let index = index(containing: plain) {
      return location(index, plain, kind, from: images[index].loadAddress)
    }
    // The load address is unknown, and only the offset is given.
    if let stated, images[stated].loadAddress == nil, let offset = frame.imageOffset?.value {
      return location(stated, offset, kind)
    }
    let isKnown = stated != nil || frame.image == nil && !images.isEmpty
    return .failure(LocationFault(isKnown ? .addressOutsideImage : .imageUnknown))
  }

  /// The reason why the location of a frame is unknown.
  struct LocationFault: Error {
    var outcome: FrameOutcome
    init(_ outcome: FrameOutcome) { self.outcome = outcome }
  }

  private func location(
    _ image: Int, _ address: UInt64, _ kind: AddressKind, from load: RuntimeAddress? = nil
  ) -> Result<FrameLocation, LocationFault> {
    let (offset, isBefore) = address.subtractingReportingOverflow(load?.value ?? 0)
    guard !isBefore, let lookup = rules(ofImage: image).lookup(offset, kind) else {
      return .failure(LocationFault(.addressOutsideImage))
    }
    return .success(FrameLocation(image: image, offset: offset, lookup: lookup))
  }
}
