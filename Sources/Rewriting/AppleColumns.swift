import CrashReports
import Vocabulary

/// The columns of a frame line in Apple's text layout.
///
///     1   CardKit                       	0x0000000104a1c2b0 -[CardView layoutSubviews] + 212 (CardView.m:88)
struct AppleColumns {
  let style: NameStyle
  let images: [BinaryImage]
  /// The number of digits of an address: 8 on 32-bit processors, otherwise 16.
  let addressDigits: Int

  init(_ report: CrashReport, style: NameStyle) {
    self.style = style
    images = report.images ?? []
    let is32Bit: Bool
    switch report.host.architecture {
    case "i386", "arm", "ppc", "armv6", "armv7", "armv7s", "armv7k": is32Bit = true
    default: is32Bit = false
    }
    addressDigits = is32Bit ? 8 : 16
  }

  /// Returns the line without a line break. A frame without an address has only a name; without either, `???`.
  func row(_ frame: CrashReport.Frame, image: String?, separator: String = "\t") -> String {
    let number = String(frame.index)
    let name = image.map(Terminal.escaped) ?? "???"
    var row = number + String(repeating: " ", count: max(1, 4 - number.utf8.count))
    row += name + String(repeating: " ", count: max(0, 30 - name.unicodeScalars.count)) + separator
    guard let address = frame.address?.value else { return row + (style.text(frame) ?? "???") }
    return row + padded(address) + " " + (style.text(frame) ?? nameless(frame, address))
  }

  /// Returns the text for a frame without a name: the load address of the image and the distance from it, or 0 and the
  /// address outside all images.
  private func nameless(_ frame: CrashReport.Frame, _ address: UInt64) -> String {
    if let index = frame.imageIndex, images.indices.contains(index), let base = images[index].loadAddress?.value,
      base <= address
    {
      return "\(base.hexadecimal) + \(address - base)"
    }
    if let offset = frame.imageOffset?.value, offset <= address {
      return "\((address - offset).hexadecimal) + \(offset)"
    }
    return frame.image == nil ? "0x0 + \(address)" : "???"
  }

  private func padded(_ address: UInt64) -> String { "0x" + AppleTextLayout.padded(address, addressDigits) }
}
