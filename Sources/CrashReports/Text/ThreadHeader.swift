import Bytes
import Knowledge

/// The header line of a thread.
struct ThreadHeader {
  enum Kind {
    /// `Thread 3:`, `Thread 0 Crashed:: main Dispatch queue: q`.
    case frames(crashed: Bool)
    /// `Thread 0 name:  Dispatch queue: q`, on the line before its header.
    case name
    /// `Thread 0 crashed with X86 Thread State (64-bit):`.
    case state
    /// `Thread 0 instruction stream:` and other dumps.
    case dump
    /// `Thread 1: EXC_BAD_INSTRUCTION (code=…)`, as Xcode shows it in the editor.
    case stop
  }

  var index: Int
  var kind: Kind
  /// The rest of the line: name and queue, or the stop reason.
  var rest: Slice
  /// Whether the rest of the line is the name of a queue, with its kind in parentheses.
  var isQueue = false
}

extension ByteText {
  /// Recognizes the header of a thread; the forms are listed in `docs/formats.md`, *Thread headers*.
  func threadHeader(_ slice: Slice) -> ThreadHeader? {
    guard self[slice.start] == UInt8(ascii: "T") else { return nil }
    // Xcode names the task instead of the thread if a Swift task runs on it.
    let isTask = hasPrefix("Task ", slice)
    guard isTask || hasPrefix("Thread ", slice) else { return nil }
    var index = slice.start + (isTask ? 5 : 7)
    let digits = index
    while index < slice.end, self[index].isDigit { index += 1 }
    guard let number = integer(Slice(digits, index)), number < 1_000_000 else { return nil }
    let rest = Slice(index, slice.end)
    if self[index] == UInt8(ascii: ":") {
      let isDouble = self[index + 1] == UInt8(ascii: ":")
      let after = trimmed(Slice(index + (isDouble ? 2 : 1), slice.end))
      if !isDouble, isStop(after) { return ThreadHeader(index: number, kind: .stop, rest: after) }
      return isTask ? nil : ThreadHeader(index: number, kind: .frames(crashed: false), rest: after)
    }
    if isTask { return nil }
    for word: StaticString in [" Crashed:", " Attributed:", " Highlighted:", " Triggered:"] where hasPrefix(word, rest)
    {
      var start = index + word.utf8CodeUnitCount
      if self[start] == UInt8(ascii: ":") { start += 1 }
      return ThreadHeader(
        index: number, kind: .frames(crashed: true), rest: trimmed(Slice(min(start, slice.end), slice.end)))
    }
    if hasPrefix(" name:", rest) {
      return ThreadHeader(index: number, kind: .name, rest: trimmed(Slice(min(index + 6, slice.end), slice.end)))
    }
    // Xcode: `Thread 7 Queue : com.apple.main-thread (serial)`.
    if hasPrefix(" Queue", rest),
      let colon = first(UInt8(ascii: ":"), Slice(rest.start, min(rest.end, rest.start + 10)))
    {
      let queue = trimmed(Slice(colon + 1, rest.end))
      return ThreadHeader(index: number, kind: .frames(crashed: false), rest: queue, isQueue: true)
    }
    for word: StaticString in [" State:", " Thread State:", " registers:", " Registers:"] where hasPrefix(word, rest) {
      return ThreadHeader(index: number, kind: .state, rest: trimmed(rest))
    }
    if hasPrefix(" with ", rest), contains("Thread State", rest) {
      return ThreadHeader(index: number, kind: .state, rest: trimmed(rest))
    }
    if hasPrefix(" crashed with ", rest) { return ThreadHeader(index: number, kind: .state, rest: trimmed(rest)) }
    if hasPrefix(" instruction stream", rest) || hasPrefix(" last branch register", rest) {
      return ThreadHeader(index: number, kind: .dump, rest: rest)
    }
    return nil
  }

  /// What the debugger states for the errors that sanitizers report.
  private static let sanitizerWords: [[UInt8]] = {
    let lists = KnowledgeText.sanitizers.lists
    return (lists["debugger address"] + lists["debugger thread"]).map { Array($0.utf8) }
  }()

  /// Returns whether `slice` is a stop reason that Xcode prints after `Thread 1:` when a debugged process stops.
  private func isStop(_ slice: Slice) -> Bool {
    for word: StaticString in [
      "EXC_", "signal SIG", "Fatal error", "fatal error", "Swift runtime failure", "Precondition failed",
      "Assertion failed", "Simultaneous accesses", "breakpoint ", "Exception:", "Program terminated",
      "hit program assert", "Data race in", "Swift access race", "Use of deallocated memory", "Heap buffer overflow",
      "Stack buffer overflow", "Global buffer overflow", "Use of out of scope", "Use of deallocated", "Race on ",
      "step ", "-[", "+[", "\"",
    ] where hasPrefix(word, slice) { return true }
    if Self.sanitizerWords.contains(where: { words in
      words.count <= slice.count && words.indices.allSatisfy { words[$0] == self[slice.start + $0] }
    }) {
      return true
    }
    // Main Thread Checker: the API and then the violation.
    return hasSuffix("must be used from main thread only", slice)
  }

  /// Parses name and queue after a thread header: `main Dispatch queue: com.apple.main-thread`.
  func nameAndQueue(_ slice: Slice) -> (name: String?, queue: String?) {
    guard let offset = find("Dispatch queue: ", slice) else { return (value(slice), nil) }
    return (value(Slice(slice.start, offset)), value(Slice(offset + 16, slice.end)))
  }
}
