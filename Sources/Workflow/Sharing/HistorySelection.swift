package import ClickHouse
package import History
import HistoryPresentation
import Platform
import Vocabulary

/// Where a history is: a file, or the local copy of a shared history.
package struct HistoryLocation {
  /// The path of the file.
  package var path: String
  /// Whether the user named the history.
  package var isNamed: Bool
  /// The address of the server; `nil` for a history in a file.
  package var address: ServerAddress?

  /// Whether this machine has the complete history: false for a shared one whose address has `copy=0`.
  package var hasCopy: Bool { address?.hasCopy != false }

  /// The name that the user gave: a path or an address.
  package var name: String { address?.description ?? path }
}

/// Which history a command uses.
package struct HistorySelection: Sendable {
  /// The path or address that an option names; `nil` for the one of a variable, of a configuration, or of the user.
  package var database: String?

  /// A selection; without an argument, that of a variable, of a configuration, or of the user.
  package init(database: String? = nil) {
    self.database = database
  }

  /// Returns the path or address that the user named, in an option, a variable or a configuration.
  private func name(_ session: Session) -> String? {
    database ?? session.variable("DIAGNOSE_DATABASE") ?? session.settings.database
  }

  /// Whether the user named the history, so that a command which cannot use it fails.
  package func isNamed(_ session: Session) -> Bool { name(session) != nil }

  /// Returns the paths of the histories that no output may replace: the one in use, also through an address, and the one
  /// that is used without options.
  ///
  /// - Parameter name: The history that an option names.
  package static func paths(_ session: Session, named name: String?) -> [String] {
    let name = name ?? session.variable("DIAGNOSE_DATABASE") ?? session.settings.database
    let locations = [try? location(session, named: name), try? location(session, named: nil)]
    return locations.compactMap { $0?.path }
  }

  /// Returns the location of the history.
  package func location(_ session: Session) throws -> HistoryLocation {
    try Self.location(session, named: name(session))
  }

  private static func location(_ session: Session, named name: String?) throws -> HistoryLocation {
    if let name {
      try Arguments.requireExact(name, "--database")
      guard ServerAddress.isAddress(name) else { return HistoryLocation(path: name, isNamed: true) }
      let address: ServerAddress
      do throws(ServerError) { address = try ServerAddress(name) } catch { throw CommandFault(error) }
      let file = SharedCopy.fileName(address)
      return HistoryLocation(
        path: try dataFolder(session) + "/shared/" + file, isNamed: true, address: address)
    }
    return HistoryLocation(path: try dataFolder(session) + "/history.sqlite", isNamed: false)
  }

  /// Returns the location of a shared history. Throws if the history is a file.
  package func sharedLocation(_ session: Session) throws -> (location: HistoryLocation, address: ServerAddress) {
    let location = try location(session)
    guard let address = location.address else {
      throw CommandFault(
        .wrongUse, "\(Terminal.quotedFileName(location.path)): not a shared history",
        hint: "Name one with --database clickhouse://USER@HOST/DATABASE, or in DIAGNOSE_DATABASE.")
    }
    return (location, address)
  }

  private static func dataFolder(_ session: Session) throws -> String {
    guard let folder = dataFolders(session).first else {
      throw HistoryError(
        .cannotOpen, "cannot determine the path of the history, because \(session.reasonOfMissingHome)",
        hint: "Name a file with --database, or use --no-database.", path: "history")
    }
    return folder
  }

  /// Returns the folders in which histories may be, the one in use first.
  static func dataFolders(_ session: Session) -> [String] {
    var folders: [String] = []
    if let data = session.variable("XDG_DATA_HOME"), data.hasPrefix("/") { folders.append(data + "/diagnose") }
    if let home = session.home, home.hasPrefix("/") { folders.append(home + UserFolders.data + "/diagnose") }
    return folders
  }

  /// Warns if the history is on a network volume.
  package static func warn(of path: String) {
    guard let type = DatabaseLocation.networkVolume(of: path) else { return }
    Console.writeMessage(
      "warning: \(Terminal.quotedFileName(path)) is on a network volume (\(type))",
      hint: "File locks do not work on every network volume, and two writers can damage the history. Use a local disk.")
  }

  /// Opens the history for a command that stores or reads it. Any failure ends the command.
  ///
  /// A command that reads a shared history first receives what this machine lacks, and fails if the server is not
  /// available: its answer would be that of an earlier time. With `copy=0`, it asks the server. A command that stores
  /// reports does not need the server.
  package func open(_ session: Session, access: HistoryStore.Access, interruption: Interruption? = nil) throws
    -> HistoryStore
  {
    do {
      let location = try location(session)
      Self.warn(of: location.path)
      if location.address != nil {
        let copy = SharedCopy(location, session, interruption)
        if access == .read, !location.hasCopy { return try SummaryCopy(copy, session, interruption).open() }
        return try copy.open(receiving: access == .read ? .required : .ifPossible)
      }
      return try HistoryStore(
        path: location.path, access: access, rules: session.historyRules,
        isCanceled: { interruption?.isRequested ?? false })
    } catch let error as HistoryError { throw CommandFault(error) }
  }

  /// Sends what a command has stored in a shared history; does nothing for a history in a file. A failure is a warning:
  /// the next command sends it.
  package func send(_ session: Session, interruption: Interruption? = nil) {
    guard let location = try? location(session), location.address != nil else { return }
    SharedCopy(location, session, interruption).send()
  }
}

extension Session {
  /// The rules that histories are opened with.
  package var historyRules: HistoryRules {
    var rules = settings.historyRules
    rules.patterns = PatternSelection.forWording(self)
    rules.clock = { now }
    return rules
  }

  /// Removes reports that are older than the retention period of the configuration.
  package func prune(_ store: HistoryStore) throws {
    guard let retention = settings.retention(of: store.path) else { return }
    do {
      // Copies of a shared history contain the same reports.
      if try store.isShared() { return }
      guard let floor = try store.floor(forRetention: retention, now: now) else { return }
      let result = try store.prune(before: floor, compacts: false)
      if result.reports > 0 {
        Console.writeMessage(
          "\(countText(result.reports, "report")) before \(floor.date) removed (database.retention); the counts remain")
      }
    } catch { throw CommandFault(error) }
  }
}

/// Which history a command records in, and whether it does.
package struct RecordingSelection: Sendable {
  /// The history.
  package var history = HistorySelection()
  /// Whether an option turns the history off.
  package var noDatabase = false
  /// The labels that are stored with each report.
  package var labels: [String: String] = [:]

  /// A selection; without arguments, reports are recorded in the history of `HistorySelection()`.
  package init(history: HistorySelection = HistorySelection(), noDatabase: Bool = false, labels: [String: String] = [:])
  {
    self.history = history
    self.noDatabase = noDatabase
    self.labels = labels
  }

  /// Whether the history is turned off, by an option or a variable.
  package func isOff(_ session: Session) -> Bool {
    if noDatabase { return true }
    guard history.database == nil, let value = session.variable("DIAGNOSE_NO_DATABASE") else { return false }
    return value != "0"
  }
}
