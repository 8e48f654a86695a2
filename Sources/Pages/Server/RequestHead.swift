import Bytes

/// The head of an HTTP/1.1 request (RFC 9112), parsed strictly: ambiguous heads are rejected.
package struct RequestHead: Equatable {
  /// The method as sent; methods are case-sensitive (RFC 9110, 9.1).
  package var method: String
  /// The request target as sent.
  package var target: String
  /// `HTTP/1.1` or `HTTP/1.0`.
  package var version: String
  /// The values of the fields by lowercase name, in order.
  package var fields: [String: [String]]

  /// The maximum length of the request line, in bytes.
  package static let lineLimit = 8 << 10
  /// The maximum length of the head, in bytes.
  package static let limit = 16 << 10
  private static let fieldLimit = 100

  /// Why a head was rejected.
  package enum Fault: Error, Equatable {
    case malformed, lineTooLong, tooLarge, unsupportedVersion
  }

  /// Parses the bytes of a head without its last, empty line.
  package init(_ bytes: ArraySlice<UInt8>) throws(Fault) {
    guard bytes.count <= Self.limit else { throw .tooLarge }
    // The only control characters allowed are line breaks and tabs, so a bare line feed or a NUL is malformed.
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0D) {
      guard end + 1 < rest.endIndex, rest[end + 1] == 0x0A else { throw .malformed }
      lines.append(rest[rest.startIndex..<end])
      rest = rest[(end + 2)...]
    }
    lines.append(rest)
    guard lines.allSatisfy({ $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }) else { throw .malformed }
    guard let first = lines.first else { throw .malformed }
    guard first.count <= Self.lineLimit else { throw .lineTooLong }
    let words = first.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, words[0].allSatisfy(Self.isToken), !words[0].isEmpty,
      words[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw .malformed }
    let version = String(streamSafe: words[2])
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw version.hasPrefix("HTTP/") ? .unsupportedVersion : .malformed
    }
    self.version = version
    method = String(streamSafe: words[0])
    target = String(streamSafe: words[1])
    fields = [:]
    guard lines.count <= Self.fieldLimit + 1 else { throw .tooLarge }
    for line in lines.dropFirst() {
      // No space before the colon, and no continued lines (sections 5.1 and 5.2).
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(Self.isToken)
      else { throw .malformed }
      let name = String(streamSafe: line[..<colon]).lowercased()
      let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      let end = value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? value.startIndex
      fields[name, default: []].append(String(streamSafe: value[..<end]))
    }
  }

  /// Returns the value of a field that occurs once; `nil` if it is missing or occurs several times.
  package func single(_ name: String) -> String? {
    guard let values = fields[name], values.count == 1 else { return nil }
    return values.first
  }

  /// Returns whether a byte may occur in a token (RFC 9110, section 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

/// The parsed target of a request.
package struct RequestTarget: Equatable {
  /// The path without its leading `/`, with percent escapes decoded.
  package var path: String
  /// The query: the first value of each name.
  package var query: [String: String]
  /// The names that the query contains more than once.
  package private(set) var repeatedNames: Set<String> = []

  /// Parses a target. Returns `nil` if it does not begin with `/`, or if a percent escape is invalid, decodes to a control
  /// character or is not UTF-8.
  package init?(_ target: String) {
    guard target.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = target.dropFirst().split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = Self.decoded(parts.first ?? "") else { return nil }
    self.path = path
    query = [:]
    guard parts.count == 2, let pairs = parts.last else { return }
    for pair in pairs.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides.first ?? ""),
        let value = Self.decoded(sides.count == 2 ? sides[1] : "", isForm: true)
      else { return nil }
      if query[name] == nil { query[name] = value } else { repeatedNames.insert(name) }
    }
  }

  /// - Parameter isForm: Whether `+` is a space, as in the values of a form.
  private static func decoded(_ text: Substring, isForm: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(\.hexDigitValue), let low = rest.popFirst().flatMap(\.hexDigitValue)
      else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)?.streamSafe
  }
}
