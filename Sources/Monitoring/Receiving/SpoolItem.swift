import Bytes
import Foundation

/// The ID of a received body, made by this program: the time of its arrival and 64 random bits. IDs are ordered by time.
package struct SpoolID: Hashable, Comparable, Sendable {
  /// Two groups of 16 hexadecimal digits, separated by `-`.
  package let text: String

  /// A new ID.
  init(now: Date = Date()) {
    let microseconds = UInt64(min(max(0, now.timeIntervalSince1970), 1e10) * 1e6)
    text = Self.digits(microseconds) + "-" + Self.digits(UInt64.random(in: 0...UInt64.max))
  }

  /// The ID with this text; `nil` for everything else.
  init?(_ text: Substring) {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.count == 2, groups.allSatisfy({ $0.utf8.count == 16 && $0.utf8.allSatisfy(Self.isDigit) }) else {
      return nil
    }
    self.text = String(text)
  }

  /// The seconds since the ID was made; none if the clock was set back.
  func age(now: Date = Date()) -> Double {
    let microseconds = text.split(separator: "-").first.flatMap { UInt64($0, radix: 16) } ?? 0
    return max(0, now.timeIntervalSince1970 - Double(microseconds) / 1e6)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Orders IDs by time.
  package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

/// A body that was acknowledged and is not recorded yet: a file of the spool, `ID.TOKEN.report`. The name of the token is
/// the only part that this program did not make, and the user did.
package struct SpoolItem: Hashable, Comparable, Sendable {
  /// The ID that the client got.
  package let id: SpoolID
  /// The name of the token.
  package let token: String

  static let suffix = ".report"
  /// The suffix of a file that is being written, and that was not acknowledged.
  static let partialSuffix = ".part"

  init(id: SpoolID, token: String) { (self.id, self.token) = (id, token) }

  /// The item of a file; `nil` if it is not one.
  init?(fileName: String) {
    guard fileName.hasSuffix(Self.suffix), let dot = fileName.firstIndex(of: "."),
      let id = SpoolID(fileName[..<dot])
    else { return nil }
    let rest = fileName[fileName.index(after: dot)...]
    guard rest.utf8.count > Self.suffix.utf8.count else { return nil }
    let token = String(rest.dropLast(Self.suffix.utf8.count))
    guard ReceiverToken.isName(token) else { return nil }
    self.init(id: id, token: token)
  }

  /// The name of its file.
  package var fileName: String { "\(id.text).\(token)\(Self.suffix)" }

  /// Orders items by the time of their arrival.
  package static func < (left: Self, right: Self) -> Bool {
    left.id != right.id ? left.id < right.id : left.token < right.token
  }
}
