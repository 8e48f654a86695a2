import Bytes

/// Texts and functions of which a report must contain one for evidence to match, as grams of their literals.
///
/// This is a filter: it may accept a report that the evidence does not match, but never rejects one that it matches.
package struct EvidenceNeeds: Sendable {
  /// Alternatives that may occur in one of the report's texts.
  var texts: [[UInt16]] = []
  /// Alternatives that may occur in the functions of the primary stacks.
  var functions: [[UInt16]] = []
  /// True if the evidence may match without any of the alternatives.
  var isUnknown = false

  /// No needs are known: the evidence is always evaluated.
  package static let unknown = EvidenceNeeds(isUnknown: true)
  /// The evidence cannot match.
  static let never = EvidenceNeeds()

  /// Returns the needs of evidence that looks for one of these templates in a message.
  package static func texts(_ templates: [TextTemplate]) -> EvidenceNeeds {
    EvidenceNeeds(texts: templates.map(\.grams))
  }

  init(texts: [[UInt16]] = [], functions: [[UInt16]] = [], isUnknown: Bool = false) {
    self.texts = texts
    self.functions = functions
    // An alternative that is too short for a gram may occur anywhere.
    self.isUnknown = isUnknown || texts.contains { $0.isEmpty } || functions.contains { $0.isEmpty }
  }

  /// Returns the needs of evidence that matches if either part matches.
  func union(_ other: EvidenceNeeds) -> EvidenceNeeds {
    EvidenceNeeds(
      texts: texts + other.texts, functions: functions + other.functions, isUnknown: isUnknown || other.isUnknown)
  }
}

extension Evidence {
  /// Texts and functions of which a report must contain one for the evidence to match.
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
      .not, .optional:
      .unknown
    }
  }
}
