import CrashReports
import YAMLText

extension EvidenceKind {
  static let message = EvidenceKind(
    "message", "text or list of texts",
    "Text in one of the report's messages; if this is a list, one text is enough. `{name}` captures the text "
      + "at this position for the headline, `{}` skips it; `{}` alone is any text, and needs `from`, `author` or "
      + "`without`. Differences in case, white space and quotation marks are ignored.",
    others: [
      FileKey(
        "from", "word or list",
        "The origin of the message: `applicationSpecificInformation`, `exception`, `termination`, `loader`, `preview` "
          + "(Interface Builder), `document` (ibtool), `canvas` (previews), `console`. Default: any."),
      FileKey("without", "text or list of texts", "Text that must not occur in the same message."),
      FileKey(
        "author", "text or list",
        "Globs for the name of the program that must have printed the message; `agent` for an agent of Interface "
          + "Builder, `notAgent` for any other named program."),
      FileKey(
        "requires", "mapping",
        "Globs by the name of a capture, of which its value must match one; case-sensitive: `{ class: [\"UI*\"] }`."),
      FileKey("atStart", "true or false", "Whether the message must begin with the text. Default: false."),
      FileKey(
        "count", "number", "The minimum number of messages that must match; captured as `count`. Default: 1."),
      FileKey("citesAll", "true or false", "Whether every message that matches is cited. Default: false."),
      FileKey(
        "swiftLocation", "true or false",
        "Whether file and line in front of a failure of Swift are the location. Default: false."),
      FileKey(
        "shorten", "true or false",
        "Whether the captures `class`, `library`, `user`, `image`, `bundle` and `source` are shortened to their common names. "
          + "Default: true."),
    ]
  ) { fields, value, reader in
    guard let query = query(fields, value, &reader) else { return nil }
    return .text(query)
  }

  private static func query(_ fields: Fields, _ value: YAMLNode, _ reader: inout EvidenceReader) -> TextQuery? {
    var origins: Set<ReportMessage.Origin>?
    if let node = fields["from"] {
      origins = fields.words(node, "origin of a message", among: ReportMessage.Origin.allCases)
      if origins == nil { return nil }
    }
    let isLimited = fields["from"] != nil || fields["author"] != nil || fields["without"] != nil
    if value.text == "{}", !isLimited {
      reader.faults.add(value, "'{}' alone is any text: it needs 'from', 'author' or 'without'")
      return nil
    }
    guard let templates = reader.templates(fields, "message", isLimited: isLimited),
      let without = reader.templates(fields, "without", isRequired: false), let requires = requires(fields, reader)
    else { return nil }
    let count = fields["count"].map { _ in fields.number("count", in: 1...10_000) } ?? 1
    var author: Author?
    if let node = fields["author"] {
      author = self.author(fields, node, reader)
      if author == nil { return nil }
    }
    guard let count else { return nil }
    if count > 1 { reader.captures.insert("count") }
    if fields.flag("shorten") != false {
      if reader.captures.contains("symbols") { reader.captures.formUnion(["symbol", "others"]) }
      reader.captures.formUnion(
        TextQuery.shortenedCaptures.intersection(reader.captures).flatMap { ["full" + $0, "file" + $0] })
    }
    return TextQuery(
      templates, without: without, from: origins, author: author, requires: requires,
      isAtStart: fields.flag("atStart") ?? false, minCount: count, citesAll: fields.flag("citesAll") ?? false,
      readsSwiftLocation: fields.flag("swiftLocation") ?? false, shortens: fields.flag("shorten") ?? true,
      statement: reader.statement(fields, "The report contains the text that this pattern looks for."))
  }

  private static func author(_ fields: Fields, _ node: YAMLNode, _ reader: EvidenceReader) -> Author? {
    switch node.text {
    case "agent": .agent
    case "notAgent": .notAgent
    default: reader.globs(fields, node, "'author'").map(Author.named)
    }
  }

  private static func requires(_ fields: Fields, _ reader: EvidenceReader) -> [String: [String]]? {
    guard let node = fields["requires"] else { return [:] }
    guard case .mapping(let entries) = node.content, entries.count <= 20 else {
      if !node.isRefused { reader.faults.add(node, "'requires' must be a mapping of captures to globs") }
      return nil
    }
    var found: [String: [String]] = [:]
    for entry in entries {
      guard let name = entry.key.text, reader.captures.contains(name) else {
        reader.faults.add(
          entry.key, "unknown capture '\(shown(entry.key.text ?? ""))' in 'requires'",
          hint: "The message must contain {name} at the position of the value.")
        return nil
      }
      guard let globs = reader.globs(fields, entry.value, "an entry of 'requires'") else { return nil }
      found[name] = globs
    }
    return found
  }

  static let uncaughtException = EvidenceKind(
    "uncaughtException", "text or list",
    "An uncaught Objective-C or C++ exception with one of these names; `any` for any name. Its name and reason are "
      + "captured as `exception` and `reason`. With at most one of the tests below.",
    others: [
      FileKey("reason", "text or list of texts", "Text in the reason, as in `message`."),
      FileKey("otherReason", "text or list of texts", "The report states the reason, and it contains none of these."),
      FileKey("noReason", "true", "The report does not state the reason, as on devices."),
    ]
  ) { fields, value, reader in
    guard let names = fields.texts(value, "'uncaughtException'", limit: 300)?.map(\.text) else { return nil }
    let tests = ["reason", "otherReason", "noReason"].filter { fields[$0] != nil }
    guard tests.count <= 1 else {
      reader.faults.add(value, "the evidence has \(tests.joined(separator: " and ")); only one test is allowed")
      return nil
    }
    reader.captures.formUnion(["exception", "reason"])
    var test = ReasonTest.any
    if fields["reason"] != nil {
      guard let templates = reader.templates(fields, "reason") else { return nil }
      test = .states(templates)
    } else if fields["otherReason"] != nil {
      guard let templates = reader.templates(fields, "otherReason", isRequired: false) else { return nil }
      test = .statesOther(templates)
    } else if fields.flag("noReason") == true {
      test = .isMissing
    }
    return .uncaughtException(
      names: names == ["any"] ? [] : Set(names), reason: test,
      statement: reader.statement(fields, "The exception is {exception}."))
  }
}
