import Vocabulary

/// A reference to one of the stacks of a report.
package enum StackReference: Hashable, Sendable {
  /// The stack of a thread, by index in `CrashReport.threads`.
  case thread(Int)
  case lastException
  /// An application specific backtrace, by index in `CrashReport.applicationSpecificBacktraces`.
  case applicationBacktrace(Int)
}

extension CrashReport {
  /// All stacks, in the order in which reports print them.
  package var stacks: [StackReference] {
    var all: [StackReference] = []
    for index in (applicationSpecificBacktraces ?? []).indices { all.append(.applicationBacktrace(index)) }
    if lastExceptionBacktrace != nil { all.append(.lastException) }
    for index in (threads ?? []).indices { all.append(.thread(index)) }
    return all
  }

  /// Returns the frames of a stack; an empty array if the stack does not exist.
  package func frames(of stack: StackReference) -> [Frame] {
    switch stack {
    case .thread(let index):
      guard let threads, threads.indices.contains(index) else { return [] }
      return threads[index].frames
    case .lastException: return lastExceptionBacktrace ?? []
    case .applicationBacktrace(let index):
      guard let stacks = applicationSpecificBacktraces, stacks.indices.contains(index) else { return [] }
      return stacks[index]
    }
  }
}

/// The change of one frame by symbolication: the frame with its name, and inlined functions that are not in the report.
package struct FrameChange: Sendable, Equatable {
  /// The stack that the frame belongs to.
  package var stack: StackReference
  /// The index of the frame in its stack, before symbolication.
  package var position: Int
  /// The frame before symbolication.
  package var stated: CrashReport.Frame
  /// The frames after symbolication, innermost first; the last one is the frame itself.
  package var frames: [CrashReport.Frame]

  /// Creates a change from its members.
  package init(stack: StackReference, position: Int, stated: CrashReport.Frame, frames: [CrashReport.Frame]) {
    self.stack = stack
    self.position = position
    self.stated = stated
    self.frames = frames
  }

  /// The change without inlined functions; `nil` if the frame itself does not change.
  package var withoutInlined: FrameChange? {
    guard let frame = frames.last, Self.differs(frame, from: stated) else { return nil }
    return FrameChange(stack: stack, position: position, stated: stated, frames: [frame])
  }

  /// Returns all changes from a report to the same report after symbolication.
  ///
  /// A symbolicated stack has other names, and inlined functions before the frames that they are inlined into, with the
  /// same frame number. If the numbers of the two stacks do not match, the rest of the stack counts as unchanged.
  package static func all(from stated: CrashReport, to named: CrashReport) -> [FrameChange] {
    stated.stacks.flatMap { changes(in: $0, from: stated.frames(of: $0), to: named.frames(of: $0)) }
  }

  private static func changes(
    in stack: StackReference, from stated: [CrashReport.Frame], to named: [CrashReport.Frame]
  ) -> [FrameChange] {
    var changes: [FrameChange] = []
    var next = 0
    var start = 0
    while start < stated.count, next < named.count {
      let number = stated[start].index
      let end = endOfRun(stated, from: start)
      guard named[next].index == number else { break }
      let namedEnd = endOfRun(named, from: next)
      // The frames of the report are the last ones of the run; new frames are before them.
      let added = (namedEnd - next) - (end - start)
      if added >= 0 {
        for position in start..<end {
          let counterpart = next + added + position - start
          let first = position == start ? next : counterpart
          // Most frames of most reports do not change.
          if first == counterpart, !differs(named[counterpart], from: stated[position]) { continue }
          changes.append(
            FrameChange(
              stack: stack, position: position, stated: stated[position], frames: Array(named[first...counterpart])))
        }
      }
      start = end
      next = namedEnd
    }
    return changes
  }

  /// Returns the index at which frames with another number begin.
  private static func endOfRun(_ frames: [CrashReport.Frame], from start: Int) -> Int {
    var end = start + 1
    while end < frames.count, frames[end].index == frames[start].index { end += 1 }
    return end
  }

  /// Returns whether frames differ. A demangled name alone is not a difference: the spelling of the report is
  /// preserved.
  private static func differs(_ named: CrashReport.Frame, from stated: CrashReport.Frame) -> Bool {
    named.symbol?.name != stated.symbol?.name || named.symbol?.offset != stated.symbol?.offset
      || named.source?.file != stated.source?.file || named.source?.line != stated.source?.line
      || named.inlined != stated.inlined
  }
}
