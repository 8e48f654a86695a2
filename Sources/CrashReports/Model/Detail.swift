/// A fact that only some kinds of reports state: the limit that was exceeded, the largest process, the duration of a
/// hang.
///
/// Facts that all crashes have are members of `CrashReport`. The other facts are details, so that a new kind of report
/// needs no new member in every output.
package struct Detail: Sendable, Equatable {
  /// The key of the fact.
  package var key: Key
  /// The value in the report, in the unit of `key`.
  package var value: Value
  /// The line of the input, from 1.
  package var line: Int?

  /// Creates a detail; `line` is the line of the input, from 1.
  package init(_ key: Key, _ value: Value, line: Int? = nil) {
    self.key = key
    self.value = value
    self.line = line
  }
}

extension Detail {
  /// The key of a fact. All keys are in `Detail.Key.catalog`.
  package struct Key: Hashable, Sendable {
    /// The name in `details` of the JSON output: lower camel case, ending in the unit if there is one (`Bytes`,
    /// `Seconds`, `Percent`).
    package let name: String
    /// The label in text output: two or three words.
    package let label: String
    /// The meaning, for the documentation and `diagnose explain`.
    package let meaning: String

    /// Creates a key from its name in JSON, its label in text and its meaning.
    package init(_ name: String, _ label: String, _ meaning: String) {
      self.name = name
      self.label = label
      self.meaning = meaning
    }

    /// True if the names in JSON are equal; label and meaning do not count.
    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    /// Hashes the name in JSON, which alone decides equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// A value and its unit.
  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Int)
    /// A size in bytes.
    case bytes(UInt64)
    /// A duration in seconds.
    case seconds(Double)
    /// A share in percent: 100 is one processor or the entire limit.
    case percent(Double)
    case flag(Bool)
    /// The rows of a table, such as the processes of a jetsam report.
    case rows([[Detail]])
  }
}

extension CrashReport {
  /// Returns the first detail with the key.
  package func detail(_ key: Detail.Key) -> Detail? { details.first { $0.key == key } }

  /// Adds a detail unless the value is `nil`, or one with which programs write that no value is set.
  package mutating func add(_ key: Detail.Key, _ value: Detail.Value?, line: Int? = nil) {
    if let value, !value.isUnset { details.append(Detail(key, value, line: line)) }
  }

  /// Adds a detail of text unless the text is `nil` or empty.
  package mutating func add(_ key: Detail.Key, _ text: String?, line: Int? = nil) {
    if let text, !text.isEmpty { details.append(Detail(key, .text(text), line: line)) }
  }
}

extension Detail.Value {
  /// Whether the value is the largest one of a type of integers, or negative: programs store it for "not set" and "no limit".
  ///
  /// A duration of 2^31 - 1 seconds is 68 years. Sizes of 2 and 4 GB occur, so only the largest numbers of 64 bits are none.
  package var isUnset: Bool {
    switch self {
    case .bytes(let count): count == .max || count == UInt64(Int64.max)
    case .seconds(let seconds): seconds < 0 || Self.unsetSeconds.contains(seconds)
    case .text, .number, .percent, .flag, .rows: false
    }
  }

  private static let unsetSeconds: Set<Double> = [
    Double(Int32.max), Double(UInt32.max), Double(Int64.max), Double(UInt64.max),
  ]
}
