import Bytes

/// What must occur in a report for evidence to hold, as far as that follows from its wordings and function names.
///
/// One of the alternatives must occur: for each the grams of its literals. A filter, so it may say "perhaps" where the
/// evidence does not hold, but never "no" where it does.
package struct EvidenceNeeds: Sendable {
  /// Alternatives that would stand in one of the report's texts.
  var texts: [[UInt16]] = []
  /// Alternatives that would stand among the functions of the telling stacks.
  var functions: [[UInt16]] = []
  /// True if the evidence may hold without any of them.
  var isUnknown = false

  /// Nothing is known: the evidence must be asked.
  package static let unknown = EvidenceNeeds(isUnknown: true)
  /// The evidence cannot hold.
  static let never = EvidenceNeeds()

  /// What evidence needs that looks for one of these wordings in a message.
  package static func texts(_ templates: [TextTemplate]) -> EvidenceNeeds {
    EvidenceNeeds(texts: templates.map(\.grams))
  }

  init(texts: [[UInt16]] = [], functions: [[UInt16]] = [], isUnknown: Bool = false) {
    self.texts = texts
    self.functions = functions
    // An alternative that is too short for a gram may occur anywhere.
    self.isUnknown = isUnknown || texts.contains { $0.isEmpty } || functions.contains { $0.isEmpty }
  }

  /// One or the other.
  func union(_ other: EvidenceNeeds) -> EvidenceNeeds {
    EvidenceNeeds(
      texts: texts + other.texts, functions: functions + other.functions, isUnknown: isUnknown || other.isUnknown)
  }
}

extension Evidence {
  /// What must occur for this to hold.
  var needs: EvidenceNeeds {
    switch self {
    case .text(let query): .texts(query.templates)
    case .frame(let query): query.needs
    case .frames(let queries): queries.lazy.map(\.needs).first { !$0.isUnknown } ?? .unknown
    case .recursion(let query): query.through.first.map { EvidenceNeeds(functions: GlobSet($0).grams) } ?? .unknown
    case .all(let parts): parts.lazy.map(\.needs).first { !$0.isUnknown } ?? .unknown
    case .any(let parts): parts.reduce(.never) { $0.union($1.needs) }
    case .uncited(let part): part.needs
    case .custom(let evidence): evidence.needs
    case .exception, .uncaughtException, .termination, .agent, .phase, .stackExhausted, .kind, .field, .has, .capture,
      .not, .also:
      .unknown
    }
  }
}
