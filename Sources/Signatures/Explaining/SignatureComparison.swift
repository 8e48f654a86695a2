/// A comparison of two reports: whether they are one issue, and why.
package struct SignatureComparison: Hashable, Sendable {
  /// The relation of two signatures by their keys.
  package enum Verdict: String, Sendable {
    /// Equal default keys.
    case sameIssue
    /// Only equal coarse keys: related issues.
    case sameFunction
    /// Different keys.
    case different
  }

  /// A row of the aligned stacks. A frame without a counterpart has a row of its own.
  package struct Row: Hashable, Sendable {
    /// The frame of the first stack; `nil` if only the second stack has one.
    package let left: SignatureTrace.Frame?
    /// The frame of the second stack; `nil` if only the first stack has one.
    package let right: SignatureTrace.Frame?
    /// True if both frames exist and have the same function and image.
    package var isSame: Bool { left != nil && left?.token == right?.token }
  }

  /// The relation of the signatures. The default keys are compared first, then the coarse keys.
  package let verdict: Verdict
  /// A sentence that explains the verdict.
  package let rule: String
  /// Both stacks in their order, with equal frames in the same row.
  package let rows: [Row]
  /// The similarity of the stacks from 0 to 1. Frames near the failure have the highest weight.
  package let similarity: Double
  /// The minimum similarity at which two issues of one kind are suggested as one. An estimate that was not tuned yet.
  package static let suggestedFrom = 0.8

  /// Compares two signatures of the same version of the algorithm.
  package init(_ left: SignatureTrace, _ right: SignatureTrace) {
    if left.signature.key(.default) == right.signature.key(.default) {
      verdict = .sameIssue
    } else if left.signature.key(.coarse) == right.signature.key(.coarse) {
      verdict = .sameFunction
    } else {
      verdict = .different
    }
    rule = Self.rule(left, right, verdict)
    rows = Self.rows(left.frames, right.frames)
    similarity = Self.similarity(left, right)
  }
}

// MARK: Rule

extension SignatureComparison {
  private static func rule(_ left: SignatureTrace, _ right: SignatureTrace, _ verdict: Verdict) -> String {
    let (a, b) = (left.signature, right.signature)
    if verdict == .sameIssue { return joining(a, b) }
    if let shape = a.shape, shape == b.shape {
      if a.isUnspecific != b.isUnspecific {
        return "The frames are the same, and one report has less detail (\(quoted(a.isUnspecific ? a.kind : b.kind))): "
          + "less detail joins more detail."
      }
      return "The frames are the same, but the kinds differ: \(kinds(left, right))."
    }
    if a.kind != b.kind { return "The kinds differ: \(kinds(left, right))." }
    if a.isProvisional != b.isProvisional {
      return
        "One report is not fully symbolicated (\(provisional(a, b))): its key is provisional until symbols are found."
    }
    if !a.subjects.isEmpty || !b.subjects.isEmpty { return differingSubjects(a, b) }
    if let label = differingLabels(a.tokens.first, b.tokens.first) { return label }
    if a.tokens.first != b.tokens.first {
      let frame = left.isFallback || right.isFallback ? "first frame in the key" : "first frame of the app"
      return "The \(frame) differs: \(quoted(a.tokens.first)) and \(quoted(b.tokens.first))."
    }
    if a.lead != b.lead {
      return "The called functions differ: the lead is \(quoted(a.lead)) in one and \(quoted(b.lead)) in the other."
    }
    let count = min(a.tokens.count, b.tokens.count, Grouping.defaultFrames)
    let position = (0..<count).first { a.tokens[$0] != b.tokens[$0] }
    guard let position else {
      return "The first frame of the app is the same, but one stack has more frames of the app."
    }
    return
      "The first frame of the app is the same; frame \(position + 1) of the app differs: \(quoted(a.tokens[position])) "
      + "and \(quoted(b.tokens[position]))."
  }

  private static func joining(_ a: Signature, _ b: Signature) -> String {
    if !a.subjects.isEmpty { return "Both are \(a.kind) of the same subject: \(a.subjects.joined(separator: ", "))." }
    let frames = min(a.tokens.count, Grouping.defaultFrames)
    let what = frames == 1 ? "the only frame in the key is" : "the first \(frames) frames in the key are"
    let variant = a.key(.strict) == b.key(.strict) ? "" : " Outer frames differ: two variants of one issue."
    return "Kind, lead and frames match: \(what) the same.\(variant)"
  }

  private static func kinds(_ left: SignatureTrace, _ right: SignatureTrace) -> String {
    left.kindExplanation + " and " + right.kindExplanation
  }

  private static func provisional(_ a: Signature, _ b: Signature) -> String {
    quoted(a.isProvisional ? a.tokens.first : b.tokens.first)
  }

  private static func quoted(_ text: String?) -> String { text.map { "“\($0)”" } ?? "none" }

  private static func differingSubjects(_ a: Signature, _ b: Signature) -> String {
    guard !a.subjects.isEmpty, !b.subjects.isEmpty else {
      return "One report has frames in its key, the other does not."
    }
    for (left, right) in zip(a.subjects, b.subjects) where left != right {
      return "The subjects differ: \(quoted(left)) and \(quoted(right))."
    }
    return "One report has more detail: \(quoted(a.subjects.joined(separator: ", "))) and "
      + "\(quoted(b.subjects.joined(separator: ", ")))."
  }

  /// Explains the difference of two functions that differ only in argument labels; `nil` for any others.
  private static func differingLabels(_ a: String?, _ b: String?) -> String? {
    guard let a, let b, a != b, let left = a.firstIndex(of: "("), let right = b.firstIndex(of: "("),
      a[..<left] == b[..<right]
    else { return nil }
    return "The first functions differ only in their argument labels: \(quoted(a)) and \(quoted(b))."
  }
}

// MARK: Rows

extension SignatureComparison {
  /// Aligns the stacks by their longest common subsequence, computed with a table because stacks are short.
  private static func rows(_ left: [SignatureTrace.Frame], _ right: [SignatureTrace.Frame]) -> [Row] {
    var numbers: [String?: Int] = [:]
    func number(_ frame: SignatureTrace.Frame) -> Int {
      let key = frame.token
      if let known = numbers[key] { return known }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
    let a = left.map(number)
    let b = right.map(number)
    var table = Array(repeating: Array(repeating: UInt16(0), count: b.count + 1), count: a.count + 1)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        table[i][j] = a[i] == b[j] ? table[i + 1][j + 1] + 1 : max(table[i + 1][j], table[i][j + 1])
      }
    }
    var rows: [Row] = []
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if i < a.count, j < b.count, a[i] == b[j] {
        rows.append(Row(left: left[i], right: right[j]))
        (i, j) = (i + 1, j + 1)
      } else if j == b.count || (i < a.count && table[i + 1][j] >= table[i][j + 1]) {
        rows.append(Row(left: left[i], right: nil))
        i += 1
      } else {
        rows.append(Row(left: nil, right: right[j]))
        j += 1
      }
    }
    return rows
  }
}

// MARK: Similarity

extension SignatureComparison {
  /// Returns the similarity in linear time. The k-th occurrence of a function in one stack is matched with the k-th in
  /// the other. Position i has the weight 1 / (1 + i). The result is the sum of the smaller weights of all matches,
  /// divided by the larger total weight of the two stacks.
  private static func similarity(_ left: SignatureTrace, _ right: SignatureTrace) -> Double {
    let a = reduced(left)
    let b = reduced(right)
    guard !a.isEmpty, !b.isEmpty else { return left.lines == right.lines ? 1 : 0 }
    var positions: [String: [Int]] = [:]
    for (position, token) in a.enumerated() { positions[token, default: []].append(position) }
    var used: [String: Int] = [:]
    var shared = 0.0
    for (position, token) in b.enumerated() {
      let turn = used[token, default: 0]
      used[token] = turn + 1
      guard let others = positions[token], turn < others.count else { continue }
      shared += 1 / Double(1 + max(position, others[turn]))
    }
    let longer = max(a.count, b.count)
    let total = (0..<longer).reduce(0.0) { $0 + 1 / Double(1 + $1) }
    return shared / total
  }

  /// Returns the stack after step 7, without cut, dropped and folded frames. Of a recursion, one turn remains.
  private static func reduced(_ trace: SignatureTrace) -> [String] {
    trace.frames.filter { $0.fate != .cut && $0.fate != .dropped && $0.fate != .folded }.compactMap(\.token)
  }
}
