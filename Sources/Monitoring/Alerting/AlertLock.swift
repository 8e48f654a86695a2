import Platform

/// The right to deliver the alerts of a history. The system releases it when the process ends.
struct AlertLock {
  let file: FileDescriptor

  /// Takes the lock; `nil` if another process or thread delivers, or if the file cannot be opened.
  init?(_ book: String) {
    guard
      let file = try? FileDescriptor(
        opening: FilePath(book + ".lock"), [.writeOnly, .create, .noFollow, .nonBlocking], mode: 0o600)
    else { return nil }
    do throws(SystemError) { try file.lock() } catch {
      try? file.close()
      return nil
    }
    self.file = file
  }

  func close() {
    // A program that starts at this moment has a copy of the descriptor, with which the lock would last until it has started.
    file.unlock()
    try? file.close()
  }
}
