/// Two reports side by side: one issue or not, and which rule says so.
package struct SignatureComparison: Hashable, Sendable {
  /// What the keys of two signatures say about the failures.
  package enum Verdict: String, Sendable {
    /// Equal default keys.
    case sameIssue
    /// Equal coarse keys only: related.
    case sameFunction
    case different
  }

  /// One row of the two stacks; a frame that has no partner stands alone.
  package struct Row: Hashable, Sendable {
    /// Frame of the first stack; `nil` where only the second stack has one.
    package let left: SignatureTrace.Frame?
    /// Frame of the second stack; `nil` where only the first stack has one.
    package let right: SignatureTrace.Frame?
    /// True if both are there and are the same function of the same image.
    package var isSame: Bool { left != nil && left?.token == right?.token }
  }

  /// What the keys of both signatures say: the default keys are compared first, then the coarse ones.
  package let verdict: Verdict
  /// One sentence: what joined or split them.
  package let rule: String
  /// Both stacks, frames that are kept in order, equal ones side by side.
  package let rows: [Row]
  /// 0 to 1: how much of the two stacks is alike, frames near the failure counting most.
  package let similarity: Double
  /// From here up two issues of one kind are worth a look together. A belief, to be tuned on labelled pairs.
  package static let suggestedFrom = 0.8

  /// Compares two signatures made by the same version of the algorithm.
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

// MARK: Which rule

extension SignatureComparison {
  private static func rule(_ left: SignatureTrace, _ right: SignatureTrace, _ verdict: Verdict) -> String {
    let (a, b) = (left.signature, right.signature)
    if verdict == .sameIssue { return joining(a, b) }
    if let shape = a.shape, shape == b.shape {
      if a.isVague != b.isVague {
        return "The frames are the same, and one report says less (\(quoted(a.isVague ? a.kind : b.kind))): "
          + "less detail joins more detail."
      }
      return "The frames are the same, but the kinds differ: \(kinds(left, right))."
    }
    if a.kind != b.kind { return "The kinds differ: \(kinds(left, right))." }
    if a.isProvisional != b.isProvisional {
      return "One of them still lacks symbols (\(provisional(a, b))): its key is provisional until they arrive."
    }
    if !a.subjects.isEmpty || !b.subjects.isEmpty { return differingSubjects(a, b) }
    if let label = differingLabels(a.tokens.first, b.tokens.first) { return label }
    if a.tokens.first != b.tokens.first {
      let frame = left.isFallback || right.isFallback ? "first frame that counts" : "first frame of the app"
      return "The \(frame) differs: \(quoted(a.tokens.first)) and \(quoted(b.tokens.first))."
    }
    if a.lead != b.lead {
      return "What was called differs: the lead is \(quoted(a.lead)) in one and \(quoted(b.lead)) in the other."
    }
    let count = min(a.tokens.count, b.tokens.count, Grouping.defaultFrames)
    let place = (0..<count).first { a.tokens[$0] != b.tokens[$0] }
    guard let place else {
      return "The first frame of the app is the same, and one stack ends where the other has more of the app's frames."
    }
    return
      "The first frame of the app is the same; frame \(place + 1) of the app differs: \(quoted(a.tokens[place])) and "
      + "\(quoted(b.tokens[place]))."
  }

  private static func joining(_ a: Signature, _ b: Signature) -> String {
    if !a.subjects.isEmpty { return "Both are \(a.kind) of the same subject: \(a.subjects.joined(separator: ", "))." }
    let frames = min(a.tokens.count, Grouping.defaultFrames)
    let what = frames == 1 ? "the only frame that counts is" : "the first \(frames) frames that count are"
    let variant = a.key(.strict) == b.key(.strict) ? "" : " Frames further out differ: two variants of one issue."
    return "Kind, lead and frames agree: \(what) the same.\(variant)"
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
      return "One of them has a stack that counts, the other none."
    }
    for (left, right) in zip(a.subjects, b.subjects) where left != right {
      return "The subjects differ: \(quoted(left)) and \(quoted(right))."
    }
    return "One of them says more: \(quoted(a.subjects.joined(separator: ", "))) and "
      + "\(quoted(b.subjects.joined(separator: ", ")))."
  }

  /// Two functions that only argument labels tell apart.
  private static func differingLabels(_ a: String?, _ b: String?) -> String? {
    guard let a, let b, a != b, let left = a.firstIndex(of: "("), let right = b.firstIndex(of: "("),
      a[..<left] == b[..<right]
    else { return nil }
    return "The first functions differ in their argument labels only: \(quoted(a)) and \(quoted(b))."
  }
}

// MARK: Rows

extension SignatureComparison {
  /// Aligned as a difference of texts: the longest sequence that both have, found by its table for stacks this short.
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
  /// The k-th occurrence of a function in one stack is matched with the k-th in the other. Position i weighs
  /// 1 / (1 + i); the smaller weights of all matches are compared with the larger of the two sums. Linear.
  private static func similarity(_ left: SignatureTrace, _ right: SignatureTrace) -> Double {
    let a = reduced(left)
    let b = reduced(right)
    guard !a.isEmpty, !b.isEmpty else { return left.lines == right.lines ? 1 : 0 }
    var places: [String: [Int]] = [:]
    for (position, token) in a.enumerated() { places[token, default: []].append(position) }
    var used: [String: Int] = [:]
    var shared = 0.0
    for (position, token) in b.enumerated() {
      let turn = used[token, default: 0]
      used[token] = turn + 1
      guard let others = places[token], turn < others.count else { continue }
      shared += 1 / Double(1 + max(position, others[turn]))
    }
    let longer = max(a.count, b.count)
    let whole = (0..<longer).reduce(0.0) { $0 + 1 / Double(1 + $1) }
    return shared / whole
  }

  /// The stack after step 7: without what was cut, dropped and folded. A recursion is its turn.
  private static func reduced(_ trace: SignatureTrace) -> [String] {
    trace.frames.filter { $0.fate != .cut && $0.fate != .dropped && $0.fate != .folded }.compactMap(\.token)
  }
}
