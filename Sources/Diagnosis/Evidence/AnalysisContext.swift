import Bytes
package import CrashReports
import Vocabulary

/// A report prepared for judging: its texts made matchable once, its stacks chosen, its recursion and agent found.
///
/// Every pattern is asked against one of these, so whatever several patterns need is computed here and only once.
package struct AnalysisContext: Sendable {
  /// The report that is judged, as read.
  package let report: CrashReport
  /// Lines of the input, for quoting.
  let quotations: Quotations

  /// A message of the report, prepared for matching.
  package struct Text: Sendable {
    /// The message as the report carries it, with its line and origin.
    package let message: ReportMessage
    /// The message's text in the form that templates match.
    package let matchable: MatchableText
  }
  /// Every message of the report, in order of weight.
  package let texts: [Text]
  /// What occurs in `texts`, in the functions of `stacks`, and in those of all threads.
  let textGrams: GramSet
  let stackGrams: GramSet
  let threadGrams: LazyGramSet

  /// The stack that tells the story: where the exception was raised if the report says so, else the crashed thread.
  package let crashStack: [CrashReport.Frame]
  /// True if `crashStack` is the last exception backtrace.
  package let isExceptionStack: Bool
  /// The crashed thread's own frames, also where the exception's stack is the one that counts.
  package let threadStack: [CrashReport.Frame]
  /// The repetition in the crashed thread, if there is one.
  package let cycle: Cycle?
  /// The proof that this is an agent of Interface Builder.
  package private(set) var agent: Witness?
  /// Classes and methods, where the report is pasted source code.
  package let source: SourceExcerpt?
  /// What the agent of Interface Builder was doing, and the position in `crashStack` of the frame that shows it; `nil`
  /// for any other report or where no frame shows it.
  package private(set) var phase: (phase: AgentPhase, position: Int)?

  /// Prepares a report for judging.
  ///
  /// - Parameter input: The bytes that the report was read from, for quoting lines; empty: members are named instead.
  package init(report: CrashReport, input: [UInt8] = []) {
    self.report = report
    quotations = Quotations(input: input, enabled: report.source.quotesLines)
    let texts = report.messages.map { Text(message: $0, matchable: MatchableText($0.text)) }
    self.texts = texts
    var grams = GramSet()
    for text in texts { grams.insert(text.matchable.lowered) }
    textGrams = grams
    let thread = report.crashedThread
    threadStack = thread?.frames ?? []
    if let raised = report.lastExceptionBacktrace, !raised.isEmpty {
      crashStack = raised
      isExceptionStack = true
    } else {
      crashStack = thread?.frames ?? []
      isExceptionStack = false
    }
    var functions = GramSet()
    for stack in [crashStack, isExceptionStack ? threadStack : []] + (report.applicationSpecificBacktraces ?? []) {
      for frame in stack { if let symbol = frame.symbol { functions.insert(symbol.readable) } }
    }
    stackGrams = functions
    let threads = report.threads
    threadGrams = LazyGramSet { [functions] in
      var functions = functions
      for thread in threads ?? [] {
        for frame in thread.frames { if let symbol = frame.symbol { functions.insert(symbol.readable) } }
      }
      return functions
    }
    let recursed = thread?.recursion.map(\.depth).max() ?? 0
    cycle = Cycle.longest(in: threadStack, omitted: max(thread?.omittedFrames ?? 0, recursed))
    source = SourceExcerpt(of: report)
    agent = agentProof()
    phase = phaseProof()
  }

  /// Stacks that evidence about frames may look into, the telling one first.
  package var stacks: [[CrashReport.Frame]] {
    var all = [crashStack]
    if isExceptionStack { all.append(threadStack) }
    all += report.applicationSpecificBacktraces ?? []
    return all.filter { !$0.isEmpty }
  }
}

extension AnalysisContext {
  /// A witness for a line of the report, or for a member where lines cannot be quoted; `statement` is a template.
  package func witness(
    line: Int?, member: String, statement: String, captures: [String: String] = [:], kind: Witness.Kind = .stated
  ) -> Witness {
    Witness(
      line: line, text: line.flatMap(quotations.line) ?? member, template: statement, captures: captures, kind: kind)
  }

  /// A witness for a frame at `position` of its stack.
  package func witness(
    frame: CrashReport.Frame, at position: Int, statement: String, captures: [String: String] = [:],
    kind: Witness.Kind = .stated
  ) -> Witness {
    // The line of a frame that was named by a symbol file says less than we know.
    let quoted = frame.outcome.isFromSymbols ? nil : frame.line.flatMap(quotations.line)
    return Witness(
      line: frame.line, text: quoted ?? Self.rendered(frame), template: statement, captures: captures, kind: kind,
      frame: position)
  }

  /// A frame in one line, as text reports write it, for reports whose lines cannot be quoted.
  static func rendered(_ frame: CrashReport.Frame) -> String {
    var text = "frame \(frame.index): \(frame.image ?? "???")"
    if let symbol = frame.symbol {
      text += " " + symbol.readable
      if let offset = symbol.offset { text += " + \(offset)" }
    } else if let address = frame.address {
      text += " " + address.value.hexadecimal
    }
    if let source = frame.source {
      text += " (" + fileName(source.file) + (source.line.map { ":\($0)" } ?? "") + ")"
    }
    if frame.inlined { text += " [inlined]" }
    return text
  }

  /// The place that a frame names. Code that the compiler made is in no file of the user's.
  static func blame(_ frame: CrashReport.Frame) -> Blame {
    let source = frame.source.flatMap { $0.file.hasPrefix("<") ? nil : $0 }
    return Blame(
      function: frame.symbol?.readable, file: source?.file, line: source?.line, image: frame.image.map(shortImageName))
  }

  /// The first frame of the app in the telling stack that a person wrote, as position in it.
  ///
  /// Code in `<compiler-generated>`, or in a file but on no line of it, was made by the compiler: it is passed over where
  /// a frame further out is better. `main` of an agent is the host's.
  package func firstAppFrame() -> Int? {
    crashStack.firstIndex { $0.role == .app && !$0.isMadeByCompiler } ?? crashStack.firstIndex { $0.role == .app }
  }
}

extension CrashReport.Frame {
  fileprivate var isMadeByCompiler: Bool { source.map { $0.line == nil || $0.file.hasPrefix("<") } ?? false }
}

extension FrameOutcome {
  /// True if a symbol file gave the frame its name or its place.
  fileprivate var isFromSymbols: Bool { self == .symbolicated || self == .symbolTableOnly }
}

/// A path without its folders: what a person calls the file.
func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

/// Lines of the input by number, found on first use.
struct Quotations: Sendable {
  private let input: [UInt8]
  private let enabled: Bool
  /// Longest quotation, in bytes; a line may be megabytes long.
  private static let longest = 400

  init(input: [UInt8], enabled: Bool) {
    self.input = input
    self.enabled = enabled
  }

  /// Line `number` without blanks at its ends; `nil` if lines of this report cannot be quoted.
  func line(_ number: Int) -> String? {
    guard enabled, number >= 1 else { return nil }
    let bytes = input.span
    var current = 1
    var start = 0
    while current < number {
      guard start < bytes.count else { return nil }
      while start < bytes.count, bytes[start] != 0x0a { start += 1 }
      start += 1
      current += 1
    }
    guard start < bytes.count else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != 0x0a, end - start < 8 * Self.longest { end += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 || bytes[end - 1] == 0x0d { end -= 1 }
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    guard end > start else { return nil }
    let cut = end - start > Self.longest
    let text = String(decoding: input[start..<(cut ? start + Self.longest : end)], as: UTF8.self)
    return cut ? text + " …" : text
  }
}
