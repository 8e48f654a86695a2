internal import CrashReports
internal import Foundation

extension FuzzTarget {
  package static let json = FuzzTarget(
    "FuzzJSON",
    exercises:
      "the JSON scanner; Foundation accepts what the strict reader accepts, with the same values, and the tolerant "
      + "reader reads the same bytes as the body of a report",
    seeds: ["Tests/CrashReportsTests/JSONTestSuite/test_parsing", "sample-logs/ips"], dictionary: "json",
    longest: 1 << 15
  ) { bytes in
    let header = Array("{\"app_name\":\"MyApp\",\"bug_type\":\"309\"}\n".utf8)
    _ = ReportReader.read(header + bytes)
    guard let tree = JSONTree.read(bytes), !tree.contains(\.isBeyondFoundation) else { return }
    let other: Any
    do {
      other = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
    } catch {
      // A lone surrogate is valid JSON (RFC 8259, section 8.2) and not valid Unicode.
      if bytes.contains(UInt8(ascii: "\\")), String(describing: error).contains("nicode") { return }
      throw BrokenProperty(description: "Foundation rejects accepted JSON: \(error)")
    }
    try compare(tree, other)
  }

  private static func compare(_ tree: JSONTree, _ other: Any) throws {
    switch tree {
    case .object(let members):
      guard let other = other as? [String: Any] else {
        throw BrokenProperty(description: "an object has another type or value")
      }
      let names = members.map(\.name)
      try require(other.count == Set(names).count, "\(names.count) members are \(other.count)")
      // The readers use different members of those with equal names.
      guard other.count == members.count else { return }
      for (name, value) in members {
        guard let counterpart = other[name] else { throw BrokenProperty(description: "a member is missing") }
        try compare(value, counterpart)
      }
    case .array(let elements):
      guard let other = other as? [Any], other.count == elements.count else {
        throw BrokenProperty(description: "an array has another type or count")
      }
      for (left, right) in zip(elements, other) { try compare(left, right) }
    case .text(let text):
      let same = (other as? String).map { $0.unicodeScalars.elementsEqual(text.unicodeScalars) }
      try require(same == true, "a string differs")
    case .number(let value, let whole):
      guard let other = other as? NSNumber else { throw BrokenProperty(description: "a number has another type") }
      // Foundation multiplies by powers of ten and rounds more than once: it reads -1e-78 as -1.0000000000000005e-78.
      let error = abs(other.doubleValue - value)
      try require(error <= abs(value) * 1e-13, "\(value) is \(other.doubleValue)")
      if let whole { try require(other.int64Value == Int64(whole), "\(whole) is \(other)") }
    case .flag(let flag): try require(other as? Bool == flag, "\(flag) is \(other)")
    case .null: try require(other is NSNull, "null is \(other)")
    }
  }
}

extension JSONTree {
  /// True for numbers that Foundation rejects or rounds to zero.
  fileprivate var isBeyondFoundation: Bool {
    switch self {
    case .number(let value, _): !value.isFinite || value != 0 && abs(value) < 1e-300 || abs(value) > 1e300
    default: false
    }
  }
}
