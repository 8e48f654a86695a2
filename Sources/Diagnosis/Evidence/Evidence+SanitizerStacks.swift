import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// The other stacks in the report of a sanitizer: who freed and who allocated the block, who made the previous access,
  /// who created the thread. Captures `freed`, `allocated`, `previous` with `before` and, if both accesses are in one function,
  /// `same`, `locked` and `creator`.
  static let sanitizerStacks = Evidence.custom(
    CustomEvidence(
      "the other stacks in the report of a sanitizer", reason: "The line above a stack states what it shows.",
      explanations: SanitizerStack.allCases.map(\.statement)
    ) { context in context.sanitizerStacks() })

  /// The variable or block that the access of a sanitizer's report concerns. Captures `variable` with `declared`, or `block`
  /// with `distance`.
  static let sanitizerObject = Evidence.any([
    .text(
      TextQuery(
        ["'{variable}' (line {declared}) <==", "'{variable}' <== Memory access"],
        statement: "The access concerns the local variable {variable}{declared?, declared in line {declared}}.")),
    .custom(
      CustomEvidence(
        "the global variable that is nearest to the address", reason: "It compares distances.",
        explanations: [globalStatement]
      ) { context in context.nearestGlobal(statement: globalStatement) }),
    .text(TextQuery(["Location is global '{variable}' "], statement: globalStatement)),
    .text(
      TextQuery(
        ["created by an allocation of '{variable}' in the stack frame"],
        statement: "The value comes from the local variable {variable}, which was not initialized.")),
    block("after", ["is located {distance} bytes after {block}-byte region"]),
    block("after the end of", ["is located {distance} bytes to the right of {block}-byte region"]),
    block("before", ["is located {distance} bytes before {block}-byte region"]),
    block("before the start of", ["is located {distance} bytes to the left of {block}-byte region"]),
    block(
      "inside",
      [
        "is located {distance} bytes inside of {block}-byte region",
        "is located {distance} bytes inside {block}-byte region",
      ]),
    .text(
      ["Location is heap block of size {block} at "], statement: "The memory is in a block of {block} bytes."),
  ])

  private static let globalStatement =
    "The access concerns the global variable {variable}{defined?, defined in {defined}}."

  /// Functions of the system and of sanitizers that allocate and free memory.
  static let allocatingFunctions = [
    "malloc", "calloc", "realloc", "reallocf", "valloc", "aligned_alloc", "posix_memalign", "free", "cfree", "strdup",
    "malloc_zone_*", "malloc_type_*", "operator new*", "operator delete*", "swift_slowAlloc*", "swift_allocObject",
    "_objc_rootAlloc*", "class_createInstance", "__interceptor_*", "___interceptor_*", "wrap_*", "__wrap_*",
    "__sanitizer_*", "__asan_*", "__hwasan_*", "__tsan_*", "__lsan_*", "__msan_*",
  ]

  private static func block(_ side: String, _ templates: [TextTemplate]) -> Evidence {
    .text(templates, statement: "The address is {distance} bytes \(side) a block of {block} bytes.")
  }
}

/// What a stack of a sanitizer's report shows, apart from the failure itself.
private enum SanitizerStack: CaseIterable {
  case freed, allocated, previous, locked, creator

  /// Reads the line above the stack.
  init?(_ title: String) {
    func begins(_ word: String) -> Bool { title.hasPrefix(word) }
    if begins("freed ") {
      self = .freed
    } else if begins("previously allocated ") || begins("allocated ") || title.containsBytes("allocated by ")
      || title.containsBytes("created by a heap allocation") || title.containsBytes("allocated from")
    {
      self = .allocated
    } else if begins("Previous ") {
      self = .previous
    } else if begins("Mutex ") && title.containsBytes("acquired ") {
      self = .locked
    } else if begins("Thread ") && title.containsBytes(" created by ") {
      self = .creator
    } else {
      return nil
    }
  }

  /// The name of the capture.
  var capture: String {
    switch self {
    case .freed: "freed"
    case .allocated: "allocated"
    case .previous: "previous"
    case .locked: "locked"
    case .creator: "creator"
    }
  }

  var statement: String {
    switch self {
    case .freed: "{freed} freed the block{by? ({by})}."
    case .allocated: "{allocated} allocated the block{by? ({by})}."
    case .previous: "{previous} made the previous access{before?, a {before}}{by? ({by})}."
    case .locked: "{locked} acquired the lock."
    case .creator: "{creator} created the thread."
    }
  }

  /// The thread that the line names: `thread T3` in `freed by thread T3 here`, `main thread` in `by main thread (mutexes: write M1)`.
  static func thread(in title: String) -> String? {
    let words = title.utf8.split(separator: UInt8(ascii: " "), maxSplits: 64)
    guard let by = words.lastIndex(where: { $0.elementsEqual("by".utf8) }), by + 1 < words.count else { return nil }
    let next = words[(by + 1)...].prefix(2).map { String(Substring($0)) }
    switch (next.first, next.last) {
    case ("main", "thread"): return "main thread"
    case ("thread", let name?) where next.count == 2 && name.utf8.first == UInt8(ascii: "T"):
      return "thread " + name
    case (let name?, _) where name.utf8.first == UInt8(ascii: "T") && name.utf8.dropFirst().allSatisfy(\.isDigit):
      return "thread " + name
    default: return nil
    }
  }

  /// The kind of the access: `read` in `Previous read of size 8 at 0x… by main thread`.
  static func access(in title: String) -> String? {
    guard title.hasPrefix("Previous ") else { return nil }
    let words = title.utf8.split(separator: UInt8(ascii: " "), maxSplits: 16).dropFirst()
    let kind = words.prefix(4).prefix { !["of", "at", "by"].contains(Substring($0)) }
    guard !kind.isEmpty, kind.count < 4 else { return nil }
    return kind.map { String(Substring($0)) }.joined(separator: " ")
  }
}

extension AnalysisContext {
  /// The number of stacks that are read; a report of a leak has one for each block.
  private static let maxSanitizerStacks = 64

  fileprivate func sanitizerStacks() -> EvidenceMatch? {
    guard report.source.format == "sanitizer" else { return nil }
    let crashed = report.crashedThread?.index
    var match = EvidenceMatch()
    for thread in (report.threads ?? []).prefix(Self.maxSanitizerStacks) where thread.index != crashed {
      guard let title = thread.name, let kind = SanitizerStack(title), match.captures[kind.capture] == nil,
        let position = Self.firstOutsideRuntime(thread.frames)
      else { continue }
      let place = Self.place(Self.blame(in: thread.frames, at: position))
      guard !place.isEmpty else { continue }
      var captures = [kind.capture: place]
      if kind == .previous {
        captures["before"] = SanitizerStack.access(in: title)
        if isSameFunction(thread.frames[position]) { captures["same"] = "same" }
      }
      var stated = captures
      stated["by"] = SanitizerStack.thread(in: title)
      var witness = witness(
        frame: thread.frames[position], at: position, statement: kind.statement, captures: stated)
      // The position is that in another thread.
      witness.frame = nil
      match.witnesses.append(witness)
      match.captures.merge(captures) { first, _ in first }
    }
    return match.witnesses.isEmpty ? nil : match
  }

  /// Whether the first frame outside the runtime of the current access is in the same function.
  private func isSameFunction(_ previous: CrashReport.Frame) -> Bool {
    guard let frames = report.crashedThread?.frames, let position = Self.firstOutsideRuntime(frames),
      let name = frames[position].functionName
    else { return false }
    return name == previous.functionName && frames[position].image == previous.image
  }

  private static let besideGlobal: [TextTemplate] = [
    "is located {distance} bytes {side} global variable '{variable}' defined in '{defined}'",
    "is located {distance} bytes {side} global variable '{variable}' from '{defined}'",
  ]

  /// The variable with the smallest distance; `nil` if two variables have the same one: the report does not tell which.
  fileprivate func nearestGlobal(statement: String) -> EvidenceMatch? {
    var nearest: (distance: UInt64, captures: [String: String], text: Text)?
    var isUnique = true
    for text in texts where !text.isJoined {
      guard let captures = Self.besideGlobal.lazy.compactMap({ $0.match(text.matchable) }).first,
        let distance = captures["distance"].flatMap({ UInt64($0) }), let side = captures["side"]
      else { continue }
      // An address inside of a variable is in no other one.
      let length = side.hasPrefix("inside") ? 0 : distance.addingReportingOverflow(1).partialValue
      if let nearest, nearest.distance <= length {
        if nearest.distance == length, nearest.captures["variable"] != captures["variable"] { isUnique = false }
        continue
      }
      (nearest, isUnique) = ((length, captures, text), true)
    }
    guard isUnique, let nearest else { return nil }
    let captures = nearest.captures.filter { ["variable", "defined"].contains($0.key) }
    let message = nearest.text.message
    return EvidenceMatch(
      witnesses: [witness(line: message.line, member: message.text, statement: statement, captures: captures)],
      captures: captures)
  }

  /// The frame of the app in a stack of a sanitizer, where frames with a line of the source name no image.
  private static func firstOutsideRuntime(_ frames: [CrashReport.Frame]) -> Int? {
    mostBlamable(frames, frames.indices) { frame in
      guard frame.role == .app || frame.role == .unknown || frame.role == nil else { return false }
      guard let name = frame.functionName else { return frame.image != nil }
      return !allocators.matches(name)
    }
  }

  private static let allocators = GlobSet(Evidence.allocatingFunctions)
}
