import Bytes
import ClickHouse
package import History
import HistoryPresentation
import Platform
import SharedHistory
import Vocabulary

/// The copies of shared histories on this machine that contain changes which no server has confirmed.
///
/// The file of a copy is named after host, port and database of its address. Changes that were recorded under another address
/// of the same server stay in the copy of that address, and no command asks for it any more. Whether two addresses lead to the same
/// server can be seen only by the identifier that the server gave the history.
package struct OtherCopies {
  /// The folders in which copies may be.
  private let folders: [String]
  /// The file of the copy in use; `nil` for none.
  private let current: String?

  /// Creates a search for all copies except the one at `location`.
  package init(_ session: Session, except location: HistoryLocation?) {
    var folders: [String] = []
    // A variable that was set later leads to another folder.
    for folder in HistorySelection.dataFolders(session).map({ $0 + "/shared" }) where !folders.contains(folder) {
      folders.append(folder)
    }
    self.folders = folders
    current = location?.address == nil ? nil : location?.path
  }

  /// Returns the copies with changes that were not sent, and those that cannot be read, in the order of their paths.
  ///
  /// - Parameter store: The identifier of the shared history in use; `nil` if it is not known.
  package func found(comparedWith store: String? = nil) -> [DatabaseInfo.OtherCopy] {
    let names = folders.flatMap { folder in
      ((try? FolderEntry.list(FilePath(folder))) ?? []).filter { $0.kind == .file }
        .compactMap { String(validating: $0.name, as: UTF8.self) }
        .filter(Self.isName).sorted().map { folder + "/" + $0 }
    }
    return names.filter { !isCurrent($0) }.prefix(Self.most).compactMap { (path) -> DatabaseInfo.OtherCopy? in
      do throws(HistoryError) {
        let state = try Self.state(path)
        guard state.unsent > 0 else { return nil }
        let isSame = state.store.flatMap { known in store.map { $0 == known } }
        return DatabaseInfo.OtherCopy(path: path, address: state.address, unsent: state.unsent, isSameHistory: isSame)
      } catch {
        return DatabaseInfo.OtherCopy(path: path, unsent: 0, problem: error.message)
      }
    }
  }

  /// The maximum number of copies that are opened.
  private static let most = 100

  /// Returns whether a file has the name of a copy: 16 hexadecimal digits. Files of summaries have others.
  private static func isName(_ name: String) -> Bool {
    name.utf8.count == 23 && name.hasSuffix(".sqlite") && name.utf8.prefix(16).allSatisfy(\.isHexDigit)
  }

  private func isCurrent(_ path: String) -> Bool {
    guard let current else { return false }
    if path == current { return true }
    guard let one = try? FileStatus(of: FilePath(path)), let two = try? FileStatus(of: FilePath(current)) else {
      return false
    }
    return one.device == two.device && one.inode == two.inode
  }

  private static func state(_ path: String) throws(HistoryError) -> SharingState {
    let store = try HistoryStore(path: path, access: .read)
    defer { store.close() }
    return try store.sharingState()
  }

  /// Returns the command that sends the changes of a copy to the server in use.
  package static func command(_ copy: DatabaseInfo.OtherCopy) -> String {
    "diagnose database sync --from \(Terminal.quotedFileName(copy.path))"
  }

  /// Returns what is known about a copy, for a line of text.
  package static func words(_ copy: DatabaseInfo.OtherCopy) -> String {
    let address =
      copy.address.map { "recorded for \(Terminal.escaped($0))" } ?? "recorded for an address that is not known"
    if let problem = copy.problem { return "\(Terminal.quotedFileName(copy.path)): \(Terminal.escaped(problem))" }
    let history =
      switch copy.isSameHistory {
      case true: ", the same history"
      case false: ", another history"
      default: ""
      }
    return "\(Terminal.quotedFileName(copy.path)): \(countText(copy.unsent, "change")) not sent, \(address)\(history)"
  }

  /// Prints the copies that were found as warnings.
  package static func warn(_ copies: [DatabaseInfo.OtherCopy]) {
    for copy in copies {
      Console.writeMessage("warning: " + words(copy), hint: advice(copy))
    }
  }

  /// Returns what the user can do about a copy.
  package static func advice(_ copy: DatabaseInfo.OtherCopy) -> String? {
    if copy.problem != nil { return "Its changes are not known. Check its owner and permissions with ls -l." }
    if copy.isSameHistory == false {
      return "To send them, run diagnose database sync with the address of that history."
    }
    return "If it is the same server under another address, send them to it: \(command(copy))"
  }
}

extension SharedCopy {
  /// Returns the identifier of the shared history; `nil` before the first contact with the server.
  package func storeID() throws(HistoryError) -> String? {
    let store = try HistoryStore(path: location.path, access: .read)
    defer { store.close() }
    return try store.sharingState().store
  }

  /// Sends the changes of another copy on this machine to the server of this one. Sending twice stores each change once,
  /// because a change is identified by its content, and a copy sends under its own name.
  ///
  /// - Parameter path: The file of the other copy.
  /// - Returns: The number of changes that the server confirmed.
  /// - Throws: If the file is not a copy, or one of another history.
  package func send(from path: String) throws -> Int {
    let shown = Terminal.quotedFileName(path)
    guard Files.exists(FilePath(path)) else {
      throw CommandFault(
        .wrongUse, "--from: \(shown): file not found", hint: "To see the copies: diagnose database info")
    }
    let before = try HistoryStore(path: path, access: .read)
    let (isShared, state) = (try before.isShared(), try before.sharingState())
    before.close()
    guard isShared else {
      throw CommandFault(
        .wrongUse, "--from: \(shown): not the copy of a shared history",
        hint: "To add another history: diagnose database export --database \(shown) | diagnose database import -")
    }
    let other = SharedCopy(
      HistoryLocation(path: path, isNamed: true, address: location.address), session, interruption)
    let id: String?
    do throws(ServerError) { id = try SharedServer(try connection(.ordinary)).facts().store } catch {
      throw CommandFault(error)
    }
    guard state.store == nil || state.store == id else {
      throw CommandFault(
        .wrongUse, "--from: \(shown): the copy of another shared history, whose changes are not sent to this server",
        hint: "To add its reports: diagnose database export --database \(shown) | diagnose database import -")
    }
    let store = try other.reopen()
    defer { store.close() }
    do throws(SharedHistory.Fault) {
      let exchanged = try other.exchange(store, .ordinary).send()
      if exchanged.isBusy { throw .history(other.busy) }
      return exchanged.sent
    } catch { throw fault(error) }
  }
}
