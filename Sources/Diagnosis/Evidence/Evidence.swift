import Bytes
package import CrashReports

/// What a report must contain for a pattern to hold: data, so that it can be evaluated, explained and printed.
///
/// Every `statement` is a constant template for `filled(_:with:)` that explains what the cited line proves; its captures come
/// from the report. Evidence without `statement` is needed but not cited.
package indirect enum Evidence: Sendable {
  /// Wording in one of the report's texts.
  case text(TextQuery)
  /// A frame.
  case frame(FrameQuery)
  /// Frames of one stack in this order, innermost first, others between them allowed.
  case frames([FrameQuery])
  /// The Mach exception or signal.
  case exception(types: Set<String> = [], signals: Set<String> = [], statement: String? = nil)
  /// An Objective-C or C++ exception that was not caught, of one of these names (empty: any); captures `exception` and
  /// `reason`. Named by the report's own fields, or by the words of the runtime.
  case uncaughtException(names: Set<String>, statement: String? = nil)
  /// Namespace and code with which the system ended the process (empty: any code); captures `code`.
  case termination(namespace: String? = nil, codes: Set<UInt64> = [], statement: String? = nil)
  /// The process is one of Interface Builder's agents.
  case agent
  /// What the agent was doing.
  case phase(AgentPhase, statement: String)
  /// The fault lies *inside* the stack's guard region, or the system itself says that the stack is used up. The words
  /// "STACK GUARD" in a table of regions prove nothing.
  case stackExhausted(statement: String? = nil)
  /// A repetition in the crashed thread.
  case recursion(RecursionQuery)
  /// The report is of one of these kinds.
  case kind(Set<CrashReport.Kind>, statement: String? = nil)
  /// A member or detail of the report whose value passes a test.
  case field(FieldQuery)
  /// The report has this part; never cited.
  case has(ReportPart)
  /// Adds a constant capture; always holds.
  case capture(String, String)
  case all([Evidence])
  /// The first that holds.
  case any([Evidence])
  case not(Evidence)
  /// Adds its witnesses where it holds, and is not needed.
  case also(Evidence)
  /// Holds where it holds, and cites and captures nothing.
  case uncited(Evidence)
  /// Code, for what no data describes: pasted source, and arithmetic over frames.
  case custom(CustomEvidence)
}

/// Evidence that is code.
package struct CustomEvidence: Sendable {
  /// What it looks for, for the page of the pattern.
  package let description: String
  /// Why it is code and not data.
  package let reason: String
  /// What must occur in a report for it to hold, so that it is not evaluated for reports without it.
  package let needs: EvidenceNeeds
  /// Every template that its witnesses may have.
  package let explanations: [String]
  /// Returns what the evidence rests on; `nil` where it does not hold.
  package let check: @Sendable (AnalysisContext) -> EvidenceMatch?

  /// Creates evidence from its parts.
  package init(
    _ description: String, reason: String, needs: EvidenceNeeds = .unknown, explanations: [String],
    check: @escaping @Sendable (AnalysisContext) -> EvidenceMatch?
  ) {
    self.description = description
    self.reason = reason
    self.needs = needs
    self.explanations = explanations
    self.check = check
  }
}

/// A sequence of frames that repeats in the crashed thread; captures `period`, `rounds` and, where frames are left out,
/// `omitted`.
package struct RecursionQuery: Sendable {
  /// For each list of globs the round has a frame that matches one of them.
  package var through: [[String]]
  /// Listed rounds that there must be, unless the report leaves frames out.
  package var minRounds: Int
  /// Listed frames that the rounds must cover, unless the report leaves frames out.
  package var minFrames: Int
  /// What the repetition proves; `nil` if it is needed but not cited. May use the captures.
  package var statement: String?

  /// Creates a query from its parts; by default any repetition matches.
  package init(through: [[String]] = [], minRounds: Int = 0, minFrames: Int = 0, statement: String? = nil) {
    self.through = through
    self.minRounds = minRounds
    self.minFrames = minFrames
    self.statement = statement
  }

  /// Of the further frames of a round that are cited.
  static let furtherFrame = "This frame is part of the round that repeats."
  /// Of the same frame one round further out.
  static let nextRound = "The same function again, {period} frames further out."
}

/// That evidence holds, and what it rests on.
package struct EvidenceMatch: Sendable {
  /// The cited lines and members, in the order in which they are shown; empty for evidence that cites nothing.
  package var witnesses: [Witness]
  /// Facts of the report by name, for use in headline, cause and remedy.
  package var captures: [String: String]
  /// The code to look at first; `nil` if this evidence blames nothing.
  package var blame: Blame?
  /// Position of the blamed frame in the crash stack.
  package var blamedFrame: Int?

  /// Creates a match from its parts; by default one that cites and captures nothing.
  package init(
    witnesses: [Witness] = [], captures: [String: String] = [:], blame: Blame? = nil, blamedFrame: Int? = nil
  ) {
    self.witnesses = witnesses
    self.captures = captures
    self.blame = blame
    self.blamedFrame = blamedFrame
  }

  mutating func add(_ other: EvidenceMatch) {
    // Several frames that the other evidence cites on one line stay together.
    let known = witnesses
    witnesses += other.witnesses.filter { witness in
      !known.contains { $0.line == witness.line && $0.text == witness.text }
    }
    captures.merge(other.captures) { first, _ in first }
    if blame == nil {
      blame = other.blame
      blamedFrame = other.blamedFrame
    }
  }
}
