import CrashReports
import Diagnosis
import Vocabulary

/// Evidence as text: a nested list with one condition per item.
struct EvidenceWords {
  struct Item: Equatable {
    /// The nesting level, from 0.
    var depth: Int
    /// The text; backquotes mark code.
    var text: String
  }

  private(set) var items: [Item] = []

  init(_ evidence: Evidence) { add(evidence, 0, "") }

  /// The maximum nesting level on a page. Evidence in a pattern file may be nested deeper.
  private static let maxDepth = 8

  private mutating func add(_ evidence: Evidence, _ depth: Int, _ lead: String) {
    guard depth <= Self.maxDepth else { return }
    switch evidence {
    case .all(let parts): list(parts, lead + (parts.count == 1 ? "" : "all of"), depth)
    case .any(let parts): list(parts, lead + (parts.count == 1 ? "" : "one of"), depth)
    case .not(let part): add(part, depth, lead + "not: ")
    case .optional(let part): add(part, depth, lead + "optional: ")
    case .uncited(let part): add(part, depth, lead)
    case .capture: break
    case .text(let query):
      let single = query.eachTemplate
      if single.count > 1 {
        add(.any(single.map(Evidence.text)), depth, lead)
      } else {
        item(depth, lead + words(query))
      }
    case .frame(let query): item(depth, lead + "a frame " + words(query))
    case .frames(let queries):
      item(depth, lead + "frames in this order, innermost first: " + queries.map(words).joined(separator: "; "))
    case .exception(let types, let signals, _):
      item(depth, lead + "the exception " + Self.code(types.sorted() + signals.sorted()))
    case .uncaughtException(let names, let reason, _):
      let which = names.isEmpty ? "" : " named " + Self.code(names.sorted())
      item(depth, lead + "an uncaught exception" + which + Self.words(reason))
    case .termination(let namespace, let codes, _):
      let who = namespace.map { " by `" + $0 + "`" } ?? ""
      let what = codes.isEmpty ? "" : " with code " + Self.code(codes.sorted().map(\.hexadecimal))
      item(depth, lead + "the process was terminated" + who + what)
    case .agent: item(depth, lead + "the process is an Interface Builder agent")
    case .phase(let phase, _): item(depth, lead + Self.words(phase))
    case .stackExhausted:
      item(depth, lead + "the faulting address is in the stack guard region, or the system reports a stack overflow")
    case .recursion(let query): item(depth, lead + Self.words(query))
    case .kind(let kinds, _): item(depth, lead + "a report of kind " + Self.code(kinds.map(\.rawValue).sorted()))
    case .field(let query):
      item(depth, lead + query.fields.map(Self.words).joined(separator: " or ") + " " + Self.words(query.test))
    case .has(let part): item(depth, lead + Self.words(part))
    case .custom(let evidence): item(depth, lead + evidence.description)
    }
  }

  private mutating func item(_ depth: Int, _ text: String) { items.append(Item(depth: depth, text: text)) }

  private mutating func list(_ parts: [Evidence], _ title: String, _ depth: Int) {
    if title.isEmpty, let only = parts.first { return add(only, depth, "") }
    item(depth, title)
    for part in parts { add(part, depth + 1, "") }
  }

  private static func words(_ phase: AgentPhase) -> String {
    switch phase {
    case .load: "the agent was loading the app"
    case .instantiate: "the agent was creating the view"
    case .render: "the agent was laying out or drawing the view"
    }
  }

  private func words(_ query: TextQuery) -> String {
    let templates = query.templates.map(\.source)
    var words = templates == [""] ? "any text" : "the text " + Self.code(templates)
    if query.isAtStart { words += " at the start" }
    if let origins = query.origins { words += " in " + origins.map(Self.words).sorted().joined(separator: " or ") }
    for (name, globs) in query.requires.sorted(by: { $0.key < $1.key }) {
      words += ", where `{" + name + "}` is " + Self.code(Self.withoutEnds(globs))
    }
    if !query.without.isEmpty { words += ", in text without " + Self.code(query.without.map(\.source)) }
    switch query.author {
    case .named(let names): words += ", written by " + Self.code(names)
    case .agent: words += ", written by an Interface Builder agent"
    case .notAgent: words += ", written by a process that is not an Interface Builder agent"
    case nil: break
    }
    if query.minCount > 1 { words += ", at least \(query.minCount) times" }
    return words
  }

  private static func words(_ test: ReasonTest) -> String {
    switch test {
    case .any: ""
    case .states(let templates): " whose reason contains " + code(templates.map(\.source))
    case .isMissing: " without a recorded reason"
    case .statesOther(let templates): " whose recorded reason does not contain " + code(templates.map(\.source))
    }
  }

  private static func words(_ query: RecursionQuery) -> String {
    var words = "a repeating sequence of frames"
    if !query.through.isEmpty { words += " through " + query.through.map(code).joined(separator: " and ") }
    if query.minRounds > 0 { words += ", at least \(query.minRounds) rounds" }
    if query.minFrames > 0 { words += ", at least \(query.minFrames) frames" }
    return words
  }

  private static func words(_ test: ValueTest) -> String {
    switch test {
    case .isStated: "is present"
    case .isText: "is stated in words"
    case .equals(let text): "is `" + text + "`"
    case .contains(let texts): "contains " + code(texts)
    case .hasWord(let words): "contains the word " + code(words)
    case .matches(let globs): "matches " + code(globs)
    case .atLeast(let number): "is at least " + number.plainText
    case .atMost(let number): "is at most " + number.plainText
    }
  }

  private static func words(_ field: ReportField) -> String {
    switch field {
    case .exceptionType: "the exception type"
    case .exceptionSignal: "the signal"
    case .exceptionHeader: "the exception"
    case .exceptionCodes: "the exception codes"
    case .firstExceptionCode: "the first exception code"
    case .exceptionSubtype: "the exception subtype"
    case .exceptionMessage: "the exception message"
    case .exceptionReason: "the exception reason"
    case .exceptionNote: "the exception note"
    case .exceptionName: "the exception name"
    case .faultAddress: "the faulting address"
    case .faultOffset: "the faulting address, as an offset,"
    case .guardedType: "the guard's type"
    case .guardTarget: "the guard's target"
    case .guardViolation: "the guard's violation"
    case .resourceType: "the type of EXC_RESOURCE"
    case .terminationCode: "the termination code"
    case .terminationReason: "the termination reason"
    case .format: "the report format"
    case .process: "the process name"
    case .os: "the system"
    case .architecture: "the architecture"
    case .translation: "the translation by Rosetta"
    case .imageName: "the name of a binary image"
    case .recursionDepth: "the recursion depth reported by the system"
    case .threadQueue: "the dispatch queue of the thread"
    case .event: "the event"
    case .detail(let key): "the detail `" + key.name + "`"
    }
  }

  private static func words(_ part: ReportPart) -> String {
    switch part {
    case .stack: "a stack"
    case .exceptionStack: "the exception backtrace"
    case .images: "the binary images"
    case .sourceLine: "a frame of the app with file and line"
    case .repetition: "a repeating sequence of frames"
    case .deepStack: "a stack of hundreds of frames"
    case .frameAddress: "frame addresses"
    case .previewMessage: "an Interface Builder message about designables"
    case .documentName: "the name of a document"
    case .documentMessage: "a message of ibtool or actool"
    case .agentName: "the name of the Interface Builder agent in the report"
    case .canvas: "diagnostics of Xcode's canvas"
    case .canvasError: "an error type of Xcode's canvas"
    case .source: "pasted source code"
    case .designableClass: "a designable class in pasted source code"
    }
  }

  private func words(_ query: FrameQuery) -> String {
    var words = query.functions.isEmpty ? "of any function" : "of " + Self.code(query.functions)
    if query.ignoresCase && !query.functions.isEmpty { words += " (in any case)" }
    if !query.excluding.isEmpty { words += " but not " + Self.code(query.excluding) }
    if !query.named.isEmpty { words += " whose name contains " + Self.code(query.named.map(\.source)) }
    if !query.images.isEmpty { words += " in " + Self.code(query.images) }
    if !query.roles.isEmpty {
      words += ", role " + query.roles.map(\.rawValue).sorted().joined(separator: " or ")
    }
    for trait in query.traits {
      switch trait {
      case .swift: words += ", in Swift"
      case .notSwift: words += ", not in Swift"
      case .unnamed: words += ", without a symbol"
      case .inNoImage: words += ", outside all images"
      }
    }
    switch query.position {
    case .first(let count): words += count == 1 ? ", the innermost one" : ", among the innermost \(count)"
    case .anywhere: break
    case .anyThread: words += ", in any thread"
    }
    return words
  }

  /// Returns the globs without those that only state what may follow another one: of `7`, `7 *` and `7,*`, the first.
  private static func withoutEnds(_ globs: [String]) -> [String] {
    let all = Set(globs)
    return globs.filter { glob in
      guard let end = [" *", ".*", ",*", ":*", ";*", ")*"].first(where: glob.hasSuffix) else { return true }
      return !all.contains(String(glob.dropLast(end.count)))
    }
  }

  /// Returns the templates, of which one must occur.
  static func texts(_ templates: [TextTemplate]) -> String { code(templates.map(\.source)) }

  private static func code(_ globs: [String]) -> String { globs.map { "`\($0)`" }.joined(separator: " or ") }

  private static func words(_ origin: ReportMessage.Origin) -> String {
    switch origin {
    case .applicationSpecificInformation: "the application-specific information"
    case .exception: "the exception"
    case .termination: "the termination"
    case .loader: "the loader's message"
    case .preview: "Interface Builder's message"
    case .document: "a message about a document"
    case .canvas: "an error of Xcode's canvas"
    case .console: "the console"
    }
  }
}

extension TextQuery {
  /// One query per template, which is easier to read in a list; the query itself if it has conditions for all
  /// templates.
  fileprivate var eachTemplate: [TextQuery] {
    guard without.isEmpty, author == nil, requires.isEmpty, !isAtStart, minCount == 1 else { return [self] }
    return templates.map { template in
      TextQuery(
        [template], from: origins, citesAll: citesAll, readsSwiftLocation: readsSwiftLocation, shortens: shortens,
        statement: statement)
    }
  }
}
