import Foundation
package import ModelContext
package import Platform

/// The messages between the thread that reads standard input and the one that answers. Its size is limited: the reader
/// waits while it is full.
package final class MessageQueue: @unchecked Sendable {
  private struct Entry {
    let item: FrameSplitter.Item
    /// The request that can be canceled; `nil` for others.
    let id: String?
    let size: Int
  }

  private let condition = NSCondition()
  private var entries: [Entry] = []
  private var size = 0
  private var isClosed = false
  /// The request that is being answered.
  private var current: String?
  private var isCurrentCanceled = false

  private static let maxEntries = 1024
  /// The maximum size of waiting messages, in bytes, beyond one message.
  private static let maxSize = 16 << 20
  /// Only short messages can be cancellations, or be canceled while they wait: they are parsed twice.
  private static let maxInspected = 64 << 10

  /// An empty queue.
  package init() {}

  /// Starts a thread that reads messages until the end of the input.
  package func start(reading input: FileDescriptor) {
    let thread = Thread { [self] in
      var splitter = FrameSplitter()
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = buffer.withUnsafeMutableBytes { (try? input.read(into: $0)) ?? 0 }
        if count == 0 { break }
        splitter.feed(buffer[..<count], add)
      }
      splitter.finish(add)
      close()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Ends the queue after the messages that wait.
  package func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  /// Ends the queue; messages that wait are not answered.
  package func stop() {
    condition.withLock {
      isClosed = true
      entries = []
      isCurrentCanceled = true
      condition.broadcast()
    }
  }

  /// True if the request that is being answered was canceled.
  package var isCanceled: Bool { condition.withLock { isCurrentCanceled } }

  private func add(_ item: FrameSplitter.Item) {
    var length = 0
    var subject: (id: String, isCancellation: Bool)?
    if case .message(let bytes) = item {
      length = bytes.count
      if length <= Self.maxInspected { subject = ContextServer.subject(of: bytes) }
    }
    condition.withLock {
      if let subject, subject.isCancellation {
        if current == subject.id { isCurrentCanceled = true }
        entries.removeAll { $0.id == subject.id }
        return
      }
      while !isClosed, !entries.isEmpty, entries.count >= Self.maxEntries || size + length > Self.maxSize {
        condition.wait()
      }
      guard !isClosed else { return }
      entries.append(Entry(item: item, id: subject?.id, size: length))
      size += length
      condition.broadcast()
    }
  }

  /// Returns the next message; `nil` at the end. Waits for it.
  package func next() -> FrameSplitter.Item? {
    condition.withLock {
      current = nil
      isCurrentCanceled = false
      while entries.isEmpty, !isClosed { condition.wait() }
      guard !entries.isEmpty else { return nil }
      let entry = entries.removeFirst()
      size = entries.isEmpty ? 0 : size - entry.size
      current = entry.id
      condition.broadcast()
      return entry.item
    }
  }
}
