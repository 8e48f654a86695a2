import CrashReports
import Diagnosis

extension EvidenceKind {
  /// Every kind of evidence, in the order of the documentation: contents of reports, then combinations.
  package static let catalog: [EvidenceKind] = [
    message, frame, frames, exception, termination, agent, phase, stackExhausted, recursion, kind, detail, process, os,
    all, any, not, optional,
  ]

  // MARK: Contents of reports

  static let message = EvidenceKind(
    "message", "text or list of texts",
    "Text in one of the report's messages; if this is a list, one text is enough. `{name}` captures the text "
      + "at this position for the headline, `{}` skips it. Differences in case, white space and quotation marks are "
      + "ignored.",
    others: [
      FileKey(
        "from", "word or list",
        "The origin of the message: `applicationSpecificInformation`, `exception`, `termination`, `loader`, `preview` "
          + "(Interface Builder), `document` (ibtool), `console`. Default: any."),
      FileKey("without", "text or list of texts", "Text that must not occur in the same message."),
    ]
  ) { fields, value, reader in
    var origins: Set<ReportMessage.Origin>?
    if let node = fields["from"] {
      origins = fields.words(node, "origin of a message", among: Self.origins)
      if origins == nil { return nil }
    }
    guard let texts = fields.texts(value, "'message'", limit: 500) else { return nil }
    let templates = texts.compactMap { reader.template($0.text, $0.node) }
    let known = reader.captures
    let others = (fields.texts("without", limit: 500) ?? []).compactMap { reader.template($0.text, $0.node) }
    reader.captures = known
    guard templates.count == texts.count else { return nil }
    let statement = reader.statement(fields, "The report contains the text that this pattern looks for.")
    return .text(TextQuery(templates, without: others, from: origins, statement: statement))
  }

  private static let origins: [ReportMessage.Origin] = [
    .applicationSpecificInformation, .exception, .termination, .loader, .preview, .document, .console,
  ]

  private static let position = FileKey(
    "position", "text",
    "`first 5`: among the five innermost frames of the crashed thread, or of the exception's stack if there is one; "
      + "`anywhere` in this stack (default); `anyThread`.")

  private static let frameKeys: [FileKey] = [
    FileKey("images", "text or list", "Globs for the short name of the image: `Acme*`."),
    FileKey("roles", "word or list", "`app`, `system`, `host`, `machinery`, `glue`, `loader` or `unknown`."),
    position,
    FileKey("ignoreCase", "true or false", "Whether the case of the function name is ignored. Default: false."),
    FileKey("blamed", "true or false", "Whether this is the frame to look at first. Default: false."),
  ]

  static let frame = EvidenceKind(
    "frame", "text or list",
    "A frame whose demangled function name matches a glob (`*` is any run of characters); `any` for any function.",
    others: frameKeys
  ) { fields, value, reader in
    query(fields, value, reader).map(Evidence.frame)
  }

  static let frames = EvidenceKind(
    "frames", "list of frames",
    "Frames of one stack in this order, innermost first; other frames may be between them. Each is written as `frame`.",
    cites: false
  ) { fields, value, reader in
    guard let items = fields.list("frames", maxCount: 30), !items.isEmpty else { return nil }
    let queries = items.compactMap { item -> FrameQuery? in
      guard let one = Fields(item, [frame.key] + frame.others, of: "a frame", reader.faults) else { return nil }
      guard let functions = one["frame"] else {
        reader.faults.add(item, "a frame is missing the key 'frame'")
        return nil
      }
      return query(one, functions, reader)
    }
    return queries.count == items.count ? .frames(queries) : nil
  }

  private static func query(_ fields: Fields, _ value: YAMLNode, _ reader: EvidenceReader) -> FrameQuery? {
    guard let functions = reader.globs(fields, value, "'frame'") else { return nil }
    let images = fields["images"].map { reader.globs(fields, $0, "'images'") } ?? []
    let roles = fields["roles"].map { fields.words($0, "role", among: Self.roles) } ?? []
    var position = FrameQuery.Position.anywhere
    if let node = fields["position"], let text = fields.text(node, "'position'") {
      guard let found = Self.position(text) else {
        reader.faults.add(
          node, "'\(shown(text))' is not a valid position", hint: "Valid values: first N, anywhere, anyThread.")
        return nil
      }
      position = found
    }
    guard let images, let roles else { return nil }
    let isAny = functions == ["any"]
    if isAny, images.isEmpty, roles.isEmpty {
      reader.faults.add(value, "a frame of any function needs 'images' or 'roles'")
      return nil
    }
    return FrameQuery(
      isAny ? [] : functions, images: images, roles: roles, position: position,
      ignoresCase: fields.flag("ignoreCase") ?? false,
      blamed: fields.flag("blamed") ?? false,
      statement: reader.statement(fields, "The stack contains {function} ({location})."))
  }

  private static let roles: [FrameRole] = [.app, .system, .host, .machinery, .glue, .loader, .unknown]

  private static func position(_ text: String) -> FrameQuery.Position? {
    switch text {
    case "anywhere": return .anywhere
    case "anyThread": return .anyThread
    default:
      let words = text.split(separator: " ")
      guard words.count == 2, words[0] == "first", let count = Int(words[1]), (1...512).contains(count) else {
        return nil
      }
      return .first(count)
    }
  }

  static let exception = EvidenceKind(
    "exception", "word or list",
    "The Mach exception (`EXC_BAD_ACCESS`) or the signal (`SIGSEGV`); if this is a list, one of them."
  ) { fields, value, reader in
    guard let words = fields.texts(value, "'exception'", limit: 100) else { return nil }
    for word in words where !word.text.hasPrefix("EXC_") && !word.text.hasPrefix("SIG") {
      reader.faults.add(
        word.node, "'\(shown(word.text))' is neither a Mach exception (EXC_…) nor a signal (SIG…)",
        hint: "To match an Objective-C exception, use 'message' with its text in the report.")
      return nil
    }
    let names = words.map(\.text)
    return .exception(
      types: Set(names.filter { $0.hasPrefix("EXC_") }).sorted(),
      signals: Set(names.filter { $0.hasPrefix("SIG") }).sorted(),
      statement: reader.statement(fields, "The exception is " + names.joined(separator: " or ") + "."))
  }

  static let termination = EvidenceKind(
    "termination", "code or list",
    "The termination code of the process, such as `0x8badf00d`, or in decimal; `any` for any code.",
    others: [FileKey("namespace", "text", "The namespace of the termination: `FRONTBOARD`, `DYLD`, `SIGNAL`.")]
  ) { fields, value, reader in
    let namespace = fields.text("namespace", limit: 100)
    guard let words = fields.texts(value, "'termination'", limit: 100) else { return nil }
    if words.map(\.text) == ["any"] {
      guard let namespace else {
        reader.faults.add(value, "a termination with any code needs a 'namespace'")
        return nil
      }
      return .termination(
        namespace: namespace, statement: reader.statement(fields, namespace + " terminated the process."))
    }
    var codes: Set<UInt64> = []
    for word in words {
      let digits = word.text.lowercased()
      let code = digits.hasPrefix("0x") ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
      guard let code else {
        reader.faults.add(
          word.node, "'\(shown(word.text))' is not a valid termination code",
          hint: "For example 0x8badf00d or 2343432205.")
        return nil
      }
      codes.insert(code)
    }
    return .termination(
      namespace: namespace, codes: codes,
      statement: reader.statement(fields, "The process was terminated with this code."))
  }

  static let agent = EvidenceKind(
    "agent", "true", "The process is an agent of Interface Builder. The word `agent` alone means the same.",
    cites: false
  ) { fields, value, reader in
    fields.flag("agent").map { $0 ? .agent : .not(.agent) }
  }

  static let phase = EvidenceKind(
    "phase", "word", "What Interface Builder's agent was doing: `load`, `instantiate` or `render`."
  ) { fields, value, reader in
    guard let text = fields.text(value, "'phase'") else { return nil }
    guard let phase = fields.word(text, value, "phase", among: [AgentPhase.load, .instantiate, .render]) else {
      return nil
    }
    return .phase(
      phase, statement: reader.statement(fields, "This frame shows what Interface Builder's agent was doing."))
  }

  static let stackExhausted = EvidenceKind(
    "stackExhausted", "true",
    "Stack overflow: the faulting address is inside the stack's guard region, or the system reports it."
  ) { fields, value, reader in
    let evidence = Evidence.stackExhausted(statement: reader.statement(fields, "Stack overflow."))
    return fields.flag("stackExhausted").map { $0 ? evidence : .not(evidence) }
  }

  static let recursion = EvidenceKind(
    "recursion", "text, list, or true",
    "A sequence of frames repeats in the crashed thread, and for each glob of the list it contains a function that "
      + "matches. In a nested list, one glob is enough. `true`: any functions."
  ) { fields, value, reader in
    let statement = reader.statement(fields, RecursionQuery.sequence)
    reader.captures.formUnion(["period", "rounds", "omitted"])
    if value.text == "true" { return .recursion(RecursionQuery(statement: statement)) }
    guard case .sequence(let items) = value.content else {
      return reader.globs(fields, value, "'recursion'").map {
        .recursion(RecursionQuery(through: [$0], statement: statement))
      }
    }
    guard items.count <= 20 else {
      reader.faults.add(value, "'recursion' has more than 20 entries")
      return nil
    }
    let rounds = items.compactMap { reader.globs(fields, $0, "an entry of 'recursion'") }
    return rounds.count == items.count ? .recursion(RecursionQuery(through: rounds, statement: statement)) : nil
  }
}
