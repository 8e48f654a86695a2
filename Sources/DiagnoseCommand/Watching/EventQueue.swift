import Foundation
import Vocabulary
import Platform

/// What the system said about the watched folders, for the one who reads the files.
///
/// Filled by a thread that does nothing else: a consumer that reads files between two events lets the system's queue
/// overflow. A path that changes often stands in it once.
final class EventQueue: @unchecked Sendable {
  struct Content {
    var paths: [FilePath] = []
    /// Events were lost, or a folder changed as a whole: look at everything.
    var mustRescan = false
  }

  private let condition = NSCondition()
  private var paths: Set<FilePath> = []
  private var order: [FilePath] = []
  private var mustRescan = false
  private var stopped = false

  func add(_ path: FilePath) {
    condition.withLock {
      if paths.insert(path).inserted { order.append(path) }
      condition.signal()
    }
  }

  func rescan() {
    condition.withLock {
      mustRescan = true
      condition.signal()
    }
  }

  func stop() {
    condition.withLock {
      stopped = true
      condition.broadcast()
    }
  }

  var isStopped: Bool { condition.withLock { stopped } }

  /// Waits until there is something, or until `deadline`; takes it all. `nil` when the end was asked for.
  func take(until deadline: Date) -> Content? {
    condition.withLock {
      while !stopped, order.isEmpty, !mustRescan, Date() < deadline {
        _ = condition.wait(until: deadline)
      }
      if stopped { return nil }
      let content = Content(paths: order, mustRescan: mustRescan)
      paths = []
      order = []
      mustRescan = false
      return content
    }
  }
}
