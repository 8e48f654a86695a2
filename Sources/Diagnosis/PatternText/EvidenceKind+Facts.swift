import CrashReports
import Vocabulary
import YAMLText

extension EvidenceKind {
  static let kind = EvidenceKind(
    "kind", "word or list",
    "The kind of report: `crash`, `hang`, `jetsam`, `resource`, `watchdog`, `panic`, `preview`, `launch`, `leak`, "
      + "`sample`, `statistics`, `unknown`."
  ) { fields, value, reader in
    guard let kinds = fields.words(value, "kind of report", among: reportKinds) else { return nil }
    let names = kinds.map(\.rawValue).sorted().joined(separator: " or ")
    return .kind(kinds, statement: reader.statement(fields, "The report kind is " + names + "."))
  }

  private static let reportKinds: [CrashReport.Kind] = [
    .crash, .hang, .jetsam, .resource, .watchdog, .panic, .preview, .launch, .leak, .sample, .statistics, .unknown,
  ]

  private static let valueTests: [FileKey] = [
    FileKey("equals", "text", "The value is equal to this text, ignoring case."),
    FileKey("contains", "text or list", "The value contains this text, or one text of a list, ignoring case."),
    FileKey("hasWord", "text or list", "The value contains one of these as a separate word; case-sensitive."),
    FileKey("matches", "text or list", "The value matches one of these globs; case-sensitive."),
    FileKey(
      "atLeast", "number",
      "The value is at least this number (bytes, seconds, percent). The units `KB`, `MB` and `GB` are allowed."),
    FileKey("atMost", "number", "The value is at most this number."),
    FileKey("isText", "true", "The value is a text, not a number, a flag or a table."),
  ]

  /// Returns the test of a value; `nil` after a fault.
  private static func valueTest(_ fields: Fields, _ value: YAMLNode, _ reader: EvidenceReader) -> ValueTest? {
    let tests = valueTests.map(\.name).filter { fields[$0] != nil }
    guard tests.count <= 1 else {
      reader.faults.add(value, "the evidence has \(tests.joined(separator: " and ")); only one test is allowed")
      return nil
    }
    guard let name = tests.first, let node = fields[name] else { return .isStated }
    switch name {
    case "equals": return fields.text("equals", limit: 500).map(ValueTest.equals)
    case "contains": return fields.texts("contains", limit: 500).map { .contains($0.map(\.text)) }
    case "hasWord": return fields.texts("hasWord", limit: 500).map { .hasWord($0.map(\.text)) }
    case "matches": return reader.globs(fields, node, "'matches'").map(ValueTest.matches)
    case "isText": return fields.flag("isText") == true ? .isText : nil
    default: break
    }
    guard let number = node.text.flatMap(ValueTest.number) else {
      if !node.isRefused { reader.faults.add(node, "'\(name)' must be a number such as 100, 1.5 or 200MB") }
      return nil
    }
    return name == "atLeast" ? .atLeast(number) : .atMost(number)
  }

  static let detail = EvidenceKind(
    "detail", "word",
    "A fact that only some kinds of reports state, by its name in the JSON output's `details`; with at most one of the "
      + "tests below. Without a test, it is enough that the report states the fact. Its value is captured under this "
      + "name, if the name consists of letters.",
    others: valueTests
  ) { fields, value, reader in
    guard let name = fields.text(value, "'detail'") else { return nil }
    guard let key = Detail.Key.catalog.first(where: { $0.name == name }) else {
      reader.faults.add(
        value, "unknown detail '\(shown(name))'",
        hint: NearestWord.to(name, among: Detail.Key.catalog.map(\.name)).map { "Did you mean '\($0)'?" }
          ?? "For the details of a report: diagnose --format json, under \"details\".")
      return nil
    }
    guard let test = valueTest(fields, value, reader) else { return nil }
    reader.captures.insert(key.name)
    return .field(
      .detail(key), test, capture: key.name,
      statement: reader.statement(fields, key.label + ", as the report states it."))
  }

  static let process = EvidenceKind(
    "process", "text or list", "Globs for the name of the process."
  ) { fields, value, reader in
    reader.globs(fields, value, "'process'").map {
      .field(
        .process, .matches($0), capture: "process", statement: reader.statement(fields, "The process is {process}."))
    }
  }

  static let os = EvidenceKind(
    "os", "text or list",
    "Globs for the operating system: `macOS 14*`, `iOS 17.4*`. In a simulator, its runtime is also compared."
  ) { fields, value, reader in
    reader.globs(fields, value, "'os'").map {
      .field(.os, .matches($0), statement: reader.statement(fields, "The operating system matches."))
    }
  }

  static let field = EvidenceKind(
    "field", "word or list",
    "A member of the report, by a name below; the first of a list that passes the test is used. With at most one test; "
      + "without one, it is enough that the report states the value. "
      + ReportFieldName.catalog.map { "`\($0.name)`: \($0.meaning)" }.joined(separator: "; ") + ".",
    others: valueTests + [
      FileKey("as", "text", "Letters: the name under which the value is captured. Default: not captured."),
      FileKey("inferred", "true or false", "Whether `statement` is a conclusion. Default: false."),
    ]
  ) { fields, value, reader in
    guard let words = fields.texts(value, "'field'", limit: 100) else { return nil }
    let members = words.compactMap { word -> ReportField? in
      if let found = ReportFieldName.field(word.text) { return found }
      reader.faults.add(
        word.node, "unknown field '\(shown(word.text))'",
        hint: NearestWord.hint(word.text, among: ReportFieldName.catalog.map(\.name)))
      return nil
    }
    guard members.count == words.count, let test = valueTest(fields, value, reader) else { return nil }
    var capture: String?
    if let node = fields["as"] {
      capture = fields.text("as", limit: 40)
      guard let name = capture, reader.add(capture: name, node) else { return nil }
    }
    return .field(
      FieldQuery(
        members, test, capture: capture, kind: reader.kind(fields),
        statement: reader.statement(fields, "The report states this value.")))
  }

  static let has = EvidenceKind(
    "has", "word",
    "The report has this part: " + ReportPart.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ") + ".",
    cites: false
  ) { fields, value, reader in
    guard let text = fields.text(value, "'has'", limit: 100) else { return nil }
    return fields.word(text, value, "part of a report", among: ReportPart.allCases).map(Evidence.has)
  }

  static let known = EvidenceKind(
    "known", "word",
    "Evidence by its name: one of the pattern's `facts`, or of built-in patterns: "
      + NamedEvidence.catalog.map { "`\($0.name)`: \($0.meaning)" }.joined(separator: "; ") + ".",
    cites: false
  ) { fields, value, reader in
    guard let text = fields.text(value, "'known'", limit: 100) else { return nil }
    return reader.known(text, value)
  }

  static let capture = EvidenceKind(
    "capture", "mapping",
    "Adds constant captures, such as `{ cause: login }`; always matches. Used in one branch of `any`, it tells the "
      + "branches apart.",
    cites: false
  ) { fields, value, reader in
    guard case .mapping(let entries) = value.content, !entries.isEmpty, entries.count <= 20 else {
      if !value.isRefused { reader.faults.add(value, "'capture' must be a mapping of names to texts") }
      return nil
    }
    var parts: [Evidence] = []
    for entry in entries {
      guard let name = entry.key.text, let text = fields.text(entry.value, "a captured text", limit: 500),
        reader.add(capture: name, entry.key)
      else { return nil }
      parts.append(.capture(name, text))
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  // MARK: Combinations

  static let all = EvidenceKind(
    "all", "list of evidence",
    "All pieces of evidence match. A list in place of one piece of evidence means the same.",
    cites: false
  ) { fields, value, reader in
    guard let items = fields.list("all") else { return nil }
    return reader.list(items, value).map(Evidence.all)
  }

  static let any = EvidenceKind(
    "any", "list of evidence", "At least one piece of evidence matches; the first that does is cited.", cites: false
  ) { fields, value, reader in
    guard let items = fields.list("any") else { return nil }
    return reader.list(items, value).map(Evidence.any)
  }

  static let not = EvidenceKind(
    "not", "evidence", "The evidence does not match.", cites: false
  ) { fields, value, reader in
    reader.evidence(value).map(Evidence.not)
  }

  static let optional = EvidenceKind(
    "also", "evidence", "Optional evidence: cited if it matches, but not required.", cites: false
  ) { fields, value, reader in
    reader.evidence(value).map(Evidence.optional)
  }

  static let uncited = EvidenceKind(
    "uncited", "evidence", "The evidence matches, but nothing of it is cited or captured.", cites: false
  ) { fields, value, reader in
    let known = reader.captures
    defer { reader.captures = known }
    return reader.evidence(value).map(Evidence.uncited)
  }
}
