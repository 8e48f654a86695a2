import Bytes
import CrashReports
import Vocabulary

/// Texts, functions, values of fields and facts of which a report must contain one for evidence to match; all but facts
/// as grams of their literals.
///
/// This is a filter: it may accept a report that the evidence does not match, but never rejects one that it matches.
package struct EvidenceNeeds: Sendable {
  /// Alternatives that may occur in one of the report's texts.
  var texts: [[UInt16]] = []
  /// Alternatives that may occur in the functions of the primary stacks.
  var functions: [[UInt16]] = []
  /// Alternatives that may occur in one of the fields that `AnalysisContext.fieldGrams` contains.
  var fields: [[UInt16]] = []
  /// Alternatives that may be facts of the report (`AnalysisContext.facts`).
  var facts: [String] = []
  /// True if the evidence may match without any of the alternatives.
  var isUnknown = false
  /// Facts of which a report must have one besides the alternatives: functions such as `CFRelease` are in many stacks, and the exception
  /// tells them apart. `nil` for no such condition.
  var required: [String]?

  /// No needs are known: the evidence is always evaluated.
  package static let unknown = EvidenceNeeds(isUnknown: true)
  /// The evidence cannot match.
  static let never = EvidenceNeeds()

  /// Returns the needs of evidence that looks for one of these templates in a message.
  package static func texts(_ templates: [TextTemplate]) -> EvidenceNeeds {
    EvidenceNeeds(texts: templates.map(\.grams))
  }

  init(
    texts: [[UInt16]] = [], functions: [[UInt16]] = [], fields: [[UInt16]] = [], facts: [String] = [],
    isUnknown: Bool = false
  ) {
    self.texts = texts
    self.functions = functions
    self.fields = fields
    self.facts = facts
    // An alternative that is too short for a gram may occur anywhere.
    self.isUnknown = isUnknown || [texts, functions, fields].contains { $0.contains { $0.isEmpty } }
  }

  /// Returns the needs of evidence that matches if either part matches.
  func union(_ other: EvidenceNeeds) -> EvidenceNeeds {
    if isNever { return other }
    if other.isNever { return self }
    var union = EvidenceNeeds(
      texts: texts + other.texts, functions: functions + other.functions, fields: fields + other.fields,
      facts: facts + other.facts, isUnknown: isUnknown || other.isUnknown)
    if let required, let others = other.required {
      union.required = required + others.filter { !required.contains($0) }
    }
    return union
  }

  private var isNever: Bool {
    texts.isEmpty && functions.isEmpty && fields.isEmpty && facts.isEmpty && !isUnknown
  }

  /// Whether a report must have one of some facts, and nothing else is needed.
  private var areFacts: Bool { texts.isEmpty && functions.isEmpty && fields.isEmpty && !isUnknown && !facts.isEmpty }

  /// Returns false if the report contains none of the alternatives.
  func mayBeMet(by context: AnalysisContext) -> Bool {
    guard required?.contains(where: context.facts.contains) ?? true else { return false }
    return isUnknown || texts.contains(where: context.textGrams.mayContain)
      || functions.contains(where: context.stackGrams.mayContain)
      || fields.contains(where: context.fieldGrams.mayContain) || facts.contains(where: context.facts.contains)
  }

  /// How many reports the filter accepts: texts, functions and values are rarer than facts, and most reports are crashes.
  private var breadth: Int {
    if isUnknown { return 3 }
    if facts.isEmpty { return 0 }
    return facts.contains(Self.fact(.crash)) ? 2 : 1
  }

  /// Returns the needs that accept the fewest reports.
  static func narrowest(_ all: some Sequence<EvidenceNeeds>) -> EvidenceNeeds {
    let all = Array(all)
    guard let index = all.indices.min(by: { all[$0].breadth < all[$1].breadth }) else { return .unknown }
    var narrowest = all[index]
    let others = all.indices.filter { $0 != index && all[$0].areFacts }.map { (all[$0].breadth, all[$0].facts) }
    let required = all.compactMap(\.required).map { (1, $0) } + others
    narrowest.required = required.min { ($0.0, $0.1.count) < ($1.0, $1.1.count) }?.1
    return narrowest
  }

  /// The fact that a report is of this kind. A blank distinguishes it from a type, signal or namespace.
  static func fact(_ kind: CrashReport.Kind) -> String { "kind \(kind.rawValue)" }
  /// The fact that the report states this termination code.
  static func fact(terminationCode code: UInt64) -> String { "code \(code.hexadecimal)" }
  /// The fact that the report has this part, for parts that few reports have.
  static func fact(_ part: ReportPart) -> String { "part \(part.rawValue)" }
  /// The fact that the report has this detail, for details that few reports have.
  static func fact(_ detail: Detail.Key) -> String { "detail \(detail.name)" }

  /// Returns the facts of which a report must state one that states one of `fields`; `nil` unless all are details that few
  /// reports have.
  static func details(_ fields: [ReportField]) -> [String]? {
    var facts: [String] = []
    for field in fields {
      guard case .detail(let key) = field, AnalysisContext.rareDetails.contains(key) else { return nil }
      facts.append(fact(key))
    }
    return facts
  }

  /// The fact that the process is an agent of Interface Builder.
  static let agentFact = "agent"
  /// The fact that a field states the name of a language exception.
  static let namedExceptionFact = "named exception"
}

extension Evidence {
  /// Texts and functions of which a report must contain one for the evidence to match.
  var needs: EvidenceNeeds {
    switch self {
    case .text(let query): .texts(query.templates)
    case .frame(let query): query.needs
    case .frames(let queries): queries.lazy.map(\.needs).first { !$0.isUnknown } ?? .unknown
    case .recursion(let query):
      query.through.first.map { EvidenceNeeds(functions: $0.map { GlobSet.grams(of: $0) }) }
        ?? EvidenceNeeds(facts: [EvidenceNeeds.fact(.repetition)])
    case .all(let parts): .narrowest(parts.lazy.map(\.needs))
    case .any(let parts): parts.reduce(.never) { $0.union($1.needs) }
    case .uncited(let part): part.needs
    case .custom(let evidence): evidence.needs
    case .exception(let types, let signals, _): EvidenceNeeds(facts: types + signals)
    case .uncaughtException:
      .texts(AnalysisContext.uncaughtExceptionTemplates)
        .union(EvidenceNeeds(facts: [EvidenceNeeds.namedExceptionFact]))
    case .stackExhausted:
      .texts(AnalysisContext.excessiveRecursion)
        .union(EvidenceNeeds(fields: [GlobSet.grams(of: AnalysisContext.stackGuard)]))
    case .termination(let namespace?, _, _): EvidenceNeeds(facts: [namespace])
    case .termination(nil, let codes, _) where !codes.isEmpty:
      EvidenceNeeds(facts: codes.map(EvidenceNeeds.fact(terminationCode:)).sorted())
    case .agent, .phase: EvidenceNeeds(facts: [EvidenceNeeds.agentFact])
    case .field(let query): query.needs
    case .has(let part) where AnalysisContext.rareParts.contains(part): EvidenceNeeds(facts: [EvidenceNeeds.fact(part)])
    case .kind(let kinds, _): EvidenceNeeds(facts: kinds.map(EvidenceNeeds.fact).sorted())
    case .termination, .has, .capture, .not, .optional: .unknown
    }
  }
}
