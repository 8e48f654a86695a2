import CrashReports
import Diagnosis
import Vocabulary

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

  static let detail = EvidenceKind(
    "detail", "word",
    "A fact that only some kinds of reports state, by its name in the JSON output's `details`; with at most one of the "
      + "tests below. Without a test, it is enough that the report states the fact. Its value is captured under this "
      + "name, if the name consists of letters.",
    others: [
      FileKey("equals", "text", "The value is equal to this text, ignoring case."),
      FileKey("contains", "text or list", "The value contains this text, or one text of a list, ignoring case."),
      FileKey(
        "atLeast", "number",
        "The value is at least this number (bytes, seconds, percent). The units `KB`, `MB` and `GB` are allowed."),
      FileKey("atMost", "number", "The value is at most this number."),
    ]
  ) { fields, value, reader in
    guard let name = fields.text(value, "'detail'") else { return nil }
    guard let key = Detail.Key.catalog.first(where: { $0.name == name }) else {
      reader.faults.add(
        value, "unknown detail '\(shown(name))'",
        hint: NearestWord.to(name, among: Detail.Key.catalog.map(\.name)).map { "Did you mean '\($0)'?" }
          ?? "For the details of a report: diagnose --format json, under \"details\".")
      return nil
    }
    let tests = ["equals", "contains", "atLeast", "atMost"].filter { fields[$0] != nil }
    guard tests.count <= 1 else {
      reader.faults.add(value, "a detail has \(tests.joined(separator: " and ")); only one test is allowed")
      return nil
    }
    var test = ValueTest.isStated
    if let text = fields.text("equals", limit: 500) { test = .equals(text) }
    if let texts = fields.texts("contains", limit: 500) { test = .contains(texts.map(\.text)) }
    for name in ["atLeast", "atMost"] {
      guard let node = fields[name] else { continue }
      guard let number = node.text.flatMap(ValueTest.number) else {
        if !node.isRefused { reader.faults.add(node, "'\(name)' must be a number such as 100, 1.5 or 200MB") }
        return nil
      }
      test = name == "atLeast" ? .atLeast(number) : .atMost(number)
    }
    if tests.isEmpty == false, case .isStated = test { return nil }
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
}
