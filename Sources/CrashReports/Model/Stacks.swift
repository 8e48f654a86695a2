extension CrashReport {
  /// Calls `body` with each stack, and with `true` for stacks of threads, `false` for those of exceptions and for each
  /// function of the call tree, which is a stack by itself.
  package func forEachStack(_ body: (_ frames: [Frame], _ isThread: Bool) -> Void) {
    for thread in threads ?? [] { body(thread.frames, true) }
    if let lastExceptionBacktrace { body(lastExceptionBacktrace, false) }
    for stack in applicationSpecificBacktraces ?? [] { body(stack, false) }
    callTree?.forEachFunction { body($0, false) }
  }

  /// Calls `body` with each stack as `forEachStack` does, to change the frames in place.
  ///
  /// Each stack is removed from the report during the call, so that changing it copies nothing.
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
    if var tree = callTree {
      callTree = nil
      tree.changeEachFunction { body(&$0, false) }
      callTree = tree
    }
  }
}
