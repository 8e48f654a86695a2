import Bytes

extension OutputFormat {
  /// Returns whether this program wrote `bytes`, in any format, so that they are not read as a report again: the stacks
  /// on a page would become a second failure.
  package static func wrote(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let head = UnsafeBufferPointer(rebasing: bytes.prefix(headSize))
      return openings.contains { $0.begins(head) }
    }
  }

  private static let openings = catalog.flatMap(\.openings)
  private static let headSize = 4096
}

/// The beginning of an output, by which it is recognized.
struct OutputOpening: Sendable {
  /// The first characters; empty if the output can begin with anything.
  private let start: StaticString
  /// Strings that follow within the first 4,096 bytes, in this order.
  private let following: [StaticString]

  /// - Parameters:
  ///   - start: The first characters; empty if the output can begin with anything.
  ///   - following: Strings that follow, in this order. Each is searched for only if the one before it was found.
  init(_ start: StaticString, _ following: StaticString...) {
    self.start = start
    self.following = following
  }

  fileprivate func begins(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    guard start.withUTF8Buffer({ head.hasBytes($0, at: 0) }) else { return false }
    var at = start.utf8CodeUnitCount
    for text in following {
      guard let found = head.firstOffset(of: text, from: at) else { return false }
      at = found + text.utf8CodeUnitCount
    }
    return true
  }
}
