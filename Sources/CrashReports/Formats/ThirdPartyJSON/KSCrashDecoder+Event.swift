import Vocabulary

/// The stacks of a profile of KSCrash: a table of frames, and samples that refer to it.
struct KSCrashProfile {
  var frames: [CrashReport.Frame] = []
  /// The number of samples with each stack, by the indices of its frames.
  var stacks: [[Int]: Int] = [:]
  /// The stacks in the order in which they were met.
  var order: [[Int]] = []
  var samples = 0
  var line: Int?
  /// The number of indices that may still be stored.
  var indicesLeft = 1_000_000

  /// The most frequent stack, of equal ones the first.
  var heaviest: (stack: [Int], count: Int)? {
    var best: (stack: [Int], count: Int)?
    for stack in order {
      let count = stacks[stack] ?? 0
      if count > best?.count ?? 0 { best = (stack, count) }
    }
    return best
  }

  /// Returns the call tree of all samples.
  ///
  /// - Parameter thread: The index of the thread in the report.
  func callTree(thread: Int, _ limits: CallTree.Limits) -> CallTree? {
    var builder = CallTreeBuilder(limits: limits)
    let functions = frames.map { builder.function($0) }
    let root = builder.begin(thread: thread, samples: samples)
    for stack in order {
      let path = stack.reversed().compactMap { functions.indices.contains($0) ? functions[$0] : nil }
      builder.insert(path, below: root, count: stacks[stack] ?? 0)
    }
    return builder.finish()
  }
}

// What kind of event a report of KSCrash is about. One of its members states that; signal and exception of a hang or a
// profile have values that mean nothing.
extension KSCrashDecoder {
  /// Sets the kind of event, its summary and, for an event without an exception, removes that.
  mutating func setEvent() {
    switch failure.type {
    case "deadlock":
      report.kind = .hang
      report.eventSummary = "the main thread did not respond"
    case "memory_termination": setTermination("memory_limit")
    case "termination", "resource_termination": setTermination(failure.termination)
    case "profile": setProfile()
    case "hang": setHang()
    default: setCrash()
    }
  }

  private mutating func setCrash() {
    if failure.isCleanExit {
      let signal = report.exception?.signal ?? report.exception?.type
      return setNoFailure("the process exited as expected" + (signal.map { " (\($0))" } ?? ""))
    }
    setExitReason()
    if failure.isFatal == false {
      report.kind = .fault
      notes.add("handled", "The app handled this error and went on running.")
    }
  }

  /// Sets the termination by the system, which a crash or a hang may state beside its signal.
  private mutating func setExitReason() {
    guard let code = failure.exitCode, code != 0 else { return }
    var termination = report.termination ?? CrashReport.Termination()
    termination.code = code
    report.termination = termination
    report.lines[.termination] = failure.line
    report.add(.duration, failure.hang.seconds.map(Detail.Value.seconds), line: failure.line)
  }

  private mutating func setHang() {
    report.exception = nil
    report.kind = .hang
    let duration = failure.hang.seconds.map { " for " + Amounts.seconds($0) } ?? ""
    report.eventSummary = "the main thread did not respond" + duration
    if failure.hang.hasRecovered == true || failure.isFatal == false {
      report.add(.action, "none: the main thread responded again", line: failure.line)
    } else if failure.isFatal == true, failure.exitCode == nil {
      report.eventSummary? += "; the process ended before it responded again"
    }
    setExitReason()
    if report.termination == nil {
      report.add(.duration, failure.hang.seconds.map(Detail.Value.seconds), line: failure.line)
    }
  }

  /// Sets the end of the process that ran before, whose reason KSCrash determines at the next launch.
  private mutating func setTermination(_ reason: String?) {
    report.exception = nil
    report.add(.reason, reason, line: failure.line)
    switch reason {
    case "memory_limit", "memory_pressure":
      report.kind = .jetsam
      report.eventSummary = "killed: out of memory"
    case "none", "clean", "first_launch", "os_upgrade", "app_upgrade", "reboot", "low_battery":
      setNoFailure("the process ended without a failure (\(reason ?? ""))")
    case "hang":
      report.kind = .hang
      report.eventSummary = "terminated while the main thread did not respond"
    case "cpu", "thermal":
      report.kind = .resource
      report.eventSummary =
        reason == "cpu" ? "terminated: it used too much processor time" : "terminated: the device was too hot"
      report.add(.action, "Process killed", line: failure.line)
    case "unexplained", nil:
      report.kind = .unknown
      report.eventSummary = "terminated; the crash reporter found no reason"
    case let reason?:
      report.kind = reason.hasPrefix("memory") ? .jetsam : .unknown
      report.eventSummary = "terminated: " + reason
    }
  }

  private mutating func setProfile() {
    let seconds = failure.profileNanoseconds.map { Double($0) / 1e9 }
    let name = failure.profileName.map { " \"\($0)\"" } ?? ""
    setNoFailure("a profile\(name)" + (seconds.map { " of " + Amounts.seconds($0) } ?? ""), kind: .sample)
    report.add(.profileName, failure.profileName, line: failure.line)
    report.add(.duration, seconds.map(Detail.Value.seconds), line: failure.line)
    guard profile.samples > 0 else { return }
    report.add(.samples, .number(profile.samples), line: profile.line)
    guard let (stack, count) = profile.heaviest else { return }
    var thread = CrashReport.Thread(index: report.threads?.count ?? 0)
    thread.samples = count
    thread.line = profile.line
    for (position, index) in stack.enumerated() where profile.frames.indices.contains(index) {
      var frame = profile.frames[index]
      frame.index = position
      frame.addressKind = position == 0 ? .exact : .return
      thread.frames.append(frame)
    }
    report.threads = (report.threads ?? []) + [thread]
    report.callTree = profile.callTree(thread: thread.index, limits.callTree)
    for note in report.callTree?.notes ?? [] { notes.add(note.code, note.text) }
    if profile.order.count > 1 {
      notes.add(
        "heaviest-stack", "The profile has \(profile.order.count) different stacks; the most frequent one is shown.")
    }
  }

  private mutating func setNoFailure(_ summary: String, kind: CrashReport.Kind = .statistics) {
    report.kind = kind
    report.exception = nil
    report.eventSummary = summary
  }

  // MARK: - Profiles

  mutating func readProfileFrames() {
    profile.line = lineOfValue()
    var list = FrameList()
    readArray { decoder in
      let count = list.total
      decoder.readFrame(&list, .max / 4)
      // An element without an address keeps its index, which samples refer to.
      guard list.total == count, decoder.framesLeft > 0, decoder.cursor.fault == nil else { return }
      decoder.framesLeft -= 1
      list.append(limit: .max / 4) { _ in }
    }
    profile.frames = list.frames
  }

  mutating func readProfileSamples() {
    profile.line = profile.line ?? lineOfValue()
    readArray { decoder in
      var stack: [Int] = []
      decoder.readObject(CrashKey.keys) { decoder, key in
        guard key == .frames else { return false }
        decoder.readArray { decoder in
          guard let index = decoder.cursor.readInt(), stack.count < decoder.limits.framesPerThread else { return }
          stack.append(index)
        }
        return true
      }
      guard !stack.isEmpty, decoder.profile.indicesLeft >= stack.count else { return }
      decoder.profile.samples += 1
      if decoder.profile.stacks[stack] == nil {
        decoder.profile.order.append(stack)
        decoder.profile.indicesLeft -= stack.count
      }
      decoder.profile.stacks[stack, default: 0] += 1
    }
  }
}
