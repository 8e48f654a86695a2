import Bytes
package import CrashReports

/// The facts that a report must contain for a pattern to match. Data, so that it can be evaluated, explained and
/// printed.
///
/// Every `statement` is a constant template for `filled(_:with:)` that explains what the cited line proves; its
/// captures come from the report. Evidence without a `statement` is required but not cited.
package indirect enum Evidence: Sendable {
  /// Text in one of the report's messages.
  case text(TextQuery)
  /// A frame of a stack.
  case frame(FrameQuery)
  /// Frames of one stack in this order, innermost first, others between them allowed.
  case frames([FrameQuery])
  /// The Mach exception or signal.
  case exception(types: [String] = [], signals: [String] = [], statement: String? = nil)
  /// An uncaught Objective-C or C++ exception with one of these names (empty: any) whose reason passes a test; captures
  /// `exception` and `reason`. Found in the report's fields, or in a message of the runtime.
  case uncaughtException(names: Set<String>, reason: ReasonTest = .any, statement: String? = nil)
  /// The namespace and code with which the system terminated the process (empty: any code); captures `code`.
  case termination(namespace: String? = nil, codes: Set<UInt64> = [], statement: String? = nil)
  /// The process is one of Interface Builder's agents.
  case agent
  /// What Interface Builder's agent was doing.
  case phase(AgentPhase, statement: String)
  /// The faulting address is *inside* the stack's guard region, or the system states a stack overflow. The words
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
  /// Adds a constant capture; always matches.
  case capture(String, String)
  /// Matches if all parts match.
  case all([Evidence])
  /// The first part that matches; evidence if at least one matches.
  case any([Evidence])
  /// Matches if the part does not match; cites nothing.
  case not(Evidence)
  /// Optional evidence: always matches, and adds witnesses and captures if the part matches.
  case optional(Evidence)
  /// Matches if the part matches, but cites and captures nothing.
  case uncited(Evidence)
  /// Evidence in code, for facts that data cannot describe: pasted source code, and arithmetic over frames.
  case custom(CustomEvidence)
}

/// A test of an exception's reason. A name such as `NSRangeException` is used for many failures; the reason tells which.
package enum ReasonTest: Sendable {
  /// Any reason, or none.
  case any
  /// A template occurs in the reason, most specific first; adds its captures.
  case states([TextTemplate])
  /// The report does not contain the reason, as on devices.
  case isMissing
  /// The report contains a reason, and no template occurs in one.
  case statesOther([TextTemplate])
}

/// Evidence that is code.
package final class CustomEvidence: Sendable {
  /// A description of the evidence, for the page of the pattern.
  package let description: String
  /// The reason why it is code and not data.
  package let reason: String
  /// Texts or functions without which the evidence cannot match: it is not evaluated for other reports.
  package let needs: EvidenceNeeds
  /// Every template that its witnesses may use.
  package let explanations: [String]
  /// The texts for which it looks.
  package let wordings: [TextTemplate]
  /// Returns what the evidence is based on; `nil` if it does not match.
  package let check: @Sendable (AnalysisContext) -> EvidenceMatch?

  /// Creates evidence from its parts.
  package init(
    _ description: String, reason: String, needs: EvidenceNeeds = .unknown, explanations: [String],
    wordings: [TextTemplate] = [],
    check: @escaping @Sendable (AnalysisContext) -> EvidenceMatch?
  ) {
    self.description = description
    self.reason = reason
    self.needs = needs
    self.explanations = explanations
    self.wordings = wordings
    self.check = check
  }
}

/// A sequence of frames that repeats in the crashed thread; captures `period`, `rounds` and, if the report omits
/// frames, `omitted`.
package final class RecursionQuery: Sendable {
  /// Lists of globs: for each list, a round must contain a frame that matches one of its globs.
  package let through: [[String]]
  /// The minimum number of listed rounds, unless the report omits frames.
  package let minRounds: Int
  /// The minimum number of listed frames in the rounds, unless the report omits frames.
  package let minFrames: Int
  /// What the repetition proves; `nil` if it is required but not cited. May use the captures.
  package let statement: String?
  private let compiled = OnDemand<[GlobSet]>()

  /// The globs of `through`.
  var globs: [GlobSet] { compiled.value { through.map { GlobSet($0) } } }

  /// Creates a query from its parts; by default any repetition matches.
  package init(through: [[String]] = [], minRounds: Int = 0, minFrames: Int = 0, statement: String? = nil) {
    self.through = through
    self.minRounds = minRounds
    self.minFrames = minFrames
    self.statement = statement
  }

  /// The statement for further cited frames of a round.
  static let furtherFrame = "This frame is part of the repeating sequence."
  /// The statement for the same frame one round further out.
  static let nextRound = "The same function occurs again, {period} frames further out."
}

/// The result of evidence that matches: the facts on which it is based.
package struct EvidenceMatch: Sendable {
  /// The cited lines and members, in display order; empty for evidence that cites nothing.
  package var witnesses: [Witness]
  /// Facts of the report by name, for use in headline, cause and remedy.
  package var captures: [String: String]
  /// The code to look at first; `nil` if this evidence blames nothing.
  package var blame: Blame?
  /// The index of the blamed frame in the crash stack; `nil` if no frame is blamed.
  package var blamedFrame: Int?
  /// True if a required text is only quoted in prose, documentation or source code: the finding is then at most
  /// possible.
  package var isMention = false

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
    if witnesses.isEmpty {
      witnesses = other.witnesses
    } else if !other.witnesses.isEmpty {
      // Several frames that the other evidence cites on the same line are all added.
      let known = witnesses
      witnesses += other.witnesses.filter { witness in
        !known.contains { $0.line == witness.line && $0.text == witness.text }
      }
    }
    if captures.isEmpty {
      captures = other.captures
    } else if !other.captures.isEmpty {
      captures.merge(other.captures) { first, _ in first }
    }
    isMention = isMention || other.isMention
    if blame == nil {
      blame = other.blame
      blamedFrame = other.blamedFrame
    }
  }
}
