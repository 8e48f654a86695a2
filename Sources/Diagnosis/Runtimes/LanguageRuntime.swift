import Bytes
import CrashReports
import Knowledge

/// A language runtime, an engine or a library that detects an error, prints it and ends the process on purpose.
///
/// The error is that of the language: its message, type and source location. Apple's report contains only the signal
/// and the functions with which the runtime ended the process; most runtimes write the message to standard error.
struct LanguageRuntime: Sendable {
  /// A message that the runtime prints.
  struct Message: Sendable {
    /// Templates of which one must occur, most specific first. `{message}`, `{type}`, `{location}` (`file:line:column`),
    /// `{file}` and `{number}` are captured. White space stands for a line break, too.
    var templates: [TextTemplate]
    /// Templates that must not occur in the same text.
    var without: [TextTemplate] = []
    /// Templates of which one must occur in another text of the report; empty if the message is enough.
    var with: [TextTemplate] = []
    /// Globs by the name of a capture, of which its value must match none.
    var excluding: [String: [String]] = [:]
    /// The kind of error; `nil` if `LanguageRuntime.kinds` or the functions decide.
    var kind: String?
    /// True if the process always ends after this message. A Rust panic may end only its thread.
    var isFinal = true
    /// True if the text must begin with the template.
    var isAtStart = false
  }

  /// Functions that prove on top of the stack that the runtime ended the process.
  struct Stop: Sendable {
    /// Globs for readable names.
    var functions: [String]
    /// The kind of error; `nil` if the function does not tell.
    var kind: String?
    /// Globs for the image of the function; empty for any image.
    var images: [String] = []
  }

  /// The name of its lists in `Knowledge/frames/runtimes.txt`.
  var name: String
  /// The messages, most specific first.
  var messages: [Message] = []
  /// The functions that end the process, most specific kinds first.
  var stops: [Stop] = []
  /// Words of a message by kind of error, in lower case; the first that occurs counts.
  var kinds: [(kind: String, words: [String])] = []
  /// The form of the stack traces that it prints; `nil` if it prints none.
  var trace: LanguageTrace.Form?
  /// True if the runtime calls a hook of the app before it ends the process: such frames are above the error.
  var callsHooks = false
  /// Whether libraries of the language by other authors are linked into the app, and known by their names.
  var hasPackages = false
  /// Kinds of errors that end the process at once: nothing can catch them.
  var kindsWithoutUnwinding: Set<String> = []
  /// True if it ends the process with an invalid access on purpose.
  var accessesNull = false
  /// What a message proves.
  var messageStatement: String
  /// What a function on top of the stack proves.
  var stopStatement: String

  /// The compiled globs: few reports need them.
  private let compiled = OnDemand<Globs>()

  /// The lists of `Knowledge/frames/runtimes.txt`.
  static let lists = KnowledgeText.runtimes.lists

  /// The compiled globs of a runtime.
  final class Globs: Sendable {
    /// Other functions of the runtime and of its standard library, which are never to blame.
    let own: GlobSet
    /// The images of the runtime.
    let ownImages: GlobSet
    let stops: [(functions: GlobSet, images: GlobSet, kind: String?)]

    init(_ runtime: LanguageRuntime) {
      own = GlobSet(lists["\(runtime.name) functions"])
      ownImages = GlobSet(lists["\(runtime.name) images"])
      stops = runtime.stops.map { (functions: GlobSet($0.functions), images: GlobSet($0.images), kind: $0.kind) }
    }
  }

  var globs: Globs { compiled.value { Globs(self) } }

  /// The statement for the user's frame.
  static let callerStatement = "{function|This frame} is the first frame of the app's own code."
  /// The statement for a frame in a printed stack trace.
  static let traceStatement = "The stack trace shows the app's own code here."

  /// The patterns of the stop itself, which an error of the language explains.
  static let superseded = [
    "swift-fatal-error", "abort-unspecified", "nsexception-uncaught", "swift-trap-unspecified", "trap-unspecified",
    "illegal-instruction", "memory-bad-access", "exc-crash-unspecified", "initializer-abort",
    "cpp-exception-uncaught", "assert-failed",
  ]

  /// The kind of error that the words of a message tell.
  func kind(of message: String) -> String? {
    let text = message.lowercased()
    return kinds.first { $0.words.contains { text.contains($0) } }?.kind
  }
}

extension LanguageRuntime {
  /// The grades of a pattern for this runtime.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of errors of the pattern; `nil` for all.
  ///   - except: Kinds of errors that are not those of the pattern.
  ///   - details: Further evidence that is added if it matches.
  func grades(
    _ kinds: Set<String>? = nil, except: Set<String> = [], adding details: Evidence? = nil
  ) -> [Pattern.Grade] {
    let accepts: @Sendable (String?) -> Bool = { kind in
      if let kind, except.contains(kind) { return false }
      guard let kinds else { return true }
      return kind.map(kinds.contains) ?? false
    }
    var grades: [Pattern.Grade] = []
    let top = stops.isEmpty ? nil : stopEvidence(accepts)
    // The functions may not tell the kind that the message tells.
    let anyTop = stops.isEmpty ? nil : Evidence.optional(stopEvidence { _ in true })
    let more = [anyTop, details.map { Evidence.optional($0) }].compactMap { $0 }
    if !messages.isEmpty {
      let final = messageEvidence(isFinal: true, accepts)
      grades.append(.init(.certain, cause: .likely, .all([final] + more)))
      if messages.contains(where: { !$0.isFinal }) {
        let any = messageEvidence(isFinal: false, accepts)
        grades.append(.init(.certain, cause: .likely, .all([any, stoppedEvidence] + more)))
        grades.append(.init(.likely, cause: .likely, .all([any] + more)))
      }
    }
    if let top {
      grades.append(.init(.certain, cause: .possible, .all([top, stoppedEvidence] + more.dropFirst())))
      grades.append(
        .init(.likely, cause: .possible, .all([top, .not(.field(.exceptionType)), .not(.field(.exceptionSignal))])))
    }
    return grades
  }

  /// A message with its stack trace, as a detail of other evidence.
  var tracedMessage: Evidence { .optional(messageEvidence(isFinal: false) { _ in true }) }

  /// Whether the report states that the process stopped on purpose.
  private var stoppedEvidence: Evidence {
    let faults = accessesNull ? ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"] : []
    return .exception(
      types: ["EXC_CRASH", "EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION"] + faults,
      signals: ["SIGABRT", "SIGTRAP", "SIGILL"] + faults)
  }

  /// A message of the runtime; captures what its template captures, the kind of error and the location.
  private func messageEvidence(isFinal: Bool, _ accepts: @escaping @Sendable (String?) -> Bool) -> Evidence {
    let chosen = messages.filter { !isFinal || $0.isFinal }
    return .custom(
      CustomEvidence(
        "a message of the runtime, with the lines that belong to it",
        reason: "A message has several lines, which a console log states separately.",
        needs: .texts(chosen.flatMap(\.templates)),
        explanations: [messageStatement] + (trace == nil ? [] : [Self.traceStatement]),
        wordings: chosen.flatMap(\.templates)
      ) { context in context.match(of: chosen, in: self, accepts) })
  }

  /// A function of the runtime on top of the stack, and the user's frame below it.
  private func stopEvidence(_ accepts: @escaping @Sendable (String?) -> Bool) -> Evidence {
    let grams = stops.flatMap(\.functions).map { GlobSet.grams(of: $0) }
    return .custom(
      CustomEvidence(
        "a function with which the runtime ends the process, on top of the stack",
        reason: "Its position decides: above it are only functions of the system and of the runtime.",
        needs: EvidenceNeeds(functions: grams),
        explanations: [stopStatement, Self.callerStatement]
      ) { context in
        grams.contains(where: context.stackGrams.mayContain) ? context.stopMatch(of: self, accepts) : nil
      })
  }
}
