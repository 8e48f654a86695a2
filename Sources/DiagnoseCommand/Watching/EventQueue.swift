import Foundation
import Vocabulary
import Platform

/// The file system events of the watched folders, queued for the thread that reads the files.
///
/// A separate thread fills the queue, because a consumer that reads files between two events would let the system's
/// queue overflow. A path that changes often is in the queue once.
final class EventQueue: @unchecked Sendable {
  struct Content {
    var paths: [FilePath] = []
    /// True if events were lost or a folder was replaced, so that all folders must be rescanned.
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

  /// Waits until there are events or `deadline` passes, and removes all events. Returns `nil` after `stop`.
  func next(until deadline: Moment) -> Content? {
    condition.withLock {
      while !stopped, order.isEmpty, !mustRescan, Moment.now < deadline {
        _ = condition.wait(until: Date(timeIntervalSinceNow: deadline.seconds(since: .now)))
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
