import Foundation
import ModelContext
import Platform

/// The messages between the thread that reads standard input and the one that answers. Its size is limited: the reader
/// waits while it is full.
final class MessageQueue: Sendable {
  private struct Entry {
    let item: FrameSplitter.Item
    /// The request that can be canceled; `nil` for others.
    let id: String?
    let size: Int
  }

  private struct State {
    var entries: [Entry] = []
    var size = 0
    var isClosed = false
    /// The request that is being answered.
    var current: String?
    var isCurrentCanceled = false
  }

  private let state = Guarded(State())

  private static let maxEntries = 1024
  /// The maximum size of waiting messages, in bytes, beyond one message.
  private static let maxSize = 16 << 20
  /// Only short messages can be cancellations, or be canceled while they wait: they are parsed twice.
  private static let maxInspected = 64 << 10

  /// Starts a thread that reads messages until the end of the input.
  func start(reading input: FileDescriptor) {
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
  func close() {
    state.change { $0.isClosed = true }
  }

  /// Ends the queue; messages that wait are not answered.
  func stop() {
    state.change {
      $0.isClosed = true
      $0.entries = []
      $0.isCurrentCanceled = true
    }
  }

  /// True if the request that is being answered was canceled.
  var isCanceled: Bool { state.withLock(\.isCurrentCanceled) }

  private func add(_ item: FrameSplitter.Item) {
    var length = 0
    var subject: (id: String, isCancellation: Bool)?
    if case .message(let bytes) = item {
      length = bytes.count
      if length <= Self.maxInspected { subject = ContextServer.subject(of: bytes) }
    }
    if let subject, subject.isCancellation {
      return state.withLock { state in
        if state.current == subject.id { state.isCurrentCanceled = true }
        state.entries.removeAll { $0.id == subject.id }
      }
    }
    state.wait { state -> Void? in
      let isFull = state.entries.count >= Self.maxEntries || state.size + length > Self.maxSize
      if !state.isClosed, !state.entries.isEmpty, isFull { return nil }
      if !state.isClosed {
        state.entries.append(Entry(item: item, id: subject?.id, size: length))
        state.size += length
      }
      return ()
    }
    state.wake()
  }

  /// Returns the next message; `nil` at the end. Waits for it.
  func next() -> FrameSplitter.Item? {
    state.withLock {
      $0.current = nil
      $0.isCurrentCanceled = false
    }
    defer { state.wake() }
    return state.wait { state -> FrameSplitter.Item?? in
      guard !state.entries.isEmpty else { return state.isClosed ? .some(nil) : nil }
      let entry = state.entries.removeFirst()
      state.size = state.entries.isEmpty ? 0 : state.size - entry.size
      state.current = entry.id
      return entry.item
    }
  }
}
