import CrashReports
import Diagnosis
import Vocabulary

/// Writes evidence in the language of pattern files, so that a built-in pattern can be the start of a custom one.
///
/// The text is YAML in flow style: `{ frame: ["*CardStore.open*"], position: "first 12" }`.
enum EvidenceWriter {
  /// Returns the evidence as YAML; `nil` for evidence that is code.
  static func text(_ evidence: Evidence) -> String? {
    switch evidence {
    case .text(let query): message(query)
    case .frame(let query): frame(query)
    case .frames(let queries): mapping([("frames", list(queries.map(frame)))])
    case .exception(let types, let signals, let statement):
      mapping([("exception", textsOrAny(types + signals))] + cited(statement))
    case .uncaughtException(let names, let reason, let statement):
      mapping([("uncaughtException", textsOrAny(names.sorted()))] + test(reason) + cited(statement))
    case .termination(let namespace, let codes, let statement):
      mapping(
        [("termination", textsOrAny(codes.sorted().map(\.hexadecimal)))]
          + (namespace.map { [("namespace", quoted($0))] } ?? []) + cited(statement))
    case .agent: "{ agent: true }"
    case .phase(let phase, let statement): mapping([("phase", phase.rawValue)] + cited(statement))
    case .stackExhausted(let statement): mapping([("stackExhausted", "true")] + cited(statement))
    case .recursion(let query): recursion(query)
    case .kind(let kinds, let statement):
      mapping([("kind", texts(kinds.map(\.rawValue).sorted()))] + cited(statement))
    case .field(let query): field(query)
    case .has(let part): mapping([("has", part.rawValue)])
    case .capture(let name, let text): mapping([("capture", mapping([(name, quoted(text))]))])
    case .all(let parts): parts.isEmpty ? nil : combined("all", parts)
    case .any(let parts): parts.isEmpty ? nil : combined("any", parts)
    case .not(let part): text(part).map { mapping([("not", $0)]) }
    case .optional(let part): text(part).map { mapping([("also", $0)]) }
    case .uncited(let part): text(part).map { mapping([("uncited", $0)]) }
    case .custom: nil
    }
  }

  /// Returns a text as a double-quoted scalar.
  static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      default:
        if scalar.value < 0x20 || scalar.properties.generalCategory == .control {
          out += "\\U" + hex(scalar.value, digits: 8)
        } else {
          out.unicodeScalars.append(scalar)
        }
      }
    }
    return out + "\""
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private static func mapping(_ entries: [(String, String)]) -> String {
    "{ " + entries.map { "\($0.0): \($0.1)" }.joined(separator: ", ") + " }"
  }

  private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }

  private static func texts(_ texts: [String]) -> String { list(texts.map(quoted)) }

  private static func textsOrAny(_ texts: [String]) -> String { texts.isEmpty ? "any" : self.texts(texts) }

  private static func combined(_ name: String, _ parts: [Evidence]) -> String? {
    let found = parts.compactMap(text)
    return found.count == parts.count ? mapping([(name, list(found))]) : nil
  }

  private static func cited(_ statement: String?) -> [(String, String)] {
    [statement.map { ("statement", quoted($0)) } ?? ("cited", "false")]
  }

  /// Returns a key with texts, unless there are none.
  private static func optional(_ name: String, _ values: [String]) -> [(String, String)] {
    values.isEmpty ? [] : [(name, texts(values))]
  }

  private static func flag(_ name: String, _ value: Bool, unless usual: Bool = false) -> [(String, String)] {
    value == usual ? [] : [(name, value ? "true" : "false")]
  }

  private static func message(_ query: TextQuery) -> String {
    let sources = query.templates.map(\.source)
    var entries = [("message", texts(sources.map { $0.isEmpty ? "{}" : $0 }))]
    if let origins = query.origins { entries.append(("from", texts(origins.map(\.rawValue).sorted()))) }
    entries += optional("without", query.without.map(\.source))
    switch query.author {
    case .named(let names): entries.append(("author", texts(names)))
    case .agent: entries.append(("author", "agent"))
    case .notAgent: entries.append(("author", "notAgent"))
    case nil: break
    }
    if !query.requires.isEmpty {
      let globs = query.requires.sorted { $0.key < $1.key }.map { ($0.key, texts($0.value)) }
      entries.append(("requires", mapping(globs)))
    }
    entries += flag("atStart", query.isAtStart)
    if query.minCount > 1 { entries.append(("count", String(query.minCount))) }
    entries += flag("citesAll", query.citesAll) + flag("swiftLocation", query.readsSwiftLocation)
    return mapping(entries + flag("shorten", query.shortens, unless: true) + cited(query.statement))
  }

  private static func frame(_ query: FrameQuery) -> String {
    var entries = [("frame", textsOrAny(query.functions))]
    entries += optional("excluding", query.excluding) + optional("named", query.named.map(\.source))
    entries += optional("images", query.images) + optional("roles", query.roles.map(\.rawValue).sorted())
    entries += optional("traits", query.traits.map(\.rawValue))
    switch query.position {
    case .first(let count): entries.append(("position", quoted("first \(count)")))
    case .anyThread: entries.append(("position", "anyThread"))
    case .anywhere: break
    }
    entries += flag("ignoreCase", query.ignoresCase) + flag("blamed", query.blamed)
    return mapping(entries + flag("inferred", query.kind == .inferred) + cited(query.statement))
  }

  private static func recursion(_ query: RecursionQuery) -> String {
    var entries = [("recursion", query.through.isEmpty ? "true" : list(query.through.map(texts)))]
    if query.minRounds > 0 { entries.append(("minRounds", String(query.minRounds))) }
    if query.minFrames > 0 { entries.append(("minFrames", String(query.minFrames))) }
    return mapping(entries + cited(query.statement))
  }

  private static func field(_ query: FieldQuery) -> String {
    var entries = [("field", texts(query.fields.map(ReportFieldName.name)))]
    switch query.test {
    case .isStated: break
    case .equals(let text): entries.append(("equals", quoted(text)))
    case .contains(let values): entries.append(("contains", texts(values)))
    case .hasWord(let values): entries.append(("hasWord", texts(values)))
    case .matches(let globs): entries.append(("matches", texts(globs)))
    case .atLeast(let number): entries.append(("atLeast", number.plainText))
    case .atMost(let number): entries.append(("atMost", number.plainText))
    case .isText: entries.append(("isText", "true"))
    }
    if let name = query.capture { entries.append(("as", quoted(name))) }
    return mapping(entries + flag("inferred", query.kind == .inferred) + cited(query.statement))
  }

  private static func test(_ reason: ReasonTest) -> [(String, String)] {
    switch reason {
    case .any: []
    case .states(let templates): [("reason", texts(templates.map(\.source)))]
    case .isMissing: [("noReason", "true")]
    case .statesOther(let templates): [("otherReason", texts(templates.map(\.source)))]
    }
  }
}
