import CrashReports
import Vocabulary

/// The compact form in which a stack is kept: what later ways of grouping need, and no address, so that equal stacks
/// are stored once.
///
/// One line per frame, innermost first: image, function, file, line, role, offset in the image (only without a
/// function), separated by tabs. `\`, tab and line breaks are written as `\\`, `\t`, `\n`.
enum StackText {
  /// Frames kept, and bytes kept of one name: a deep recursion and a long Swift name need no more to be told apart.
  static let frameLimit = 256
  static let nameLimit = 1024

  /// `nil` when there is no frame.
  static func encoded(_ frames: [CrashReport.Frame]) -> String? {
    guard !frames.isEmpty else { return nil }
    return frames.prefix(frameLimit).map { frame in
      let offset = frame.symbol == nil ? frame.imageOffset?.value : nil
      return [
        escaped(frame.image), escaped(frame.symbol?.readable), escaped(frame.source?.file),
        frame.source?.line.map(String.init) ?? "", frame.role?.rawValue ?? "", offset.map(String.init) ?? "",
      ].joined(separator: "\t")
    }.joined(separator: "\n")
  }

  private static func escaped(_ text: String?) -> String {
    guard let text else { return "" }
    var bytes: [UInt8] = []
    for byte in text.utf8.prefix(nameLimit) {
      switch byte {
      case UInt8(ascii: "\\"): bytes += Array("\\\\".utf8)
      case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): bytes += Array("\\n".utf8)
      case 0: bytes += Array("\\0".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
