import ArgumentParser
import History
import Platform
import Vocabulary

/// Which history is used.
struct HistoryOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The history to use.", valueName: "file"))
  var database: String?

  func validate() throws {
    if database == "" { throw ValidationError("--database needs the name of a file.") }
  }

  /// The file, and whether the user named it.
  func location(_ session: Session) throws -> (path: String, isNamed: Bool) {
    if let path = database ?? session.variable("DIAGNOSE_DATABASE") ?? session.settings.database {
      return (path, true)
    }
    if let data = session.variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      return (data + "/diagnose/history.sqlite", false)
    }
    guard let home = session.home, home.hasPrefix("/") else {
      throw HistoryError(
        .cannotOpen, "the place of the history is unknown, because HOME is not set",
        hint: "Name a file with --database, or use --no-database.", path: "history")
    }
    return (home + UserFolders.data + "/diagnose/history.sqlite", false)
  }

  /// Says that a history on a network volume may break.
  static func warn(of path: String) {
    guard let type = DatabaseLocation.networkVolume(of: path) else { return }
    Console.complain(
      "warning: \(Terminal.quotedFileName(path)) is on a network volume (\(type))",
      hint: "Locks do not hold everywhere there, and two writers may damage the history. Keep it on a local disk.")
  }

  /// Opens the history where storing or reading it is the job; any failure ends the command.
  func open(_ session: Session, access: HistoryStore.Access, interruption: Interruption? = nil) throws
    -> HistoryStore
  {
    do {
      let path = try location(session).path
      Self.warn(of: path)
      return try HistoryStore(
        path: path, access: access, rules: session.historyRules,
        isCancelled: { interruption?.isRequested ?? false })
    } catch let error as HistoryError { throw CommandFault(error) }
  }
}

extension Session {
  /// What histories are opened with.
  var historyRules: HistoryRules {
    var rules = settings.historyRules
    rules.patterns = PatternOptions.forWording(self)
    return rules
  }

  /// Removes reports that are older than the configuration lets them be kept.
  func prune(_ store: HistoryStore) throws {
    guard let retention = settings.retention else { return }
    do {
      let floor = Timestamp(seconds: now.seconds - Int(min(retention, 1e9)))
      _ = try store.prune(before: floor, compacts: false)
    } catch { throw CommandFault(error) }
  }
}

/// Whether the history is used at all.
struct RecordingOptions: ParsableArguments {
  @OptionGroup var history: HistoryOptions

  @Flag(help: "Neither read nor write the history.")
  var noDatabase = false

  @Option(
    help: ArgumentHelp("Stored with each report, to filter by: build, branch, job, machine, …", valueName: "key=value"))
  var label: [LabelArgument] = []

  func validate() throws {
    if noDatabase, history.database != nil {
      throw ValidationError("--database and --no-database exclude each other.")
    }
  }

  func isOff(_ session: Session) -> Bool {
    if noDatabase { return true }
    guard history.database == nil, let value = session.variable("DIAGNOSE_NO_DATABASE") else { return false }
    return value != "0"
  }
}

extension CommandFault {
  init(_ error: HistoryError) {
    self.init(
      error.code == .busy ? .busy : .cannotWrite,
      "\(Terminal.quotedFileName(error.path.hasPrefix("./") ? String(error.path.dropFirst(2)) : error.path)): \(error.message)",
      hint: error.hint)
  }
}
