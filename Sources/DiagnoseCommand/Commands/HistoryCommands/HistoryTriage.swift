import Answers
import ArgumentParser
import Bytes
import History
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

  /// Adds an event to the issue with this ID, and prints the new state of the issue.
  func apply(
    _ id: String, _ what: IssueEvent.What, value: String = "", note: String = "", _ session: Session,
    resolving other: String? = nil
  ) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try open(session)
    do {
      let issue = try IssueAnswer.issue(id, store)
      var value = value
      if let other {
        let target = try IssueAnswer.issue(other, store)
        guard target.id != issue.id else {
          throw CommandFault(.wrongUse, "\(issue.shortID) and \(target.shortID) are already the same issue")
        }
        value = target.id
      }
      let event = IssueEvent(
        issue: issue.id, at: session.now, what: what, value: value, by: by ?? session.variable("USER") ?? "", note: note
      )
      guard let after = try store.add(event) else { throw CommandFault(.nothingDone, "the issue no longer exists") }
      store.close()
      try StandardStreams.output(Self.line(after))
      history.selection.send(session)
      return .done
    } catch let error as HistoryError { throw CommandFault(error) }
  }

  private static func line(_ issue: StoredIssue) -> String {
    var state = issue.state
    if let build = issue.resolvedIn, !build.isEmpty { state += " in \(build)" }
    if let until = issue.ignoredUntil { state += " until \(until.date)" }
    if issue.regressedAt != nil { state = "open: regressed since then" }
    return "\(issue.shortID)  \(issue.title.headlineInMessage): \(state.headlineInMessage)\n"
  }
}

struct HistoryResolve: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Mark an issue as fixed; later reports of it are regressions.",
    discussion: """
      With --in, a report is a regression only if its build is that build or a later one in the order of builds, so \
      that late reports of old builds do not count. Without --in, any report that arrives later is a regression. \
      Writes the new state to the history.

      Exit status: 0 when done; 2 if the ID is unknown or ambiguous.

      Examples:
        diagnose history resolve 3f2a91 --in 412
        diagnose history resolve 3f2a91 --note "fixed by Bundle(for:)"
      """)

  @Argument(help: ArgumentHelp("Resolve this issue, or the issue of this report.", valueName: "id"))
  var id: String

  @Option(name: .customLong("in"), help: ArgumentHelp("Name the first build with the fix.", valueName: "build"))
  var build: String?

  @Option(help: ArgumentHelp("Add a note.", valueName: "text"))
  var note: String?

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus {
    try triage.apply(id, .resolve, value: build ?? "", note: note ?? "", session)
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

  @Argument(help: ArgumentHelp("Reopen this issue, or the issue of this report.", valueName: "id"))
  var id: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus { try triage.apply(id, .reopen, session) }
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

  @Argument(help: ArgumentHelp("Ignore this issue, or the issue of this report.", valueName: "id"))
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
    try triage.apply(id, .ignore, value: until.flatMap(Timestamp.init(rfc3339:))?.rfc3339 ?? "", session)
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

  @Argument(help: ArgumentHelp("Add the note to this issue, or the issue of this report.", valueName: "id"))
  var id: String

  @Argument(help: ArgumentHelp("Store this text.", valueName: "text"))
  var text: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus { try triage.apply(id, .note, note: text, session) }
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

  @Argument(help: ArgumentHelp("Merge this issue.", valueName: "id"))
  var merged: String

  @Argument(help: ArgumentHelp("Merge it into this issue.", valueName: "into"))
  var canonical: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus {
    try triage.apply(merged, .merge, session, resolving: canonical)
  }
}

struct HistorySplit: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "split", abstract: "Undo a merge, and prevent automatic regrouping.",
    discussion: """
      Writes the split to the history: the merged issue is separate again, and no automatic rule merges it.

      Exit status: 0 when done; 2 if no issue has the key.

      Examples:
        diagnose history split 77c0de4b12aa
        diagnose history split 77c0de4b12aa --by ana
      """)

  @Argument(help: ArgumentHelp("Split the merged issue with this key, 12 digits.", valueName: "key"))
  var key: String

  @OptionGroup var triage: TriageOptions

  func validate() throws {
    guard key.utf8.count == 12, key.utf8.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0) }) else {
      throw ValidationError(
        "'\(key)' is not the key of a merged issue. Use all 12 hexadecimal digits: diagnose history show ISSUE.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try triage.configuration.applied(to: session)
    let store = try triage.open(session)
    do {
      let event = IssueEvent(
        issue: key, at: session.now, what: .split, by: triage.by ?? session.variable("USER") ?? "")
      guard let issue = try store.add(event) else {
        throw CommandFault(.nothingDone, "no issue with the key \(key)", hint: "To list issues: diagnose history")
      }
      store.close()
      try StandardStreams.output("\(issue.shortID)  \(issue.title.headlineInMessage): a separate issue\n")
      triage.history.selection.send(session)
      return .done
    } catch let error as HistoryError { throw CommandFault(error) }
  }
}
