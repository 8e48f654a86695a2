import Bytes
import CrashReports

/// Evidence about uncaught language exceptions.
extension AnalysisContext {
  /// An uncaught exception: what the report's fields or a message of the runtime state.
  struct UncaughtException: Sendable {
    /// The class or type.
    let name: String
    /// The recorded reason, also of several lines; `nil` if the report does not contain it.
    let reason: String?
    /// Line of the input, from 1; `nil` if unknown.
    let line: Int?
    /// The text to cite if lines cannot be quoted.
    let member: String
    /// Other captures of the message.
    let captures: [String: String]
    /// True if prose or source code only quotes the message.
    let isMention: Bool
  }

  /// Returns the first uncaught exception with one of `names` whose reason passes `test`; `nil` if there is none.
  func uncaughtException(names: Set<String>, reason test: ReasonTest, statement: String?) -> EvidenceMatch? {
    if case .statesOther(let templates) = test, reasonsAgree(with: templates) { return nil }
    var mention: EvidenceMatch?
    for exception in uncaughtExceptions where names.isEmpty || names.contains(exception.name) {
      guard let stated = Self.captures(of: exception.reason, test) else { continue }
      var captures = exception.captures.merging(stated) { _, stated in stated }
      captures["exception"] = exception.name
      captures["reason"] = exception.reason.map(Self.quoted)
      var found = match(line: exception.line, member: exception.member, statement: statement, captures: captures)
      found.isMention = exception.isMention
      if !found.isMention { return found }
      mention = mention ?? found
    }
    return mention
  }

  /// Returns the facts that `test` finds in a reason; `nil` if the reason does not pass.
  private static func captures(of reason: String?, _ test: ReasonTest) -> [String: String]? {
    switch test {
    case .any: return [:]
    case .isMissing: return reason == nil ? [:] : nil
    case .statesOther: return reason == nil ? nil : [:]
    case .states(let templates):
      guard let reason else { return nil }
      let matchable = MatchableText(reason)
      return templates.lazy.compactMap { $0.match(matchable) }.first?.filter { isFact($0.value) }
    }
  }

  /// Returns whether one of the recorded reasons contains one of `templates`, or no reason is recorded.
  private func reasonsAgree(with templates: [TextTemplate]) -> Bool {
    let reasons = matchableReasons
    return reasons.isEmpty || reasons.contains { reason in templates.contains { $0.match(reason) != nil } }
  }

  /// The reasons of uncaught exceptions; that of a field also without a name.
  func findRecordedReasons() -> [String] {
    var reasons = uncaughtExceptions.filter { !$0.isMention }.compactMap(\.reason)
    if report.exception?.name == nil, let reason = Self.recorded(report.exception?.reason) { reasons.append(reason) }
    return reasons
  }

  /// Returns true if the pattern's texts do not occur in the reasons of the uncaught exceptions that the report contains:
  /// the failure that the texts or frames describe may then be another one. Without a reason, true if the texts occur in
  /// the name of an exception, which alone proves little.
  func reasonIsOther(than pattern: Pattern) -> Bool {
    guard pattern.isSpecific, pattern.family.raisesExceptions, !uncaughtExceptions.isEmpty || !recordedReasons.isEmpty
    else { return false }
    let queries = pattern.textQueries
    // Patterns without texts compare the reason themselves.
    guard !queries.isEmpty else { return false }
    guard matchableReasons.isEmpty else {
      return !matchableReasons.contains { reason in queries.contains { $0.occurs(in: reason) } }
    }
    return uncaughtExceptions.contains { exception in
      let name = MatchableText("uncaught exception '" + exception.name + "', reason: ")
      return !exception.isMention && queries.contains { $0.occurs(in: name) }
    }
  }

  /// The exceptions that the report states to be uncaught, those of its fields first.
  func findUncaughtExceptions() -> [UncaughtException] {
    var found: [UncaughtException] = []
    if let name = report.exception?.name, !Evidence.exceptionWasCaught.holds(in: self) {
      // A message without a reason is a text of the log.
      let line =
        report.lines[.exceptionReason] ?? report.lines[.exceptionType]
        ?? texts.first { $0.message.line != nil && $0.message.text.containsBytes(ignoringCase: name) }?.message.line
      found.append(
        UncaughtException(
          name: name, reason: Self.recorded(report.exception?.reason), line: line, member: name, captures: [:],
          isMention: false))
    }
    let templates = Self.uncaughtExceptionTemplates.filter { $0.mayMatch(textGrams) }
    guard !templates.isEmpty else { return found }
    for text in texts where found.count < Self.maxExceptions {
      for template in templates {
        guard let occurrence = template.occurrence(in: text.matchable), let name = occurrence.captures["exception"],
          !Self.isCpp(name, template)
        else { continue }
        found.append(
          UncaughtException(
            name: name, reason: Self.recorded(occurrence.captures["reason"]), line: text.message.line,
            member: text.message.text, captures: occurrence.captures, isMention: isMention(text, at: occurrence.start)))
        break
      }
    }
    return found
  }

  /// A log may contain thousands of them, and each is compared with every text.
  private static let maxExceptions = 32

  /// Returns whether the C++ runtime named the type, and it is not that of an Objective-C exception.
  private static func isCpp(_ name: String, _ template: TextTemplate) -> Bool {
    guard template.source.hasPrefix("uncaught exception of type") else { return false }
    return !name.hasPrefix("NS") && !name.hasPrefix("_NS") || name.hasPrefix("NSt")
  }

  static let uncaughtExceptionTemplates: [TextTemplate] = [
    "uncaught exception '{exception}', reason: {reason}", "uncaught exception '{exception}'",
    "uncaught exception of class '{exception}'", "uncaught exception of type {exception}",
    "uncaught exception: {exception}",
    "raised a \"{exception}\" exception: {reason}",
  ]

  /// Returns the reason without quotation marks around it; `nil` for a placeholder.
  static func recorded(_ reason: String?) -> String? {
    guard let reason else { return nil }
    var text = reason[...]
    while let last = text.last, last == "'" || last == "\"" || last.isWhitespace { text.removeLast() }
    while let first = text.first, first == "'" || first == "\"" || first.isWhitespace { text.removeFirst() }
    guard isFact(String(text.prefix(characters: maxQuotedReason))), !placeholders.contains(text.lowercased()) else {
      return nil
    }
    return String(text)
  }

  /// What is printed for nil, and what the unified log prints for private data.
  private static let placeholders: Set<String> = ["(null)", "null", "nil", "<null>", "<nil>", "<private>", "none"]

  /// Returns the first line of a reason, shortened for a headline.
  static func quoted(_ reason: String) -> String {
    let line = reason.split(whereSeparator: \.isNewline).first ?? ""
    return line.shortened(to: maxQuotedReason)
  }

  /// The maximum number of characters of a reason in a headline.
  private static let maxQuotedReason = 160
}

extension Pattern.Family {
  /// Whether failures of this family are exceptions of Objective-C, whose reason tells which failure it is.
  var raisesExceptions: Bool {
    switch self {
    case .exception, .nib, .autolayout, .concurrency: true
    case .designables, .resource, .memory, .stack, .swift, .loading, .ibtool, .kill, .tools: false
    }
  }
}

extension Pattern {
  /// The conditions on texts of all grades, without those of texts that must not occur.
  var textQueries: [TextQuery] { collectedTextQueries.value { grades.flatMap(\.evidence.textQueries) } }
}

extension TextQuery {
  /// Returns whether the words of the query occur in a text of any origin.
  fileprivate func occurs(in text: MatchableText) -> Bool {
    let isStated = templates.contains { template in
      guard let captures = template.match(text) else { return false }
      return requires.allSatisfy { name, globs in captures[name].map { GlobSet.shared(globs).matches($0) } ?? false }
    }
    return isStated && !without.contains { $0.match(text) != nil }
  }
}

extension Evidence {
  fileprivate var textQueries: [TextQuery] {
    switch self {
    case .text(let query): query.templates.contains { $0.source.isEmpty } ? [] : [query]
    case .uncaughtException(_, .states(let templates), _): [TextQuery(templates)]
    case .custom(let evidence): evidence.wordings.isEmpty ? [] : [TextQuery(evidence.wordings)]
    case .all(let parts), .any(let parts): parts.flatMap(\.textQueries)
    case .optional(let part), .uncited(let part): part.textQueries
    case .frame, .frames, .exception, .uncaughtException, .termination, .agent, .phase, .stackExhausted, .recursion,
      .kind, .field, .has, .capture, .not:
      []
    }
  }
}
