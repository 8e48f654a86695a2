internal import GRDB

extension HistoryError {
  /// The error of a history whose files were changed by another program while they were open.
  ///
  /// - Parameter isComplete: Whether everything that was committed is in the file of the connection.
  init(_ change: OpenedFiles.Change, isComplete: Bool, path: String) {
    let again = "Reports that were recorded in it are missing here. To record them again, repeat the command."
    let moved = isComplete ? "If it was moved, the file is complete under its new name. " + again : again
    switch change {
    case .missing:
      self.init(.replaced, "was deleted or moved while it was in use", hint: moved, path: path)
    case .replaced:
      self.init(.replaced, "was replaced by another file while it was in use", hint: moved, path: path)
    case .logMissing:
      self.init(
        .replaced, "was in use when its write-ahead log was removed or separated from it",
        hint: isComplete
          ? "Everything that was recorded is in the file. To go on, repeat the command." : again, path: path)
    case .overwritten:
      self.init(.replaced, "was truncated or overwritten while it was in use", hint: again, path: path)
    }
  }

  /// Creates an error with a message for the user; the detail in parentheses is SQLite's.
  init(_ error: any Error, path: String) {
    if let error = error as? HistoryError {
      self = error
      return
    }
    if error is RowDecodingError {
      // The description of this error would quote the row.
      self.init(
        .damaged, "is damaged (a row contains an invalid value)",
        hint: "Move it aside, or name another file with --database.",
        path: path)
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.failed, "database error (\(error))", path: path)
      return
    }
    let detail = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
      self.init(
        .busy, "was locked by another process for \(Int(HistoryStore.busySeconds)) s", hint: "Try again.", path: path
      )
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(
        .damaged, "is damaged (\(detail))", hint: "Move it aside, or name another file with --database.", path: path)
    case .SQLITE_READONLY: self.init(.readOnly, "cannot be written (\(detail))", path: path)
    case .SQLITE_FULL: self.init(.full, "cannot be written: the disk is full", path: path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(.cannotOpen, "cannot be opened (\(detail))", path: path)
    default: self.init(.failed, "database error (\(detail))", path: path)
    }
  }
}
