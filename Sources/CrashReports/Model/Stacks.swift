extension CrashReport {
  /// Calls `body` with each stack: those of the threads, for which it gets `true`, and those of exceptions.
  package func forEachStack(_ body: (_ frames: [Frame], _ isThread: Bool) -> Void) {
    for thread in threads ?? [] { body(thread.frames, true) }
    if let lastExceptionBacktrace { body(lastExceptionBacktrace, false) }
    for stack in applicationSpecificBacktraces ?? [] { body(stack, false) }
  }

  /// As `forEachStack`, to change the frames. Stacks are taken out and put back, so that frames change in place and
  /// nothing is copied.
  package mutating func changeEachStack(_ body: (_ frames: inout [Frame], _ isThread: Bool) -> Void) {
    if var all = threads {
      threads = nil
      for index in all.indices { body(&all[index].frames, true) }
      threads = all
    }
    if var frames = lastExceptionBacktrace {
      lastExceptionBacktrace = nil
      body(&frames, false)
      lastExceptionBacktrace = frames
    }
    if var all = applicationSpecificBacktraces {
      applicationSpecificBacktraces = nil
      for index in all.indices { body(&all[index], false) }
      applicationSpecificBacktraces = all
    }
  }
}
