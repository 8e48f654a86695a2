import YAMLText

/// Evidence that pattern files name: facts that several patterns use, and those that only code can decide.
package struct NamedEvidence: Sendable {
  /// The name in pattern files: `known: statedMessage`.
  package let name: String
  /// What it is, in a few words.
  package let meaning: String
  /// The evidence.
  package let evidence: Evidence
  /// The names of captures that it may add.
  let captures: Set<String>

  private init(_ name: String, _ evidence: Evidence, _ meaning: String, captures: Set<String> = []) {
    self.name = name
    self.meaning = meaning
    self.evidence = evidence
    self.captures = captures
  }

  /// Every name, in the order of the documentation.
  package static let catalog: [NamedEvidence] = [
    .init("sourceLine", .namesSourceLine, "a frame of the app has a source line, or no frame could have one"),
    .init(
      "repetition", .anyRepetition, "frames repeat in the crashed thread", captures: ["period", "rounds", "omitted"]),
    .init("initializers", .initializerRuns, "an initializer of an image runs"),
    .init("exceptionCaught", .exceptionWasCaught, "the exception was caught, and the process continued"),
    .init("signalHandler", .signalHandlerRuns, "a handler of a signal runs"),
    .init("processContinued", .processContinued, "the process was not ended"),
    .init(
      "statedMessage", .statedMessage, "a message of the process or of the system about the failure",
      captures: ["message"]),
    .init(
      "terminatedByOther", .terminatedByOther, "another process ended this one", captures: ["killer"]),
    .init(
      "executedData", .executedData, "the processor executed text or zeros", captures: ["word", "text", "zero"]),
    .init(
      "mainThreadWaits", .mainThreadWaits, "the main thread waits for a thread that waits, too",
      captures: ["deadlock", "queue", "other", "holder", "pool", "workers"]),
    .init(
      "threadsWithSameWait", .threadsWithSameWait, "most threads wait with the same stack",
      captures: ["waiting", "threads", "waitFunction"]),
    .init(
      "waitsForPages", .waitsForPages, "the process uses very much memory, and a thread waits for a page of it",
      captures: ["footprint"]),
    .init(
      "workersOfSameLoop", .workersOfSameLoop, "other threads are in the same loop of dispatch_apply",
      captures: ["sibling"]),
    .init("appExtension", .appExtension, "the process is an app extension", captures: ["extension"]),
    .init(
      "processKind", .processKind, "the kind of process, as limits of memory distinguish it",
      captures: ["extension", "web", "service", "hidden", "used", "state", "other"]),
    .init(
      "raisedByKnownFunction", .raisedByCatalogAPI, "a function of the catalog of raising functions raised"),
    .init(
      "knownReason", .knownReason,
      "the exception's reason is a wording of one function of the catalog of raising functions",
      captures: catalogTexts),
    .init(
      "sharedReason", .sharedReason,
      "the exception's reason is a wording of several functions of the catalog of raising functions",
      captures: catalogTexts),
    .init(
      "knownMessage", .knownMessage, "the message of a failed check is a wording of the catalog of raising functions",
      captures: catalogTexts),
    .init(
      "systemLibrary", .systemLibrary, "the library that the loader did not find is part of the system",
      captures: ["systemLibrary", "since"]),
    .init(
      "libraryFolder", .libraryFolder, "the folder of the library that the loader did not find",
      captures: ["inApp", "absolute", "manager", "package"]),
    .init(
      "isolatedFunction", .isolatedFunction, "the frame that called the check of the executor",
      captures: ["isolated", "closure", "witness", "caller", "systemCaller"]),
    .init(
      "callerInLibrary", .callerInLibrary, "a library called an address without code", captures: ["library"]),
    .init(
      "faultInLibrary", .faultInLibrary, "a library made the access, without code of the app in the stack",
      captures: ["library", "caller"]),
    .init("memoryAccess", .memoryAccess, "the kind of the access to memory is known", captures: ["access"]),
    .init(
      "codeWithoutSignatures", .codeWithoutSignatures,
      "the innermost frame of the app is in an image for arm64, and not arm64e"),
    .init(
      "systemAssertionCaller", .systemAssertionCaller, "the caller of os_assert() or os_crash()",
      captures: ["asserting"]),
    .init(
      "libraryCheck", .libraryCheck, "a function with which a library reports a failed check, and its caller",
      captures: ["check", "checkLibrary", "checkHelper", "checkCaller"]),
    .init(
      "assertCaller", .assertCaller, "the caller of the function of assert()", captures: ["asserting", "checkCaller"]),
    .init("recordedReason", .recordedReason, "a text in Application Specific Information", captures: ["reason"]),
    .init(
      "watchdogProcessorTime", .watchdogProcessorTime, "the processor time in the watchdog's statistics",
      captures: ["cpu", "busy", "waiting"]),
    .init(
      "watchdogActivity", .watchdogActivity, "the innermost function of the main thread that works",
      captures: ["activity"]),
    .init(
      "calledByDelegator", .calledByDelegator, "the selector begins with the name of the class that sends it",
      captures: ["delegating"]),
  ]

  /// What a wording of the catalog of raising functions adds, and the texts that are looked up by it.
  private static let catalogTexts: Set<String> = [
    "entry", "entryReason", "isStated", "projectReason", "requirement", "problem", "problemInline", "fix",
  ]

  /// Returns the evidence with a name; `nil` if there is none.
  static func with(name: String) -> NamedEvidence? { catalog.first { $0.name == name } }

  /// Returns the name of evidence; `nil` if it has none.
  ///
  /// - Parameter alsoData: Whether data has its name, too: it can also be written out.
  static func name(of evidence: Evidence, alsoData: Bool) -> String? {
    if case .custom(let code) = evidence {
      return catalog.first { if case .custom(let other) = $0.evidence { other === code } else { false } }?.name
    }
    guard alsoData, let text = EvidenceWriter.value(evidence)?.flow else { return nil }
    return names[text]
  }

  /// The names of evidence that is data, by its text.
  private static let names: [String: String] = Dictionary(
    catalog.compactMap { one in EvidenceWriter.value(one.evidence).map { ($0.flow, one.name) } }
  ) { first, _ in first }
}
