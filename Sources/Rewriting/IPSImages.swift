import CrashReports
import Vocabulary

/// The images of a report in the form of `usedImages`. If frames have addresses outside all images, the last image is a
/// placeholder that begins at 0.
struct IPSImages {
  private let images: [BinaryImage]
  private(set) var hasAnonymous = false

  init(_ report: CrashReport) { images = report.images ?? [] }

  /// Returns the index of the image that a frame refers to, and the distance from its load address.
  mutating func location(of frame: CrashReport.Frame) -> (image: Int?, offset: UInt64?) {
    if let index = frame.imageIndex, images.indices.contains(index) {
      if let base = images[index].loadAddress?.value, let address = frame.address?.value {
        return (index, address &- base)
      }
      return (index, frame.imageOffset?.value)
    }
    guard let address = frame.address?.value else { return (nil, frame.imageOffset?.value) }
    hasAnonymous = true
    return (images.count, address)
  }

  var array: [UInt8] {
    var elements = images.map { image in
      var object = IPSObject()
      object.add("source", "P")
      object.add("arch", image.architecture)
      object.add("base", image.loadAddress?.value)
      object.add("size", image.size)
      object.add("uuid", image.uuid?.description.lowercased())
      object.add("path", image.path)
      object.add("name", image.name)
      object.add("CFBundleIdentifier", image.bundleID)
      object.add("CFBundleShortVersionString", image.version)
      return object.onOneLine
    }
    if hasAnonymous {
      let uuid = "00000000-0000-0000-0000-000000000000"
      elements.append(Array("{\"size\":0,\"source\":\"A\",\"base\":0,\"uuid\":\"\(uuid)\"}".utf8))
    }
    return Array("[".utf8) + Array(elements.joined(separator: Array(",\n    ".utf8))) + Array("]".utf8)
  }
}
