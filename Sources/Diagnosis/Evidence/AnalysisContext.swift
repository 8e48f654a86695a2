import Bytes
package import CrashReports
import Knowledge
import Vocabulary

/// A report prepared for evaluating patterns: texts in matchable form, the stacks to search, recursion and agent.
///
/// All patterns are evaluated with the same context, so facts that several patterns need are computed only once. A class,
/// because evidence is evaluated recursively, and a copy of the report's parts takes longer than most tests. One thread
/// uses it.
package final class AnalysisContext {
  /// The report as read.
  package let report: CrashReport
  /// Lines of the input, for quoting.
  let quotations: Quotations

  /// A message of the report, prepared for matching.
  package struct Text: Sendable {
    /// The message as the report states it, with its line and origin.
    package let message: ReportMessage
    /// The message's text in the form that templates match.
    package let matchable: MatchableText
    /// Whether the message has a time stamp or the name of a program, so that no sentence quotes it.
    let hasWriter: Bool
    /// Whether several lines of the report form the message, each of which is a text, too.
    var isJoined = false

    private static let statementsOfFailure = Set(
      KnowledgeText.words.lists["statements of failure"].flatMap { $0.split(separator: " ").map(String.init) })

    private static let announcements = phrases(KnowledgeText.words.lists["announcements"])
    private static let consequences = phrases(KnowledgeText.words.lists["consequences"])
    private static let firstPerson = Set(KnowledgeText.words.lists["first person"].map { Array($0.utf8) })

    /// The number of bytes at the beginning of a message that announce what it states.
    private static let maxAnnouncement = 32
    /// The number of bytes of a message that are compared with phrases.
    private static let maxWeighed = 512
    /// The number of bytes from which a message is a paragraph.
    private static let minParagraph = 200

    /// Phrases by their first byte.
    private static func phrases(_ elements: [String]) -> [UInt8: [[UInt8]]] {
      Dictionary(grouping: elements.map { Array($0.utf8) }.filter { !$0.isEmpty }) { $0[0] }
    }

    /// Whether a phrase begins in the first `limit` bytes of a text.
    private static func has(_ phrases: [UInt8: [[UInt8]]], in text: [UInt8], before limit: Int) -> Bool {
      (0..<min(limit, text.count)).contains { start in
        phrases[text[start]]?.contains { text.hasBytes($0, at: start) } ?? false
      }
    }

    /// How much the message says about the failure, compared with others: a program that announces a failure says most, a sentence of an
    /// author and the consequence of an earlier line say less.
    var weight: Int {
      let text = Array(matchable.lowered.prefix(Self.maxWeighed))
      var weight = statesFailure ? 2 : 0
      if hasWriter || message.origin != .console { weight += 2 }
      if Self.has(Self.announcements, in: text, before: Self.maxAnnouncement + 1) {
        weight += 4
      } else if Self.has(Self.announcements, in: text, before: text.count) {
        weight += 2
      }
      if Self.has(Self.consequences, in: text, before: Self.minParagraph) { weight -= 3 }
      let words = text.split { !$0.isLetter && $0 != UInt8(ascii: "'") }
      if words.contains(where: { Self.firstPerson.contains(Array($0)) }) { weight -= 3 }
      if text.last == UInt8(ascii: "?") { weight -= 3 }
      if text.count >= Self.minParagraph, !hasWriter { weight -= 1 }
      return weight
    }

    /// Whether the message has a word with which a line of a log states that something failed.
    var statesFailure: Bool {
      matchable.lowered.split(whereSeparator: { !(0x61...0x7a).contains($0) && $0 != 0x27 }).contains {
        Self.statementsOfFailure.contains(String(streamSafe: $0))
      }
    }
  }
  /// The messages of the report, most important first.
  package let texts: [Text]
  /// Grams of `texts`.
  let textGrams: GramSet
  /// Grams of the functions of `stacks`.
  let stackGrams: GramSet
  /// Grams of the values of the fields for which `ReportField.isInFieldGrams` is true.
  let fieldGrams: GramSet
  /// The functions with which runtimes ended the process, by runtime; without those that were not searched yet.
  var runtimeStops: [RuntimeStopKey: RuntimeStop?] = [:]
  /// The signals that messages state as the end of a process.
  lazy var printedSignals = signalsInTexts()

  /// The primary stack: where the exception was raised if the report states it, otherwise that of the crashed thread.
  package let crashStack: [CrashReport.Frame]
  /// True if `crashStack` is the stack of the exception.
  package let isExceptionStack: Bool
  /// The frames of the crashed thread, also if `crashStack` is that of the exception.
  package let threadStack: [CrashReport.Frame]
  /// The stacks in which evidence about frames is searched, the primary stack first. None is empty.
  package let stacks: [[CrashReport.Frame]]
  /// What the report states in words of a fixed set: exception type, signal, namespace and code of the termination, kind;
  /// and parts that few reports have.
  private(set) var facts: [String]
  /// The repetition in the crashed thread; `nil` if there is none.
  package let cycle: Cycle?
  /// The evidence that the process is an agent of Interface Builder; `nil` if there is none.
  package private(set) var agent: Witness?
  /// The classes and methods of pasted source code; `nil` for other reports.
  package let source: SourceExcerpt?
  /// What the agent of Interface Builder was doing, and the index in `crashStack` of the frame that shows it; `nil` for
  /// other processes, or if no frame shows it.
  package private(set) var phase: (phase: AgentPhase, position: Int)?

  /// Prepares a report for evaluating patterns.
  ///
  /// - Parameter input: The bytes that the report was read from, for quoting lines. If empty, members are named
  ///   instead.
  package init(report: CrashReport, input: [UInt8] = []) {
    self.report = report
    quotations = Quotations(input: input, source: report.source)
    let written = Set(report.consoleLines.lazy.filter { $0.time != nil || $0.process != nil }.map(\.line))
    func text(_ message: ReportMessage, isJoined: Bool) -> Text {
      Text(
        message: message, matchable: MatchableText(message.text),
        hasWriter: message.line.map(written.contains) ?? false, isJoined: isJoined)
    }
    let texts =
      report.messages.map { text($0, isJoined: false) } + report.joinedMessages.map { text($0, isJoined: true) }
    self.texts = texts
    var grams = GramSet()
    for text in texts { grams.insert(text.matchable.lowered) }
    textGrams = grams
    let thread = report.crashedThread
    threadStack = thread?.frames ?? []
    let raised = report.raisedStack
    isExceptionStack = !raised.isEmpty
    crashStack = isExceptionStack ? raised : thread?.frames ?? []
    stacks = ([crashStack, isExceptionStack ? threadStack : []] + (report.applicationSpecificBacktraces ?? []))
      .filter { !$0.isEmpty }
    facts =
      [report.exception?.type, report.exception?.signal, report.termination?.namespace].compactMap { $0 }
      + [EvidenceNeeds.fact(report.kind)]
    var functions = GramSet()
    for stack in stacks {
      for frame in stack { if let symbol = frame.symbol { functions.insert(symbol.readable) } }
    }
    stackGrams = functions
    let recursed = thread?.recursion.map(\.depth).max() ?? 0
    cycle = Cycle.longest(in: threadStack, omitted: max(thread?.omittedFrames ?? 0, recursed))
    source = SourceExcerpt(of: report)
    var values = GramSet()
    for value in report.fieldTexts { values.insert(value) }
    fieldGrams = values
    agent = agentWitness()
    phase = phaseMatch()
    if agent != nil { facts.append(EvidenceNeeds.agentFact) }
    if report.exception?.name != nil { facts.append(EvidenceNeeds.namedExceptionFact) }
    if let code = report.termination?.code { facts.append(EvidenceNeeds.fact(terminationCode: code)) }
    facts += Self.rareParts.filter { has($0) }.map(EvidenceNeeds.fact)
    facts += Self.rareDetails.filter { report.detail($0) != nil }.map(EvidenceNeeds.fact)
  }

  /// Parts that few reports have, so that patterns that need one are not evaluated for the others.
  static let rareParts: [ReportPart] = [
    .repetition, .deepStack, .previewMessage, .documentName, .documentMessage, .canvas, .canvasError, .source,
    .designableClass,
  ]

  /// Details that few reports have, for the same purpose.
  static let rareDetails: [Detail.Key] = [.event, .previewAccount]

  /// The short image names of the frames of `crashStack`, and of `threadStack`: each runtime is searched in them.
  private(set) lazy var crashImages = crashStack.map { $0.image.map(shortImageName) }
  private(set) lazy var threadImages = threadStack.map { $0.image.map(shortImageName) }

  /// The user's source file and line that Xcode's canvas names; `nil` if it names none.
  private(set) lazy var canvasLocation = texts.lazy.filter { $0.message.origin == .canvas }
    .compactMap { Self.swiftLocation(in: $0.message.text) }.first { !Blamability.isVendorFile($0.path) }

  /// The function of the catalog of raising APIs that raised; `nil` if the primary stack does not show one.
  private(set) lazy var raisedAPI = RaisedAPI(self)

  /// The uncaught exceptions that the report states.
  private(set) lazy var uncaughtExceptions = findUncaughtExceptions()
  /// The reasons of the uncaught exceptions, without quotations.
  private(set) lazy var recordedReasons = findRecordedReasons()
  private(set) lazy var matchableReasons = recordedReasons.map { MatchableText($0) }

  /// The memory access that failed; `nil` if the report is not about one, or states a reason of its own.
  private(set) lazy var memoryFault = MemoryFault(report)
  /// The trap instruction at which the crashed thread stopped; `nil` if the report shows none.
  private(set) lazy var trapInstruction = TrapInstruction(report)
}

extension AnalysisContext {
  /// Returns a witness for a line of the report, or for a member if lines cannot be quoted; `statement` is a template.
  package func witness(
    line: Int?, member: @autoclosure () -> String, statement: String, captures: [String: String] = [:],
    kind: Witness.Kind = .stated
  ) -> Witness {
    Witness(
      line: line, text: line.flatMap(quotations.line) ?? member(), template: statement, captures: captures, kind: kind)
  }

  /// Returns a witness for the frame at index `position` of its stack; `statement` is a template.
  package func witness(
    frame: CrashReport.Frame, at position: Int, statement: String, captures: [String: String] = [:],
    kind: Witness.Kind = .stated
  ) -> Witness {
    // The line of a frame that was symbolicated afterwards contains less than the frame.
    let quoted = frame.outcome.isFromSymbols ? nil : frame.line.flatMap(quotations.line)
    return Witness(
      line: frame.line, text: quoted ?? Self.rendered(frame), template: statement, captures: captures, kind: kind,
      frame: position)
  }

  /// Returns the frame in one line, as text reports write it, for reports whose lines cannot be quoted.
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
}

extension FrameOutcome {
  /// True if the frame's name or location comes from a symbol file.
  fileprivate var isFromSymbols: Bool { self == .symbolicated || self == .symbolTableOnly }
}

/// Returns the last component of a path.
func fileName(_ path: String) -> String { path.lastPathComponent ?? path }

/// Lines of the input by number, searched on each use.
///
/// The search begins at the report, not at the start of the input. Otherwise the time for an input with many reports
/// would be the product of its length and their number.
struct Quotations: Sendable {
  private let input: [UInt8]
  private let enabled: Bool
  /// A line whose beginning is known.
  private var anchor = (line: 1, offset: 0)
  /// The maximum length of a quotation, in bytes; a line may be megabytes long.
  private static let maxLength = 400
  /// The maximum length of a line that is compared with texts, in bytes.
  private static let maxCompared = 4096
  /// The maximum distance of a report from the beginning of its first line, in bytes.
  private static let maxPrefix = 4096

  init(input: [UInt8], source: CrashReport.Source) {
    self.input = input
    enabled = source.quotesLines
    guard enabled, let line = source.firstLine, line > 1, var offset = source.byteRange?.lowerBound,
      offset <= input.count
    else { return }
    let least = offset - Self.maxPrefix
    while offset > 0, offset > least, input[offset - 1] != 0x0A { offset -= 1 }
    if offset == 0 || input[offset - 1] == 0x0A { anchor = (line, offset) }
  }

  /// Returns line `number`, from 1, without blanks at its ends; `nil` for an empty line, or if lines of this report
  /// cannot be quoted. A line over the limit is cut and ends with `…`.
  func line(_ number: Int) -> String? {
    guard enabled, number >= 1 else { return nil }
    return input.withUnsafeBufferPointer { line(number, of: $0) }
  }

  /// Returns the lines with these numbers in one search, for comparisons: with a higher limit than quotations; empty lines are left out.
  func lines(_ numbers: ClosedRange<Int>) -> [(number: Int, text: String)] {
    guard enabled, numbers.lowerBound >= 1 else { return [] }
    return input.withUnsafeBufferPointer { bytes in
      guard var start = start(ofLine: numbers.lowerBound, in: bytes) else { return [] }
      var found: [(number: Int, text: String)] = []
      for number in numbers where start < bytes.count {
        if let text = text(from: start, of: bytes, limit: Self.maxCompared) { found.append((number, text)) }
        start = (bytes.firstOffset(of: 0x0a, from: start) ?? bytes.count) + 1
      }
      return found
    }
  }

  private func line(_ number: Int, of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    start(ofLine: number, in: bytes).flatMap { text(from: $0, of: bytes, limit: Self.maxLength) }
  }

  /// Returns the offset of a line; `nil` if the input ends before it.
  private func start(ofLine number: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var (current, start) = number >= anchor.line ? anchor : (1, 0)
    while current < number {
      guard let lineEnd = bytes.firstOffset(of: 0x0a, from: start) else { return nil }
      start = lineEnd + 1
      current += 1
    }
    return start
  }

  private func text(from start: Int, of bytes: UnsafeBufferPointer<UInt8>, limit maxLength: Int) -> String? {
    var start = start
    guard start < bytes.count else { return nil }
    let limit = min(bytes.count, start + 8 * maxLength)
    var end = bytes.firstOffset(of: 0x0a, from: start, to: limit) ?? limit
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 || bytes[end - 1] == 0x0d { end -= 1 }
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    guard end > start else { return nil }
    let cut = end - start > maxLength
    let text = String(streamSafe: bytes[start..<(cut ? start + maxLength : end)])
    return cut ? text + " …" : text
  }
}
