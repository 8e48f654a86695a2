import Bytes
import CrashReports
import Vocabulary

/// A known failure: the evidence that identifies it, its cause, its remedy, and examples that test the evidence.
package final class Pattern: Identifiable, Sendable {
  /// Groups of patterns, in the order of the documentation.
  package enum Family: String, Sendable, CaseIterable {
    case designables, nib, resource, memory, stack, swift, exception, concurrency, autolayout, loading, ibtool, kill,
      tools
  }

  /// When a pattern is evaluated that other findings may make superfluous. In the order of evaluation.
  package enum Fallback: String, Sendable, CaseIterable {
    /// If no specific finding (`isSpecific`) is likely or certain.
    case unlessSpecific
    /// If no other finding is likely or certain.
    case unlessExplained
    /// If there is no other finding.
    case ifNothingElse
  }

  /// Who wrote a pattern.
  package enum Author: Sendable {
    /// It is part of this program.
    case program
    /// The user wrote it, named its file, or trusts it.
    case user
    /// It is from a configuration that was found in a folder: its author is unknown. Its findings are at most likely,
    /// replace no others, and their texts are marked.
    case stranger
  }

  /// The permanent identifier, which reports, databases and suppression rules contain. Kebab-case, family first, named
  /// for the failure and not for the fix.
  package let id: String
  /// When the pattern is evaluated if it is a fallback; `nil` for a pattern that is always evaluated.
  package let fallback: Fallback?
  /// Who wrote the pattern.
  package let author: Author
  /// What a report must contain for the pattern to match, if that is known without reading the pattern.
  let storedNeeds: EvidenceNeeds?
  /// The parts of a pattern that is Swift.
  private let given: Contents?
  /// The document of which the parts are read on first use.
  let document: Document?
  /// See `explanations`.
  let collectedExplanations = OnDemand<[String]>()
  /// See `textQueries`.
  let collectedTextQueries = OnDemand<[TextQuery]>()

  /// Whether the pattern is one failure, and not a kind of failures with many causes.
  package var isSpecific: Bool { generality < 6 }

  // Never inlined, like the other parts of patterns: otherwise optimizing the catalog's initializers takes half as long
  // again.
  /// Creates a pattern from its parts.
  @inline(never)
  package init(
    _ id: String, title: String, family: Family, revision: Int = 1, since: String = "0.1.0",
    severity: Finding.Severity = .error, symptom: String, grades: [Grade], headline: String, cause: String,
    remedy: [String], cases: [Case] = [], changes: [Change] = [], gaps: [Gap] = [], lookalikes: [LookAlike] = [],
    knownGaps: [String] = [], references: [Reference], supersedes: [String] = [], generality: Int = 0,
    fallback: Fallback? = nil, phrases: [String: [String: String]] = [:], searchTerms: String = "", examples: [Example],
    author: Author = .program
  ) {
    self.id = id
    self.fallback = fallback
    self.author = author
    storedNeeds = nil
    document = nil
    given = Contents(
      title: title, family: family, revision: revision, since: since, severity: severity, symptom: symptom,
      grades: grades, headline: headline, cause: cause, remedy: remedy, cases: cases, changes: changes, gaps: gaps,
      lookalikes: lookalikes, knownGaps: knownGaps, references: references, supersedes: supersedes,
      generality: generality, phrases: phrases, searchTerms: searchTerms, examples: examples)
  }

  /// Creates a pattern of the program whose other parts are read on first use.
  init(_ id: String, fallback: Fallback?, needs: EvidenceNeeds, document: Document) {
    self.id = id
    self.fallback = fallback
    author = .program
    storedNeeds = needs
    given = nil
    self.document = document
  }

  /// All parts but those that are known without reading a document.
  var contents: Contents { given ?? document?.contents ?? .empty }

  /// Whether the pattern is a document of the folder `Knowledge/patterns`, and not Swift.
  package var isDocument: Bool { document != nil }

  /// What a report must contain for the pattern to match.
  var needs: EvidenceNeeds { storedNeeds ?? grades.reduce(.never) { $0.union($1.evidence.needs) } }
}

extension Pattern {
  /// Evidence, and the confidence of a finding that is based on it.
  package struct Grade: Sendable {
    /// The confidence that this failure happened if `evidence` matches.
    package let confidence: Confidence
    /// The confidence in the pattern's `cause` if `evidence` matches.
    package let cause: Confidence
    /// The severity if `evidence` matches; `nil` for the pattern's severity.
    package let severity: Finding.Severity?
    /// The facts that the report must contain.
    package let evidence: Evidence

    /// Creates a grade from its parts.
    @inline(never)
    package init(
      _ confidence: Confidence, cause: Confidence, severity: Finding.Severity? = nil, _ evidence: Evidence
    ) {
      self.confidence = confidence
      self.cause = cause
      self.severity = severity
      self.evidence = evidence
    }
  }

  /// A fact that would raise the confidence; reported when it is missing.
  package struct Gap: Sendable {
    /// Evidence for the fact; the gap is reported if it does not match.
    package let unless: Evidence
    /// The missing fact and what it would show, in one sentence.
    package let text: String

    /// Creates a gap from its parts.
    @inline(never)
    package init(unless: Evidence, _ text: String) {
      self.unless = unless
      self.text = text
    }
  }

  /// A similar failure.
  package struct LookAlike: Sendable {
    /// The identifier of the similar failure's pattern.
    package let pattern: String
    /// The reason why the failure is not that one; may use captures.
    package let because: String
    /// The condition for reporting the look-alike; `nil` to report it with every finding.
    package let when: Evidence?

    /// Creates a look-alike from its parts.
    @inline(never)
    package init(_ pattern: String, because: String, when: Evidence? = nil) {
      self.pattern = pattern
      self.because = because
      self.when = when
    }
  }

  /// An excerpt as a user would paste it, written for this purpose and read by the same readers as other input.
  package struct Example: Sendable {
    /// The expected result of an example.
    package enum Expectation: Sendable, Equatable {
      /// The pattern matches with at least this confidence; the finding cites exactly the lines marked with `→`.
      case matches(atLeast: Confidence)
      /// A near miss: the pattern does not match.
      case doesNotMatch
    }

    /// The expected result.
    package let expectation: Expectation
    /// A description of the excerpt.
    package let shows: String
    /// The excerpt, with `→` in front of the cited lines; the marks are removed before reading.
    package let excerpt: String
    /// The name of the case that the finding must have; `nil` for any, or none.
    package let named: String?

    /// An excerpt that the pattern must match.
    ///
    /// - Parameter named: The name of the case that the finding must have; `nil` for any, or none.
    package static func matches(
      _ shows: String, atLeast: Confidence = .certain, case named: String? = nil, _ excerpt: String
    ) -> Example {
      Example(expectation: .matches(atLeast: atLeast), shows: shows, excerpt: excerpt, named: named)
    }

    /// A near miss: an excerpt that the pattern must not match.
    package static func doesNotMatch(_ shows: String, _ excerpt: String) -> Example {
      Example(expectation: .doesNotMatch, shows: shows, excerpt: excerpt, named: nil)
    }

    /// The excerpt without marks, and the numbers of the marked lines, from 1.
    package var unmarked: (text: String, cited: [Int]) {
      var cited: [Int] = []
      var lines: [Substring] = []
      for (index, line) in excerpt.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if line.hasPrefix("→") {
          cited.append(index + 1)
          lines.append(line.dropFirst())
        } else {
          lines.append(line)
        }
      }
      return (lines.joined(separator: "\n"), cited)
    }
  }

  /// Returns the finding for the report, the index of the blamed frame if there is one, and the certainty of the cause that the grade
  /// states, before a case of the pattern; `nil` if no grade matches.
  package func finding(in context: AnalysisContext) -> (finding: Finding, blamedFrame: Int?, certainty: Confidence)? {
    for grade in grades {
      guard grade.evidence.mayMatch(in: context), let match = grade.evidence.match(in: context),
        !match.witnesses.isEmpty
      else { continue }
      return (finding(from: match, grade: grade, in: context), match.blamedFrame, grade.cause)
    }
    return nil
  }

  /// Cites what holds for the stack of every pattern: an exception that was raised again, and code of a library. Returns the captures.
  private func citeCodeOfOthers(_ match: inout EvidenceMatch, _ blame: Blame?, in context: AnalysisContext)
    -> [String: String]
  {
    if family == .exception, !match.witnesses.contains(where: { $0.template == AnalysisContext.rethrowStatement }),
      let witness = context.rethrowWitness
    {
      match.witnesses.append(witness)
    }
    var captures = context.stopCaptures(&match, blame, of: self)
    // Patterns of one runtime, and the catalog of functions that raise, name the library themselves.
    guard namesNoLibrary(match) else { return captures }
    guard let linked = context.linkedCode(of: match, blame) else {
      if let caller = context.programCaller(of: match, blame) { match.witnesses.append(caller) }
      return captures
    }
    match.witnesses += linked.witnesses
    captures.merge(linked.captures) { _, linked in linked }
    return captures
  }

  /// Whether the pattern is about a process that stopped itself for a reason that it does not know.
  var namesStopper: Bool {
    guard author == .program, generality >= 9 else { return false }
    switch family {
    case .kill, .swift, .exception: return true
    default: return false
    }
  }

  /// Whether the texts of the pattern do not name the library whose code failed. A crate of Rust is a library besides the runtime, and
  /// the caller of a function of the catalog may be code of another one.
  private func namesNoLibrary(_ match: EvidenceMatch) -> Bool {
    if match.captures["entry"] != nil { return match.captures["ownAPI"] == nil }
    return generality > 2 || id == Pattern.rustPanic.id
  }

  private func finding(from match: EvidenceMatch, grade: Grade, in context: AnalysisContext) -> Finding {
    var match = match
    var blame = match.blame
    if blame == nil, !context.stackIsUnrelated, let position = context.firstAppFrame() {
      blame = AnalysisContext.blame(in: context.crashStack, at: position)
      if AnalysisContext.isNeighbor(context.crashStack, position) { match.blamedFrame = match.blamedFrame ?? position }
    }
    if let position = match.blamedFrame, AnalysisContext.isNeighbor(context.crashStack, position) {
      // Instead of a sentence that names the function.
      match.witnesses.removeAll {
        $0.frame == position && $0.kind == .stated && $0.line == context.crashStack[position].line
      }
      match.witnesses.append(
        context.witness(
          frame: context.crashStack[position], at: position, statement: AnalysisContext.neighborStatement,
          kind: .inferred))
    }
    if blame == nil, context.report.exception?.type == nil,
      let name = match.captures["object"] ?? context.standardCaptures(blame: nil)["object"]
    {
      // A log, which states no exception type, names no function of the app; blame the class that was being rendered.
      blame = Blame(function: name)
    }
    if blame == nil, let location = context.canvasLocation {
      blame = Blame(function: nil, file: location.file, line: location.line)
    }
    let chosen = chooseCase(&match, in: context)
    let linked = citeCodeOfOthers(&match, blame, in: context)
    let explanations = explanations
    let isMention = match.isMention || context.report.source.isMention
    // The exception's reason tells which failure ended the process; another text or a frame can only make it likely.
    // So does an exception that was inferred from registers.
    let isInferred = context.report.exception?.isInferred ?? false
    let isOther = isInferred || grade.confidence == .certain && context.reasonIsOther(than: self)
    let stated = grade.severity ?? severity
    return Finding(
      pattern: id, patternRevision: revision,
      // What did not end the process is at most a warning, also if the exception would otherwise mean more.
      severity: stated == .error && context.report.processContinued ? .warning : stated,
      confidence: min(
        isMention ? .possible : isOther ? min(.likely, grade.confidence) : grade.confidence, maxConfidence),
      certaintyOfCause: min(isMention ? .possible : chosen?.certainty ?? grade.cause, maxConfidence),
      captures: context.standardCaptures(blame: blame, hasStack: !context.crashStack.isEmpty)
        .merging(linked) { standard, _ in standard }.merging(match.captures) { _, captured in captured
        },
      citations: match.witnesses.map { witness in
        Citation(
          line: witness.line, text: witness.text,
          kind: isInferred && witness.line == context.report.lines[.exceptionType] ? .inferred : witness.kind,
          frame: witness.frame,
          explanation: explanations.firstIndex(of: witness.template).map {
            .init(pattern: id, index: $0, captures: witness.captures)
          })
      },
      blame: blame, missing: gaps.indices.filter { !gaps[$0].unless.holds(in: context) },
      ruledOut: lookalikes.indices.filter { lookalikes[$0].when?.holds(in: context) ?? true },
      // A user's pattern may have been removed when the finding is read from a history.
      storedTitle: Pattern.with(id: id) == nil ? attributed(title) : nil)
  }
}

extension AnalysisContext {
  /// Captures that every pattern may use: `function`, `file`, `location`, `image`, `class`, `process`, `object`,
  /// `document`; `unnamed`, image and offset of the blamed frame if it has no name; `reason`, the first line of the reason of an uncaught exception; and `foreign` for a stack without the user's code.
  func standardCaptures(blame: Blame?, hasStack: Bool = false) -> [String: String] {
    var parts: [String: String] = [:]
    if blame == nil, hasStack { parts["foreign"] = "stack" }
    if let name = report.process?.name { parts["process"] = name }
    if let name = appleProcess {
      parts["system"] = name
      if report.host.isSimulator ?? false { parts["simulated"] = "yes" }
      if report.process?.path.map(Self.isOfXcode) ?? false { parts["ofXcode"] = "yes" }
    }
    if let name = vendorProgram { parts["program"] = name }
    if let reason = recordedReasons.first { parts["reason"] = Self.quoted(reason) }
    if let function = blame?.function {
      parts["function"] = shortened(function)
      if let type = Self.className(in: function) { parts["class"] = type }
    }
    if let file = blame?.file.map(fileName) {
      parts["file"] = file
      parts["location"] = blame?.line.map { "\(file):\($0)" } ?? file
    }
    if let image = blame?.image { parts["image"] = image }
    if let blame, blame.function == nil, let image = blame.image, let offset = blame.offset {
      parts["unnamed"] = "\(image) + \(offset)"
    }
    // A line that narrates what Xcode does names the view of the failure only if no line states a failure.
    let isNarration = !report.previewMessages.contains(where: \.statesFailure)
    if let message = report.previewMessages.first(where: {
      $0.objectClass != nil && ($0.statesFailure || isNarration)
    }) {
      parts["object"] = message.objectClass
      if parts["class"] == nil { parts["class"] = message.objectClass }
    }
    if let document = report.previewMessages.first(where: { $0.document != nil })?.document {
      parts["document"] = document
    } else if let document = report.documentMessages.first(where: { $0.document != nil })?.document {
      parts["document"] = document
    }
    if let subject = report.viewSubject { parts["subject"] = subject }
    if let message = report.canvasMessage { parts["message"] = message }
    if let lead = report.canvasLead { parts["lead"] = lead }
    if let scheme = report.detail(.scheme), case .text(let name) = scheme.value { parts["scheme"] = name }
    return parts
  }

  /// Returns whether a path is that of a tool that is part of Xcode, or of its command-line tools.
  private static func isOfXcode(_ path: String) -> Bool {
    [
      ".app/Contents/Developer/", ".xctoolchain/", ".app/Contents/SharedFrameworks/XCBuild",
      "/Library/Developer/CommandLineTools/",
    ]
    .contains(where: path.contains)
  }

  /// Returns the class in `-[Class selector]`, `-[Class(Category) selector]` or `Class.method(…)`; `nil` for other
  /// names.
  package static func className(in function: String) -> String? {
    if let method = ObjectiveCMethod(in: function) { return method.type.isEmpty ? nil : method.type }
    // Swift: the component before the last one, outside parentheses, as in `closure #1 in CardView.load()`.
    var head = function.utf8[...]
    let words = head.split(separator: 0x20)
    if let last = words.lastIndex(where: { $0.elementsEqual("in".utf8) }), last + 1 < words.count {
      head = words[last + 1]
    }
    head = head.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "<") }
    let parts = head.split(separator: UInt8(ascii: "."))
    guard parts.count >= 2 else { return nil }
    let name = Substring(parts[parts.count - 2])
    guard let first = name.unicodeScalars.first, first.properties.isUppercase else { return nil }
    return String(name.utf8.split(separator: 0x20).last.map { Substring($0) } ?? name)
  }
}
