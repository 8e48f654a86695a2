import Bytes
package import CrashReports

/// What must stand in a report for a pattern to hold: data, so that it can be run, explained and printed.
package indirect enum Evidence: Sendable {
  /// Wording in one of the report's texts; `from` narrows the kinds of text, `nil` allows all.
  case message(TextTemplate, from: Set<ReportMessage.Origin>? = nil, says: String)
  /// A frame.
  case frame(FrameQuery)
  /// Frames of one stack in this order, innermost first, others between them allowed.
  case frames([FrameQuery])
  /// The Mach exception or signal.
  case exception(types: Set<String> = [], signals: Set<String> = [], says: String)
  /// Namespace and code with which the system ended the process.
  case termination(namespace: String? = nil, codes: Set<UInt64>, says: String)
  /// The process is one of Interface Builder's agents.
  case agent
  /// What the agent was doing.
  case phase(AgentPhase, says: String)
  /// The fault lies *inside* the stack's guard region, or the system itself says that the stack is used up. The words
  /// "STACK GUARD" in a table of regions prove nothing.
  case stackExhausted(says: String)
  /// A repetition whose round has, for every list of globs, a frame that fits one of them.
  case recursion(through: [[String]], says: String)
  case all([Evidence])
  /// The first that holds.
  case any([Evidence])
  case not(Evidence)
  /// Adds its witnesses where it holds, and is not needed.
  case also(Evidence)
  /// Anything else, with its description for the page.
  ///
  /// `needs` says what must occur for it to hold, so that it is not asked of reports without it.
  case custom(String, needs: EvidenceNeeds = .unknown, @Sendable (Circumstances) -> Proof?)
}

/// Which frame is meant.
package struct FrameQuery: Sendable {
  /// How far from the innermost frame it may stand.
  package enum Place: Sendable, Equatable {
    /// Among the first `n` frames of the telling stack.
    case first(Int)
    case anywhere
    /// In any thread of the report.
    case anyThread
  }

  /// Globs over the readable function name; empty: any function.
  package var functions: [String]
  /// Globs over the short image name; empty: any image.
  package var images: [String]
  /// Empty: any role.
  package var roles: Set<FrameRole>
  package var place: Place
  package var ignoresCase: Bool
  /// True if this is the frame a person should look at first.
  package var blamed: Bool
  /// What the frame proves; `nil` for a frame that is needed but not cited. May use `{function}` and `{place}`.
  package var says: String?

  private let functionGlobs: GlobSet
  private let imageGlobs: GlobSet

  package init(
    _ functions: [String], images: [String] = [], roles: Set<FrameRole> = [], place: Place = .anywhere,
    ignoresCase: Bool = false, blamed: Bool = false, says: String? = nil
  ) {
    self.functions = functions
    self.images = images
    self.roles = roles
    self.place = place
    self.ignoresCase = ignoresCase
    self.blamed = blamed
    self.says = says
    functionGlobs = GlobSet(ignoresCase ? functions.map { $0.lowercased() } : functions)
    imageGlobs = GlobSet(images)
  }

  /// What must occur among the functions for a frame to be accepted.
  var needs: EvidenceNeeds {
    // Without a function, or with another thread allowed, nothing follows from the telling stacks.
    functions.isEmpty || place == .anyThread ? .unknown : EvidenceNeeds(functions: functionGlobs.grams)
  }

  /// False if no frame of the stacks that `set` was made from can have such a function.
  func mayMatch(_ set: GramSet) -> Bool { functions.isEmpty || functionGlobs.mayMatch(set) }

  func mayMatch(_ set: LazyGramSet) -> Bool { functions.isEmpty || functionGlobs.mayMatch(set) }

  func accepts(_ frame: CrashReport.Frame) -> Bool {
    if !roles.isEmpty {
      guard let role = frame.role, roles.contains(role) else { return false }
    }
    if !images.isEmpty {
      guard let image = frame.image, imageGlobs.matches(shortImageName(image)) else { return false }
    }
    if !functions.isEmpty {
      guard let name = frame.symbol?.readable else { return false }
      guard functionGlobs.matches(ignoresCase ? name.lowercased() : name) else { return false }
    }
    return true
  }
}

/// That evidence holds, and what it rests on.
package struct Proof: Sendable {
  package var witnesses: [Witness]
  /// Parts of the wording, for use in headline, cause and remedy.
  package var parts: [String: String]
  package var blame: Blame?
  /// Position of the blamed frame in the crash stack.
  package var blamedFrame: Int?

  package init(
    witnesses: [Witness] = [], parts: [String: String] = [:], blame: Blame? = nil, blamedFrame: Int? = nil
  ) {
    self.witnesses = witnesses
    self.parts = parts
    self.blame = blame
    self.blamedFrame = blamedFrame
  }

  mutating func add(_ other: Proof) {
    for witness in other.witnesses
    where !witnesses.contains(where: { $0.line == witness.line && $0.text == witness.text }) {
      witnesses.append(witness)
    }
    parts.merge(other.parts) { first, _ in first }
    if blame == nil {
      blame = other.blame
      blamedFrame = other.blamedFrame
    }
  }
}
