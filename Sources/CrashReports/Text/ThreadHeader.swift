import Bytes

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
}

extension ByteText {
  /// Recognizes the header of a thread; the forms are listed in `docs/formats.md`, *Thread headers*.
  func threadHeader(_ slice: Slice) -> ThreadHeader? {
    guard self[slice.start] == UInt8(ascii: "T"), hasPrefix("Thread ", slice) else { return nil }
    var index = slice.start + 7
    let digits = index
    while index < slice.end, self[index].isDigit { index += 1 }
    guard let number = integer(Slice(digits, index)), number < 1_000_000 else { return nil }
    let rest = Slice(index, slice.end)
    if self[index] == UInt8(ascii: ":") {
      let isDouble = self[index + 1] == UInt8(ascii: ":")
      let after = trimmed(Slice(index + (isDouble ? 2 : 1), slice.end))
      if !isDouble, isStop(after) { return ThreadHeader(index: number, kind: .stop, rest: after) }
      return ThreadHeader(index: number, kind: .frames(crashed: false), rest: after)
    }
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
    if hasPrefix(" crashed with ", rest) { return ThreadHeader(index: number, kind: .state, rest: trimmed(rest)) }
    if hasPrefix(" instruction stream", rest) || hasPrefix(" last branch register", rest) {
      return ThreadHeader(index: number, kind: .dump, rest: rest)
    }
    return nil
  }

  /// Returns whether `slice` is a stop reason that Xcode prints after `Thread 1:` when a debugged process stops.
  private func isStop(_ slice: Slice) -> Bool {
    for word: StaticString in [
      "EXC_", "signal SIG", "Fatal error", "fatal error", "Swift runtime failure", "Precondition failed",
      "Assertion failed", "Simultaneous accesses", "breakpoint ", "Exception:", "Program terminated",
      "hit program assert",
      "step ", "-[", "+[", "\"",
    ] where hasPrefix(word, slice) { return true }
    return false
  }

  /// Parses name and queue after a thread header: `main Dispatch queue: com.apple.main-thread`.
  func nameAndQueue(_ slice: Slice) -> (name: String?, queue: String?) {
    guard let offset = find("Dispatch queue: ", slice) else { return (value(slice), nil) }
    return (value(Slice(slice.start, offset)), value(Slice(offset + 16, slice.end)))
  }
}
