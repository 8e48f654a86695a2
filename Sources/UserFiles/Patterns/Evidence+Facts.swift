import Bytes
import CrashReports
import Diagnosis
import Vocabulary

/// What a detail's value must be.
enum DetailTest: Sendable {
  case isStated
  case equals(String)
  case contains([String])
  case atLeast(Double)
  case atMost(Double)

  /// `100`, `1.5`, `200MB`; `nil` for anything else.
  static func number(_ text: String) -> Double? {
    var digits = text[...]
    var factor = 1.0
    for (unit, value) in [("KB", 1024.0), ("MB", 1_048_576), ("GB", 1_073_741_824)] where digits.hasSuffix(unit) {
      digits = digits.dropLast(2)
      factor = value
      break
    }
    while digits.last == " " { digits = digits.dropLast() }
    guard !digits.isEmpty, digits.utf8.count <= 30,
      digits.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E }),
      let number = Double(digits)
    else { return nil }
    return number * factor
  }

  func holds(for value: Detail.Value) -> Bool {
    switch self {
    case .isStated: return true
    case .equals(let text): return value.words.lowercased() == text.lowercased()
    case .contains(let texts):
      let words = value.words.lowercased()
      return texts.contains { words.contains($0.lowercased()) }
    case .atLeast(let least): return value.amount.map { $0 >= least } ?? false
    case .atMost(let most): return value.amount.map { $0 <= most } ?? false
    }
  }

  var words: String {
    switch self {
    case .isStated: "is stated"
    case .equals(let text): "is `\(text)`"
    case .contains(let texts): "has " + texts.map { "`\($0)`" }.joined(separator: " or ")
    case .atLeast(let number): "is at least \(number.formatted)"
    case .atMost(let number): "is at most \(number.formatted)"
    }
  }
}

extension Double {
  /// Whole numbers without a point.
  fileprivate var formatted: String { Int(exactly: self).map(String.init) ?? String(self) }
}

extension Detail.Value {
  /// The value as text to compare with.
  fileprivate var words: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .bytes(let count): String(count)
    case .seconds(let number), .percent(let number): number.formatted
    case .flag(let flag): flag ? "true" : "false"
    case .rows(let rows): rows.map { $0.map(\.value.words).joined(separator: " ") }.joined(separator: "\n")
    }
  }

  fileprivate var amount: Double? {
    switch self {
    case .text(let text): DetailTest.number(text)
    case .number(let number): Double(number)
    case .bytes(let count): Double(count)
    case .seconds(let number), .percent(let number): number
    case .flag, .rows: nil
    }
  }
}

extension Evidence {
  /// The report is of one of these kinds.
  static func ofKind(_ kinds: Set<CrashReport.Kind>, says: String) -> Evidence {
    .custom("a report of the kind " + kinds.map { "`\($0.rawValue)`" }.sorted().joined(separator: " or ")) {
      circumstances in
      let kind = circumstances.report.kind
      guard kinds.contains(kind) else { return nil }
      return Proof(witnesses: [circumstances.witness(line: nil, member: "kind: \(kind.rawValue)", says: says)])
    }
  }

  /// The report states a fact that passes a test; the part of the fact's name.
  static func fact(_ key: Detail.Key, _ test: DetailTest, says: String) -> Evidence {
    .custom("the detail `\(key.name)` that \(test.words)") { circumstances in
      guard let found = circumstances.report.details.first(where: { $0.key == key && test.holds(for: $0.value) })
      else { return nil }
      let value = found.value.words
      let parts = [key.name: value]
      let witness = circumstances.witness(
        line: found.line, member: "\(key.label): \(value.prefix(200))", says: filled(says, with: parts))
      return Proof(witnesses: [witness], parts: parts)
    }
  }

  static func process(named globs: [String], says: String) -> Evidence {
    let set = GlobSet(globs)
    return .custom("a process named " + globs.map { "`\($0)`" }.joined(separator: " or ")) { circumstances in
      guard let name = circumstances.report.process?.name, set.matches(name) else { return nil }
      let line = circumstances.report.lines[.processName]
      let says = filled(says, with: ["process": name])
      return Proof(witnesses: [circumstances.witness(line: line, member: "process: \(name)", says: says)])
    }
  }

  /// The system, or on a simulator its runtime.
  static func system(_ globs: [String], says: String) -> Evidence {
    let set = GlobSet(globs)
    return .custom("a system " + globs.map { "`\($0)`" }.joined(separator: " or ")) { circumstances in
      let host = circumstances.report.host
      guard let name = [host.simulatedRuntime, host.os].compactMap({ $0 }).first(where: set.matches) else {
        return nil
      }
      let line = circumstances.report.lines[.os]
      return Proof(witnesses: [circumstances.witness(line: line, member: "system: \(name)", says: says)])
    }
  }

  /// The system ended the process in this namespace, whatever the code.
  static func ended(by namespace: String, says: String) -> Evidence {
    .custom("a termination by `\(namespace)`") { circumstances in
      guard let termination = circumstances.report.termination, termination.namespace == namespace else { return nil }
      let code = termination.code.map { " " + $0.hexadecimal } ?? ""
      return Proof(witnesses: [
        circumstances.witness(
          line: circumstances.report.lines[.termination], member: namespace + code, says: says)
      ])
    }
  }
}
