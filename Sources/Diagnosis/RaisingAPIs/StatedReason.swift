import Bytes
import CrashReports
import Knowledge

/// A message that is one of the known wordings of the catalog of raising APIs: it tells which check failed, also if no
/// stack names the function.
struct StatedReason: Sendable {
  /// The entry with the wording.
  let entry: RaisingAPI
  /// The index of the reason in the entry.
  let index: Int
  /// Whether other functions print the same text: then the entry is the one with most reports of it.
  let isShared: Bool

  /// A wording of the catalog.
  private struct Wording: Sendable {
    let template: TextTemplate
    let entry: String
    let index: Int
    /// The number of bytes of literal text: the wording with most of it is the most specific one.
    let length: Int
    /// The number of public reports.
    let count: Int
    let isException: Bool
    let exceptions: [String]
  }

  /// The wordings of entries that were read before.
  private static let read = Memo<String, [Wording]>()

  /// Returns the wordings of an entry with enough text to be told from others.
  private static func wordings(of entry: RaisingAPI) -> [Wording] {
    read.value(entry.id) {
      entry.reasons.indices.compactMap { index -> Wording? in
        guard let wording = entry.reasons[index].wording else { return nil }
        let template = TextTemplate(wording)
        guard template.isSpecific else { return nil }
        return Wording(
          template: template, entry: entry.id, index: index, length: template.literalLength,
          count: entry.reasons[index].count, isException: entry.mechanisms.contains(.exception),
          exceptions: entry.exceptions)
      }
    }
  }

  /// Finds the most specific wording in the reasons of uncaught exceptions; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - exceptions: The names of the exceptions; an entry that lists others does not apply.
  ///   - reasons: Their reasons.
  init?(exceptions: [String], reasons: [MatchableText]) {
    self.init(reasons) { wording in
      wording.isException
        && (wording.exceptions.isEmpty || exceptions.isEmpty || exceptions.contains(where: wording.exceptions.contains))
    }
  }

  /// Finds the most specific wording in messages with which checks of Swift and of C libraries end the process.
  init?(messages: [MatchableText]) {
    self.init(messages) { !$0.isException }
  }

  /// Finds the wording of the first text that has one: the reason of another exception does not explain the first.
  private init?(_ texts: [MatchableText], where accepts: (Wording) -> Bool) {
    guard !texts.isEmpty else { return nil }
    // The wordings that any of the texts may have: logs have thousands of texts without one.
    var grams = GramSet()
    for text in texts { grams.insert(text.lowered) }
    let wordings = RaisingAPIIndex.standard.entries(wordedIn: grams).flatMap(Self.wordings)
      .filter { accepts($0) && $0.template.mayMatch(grams) }
    guard !wordings.isEmpty else { return nil }
    for text in texts {
      guard let found = Self(text, wordings) else { continue }
      self = found
      return
    }
    return nil
  }

  private init?(_ text: MatchableText, _ wordings: [Wording]) {
    var best: Wording?
    var isShared = false
    for wording in wordings {
      if let best, wording.length < best.length { continue }
      guard wording.template.match(text) != nil else { continue }
      let isTie = best.map { $0.length == wording.length && $0.entry != wording.entry } ?? false
      isShared = isTie || isShared && best?.length == wording.length
      if isTie, let best, best.count >= wording.count { continue }
      best = wording
    }
    guard let best, let entry = RaisingAPIIndex.standard.entry(id: best.entry) else { return nil }
    self.entry = entry
    index = best.index
    self.isShared = isShared
  }

  /// The facts for a finding, by which its texts find the catalog's.
  var captures: [String: String] {
    var captures = ["entry": entry.id, "entryReason": String(index), "requirement": entry.requirement]
    if isShared {
      // A frequent cause is not stated in a headline.
      captures["projectReason"] = RaisedAPI.ReasonSource.next.rawValue
    } else {
      captures["isStated"] = "report"
    }
    return captures
  }
}

extension Evidence {
  /// The reason of the uncaught exception is a known wording of one entry of the catalog of raising APIs.
  static let knownReason = Evidence.custom(
    CustomEvidence(
      "the exception's reason is a wording of one function of the catalog of raising APIs",
      reason: "The wordings are data of another catalog.", explanations: []
    ) { context in
      guard let stated = context.statedReason, !stated.isShared else { return nil }
      return EvidenceMatch(captures: stated.captures)
    })

  /// The reason is a known wording of several entries: it does not tell which function raised.
  static let sharedReason = Evidence.custom(
    CustomEvidence(
      "the exception's reason is a wording of several functions of the catalog of raising APIs",
      reason: "The wordings are data of another catalog.", explanations: []
    ) { context in
      guard let stated = context.statedReason, stated.isShared else { return nil }
      return EvidenceMatch(captures: stated.captures)
    })

  /// A message of a check of Swift or of a C library is a known wording of the catalog.
  static let knownMessage = Evidence.custom(
    CustomEvidence(
      "the message of a failed check is a wording of the catalog of raising APIs",
      reason: "The wordings are data of another catalog.", explanations: []
    ) { context in
      let messages = context.texts.lazy.map(\.matchable).filter { text in
        checks.contains { text.firstOccurrence(of: $0, from: 0) != nil }
      }
      guard let stated = StatedReason(messages: Array(messages.prefix(maxMessages))), !stated.isShared else {
        return nil
      }
      return EvidenceMatch(captures: stated.captures)
    })

  /// What messages of failed checks contain, in lower case.
  private static let checks: [[UInt8]] = [
    "fatal error", "precondition failure", "precondition failed", "assertion failed", "assertion failure",
    "bug detected", "api violation",
  ].map { Array($0.utf8) }
  /// A log may contain thousands of them; the first ones are of the failure that ended the process.
  private static let maxMessages = 8
}

extension AnalysisContext {
  /// The wording of the catalog that is the reason of the uncaught exceptions.
  fileprivate var statedReason: StatedReason? {
    StatedReason(exceptions: uncaughtExceptions.filter { !$0.isMention }.map(\.name), reasons: matchableReasons)
  }
}
