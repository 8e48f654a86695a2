import ArgumentParser
import History
import HistoryPresentation
import Platform
import Vocabulary

/// Options that select the history.
struct HistoryOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Use this history database.", valueName: "file"), completion: .file())
  var database: String?

  func validate() throws {
    if database == "" { throw ValidationError("--database is empty. Name a file.") }
  }

  /// Returns the path of the database, and whether the user named it.
  func location(_ session: Session) throws -> (path: String, isNamed: Bool) {
    if let path = database ?? session.variable("DIAGNOSE_DATABASE") ?? session.settings.database {
      return (path, true)
    }
    if let data = session.variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      return (data + "/diagnose/history.sqlite", false)
    }
    guard let home = session.home, home.hasPrefix("/") else {
      throw HistoryError(
        .cannotOpen, "cannot determine the path of the history, because HOME is not set",
        hint: "Name a file with --database, or use --no-database.", path: "history")
    }
    return (home + UserFolders.data + "/diagnose/history.sqlite", false)
  }

  /// Warns if the history is on a network volume.
  static func warn(of path: String) {
    guard let type = DatabaseLocation.networkVolume(of: path) else { return }
    Console.writeMessage(
      "warning: \(Terminal.quotedFileName(path)) is on a network volume (\(type))",
      hint: "File locks do not work on every network volume, and two writers can damage the history. Use a local disk.")
  }

  /// Opens the history for a command that stores or reads it. Any failure ends the command.
  func open(_ session: Session, access: HistoryStore.Access, interruption: Interruption? = nil) throws
    -> HistoryStore
  {
    do {
      let path = try location(session).path
      Self.warn(of: path)
      return try HistoryStore(
        path: path, access: access, rules: session.historyRules,
        isCanceled: { interruption?.isRequested ?? false })
    } catch let error as HistoryError { throw CommandFault(error) }
  }
}

extension Session {
  /// The rules that histories are opened with.
  var historyRules: HistoryRules {
    var rules = settings.historyRules
    rules.patterns = PatternOptions.forWording(self)
    rules.clock = { now }
    return rules
  }

  /// Removes reports that are older than the retention period of the configuration.
  func prune(_ store: HistoryStore) throws {
    guard let retention = settings.retention else { return }
    do {
      guard let floor = try store.floor(forRetention: retention, now: now) else { return }
      let result = try store.prune(before: floor, compacts: false)
      if result.reports > 0 {
        Console.writeMessage(
          "\(countText(result.reports, "report")) before \(floor.date) removed (database.retention); the counts remain")
      }
    } catch { throw CommandFault(error) }
  }
}

/// Options that select the history or turn it off.
struct RecordingOptions: ParsableArguments {
  @OptionGroup var history: HistoryOptions

  @Flag(help: "Do not read or write the history.")
  var noDatabase = false

  @Option(
    help: ArgumentHelp("Store a label, such as build or branch; repeatable.", valueName: "key=value"))
  var label: [LabelArgument] = []

  func validate() throws {
    if noDatabase, history.database != nil {
      throw ValidationError("--database and --no-database cannot be used together.")
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
    let path = error.path.hasPrefix("./") ? String(error.path.dropFirst(2)) : error.path
    self.init(
      error.code == .busy ? .busy : .cannotWrite, "\(Terminal.quotedFileName(path)): \(error.message)",
      hint: error.hint)
  }
}
