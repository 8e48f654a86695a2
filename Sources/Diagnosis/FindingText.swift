/// The texts of a finding: those of its pattern, filled with the finding's captures. Rendered on demand, so that
/// findings that are not printed cost nothing.
///
/// The members of the finding are also members of its text.
@dynamicMemberLookup
package struct FindingText: Sendable {
  /// The facts to render.
  package let finding: Finding
  private let pattern: Pattern?
  /// The case of the pattern that the finding names; `nil` without one.
  private let chosen: Pattern.Case?
  private let captures: [String: String]
  /// Explains citations that were taken over from another finding.
  private let patterns: PatternSet

  /// Creates the texts of a finding.
  ///
  /// - Parameters:
  ///   - finding: The finding to render.
  ///   - patterns: The set in which the pattern is looked up. If it is missing there, only the stored title is known.
  package init(_ finding: Finding, _ patterns: PatternSet) {
    self.finding = finding
    self.patterns = patterns
    pattern = patterns.pattern(finding.pattern)
    chosen = pattern?.chosenCase(of: finding.captures)
    captures = RaisedAPI.texts(for: finding.captures).merging(finding.captures) { $1 }
  }

  /// A fact of the finding.
  package subscript<Value>(dynamicMember member: KeyPath<Finding, Value>) -> Value { finding[keyPath: member] }

  /// The title of the pattern; the same for every report.
  package var title: String { pattern.map { $0.attributed($0.title) } ?? finding.storedTitle ?? finding.pattern }

  /// A one-line description of what happened, with the names of the report; empty if the pattern is unknown.
  ///
  /// It begins with the view and its document if the report is about one of them, unless it names them itself.
  package var headline: String {
    guard
      let headline = pattern.map({ $0.attributed(naming(quotingReason(filled(chosen?.headline ?? $0.headline), $0))) })
    else {
      return ""
    }
    guard let subject = captures["subject"], !headline.isEmpty, !headline.contains(subject) else { return headline }
    // `CardView does not implement init(frame:)` becomes `CardView (BYZ-38-t0r) in Main.storyboard does not …`.
    if let view = captures["object"], headline.hasPrefix(view + " "), subject.hasPrefix(view) {
      return subject + headline.dropFirst(view.count)
    }
    return subject + ": " + headline
  }

  /// Returns the headline with the library whose code is the innermost one of the app, unless it names it.
  private func naming(_ headline: String) -> String {
    guard isAboutCode, let library = captures["linkedLibrary"], captures["engine"] == nil, !headline.isEmpty else {
      return headline
    }
    // `Tokio` is named by `tokio::runtime`, and `app_links (plug-in of Flutter)` by the name of its image.
    let name = library.firstRange(of: " (").map { String(library[..<$0.lowerBound]) } ?? library
    guard !headline.lowercased().contains(name.lowercased()) else { return headline }
    let isCalled = captures["top"] != nil || captures["api"] != nil || captures["stopper"] != nil
    return headline + (isCalled ? ", called by code of " : ", in code of ") + library
  }

  /// Returns the headline with the reason of the uncaught exception after it, unless it contains the reason.
  private func quotingReason(_ headline: String, _ pattern: Pattern) -> String {
    // Interface Builder and the lookup of resources fail by exceptions, too.
    guard
      pattern.family.raisesExceptions || pattern.family == .designables || pattern.family == .resource,
      let reason = captures["reason"], !headline.contains(reason)
    else {
      return headline
    }
    return headline + ": \"" + reason + "\""
  }

  /// The headline, or the title if there is no headline.
  package var bareStatement: String {
    let headline = headline
    return headline.isEmpty ? title : headline
  }

  /// The headline, or the title if there is none; with "Possibly:" in front if the finding is only possible.
  package var statement: String { finding.confidence == .possible ? "Possibly: " + bareStatement : bareStatement }

  /// The cause; empty if the pattern is unknown.
  package var cause: String { pattern.map { $0.attributed(filled(chosen?.cause ?? $0.cause)) } ?? "" }

  /// Steps to fix the failure, most useful first. For a process of the system they are those of its users.
  package var remedy: [String] {
    guard let pattern else { return [] }
    if let name = systemProcess, captures["simulated"] != nil {
      return [
        """
        \(name) is a process of the simulator's system, and not one of yours: erase the simulated device (`xcrun simctl erase UDID`) and start it \
        again. If the failure returns, try a runtime of another version.
        """,
        "If your app or test triggers it, send this report with Feedback Assistant, with the steps and the version of the runtime.",
      ]
    }
    if let name = systemProcess, captures["ofXcode"] != nil {
      return [
        """
        \(name) is a tool of Xcode, and not your code: find in the build log on which file or with which command it failed, and leave that out \
        or simplify it. Then install the latest Xcode, or build with the one before.
        """,
        "If the failure returns, send this report with Feedback Assistant, with the command of the build log and the file.",
      ]
    }
    if let name = systemProcess {
      return [
        """
        \(name) is a process of the system, and not one of yours: install the latest update. If the failure returns, send \
        this report with Feedback Assistant, with the time of the failure and a sysdiagnose of the same day.
        """,
        "If it fails for one input only, such as a file, a font or a device, leave out that input, and send it with the report.",
      ]
    }
    let steps = (chosen.map(\.remedy).flatMap { $0.isEmpty ? nil : $0 } ?? pattern.remedy).map {
      pattern.attributed(filled($0))
    }.filter { !$0.isEmpty }
    let forUsers = pattern.author == .program && captures["program"] != nil ? [filled(Self.programStep)] : []
    // A replaced method only passes the call on.
    if captures["replaced"] != nil { return steps + forUsers }
    if isAboutCode, captures["injected"] != nil { return [filled(Self.injectedStep)] + forUsers }
    if isOfLibrary { return [filled(Self.libraryStep)] + steps + forUsers }
    guard callsLibrary else { return steps + forUsers }
    let step = [filled(Self.calledLibraryStep)]
    // Damaged memory is rarely the fault of the code that finds it.
    let isDamage = pattern.family == .memory && !pattern.id.hasPrefix("memory-null")
    return (isDamage ? steps + step : step + steps) + forUsers
  }

  /// Whether the user's own code, to which the finding points, called code of a library that failed.
  private var callsLibrary: Bool {
    captures["linkedLibrary"] != nil && captures["linked"] == nil && captures["ownCaller"] != nil
      && captures["exit"] == nil
      && captures["engine"] == nil
      && isAboutCode
  }

  /// Whether the finding points to code of a library that is linked into the app.
  private var isOfLibrary: Bool {
    captures["linked"] != nil && isAboutCode
  }

  /// The patterns of damage whose stack shows the code that found it, and not the one that made it.
  private static let foundLater: Set<String> = ["malloc-corruption", "stack-buffer-overflow"]

  /// Whether the pattern is about the code that a finding points to.
  private var isAboutCode: Bool {
    guard let pattern, pattern.author == .program, !Self.foundLater.contains(pattern.id) else { return false }
    switch pattern.family {
    case .memory, .stack, .swift, .exception, .concurrency, .autolayout: return true
    case .kill: return pattern.generality >= 5
    case .designables, .nib, .resource, .loading, .ibtool, .tools: return false
    }
  }

  private static let programStep = """
    If you use {program} and do not develop it: install its latest version, start it without extensions and plug-ins, and send this report \
    to its vendor, with what you did and how often it fails.
    """
  private static let calledLibraryStep = """
    {libraryFunction|The innermost code of the app} is code of {linkedLibrary}: check what {ownCaller}{location? ({location})} passes to it, \
    and when it calls it. If that is correct, update {linkedLibrary}, and search its issues for {libraryFunction|this stack}.
    """
  private static let injectedStep = """
    {linkedLibrary} is loaded into apps by a jailbroken device, and is not code of this one: update it, or switch it off for this app. If you develop \
    the app, ask for a report of a device without it.
    """
  private static let libraryStep = """
    {libraryFunction|The code} belongs to {linkedLibrary}, a library that is linked into the app\
    {ownCaller?. Of your own code, {ownCaller} called it: check what it passes|{ownStart?, and your own code on this stack only \
    runs the event loop|, and no frame of your own code is on this stack}}. \
    Update {linkedLibrary}, and search its issues for {libraryFunction|this stack}; if it fails in the latest version, report it there with this report.
    """

  /// The process, if it is one of the system and the finding is about its code.
  package var systemProcess: String? {
    guard let pattern, pattern.author == .program, let name = captures["system"] else { return nil }
    switch pattern.family {
    case .memory, .stack, .swift, .exception, .concurrency, .autolayout: return name
    case .kill: return pattern.generality >= 5 ? name : nil
    case .designables, .nib, .resource, .loading, .ibtool, .tools: return nil
    }
  }

  /// Example edits.
  package var changes: [Change] {
    guard let pattern, systemProcess == nil, !isOfLibrary, !callsLibrary else { return [] }
    let shown = pattern.changes.filter { change in
      change.when.map { captures[$0] != nil } ?? true && change.unless.map { captures[$0] == nil } ?? true
    }
    return shown.map { change in
      Change(
        change.language, before: change.before.map { pattern.attributedCode(filled($0)) },
        after: pattern.attributedCode(filled(change.after)))
    }
  }

  /// Facts that the report lacks, and what they would change.
  package var missing: [String] {
    guard let pattern, systemProcess == nil else { return [] }
    return finding.missing.filter(pattern.gaps.indices.contains).map { pattern.gaps[$0].text }
  }

  /// Similar failures that were considered, with the reason why each was excluded.
  package var ruledOut: [RuledOut] {
    guard let pattern else { return [] }
    return finding.ruledOut.filter(pattern.lookalikes.indices.contains).map {
      RuledOut(pattern: pattern.lookalikes[$0].pattern, because: filled(pattern.lookalikes[$0].because))
    }
  }

  /// Documents that the pattern is based on; empty for a pattern that no longer exists.
  package var references: [Reference] { ownReferences + RaisedAPI.references(for: finding.captures) }

  private var ownReferences: [Reference] {
    guard let pattern else { return [] }
    return pattern.references.map { Reference(pattern.attributed($0.title), url: $0.url) }
  }

  /// The citations with their sentences.
  package var witnesses: [ExplainedCitation] {
    finding.citations.map { ExplainedCitation(citation: $0, statement: explanation(of: $0)) }
  }

  /// The sentence, or the cited line if the sentence is unknown: another revision of the evidence may number its
  /// sentences differently, and a wrong sentence would be worse.
  private func explanation(of citation: Citation) -> String { sentence(of: citation) ?? citation.text ?? "" }

  private func sentence(of citation: Citation) -> String? {
    guard let explanation = citation.explanation else { return nil }
    let source = explanation.pattern == finding.pattern ? pattern : patterns.pattern(explanation.pattern)
    guard let source, explanation.pattern != finding.pattern || source.revision == finding.patternRevision else {
      return nil
    }
    let sentences = source.explanations
    guard sentences.indices.contains(explanation.index) else { return nil }
    return source.attributed(
      Diagnosis.filled(sentences[explanation.index], with: explanation.captures, phrases: source.phrases))
  }

  private func filled(_ text: String) -> String {
    let text = Diagnosis.filled(text, with: captures, phrases: pattern?.phrases ?? [:])
    // Patterns name the first frame of the app if it is unknown; a stack may have none.
    guard captures["foreign"] != nil, text.contains(Self.appFrame) else { return text }
    return text.replacing(Self.appFrame, with: "the innermost frames of the stack")
  }
  private static let appFrame = "the first frame of the app"
}

/// A citation with the sentence that explains it.
@dynamicMemberLookup
package struct ExplainedCitation: Sendable, Equatable {
  /// The cited line.
  package let citation: Citation
  /// What the line proves, in one sentence; the quoted line if the sentence is unknown.
  package let statement: String

  /// A fact of the citation.
  package subscript<Value>(dynamicMember member: KeyPath<Citation, Value>) -> Value { citation[keyPath: member] }
}
