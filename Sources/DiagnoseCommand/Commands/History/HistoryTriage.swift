import ArgumentParser
import Bytes
import History
import Presentation
import Vocabulary

/// What the commands that change an issue's state have in common.
struct TriageOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Who says so.", valueName: "name"))
  var by: String?

  @OptionGroup var history: HistoryOptions
  @OptionGroup var configuration: ConfigurationOptions

  /// Adds an event to the issue that `id` names, and says what it is now.
  func apply(
    _ id: String, _ what: IssueEvent.What, value: String = "", note: String = "", _ session: Session,
    resolving other: String? = nil
  ) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.open(session, access: .write)
    do {
      let issue = try Self.issue(id, store)
      var value = value
      if let other {
        let target = try Self.issue(other, store)
        guard target.id != issue.id else {
          throw CommandFault(.wrongUse, "\(issue.shortID) and \(target.shortID) are one issue already")
        }
        value = target.id
      }
      let event = IssueEvent(
        issue: issue.id, at: session.now, what: what, value: value, by: by ?? session.variable("USER") ?? "", note: note
      )
      guard let after = try store.add(event) else { throw CommandFault(.nothingDone, "the issue is gone") }
      store.close()
      try StandardStreams.output(Self.line(after))
      return .done
    } catch let error as HistoryError { throw CommandFault(error) }
  }

  /// The issue that an id, or the issue of the report that it, names.
  static func issue(_ id: String, _ store: HistoryStore) throws -> StoredIssue {
    let matches = try store.matches(id)
    if matches.count == 1 {
      switch matches[0] {
      case .issue(let issue): return issue
      case .report(let report):
        if let key = report.issueStatus.issue, let issue = try store.issue(key) { return issue }
      }
    }
    let issues = matches.compactMap { match in if case .issue(let issue) = match { issue } else { nil } }
    if issues.count == 1 { return issues[0] }
    guard !matches.isEmpty else {
      throw CommandFault(
        .nothingDone, "nothing in the history is called \(Terminal.quotedFileName(id))",
        hint: "List what is there: diagnose history")
    }
    throw CommandFault(.nothingDone, "\(Terminal.quotedFileName(id)) may be one of several: give more of it")
  }

  private static func line(_ issue: StoredIssue) -> String {
    var state = issue.state
    if let build = issue.resolvedIn, !build.isEmpty { state += " in \(build)" }
    if let until = issue.ignoredUntil { state += " until \(until.date)" }
    if issue.regressedAt != nil { state = "open: it came back after that" }
    return "\(issue.shortID)  \(Terminal.escaped(issue.title)): \(Terminal.escaped(state))\n"
  }
}

struct HistoryResolve: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Say that an issue is fixed; a later report of it is a regression.",
    discussion: """
      With --in a report counts as a regression only if its build is that one or comes after it, in the order of builds: \
      late reports of old builds change nothing. Without it, any report that arrives later counts.
      """)

  @Argument(help: ArgumentHelp("The issue, or a report of it.", valueName: "id"))
  var id: String

  @Option(name: .customLong("in"), help: ArgumentHelp("First build with the fix.", valueName: "build"))
  var build: String?

  @Option(help: ArgumentHelp("Kept with it.", valueName: "text"))
  var note: String?

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus {
    try triage.apply(id, .resolve, value: build ?? "", note: note ?? "", session)
  }
}

struct HistoryReopen: Subcommand {
  static let configuration = CommandConfiguration(commandName: "reopen", abstract: "Say that an issue is open again.")

  @Argument(help: ArgumentHelp("The issue, or a report of it.", valueName: "id"))
  var id: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus { try triage.apply(id, .reopen, session) }
}

struct HistoryIgnore: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "ignore", abstract: "Leave an issue out of trends, for good or until a day.")

  @Argument(help: ArgumentHelp("The issue, or a report of it.", valueName: "id"))
  var id: String

  @Option(help: ArgumentHelp("Until then: 2026-12-01, or a time as 2026-12-01T12:00:00Z.", valueName: "time"))
  var until: String?

  @OptionGroup var triage: TriageOptions

  func validate() throws {
    if let until, Timestamp(rfc3339: until) == nil {
      throw ValidationError("--until takes a day as 2026-12-01, or a time as 2026-12-01T12:00:00Z.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    try triage.apply(id, .ignore, value: until.flatMap(Timestamp.init(rfc3339:))?.rfc3339 ?? "", session)
  }
}

struct HistoryNote: Subcommand {
  static let configuration = CommandConfiguration(commandName: "note", abstract: "Keep a note with an issue.")

  @Argument(help: ArgumentHelp("The issue, or a report of it.", valueName: "id"))
  var id: String

  @Argument(help: ArgumentHelp("What to keep.", valueName: "text"))
  var text: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus { try triage.apply(id, .note, note: text, session) }
}

struct HistoryMerge: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Make one issue a part of another. Nothing is lost: split undoes it.")

  @Argument(help: ArgumentHelp("The issue that becomes a part.", valueName: "id"))
  var part: String

  @Argument(help: ArgumentHelp("The issue that it becomes a part of.", valueName: "into"))
  var whole: String

  @OptionGroup var triage: TriageOptions

  func perform(_ session: Session) throws -> ExitStatus { try triage.apply(part, .merge, session, resolving: whole) }
}

struct HistorySplit: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "split", abstract: "Make a part an issue of its own again, whatever would join it.")

  @Argument(help: ArgumentHelp("Key of the part, all 12 digits.", valueName: "key"))
  var key: String

  @OptionGroup var triage: TriageOptions

  func validate() throws {
    guard key.utf8.count == 12, key.utf8.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0) }) else {
      throw ValidationError("A part is named by its whole key, 12 hexadecimal digits: diagnose history show ISSUE.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try triage.configuration.applied(to: session)
    let store = try triage.history.open(session, access: .write)
    do {
      let event = IssueEvent(
        issue: key, at: session.now, what: .split, by: triage.by ?? session.variable("USER") ?? "")
      guard let issue = try store.add(event) else {
        throw CommandFault(.nothingDone, "no issue has the key \(key)", hint: "List what is there: diagnose history")
      }
      store.close()
      try StandardStreams.output("\(issue.shortID)  \(Terminal.escaped(issue.title)): an issue of its own\n")
      return .done
    } catch let error as HistoryError { throw CommandFault(error) }
  }
}
