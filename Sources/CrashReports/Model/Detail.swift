/// A fact that only some kinds of reports state: the limit that was passed, the largest process, how long a hang took.
///
/// What every crash has stands in the members of `CrashReport`; the rest stands here, in the order in which a person
/// would tell it, so that a new kind of report needs no new member in every output.
package struct Detail: Sendable, Equatable {
  /// Which fact it is.
  package var key: Key
  /// What the report states for the fact, in the unit of `key`.
  package var value: Value
  /// Line of the input, from 1.
  package var line: Int?

  /// Creates a detail; `line` is the line of the input, from 1.
  package init(_ key: Key, _ value: Value, line: Int? = nil) {
    self.key = key
    self.value = value
    self.line = line
  }
}

extension Detail {
  /// Which fact. The catalog of all is `Detail.Key.catalog`.
  package struct Key: Hashable, Sendable {
    /// Name in the JSON output's `details`: lower camel case, ending in the unit where there is one (`Bytes`,
    /// `Seconds`, `Percent`).
    package let name: String
    /// For people: two or three words.
    package let label: String
    /// Meaning and source, for the documentation and `diagnose explain`.
    package let meaning: String

    /// Creates a key from its name in JSON, its label for people and its meaning.
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
    /// In bytes.
    case bytes(UInt64)
    /// In seconds.
    case seconds(Double)
    /// Of one processor or of a limit: 100 is the whole.
    case percent(Double)
    case flag(Bool)
    /// Rows of a table, as the processes of a jetsam report.
    case rows([[Detail]])
  }
}

extension CrashReport {
  /// The first detail of this key.
  package func detail(_ key: Detail.Key) -> Detail? { details.first { $0.key == key } }

  /// Adds a detail unless there is nothing to say.
  package mutating func add(_ key: Detail.Key, _ value: Detail.Value?, line: Int? = nil) {
    if let value { details.append(Detail(key, value, line: line)) }
  }

  /// Adds a detail of text unless the text is `nil` or empty.
  package mutating func add(_ key: Detail.Key, _ text: String?, line: Int? = nil) {
    if let text, !text.isEmpty { details.append(Detail(key, .text(text), line: line)) }
  }
}
