import Answers
import ArgumentParser
import Bytes
import History
import HistoryPresentation
import Presentation
import Vocabulary
import Workflow

/// The options of the commands that change the state of an issue.
struct TriageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Store this name as the author (default: USER).", valueName: "name"))
  var by: String?

  @OptionGroup(title: "History options") var history: HistoryOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  /// Opens the history for a change of an issue.
  func open(_ session: Session) throws -> HistoryStore {
    guard try history.selection.location(session).hasCopy else {
      throw CommandFault(
        .wrongUse, "changing an issue requires a copy of the history", hint: "Use the address without copy=0.")
    }
    return try history.selection.open(session, access: .write)
  }

  /// Changes the issue with this ID, and prints its new state.
  func apply(_ id: String, _ change: IssueChange, _ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try open(session)
    do {
      let issue = try IssueAnswer.issue(id, store)
      let outcome = try change.apply(to: issue, in: store, at: session.now, by: by ?? session.variable("USER") ?? "")
      store.close()
      try StandardStreams.output(
        Self.line(outcome.issue, outcome.event.what) + (outcome.finding.map { "      \($0)\n" } ?? ""))
      history.selection.send(session)
      return .done
    } catch let refusal as IssueChange.Refusal {
      throw CommandFault(refusal)
    } catch let error as HistoryError { throw CommandFault(error) }
  }

  private static func line(_ issue: StoredIssue, _ what: IssueEvent.What) -> String {
    if what == .note { return "\(issue.shortID)  \(issue.title.headlineInMessage): note added\n" }
    if what == .undo { return "\(issue.shortID)  \(issue.title.headlineInMessage): undone, now \(state(issue))\n" }
    return "\(issue.shortID)  \(issue.title.headlineInMessage): \(state(issue))\n"
  }

  private static func state(_ issue: StoredIssue) -> String {
    var state = issue.state
    if let build = issue.resolvedIn, !build.isEmpty { state += " in \(build)" }
    if let until = issue.ignoredUntil { state += " until \(until.date)" }
    if issue.regressedAt != nil { state = "open: regressed since then" }
    return state.headlineInMessage
  }
}

extension CommandFault {
  /// The fault of a command whose change does not fit the issue.
  fileprivate init(_ refusal: IssueChange.Refusal) {
    let hints = [refusal.hint, refusal.forcing.map { $0 + ": --force" }].compactMap(\.self)
    self.init(.wrongUse, refusal.message, hint: hints.isEmpty ? nil : hints.joined(separator: " "))
  }
}

struct HistoryResolve: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Mark an issue as fixed; later reports of it are regressions.",
    discussion: """
      With --in, a report is a regression only if its build is that build or a later one in the order of builds, so \
      that late reports of old builds do not count. Without --in, any report that arrives later is a regression. \
      Writes the new state to the history.

      The build must be one that the app of the issue has, without reports of the issue from that build on. --force \
      records the next release, which no report names yet, or a fix despite such reports.

      Exit status: 0 when done; 2 if the ID is unknown or ambiguous; 64 if the build is unknown, or the issue was seen in \
      it or later.

      Examples:
        diagnose history resolve 3f2a91 --in 412
        diagnose history resolve 3f2a91 --in 413 --force
        diagnose history resolve 3f2a91 --note "fixed by Bundle(for:)"
      """)

  @Argument(
    help: ArgumentHelp("Resolve this issue, or the issue of this report.", valueName: "id"),
    completion: ValueCompletion.issues)
  var id: String

  @Option(
    name: .customLong("in"), help: ArgumentHelp("Name the first build with the fix.", valueName: "build"),
    completion: ValueCompletion.values(of: .build))
  var build: String?

  @Flag(help: "Record the build although it is not known yet, or has reports of the issue.")
  var force = false

  @Option(help: ArgumentHelp("Add a note.", valueName: "text"))
  var note: String?

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus {
    try triage.apply(id, IssueChange(.resolve(build: build, isForced: force), note: note ?? ""), session)
  }

  func validate() throws {
    if force, build == nil { throw ValidationError("--force can be used only with --in.") }
  }
}

struct HistoryReopen: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen", abstract: "Mark an issue as open again.",
    discussion: """
      Writes the new state to the history.

      Exit status: 0 when done; 2 if the ID is unknown or ambiguous.

      Examples:
        diagnose history reopen 3f2a91
        diagnose history reopen 3f2a91 --by ana
      """)

  @Argument(
    help: ArgumentHelp("Reopen this issue, or the issue of this report.", valueName: "id"),
    completion: ValueCompletion.issues)
  var id: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus { try triage.apply(id, IssueChange(.reopen), session) }
}

struct HistoryIgnore: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "ignore", abstract: "Exclude an issue from trends, permanently or until a date.",
    discussion: """
      Writes the new state to the history. New reports of the issue are still recorded.

      Exit status: 0 when done; 2 if the ID is unknown or ambiguous.

      Examples:
        diagnose history ignore 3f2a91
        diagnose history ignore 3f2a91 --until 2026-12-01
      """)

  @Argument(
    help: ArgumentHelp("Ignore this issue, or the issue of this report.", valueName: "id"),
    completion: ValueCompletion.issues)
  var id: String

  @Option(help: ArgumentHelp("Ignore until this time: 2026-12-01 or 2026-12-01T12:00:00Z.", valueName: "time"))
  var until: String?

  @OptionGroup var triage: TriageOptions

  func validate() throws {
    if let until, Timestamp(rfc3339: until) == nil {
      throw ValidationError("--until: '\(until)' is not a time. Use 2026-12-01 or 2026-12-01T12:00:00Z.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    try triage.apply(id, IssueChange(.ignore(until: until.flatMap(Timestamp.init(rfc3339:)))), session)
  }
}

struct HistoryNote: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Add a note to an issue.",
    discussion: """
      Writes the note to the history.

      Exit status: 0 when done; 2 if the ID is unknown or ambiguous.

      Examples:
        diagnose history note 3f2a91 "only with the beta SDK"
        diagnose history note 3f2a91 --by ana "see CardViewTests"
      """)

  @Argument(
    help: ArgumentHelp("Add the note to this issue, or the issue of this report.", valueName: "id"),
    completion: ValueCompletion.issues)
  var id: String

  @Argument(help: ArgumentHelp("Store this text.", valueName: "text"))
  var text: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus {
    try triage.apply(id, IssueChange(.note, note: text), session)
  }
}

struct HistoryMerge: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge one issue into another; split undoes it.",
    discussion: """
      Writes the merge to the history. No report is lost.

      Exit status: 0 when done; 2 if an ID is unknown or ambiguous; 64 if both IDs are the same issue.

      Examples:
        diagnose history merge 77c0de 3f2a91
        diagnose history merge 77c0de 3f2a91 --by ana
      """)

  @Argument(
    help: ArgumentHelp("Merge this issue.", valueName: "id"),
    completion: ValueCompletion.issues)
  var merged: String

  @Argument(
    help: ArgumentHelp("Merge it into this issue.", valueName: "into"),
    completion: ValueCompletion.issues)
  var canonical: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus {
    try triage.apply(merged, IssueChange(.merge(into: canonical)), session)
  }
}

struct HistoryUndo: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the latest change of an issue.",
    discussion: """
      Restores the state before the latest resolve, reopen, ignore, note, merge or split of the issue that is not undone \
      yet. Writes this to the history; the events of the issue list both.

      Exit status: 0 when done; 2 if the ID is unknown or ambiguous; 64 if there is nothing to undo.

      Examples:
        diagnose history undo 3f2a91
        diagnose history undo 3f2a91 --by ana
      """)

  @Argument(
    help: ArgumentHelp("Undo the latest change of this issue, or of the issue of this report.", valueName: "id"),
    completion: ValueCompletion.issues)
  var id: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus { try triage.apply(id, IssueChange(.undo), session) }
}

struct HistorySplit: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "split", abstract: "Undo a merge, and prevent automatic regrouping.",
    discussion: """
      Writes the split to the history: the merged issue is separate again, and no automatic rule merges it.

      Exit status: 0 when done; 2 if no merged issue has the ID, or several have it.

      Examples:
        diagnose history split 77c0de
        diagnose history split 77c0de4b12aa --by ana
      """)

  @Argument(
    help: ArgumentHelp("Split the merged issue with this ID, which history show prints.", valueName: "id"),
    completion: ValueCompletion.mergedIssues)
  var id: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try triage.configuration.applied(to: session)
    let store = try triage.open(session)
    do {
      let event = IssueEvent(
        issue: try key(store), at: session.now, what: .split, by: triage.by ?? session.variable("USER") ?? "")
      guard let issue = try store.add(event) else {
        throw CommandFault(.nothingDone, "the issue no longer exists")
      }
      store.close()
      try StandardStreams.output("\(issue.shortID)  \(issue.title.headlineInMessage): a separate issue\n")
      triage.history.selection.send(session)
      return .done
    } catch let error as HistoryError { throw CommandFault(error) }
  }

  /// Returns the key of the issue with the ID. An issue that is not merged has a complete key as its ID: splitting it
  /// prevents automatic merging.
  private func key(_ store: HistoryStore) throws -> String {
    let keys = try store.mergedKeys(id)
    if keys.count == 1 { return keys[0] }
    guard keys.isEmpty else { throw IssueAnswer.ambiguous(id, keys.map { "issue \($0)" }) }
    let issue = try IssueAnswer.issue(id, store)
    if issue.id == id.lowercased() { return issue.id }
    throw CommandFault(
      .nothingDone, "\(Terminal.quotedFileName(id)) was not merged",
      hint: "To show what was merged into it: diagnose history show \(issue.shortID)")
  }
}
