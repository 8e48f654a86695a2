import Vocabulary

/// One of the stacks of a report.
package enum StackReference: Hashable, Sendable {
  /// Position in `CrashReport.threads`.
  case thread(Int)
  case lastException
  /// Position in `CrashReport.applicationSpecificBacktraces`.
  case applicationBacktrace(Int)
}

extension CrashReport {
  /// Every stack, in the order in which reports print them.
  package var stacks: [StackReference] {
    var all: [StackReference] = []
    for index in (applicationSpecificBacktraces ?? []).indices { all.append(.applicationBacktrace(index)) }
    if lastExceptionBacktrace != nil { all.append(.lastException) }
    for index in (threads ?? []).indices { all.append(.thread(index)) }
    return all
  }

  /// The frames of a stack; none if there is no such stack.
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

/// What symbolication made of one frame of a report: the frame with its name, and the functions inlined into it that
/// the report did not have.
package struct FrameChange: Sendable, Equatable {
  /// The stack that the frame belongs to.
  package var stack: StackReference
  /// Position of the frame in its stack as the report has it.
  package var position: Int
  /// The frame as it was read, before symbol files were searched.
  package var stated: CrashReport.Frame
  /// Innermost first; the last one is the frame itself.
  package var frames: [CrashReport.Frame]

  /// Creates a change from its members.
  package init(stack: StackReference, position: Int, stated: CrashReport.Frame, frames: [CrashReport.Frame]) {
    self.stack = stack
    self.position = position
    self.stated = stated
    self.frames = frames
  }

  /// The same change without the functions that were inlined; `nil` if the frame itself stays as it is.
  package var withoutInlined: FrameChange? {
    guard let frame = frames.last, Self.differs(frame, from: stated) else { return nil }
    return FrameChange(stack: stack, position: position, stated: stated, frames: [frame])
  }

  /// All changes from a report as it was read to the same report with names.
  ///
  /// A symbolicated stack is the stated one with other names and with inlined functions put before the frames that they
  /// were inlined into, whose number they have. Where the numbers of the two stacks do not match, the rest of the stack
  /// counts as unchanged.
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
      // Frames that the report has are the last of the run; what is new stands before them.
      let added = (namedEnd - next) - (end - start)
      if added >= 0 {
        for position in start..<end {
          let counterpart = next + added + position - start
          let first = position == start ? next : counterpart
          // Most frames of most reports stay as they are.
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

  /// Where frames of another number begin.
  private static func endOfRun(_ frames: [CrashReport.Frame], from start: Int) -> Int {
    var end = start + 1
    while end < frames.count, frames[end].index == frames[start].index { end += 1 }
    return end
  }

  /// A readable form alone is no difference: the report's own spelling stays.
  private static func differs(_ named: CrashReport.Frame, from stated: CrashReport.Frame) -> Bool {
    named.symbol?.name != stated.symbol?.name || named.symbol?.offset != stated.symbol?.offset
      || named.source?.file != stated.source?.file || named.source?.line != stated.source?.line
      || named.inlined != stated.inlined
  }
}
