import Bytes

/// Reads the errors of language runtimes that are not Apple's: a message of several lines, and the stack trace below it.
extension TextDialect {
  static let languageErrors = TextDialect(
    name: "language-errors",
    example: Example(
      """
      Fatal Python error: Segmentation fault

      Current thread 0x00007ff84a3c5640 (most recent call first):
        File "cards.py", line 12 in draw
      """, .console),
    offer: .containing(.languageError),
    phrases: [
      (
        .languageError,
        [
          " panicked at ", "panic: ", "fatal error: ", "uncaught kotlin exception: ", "fatal python error: ",
          "java runtime environment", "javascript heap out of memory", "# fatal error in",
          "nativescript encountered a fatal",
          "thread caused non-unwinding panic", "fatal runtime error: ",
        ]
      )
    ]
  ) { reader, line, _ in reader.consumeLanguageError(line) }
}

extension TextReader {
  /// The maximum number of lines of one error.
  private static let maxErrorLines = 160

  /// Consumes the first line of an error and the lines that belong to it.
  fileprivate mutating func consumeLanguageError(_ line: Line) -> Bool {
    guard isLanguageError(line) else { return false }
    include(line, as: .failure)
    addConsoleLine(text.string(line.content), line: line.number)
    consumeErrorTrace()
    return true
  }

  private func isLanguageError(_ line: Line) -> Bool {
    let content = line.content
    if text.hasPrefix("thread '", content) { return text.contains(" panicked at ", content) }
    if text.hasPrefix("panic: ", content) || text.hasPrefix("fatal error: ", content) {
      return hasGoroutine(below: line)
    }
    if text.hasPrefix("# ", content) || text.equals(content, "#") {
      return text.contains("Java Runtime Environment", content) || text.hasPrefix("# Fatal error in", content)
    }
    for start in Self.errorStarts where text.hasPrefix(start, content) { return true }
    return text.contains("Uncaught Kotlin exception: ", content)
      || text.contains(" - JavaScript heap out of memory", content)
  }

  private static let errorStarts: [StaticString] = [
    "Uncaught Kotlin exception: ", "Fatal Python error: ", "FATAL ERROR: ", "NativeScript encountered a fatal error: ",
    "thread caused non-unwinding panic", "fatal runtime error: ", "A fatal error has been detected by the Java Runtime",
    "There is insufficient memory for the Java Runtime", "Fatal error in , line ", "Fatal error in ../",
  ]

  /// Whether the header of a goroutine is near: `panic: ` begins messages of other programs, too.
  private func hasGoroutine(below line: Line) -> Bool {
    if text.hasPrefix("panic: runtime error: ", line.content) { return true }
    var ahead = cursor
    for _ in 0..<24 {
      guard let next = ahead.next() else { return false }
      if text.hasPrefix("goroutine ", next.content), text.contains("[", next.content) { return true }
    }
    return false
  }

  /// Consumes the paragraph, and the following paragraphs that begin like a part of a stack trace.
  private mutating func consumeErrorTrace() {
    var ahead = cursor
    var (count, isBegin) = (0, false)
    while count < Self.maxErrorLines, let next = ahead.next() {
      count += 1
      if next.isEmpty {
        isBegin = true
        continue
      }
      if isBegin ? !beginsTrace(next.content) : endsTrace(next) { return }
      isBegin = false
      cursor = ahead
      include(next)
      addConsoleLine(text.string(next.content), line: next.number)
    }
  }

  private func beginsTrace(_ content: Slice) -> Bool {
    for start in Self.traceStarts where text.hasPrefix(start, content) { return true }
    return false
  }

  private static let traceStarts: [StaticString] = [
    "goroutine ", "[signal ", "Current thread 0x", "Thread 0x", "stack backtrace:", "----- Native stack trace",
    "----- JavaScript stack trace", "1: 0x", "# ", "Python runtime state", "Extension modules:", "runtime stack:",
    "Child exception:", "Caused by:", "exit status ", "SIG", "JRE version:", "Java VM:", "Problematic frame:",
    "An error report file", "No core dump", "Core dump", "Internal Error ", "Native memory allocation", "Check failed",
    "C  [", "V  [", "J ", "j ", "v ",
  ]

  /// Whether the line belongs to something else: a report, another program's line, another failure.
  private func endsTrace(_ line: Line) -> Bool {
    if text.headerLabel(line.content) != nil || text.stampedLine(line.content) != nil { return true }
    let words = Wording.scan(text, line.content)
    return !words.isDisjoint(with: [.preview, .exception, .document, .jetsam, .toolAssertion])
      || words.contains(.languageError) && isLanguageError(line)
  }
}
