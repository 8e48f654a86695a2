import CrashReports
import Vocabulary
import YAMLText

/// Writes evidence in the language of pattern files, so that a built-in pattern can be the start of a custom one.
///
/// The text is YAML in flow style: `{ frame: ["*CardStore.open*"], position: "first 12" }`.
enum EvidenceWriter {
  /// Returns the evidence as YAML; `nil` for evidence that is code and has no name.
  ///
  /// - Parameter names: The names of evidence that is data; `nil` to write it out.
  static func value(_ evidence: Evidence, _ names: FactNames? = nil) -> YAMLValue? {
    if let name = names?.name(of: evidence) ?? NamedEvidence.name(of: evidence, alsoData: names != nil) {
      return .mapping([("known", .word(name))])
    }
    switch evidence {
    case .text(let query): return message(query)
    case .frame(let query): return frame(query)
    case .frames(let queries): return .mapping([("frames", .list(queries.map(frame)))])
    case .exception(let types, let signals, let statement):
      return .mapping([("exception", textsOrAny(types + signals))] + cited(statement))
    case .uncaughtException(let names, let reason, let statement):
      return .mapping([("uncaughtException", textsOrAny(names.sorted()))] + test(reason) + cited(statement))
    case .termination(let namespace, let codes, let statement):
      return .mapping(
        [("termination", textsOrAny(codes.sorted().map(\.hexadecimal)))]
          + (namespace.map { [("namespace", .text($0))] } ?? []) + cited(statement))
    case .agent: return .mapping([("agent", .word("true"))])
    case .phase(let phase, let statement): return .mapping([("phase", .word(phase.rawValue))] + cited(statement))
    case .stackExhausted(let statement): return .mapping([("stackExhausted", .word("true"))] + cited(statement))
    case .recursion(let query): return recursion(query)
    case .kind(let kinds, let statement):
      return .mapping([("kind", .texts(kinds.map(\.rawValue).sorted()))] + cited(statement))
    case .field(let query): return field(query)
    case .has(let part): return .mapping([("has", .word(part.rawValue))])
    case .capture(let name, let text): return .mapping([("capture", .mapping([(name, .text(text))]))])
    case .all(let parts): return parts.isEmpty ? nil : combined("all", parts, names)
    case .any(let parts): return parts.isEmpty ? nil : combined("any", parts, names)
    case .not(let part): return value(part, names).map { .mapping([("not", $0)]) }
    case .optional(let part): return value(part, names).map { .mapping([("also", $0)]) }
    case .uncited(let part): return value(part, names).map { .mapping([("uncited", $0)]) }
    case .custom: return nil
    }
  }

  private static func textsOrAny(_ texts: [String]) -> YAMLValue { texts.isEmpty ? .word("any") : .texts(texts) }

  private static func combined(_ name: String, _ parts: [Evidence], _ names: FactNames?) -> YAMLValue? {
    let found = parts.compactMap { value($0, names) }
    return found.count == parts.count ? .mapping([(name, .list(found))]) : nil
  }

  private static func cited(_ statement: String?) -> [(String, YAMLValue)] {
    [statement.map { ("statement", .text($0)) } ?? ("cited", .word("false"))]
  }

  /// Returns a key with texts, unless there are none.
  private static func optional(_ name: String, _ values: [String]) -> [(String, YAMLValue)] {
    values.isEmpty ? [] : [(name, .texts(values))]
  }

  private static func flag(_ name: String, _ value: Bool, unless usual: Bool = false) -> [(String, YAMLValue)] {
    value == usual ? [] : [(name, .word(value ? "true" : "false"))]
  }

  private static func message(_ query: TextQuery) -> YAMLValue {
    let sources = query.templates.map(\.source)
    var entries: [(String, YAMLValue)] = [("message", .texts(sources.map { $0.isEmpty ? "{}" : $0 }))]
    if let origins = query.origins { entries.append(("from", .texts(origins.map(\.rawValue).sorted()))) }
    entries += optional("without", query.without.map(\.source))
    switch query.author {
    case .named(let names): entries.append(("author", .texts(names)))
    case .agent: entries.append(("author", .word("agent")))
    case .notAgent: entries.append(("author", .word("notAgent")))
    case nil: break
    }
    if !query.requires.isEmpty {
      let globs = query.requires.sorted { $0.key < $1.key }.map { ($0.key, YAMLValue.texts($0.value)) }
      entries.append(("requires", .mapping(globs)))
    }
    entries += flag("atStart", query.isAtStart)
    if query.minCount > 1 { entries.append(("count", .word(String(query.minCount)))) }
    entries += flag("citesAll", query.citesAll) + flag("swiftLocation", query.readsSwiftLocation)
    return .mapping(entries + flag("shorten", query.shortens, unless: true) + cited(query.statement))
  }

  private static func frame(_ query: FrameQuery) -> YAMLValue {
    var entries: [(String, YAMLValue)] = [("frame", textsOrAny(query.functions))]
    entries += optional("excluding", query.excluding) + optional("named", query.named.map(\.source))
    entries += optional("images", query.images) + optional("roles", query.roles.map(\.rawValue).sorted())
    entries += optional("traits", query.traits.map(\.rawValue))
    switch query.position {
    case .first(let count): entries.append(("position", .text("first \(count)")))
    case .anyThread: entries.append(("position", .word("anyThread")))
    case .anywhere: break
    }
    entries += flag("ignoreCase", query.ignoresCase) + flag("blamed", query.blamed)
    return .mapping(entries + flag("inferred", query.kind == .inferred) + cited(query.statement))
  }

  private static func recursion(_ query: RecursionQuery) -> YAMLValue {
    let through: YAMLValue = query.through.isEmpty ? .word("true") : .list(query.through.map { .texts($0) })
    var entries: [(String, YAMLValue)] = [("recursion", through)]
    if query.minRounds > 0 { entries.append(("minRounds", .word(String(query.minRounds)))) }
    if query.minFrames > 0 { entries.append(("minFrames", .word(String(query.minFrames)))) }
    return .mapping(entries + cited(query.statement))
  }

  private static func field(_ query: FieldQuery) -> YAMLValue {
    var entries: [(String, YAMLValue)] = [("field", .texts(query.fields.map(ReportFieldName.name)))]
    switch query.test {
    case .isStated: break
    case .equals(let text): entries.append(("equals", .text(text)))
    case .contains(let values): entries.append(("contains", .texts(values)))
    case .hasWord(let values): entries.append(("hasWord", .texts(values)))
    case .matches(let globs): entries.append(("matches", .texts(globs)))
    case .atLeast(let number): entries.append(("atLeast", .word(number.plainText)))
    case .atMost(let number): entries.append(("atMost", .word(number.plainText)))
    case .isText: entries.append(("isText", .word("true")))
    }
    if let name = query.capture { entries.append(("as", .text(name))) }
    return .mapping(entries + flag("inferred", query.kind == .inferred) + cited(query.statement))
  }

  private static func test(_ reason: ReasonTest) -> [(String, YAMLValue)] {
    switch reason {
    case .any: []
    case .states(let templates): [("reason", .texts(templates.map(\.source)))]
    case .isMissing: [("noReason", .word("true"))]
    case .statesOther(let templates): [("otherReason", .texts(templates.map(\.source)))]
    }
  }
}
