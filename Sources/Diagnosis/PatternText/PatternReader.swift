import Bytes
package import YAMLText

/// Reads a pattern from YAML.
package struct PatternReader {
  /// A pattern with the locations that checks of several files report.
  package struct Reading: Sendable {
    /// The pattern.
    package let pattern: Pattern
    /// The id in the file.
    package let id: YAMLNode
    /// The ids of `supersedes` in the file.
    package let superseded: [(text: String, node: YAMLNode)]
  }

  private let faults: Faults
  private let author: Pattern.Author
  private var evidence: EvidenceReader

  /// Creates a reader of one pattern, which adds its faults to `faults`.
  package init(_ faults: Faults, _ author: Pattern.Author) {
    self.faults = faults
    self.author = author
    evidence = EvidenceReader(faults)
  }

  /// Returns the pattern; `nil` after a fault.
  package mutating func read(_ node: YAMLNode) -> Reading? {
    let before = faults.list.count
    let keys = PatternKeys.pattern + (author == .program ? PatternKeys.program : [])
    guard let fields = Fields(node, keys, of: "a pattern", faults) else { return nil }
    let id = fields["id"].flatMap { identifier($0, fields) }
    let title = fields.text("title", limit: 300)
    let grades = readGrades(fields)
    let cases = (fields.list("cases", maxCount: 40) ?? []).compactMap { readCase($0) }
    let superseded = fields.texts("supersedes", limit: 200) ?? []
    let pattern = Pattern(
      id ?? "", title: title ?? "", family: fields.word("family") ?? .exception,
      revision: fields.number("revision", in: 1...1_000_000) ?? 1,
      since: author == .program ? fields.text("since", limit: 20) ?? "0.1.0" : "custom",
      severity: severity(fields), symptom: fields.text("symptom") ?? title ?? "", grades: grades,
      headline: fields.text("headline", limit: 500) ?? title ?? "", cause: fields.text("cause") ?? "",
      remedy: fields.texts("remedy")?.map(\.text) ?? [],
      cases: cases,
      changes: (fields.list("changes", maxCount: 20) ?? []).compactMap(change),
      gaps: (fields.list("gaps", maxCount: 20) ?? []).compactMap { gap($0) },
      lookalikes: (fields.list("lookalikes", maxCount: 20) ?? []).compactMap { lookalike($0) },
      knownGaps: fields.texts("knownGaps")?.map(\.text) ?? [],
      references: (fields.list("references") ?? []).compactMap(reference),
      supersedes: superseded.map(\.text), generality: fields.number("generality", in: 0...100) ?? 0,
      fallback: fields.word("fallback"), phrases: phrases(fields),
      searchTerms: (fields.texts("search", limit: 200) ?? []).map(\.text).joined(separator: "\n"),
      examples: (fields.list("examples") ?? []).compactMap(example), author: author)
    if fields["grades"] != nil, grades.isEmpty, faults.list.count == before {
      faults.add(node, "a pattern needs at least one grade")
    }
    checkCaptures(fields)
    guard let idNode = fields["id"], faults.list.count == before else { return nil }
    return Reading(pattern: pattern, id: idNode, superseded: superseded)
  }

  /// Returns the grades of a pattern of which only the facts and grades are given; empty after a fault.
  mutating func readGrades(_ node: YAMLNode) -> [Pattern.Grade] {
    guard let fields = Fields(node, PatternKeys.matching, of: "a pattern", faults) else { return [] }
    let grades = readGrades(fields)
    return faults.isEmpty ? grades : []
  }

  private mutating func readGrades(_ fields: Fields) -> [Pattern.Grade] {
    readFacts(fields)
    return fields.list("grades", maxCount: 20).map { $0.compactMap { grade($0) } } ?? []
  }

  /// Reads the named evidence of the pattern. Its captures exist where it is used.
  private mutating func readFacts(_ fields: Fields) {
    guard let node = fields["facts"] else { return }
    guard case .mapping(let entries) = node.content, entries.count <= 50 else {
      if !node.isRefused { faults.add(node, "'facts' must be a mapping of at most 50 names to evidence") }
      return
    }
    for entry in entries {
      guard let name = entry.key.text, EvidenceReader.isName(name), NamedEvidence.with(name: name) == nil else {
        faults.add(
          entry.key, "'\(shown(entry.key.text ?? ""))' must be a name in letters that built-in evidence does not have")
        continue
      }
      evidence.readFact(name, entry.value)
    }
  }

  /// Returns an id in the form `namespace/name`. Built-in ids have no slash, so they never conflict with users' ids.
  private func identifier(_ node: YAMLNode, _ fields: Fields) -> String? {
    guard let id = fields.text(node, "'id'", limit: 100) else { return nil }
    let words = id.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = Pattern.isID(id)
    if author == .program {
      if words.count != 1 || !isPlain { faults.add(node, "'\(shown(id))' is not the id of a pattern of the program") }
      return id
    }
    if words.count == 2, isPlain { return id }
    faults.add(
      node, "'\(shown(id))' is not a valid id: use namespace/name in lowercase letters, digits and hyphens",
      hint: words.count == 1 ? "For example 'acme/\(isPlain ? id : "login-token-lost")'." : nil)
    return nil
  }

  private func severity(_ fields: Fields) -> Finding.Severity {
    guard let node = fields["severity"], let text = fields.text("severity") else { return .error }
    return fields.word(text, node, "severity", among: [.error, .warning, .note]) ?? .error
  }

  private mutating func grade(_ node: YAMLNode) -> Pattern.Grade? {
    guard let fields = Fields(node, PatternKeys.grade, of: "a grade", faults) else { return nil }
    let confidence: Confidence? = fields.word("confidence")
    let cause: Confidence? = fields.word("cause") ?? confidence
    guard let value = fields["evidence"], let found = evidence.evidence(value) else { return nil }
    guard found.cites else {
      faults.add(
        value, "this evidence cites nothing in the report, but every finding must cite something",
        hint: "Add a required message, frame, exception, termination or detail.")
      return nil
    }
    guard let confidence, let cause else { return nil }
    var severity: Finding.Severity?
    if let node = fields["severity"], let text = fields.text("severity") {
      severity = fields.word(text, node, "severity", among: [.error, .warning, .note])
    }
    return Pattern.Grade(confidence, cause: cause, severity: severity, found)
  }

  /// Returns a case. Its captures exist in its own texts only.
  private mutating func readCase(_ node: YAMLNode) -> Pattern.Case? {
    guard let fields = Fields(node, PatternKeys.cases, of: "a case", faults) else { return nil }
    let known = evidence.captures
    defer { evidence.captures = known }
    guard let name = fields.text("name", limit: 40), let line = evidence.templates(fields, "line"),
      let beside = evidence.templates(fields, "beside")
    else { return nil }
    guard !name.contains("/"), Pattern.isID(name) else {
      faults.add(node, "'\(shown(name))' is not a name in lowercase letters, digits and hyphens")
      return nil
    }
    let readsError = fields.flag("error") == true
    if readsError { evidence.captures.insert(Pattern.Case.errorCapture) }
    var further: Evidence?
    if let value = fields["evidence"] {
      further = evidence.evidence(value)
      if further == nil { return nil }
    }
    guard !line.isEmpty || !beside.isEmpty || readsError || further != nil else {
      faults.add(node, "a case needs 'line', 'beside', 'error' or 'evidence'")
      return nil
    }
    checkCaptures(fields)
    return Pattern.Case(
      name, line: line, beside: beside, readsError: readsError, evidence: further, certainty: fields.word("certainty"),
      headline: fields.text("headline", limit: 500), cause: fields.text("cause"),
      remedy: fields.texts("remedy")?.map(\.text) ?? [])
  }

  /// Returns a fact that a report may lack. Its captures do not exist: the gap is printed if the evidence does not match.
  private mutating func gap(_ node: YAMLNode) -> Pattern.Gap? {
    guard let fields = Fields(node, PatternKeys.gap, of: "a gap", faults),
      let text = fields.text("text", limit: 1000), let value = fields["unless"], let unless = condition(value)
    else { return nil }
    return Pattern.Gap(unless: unless, text)
  }

  private mutating func lookalike(_ node: YAMLNode) -> Pattern.LookAlike? {
    guard let fields = Fields(node, PatternKeys.lookalike, of: "a look-alike", faults),
      let pattern = fields.text("pattern", limit: 200), let because = fields.text("because", limit: 1000)
    else { return nil }
    guard let value = fields["when"] else { return Pattern.LookAlike(pattern, because: because) }
    return condition(value).map { Pattern.LookAlike(pattern, because: because, when: $0) }
  }

  private mutating func condition(_ node: YAMLNode) -> Evidence? {
    let known = evidence.captures
    defer { evidence.captures = known }
    return evidence.evidence(node)
  }

  private func phrases(_ fields: Fields) -> [String: [String: String]] {
    guard let node = fields["phrases"] else { return [:] }
    guard case .mapping(let entries) = node.content, entries.count <= 20 else {
      if !node.isRefused { faults.add(node, "'phrases' must be a mapping of captures to mappings") }
      return [:]
    }
    var found: [String: [String: String]] = [:]
    for entry in entries {
      guard let name = entry.key.text, evidence.captures.contains(name),
        case .mapping(let values) = entry.value.content, values.count <= 100
      else {
        faults.add(
          entry.key, "'\(shown(entry.key.text ?? ""))' in 'phrases' must be a capture with a mapping of values to texts"
        )
        continue
      }
      for value in values {
        guard let key = value.key.text, let text = fields.text(value.value, "a phrase", limit: 500) else { continue }
        found[name, default: [:]][key] = text
      }
    }
    return found
  }

  private func change(_ node: YAMLNode) -> Change? {
    guard let fields = Fields(node, PatternKeys.change, of: "a change", faults),
      let language = fields.text("language", limit: 40), let after = fields.text("after")
    else { return nil }
    var change = Change(language, before: fields.text("before"), after: after)
    change.when = fields.text("when", limit: 40)
    change.unless = fields.text("unless", limit: 40)
    return change
  }

  private func reference(_ node: YAMLNode) -> Reference? {
    if let title = node.text, !title.isEmpty { return Reference(title) }
    guard let fields = Fields(node, PatternKeys.reference, of: "a reference", faults),
      let title = fields.text("title", limit: 300)
    else { return nil }
    let url = fields.text("url", limit: 1000)
    if let url, let node = fields["url"], !url.hasPrefix("https://"), !url.hasPrefix("http://") {
      faults.add(node, "a URL must begin with https:// or http://")
      return nil
    }
    return Reference(title, url: url)
  }

  private func example(_ node: YAMLNode) -> Pattern.Example? {
    guard let fields = Fields(node, PatternKeys.example, of: "an example", faults),
      let excerpt = fields.text("excerpt", limit: 200_000)
    else { return nil }
    switch (fields.text("matches", limit: 300), fields.text("doesNotMatch", limit: 300)) {
    case (let shows?, nil):
      return .matches(
        shows, atLeast: fields.word("atLeast") ?? .certain, case: fields.text("case", limit: 40), excerpt)
    case (nil, let shows?):
      if let node = fields["atLeast"] { faults.add(node, "'atLeast' is only allowed with 'matches'") }
      return .doesNotMatch(shows, excerpt)
    default:
      if fields["matches"]?.isRefused != true {
        faults.add(node, "an example needs either 'matches' or 'doesNotMatch', with a description of the excerpt")
      }
      return nil
    }
  }

  /// Adds a fault for each unknown capture: it would be printed as its name.
  private func checkCaptures(_ fields: Fields) {
    let known = evidence.captures.union(Self.standardCaptures)
    for name in ["headline", "cause", "remedy"] {
      guard let node = fields[name] else { continue }
      var texts = [node]
      if case .sequence(let items) = node.content { texts = items }
      for one in texts {
        guard let text = one.text else { continue }
        for capture in Self.requiredCaptures(in: text) where !known.contains(capture) {
          faults.add(
            one, "unknown capture '{\(shown(capture))}'",
            hint: NearestWord.to(capture, among: known.sorted()).map { "Did you mean '{\($0)}'?" }
              ?? "Captures: \(known.sorted().joined(separator: ", ")). "
              + "A default for a capture that may be missing: {\(shown(capture))|the app}."
          )
        }
      }
    }
  }

  /// Captures that every pattern may use: see `AnalysisContext.standardCaptures`.
  private static let standardCaptures: Set<String> = [
    "process", "function", "class", "file", "location", "image", "object", "document", "subject", "reason", "foreign",
    "message", "lead", "unnamed",
  ]

  /// Returns the names of captures without a default. Other braces are code.
  private static func requiredCaptures(in text: String) -> [String] {
    var found: [String] = []
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let start = at + 1
      guard bytes[at] == UInt8(ascii: "{") else {
        at = start
        continue
      }
      at = start
      while at < bytes.count, (0x61...0x7A).contains(bytes[at] | 0x20) { at += 1 }
      if at > start, at < bytes.count, bytes[at] == UInt8(ascii: "}") {
        found.append(String(streamSafe: bytes[start..<at]))
      }
    }
    return found
  }
}

extension Evidence {
  /// True if the evidence cites a line or member of the report when it matches.
  fileprivate var cites: Bool {
    switch self {
    case .text(let query): query.statement != nil
    case .frame(let query): query.statement != nil
    case .frames(let queries): queries.contains { $0.statement != nil }
    case .exception(_, _, let statement), .uncaughtException(_, _, let statement), .termination(_, _, let statement),
      .stackExhausted(let statement), .kind(_, let statement):
      statement != nil
    case .agent, .phase: true
    case .recursion(let query): query.statement != nil
    case .field(let query): query.statement != nil
    case .has, .capture, .not, .optional, .uncited: false
    case .all(let parts): parts.contains(where: \.cites)
    case .any(let parts): parts.allSatisfy(\.cites)
    case .custom(let evidence): !evidence.explanations.isEmpty
    }
  }
}
