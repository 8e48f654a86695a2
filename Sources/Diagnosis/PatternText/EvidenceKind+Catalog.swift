import CrashReports
import YAMLText

extension EvidenceKind {
  /// Every kind of evidence, in the order of the documentation: contents of reports, then combinations.
  package static let catalog: [EvidenceKind] = [
    message, uncaughtException, frame, frames, exception, termination, agent, phase, stackExhausted, recursion, kind,
    detail, process, os, field, has, known, capture, all, any, not, optional, uncited,
  ]

  // MARK: Stacks

  private static let position = FileKey(
    "position", "text",
    "`first 5`: among the five innermost frames of the crashed thread, or of the exception's stack if there is one; "
      + "`anywhere` in this stack (default); `anyThread`.")

  private static let frameKeys: [FileKey] = [
    FileKey("excluding", "text or list", "Globs for the function name, of which none may match."),
    FileKey("named", "text or list", "Text in the function name, as in `message`, for its captures."),
    FileKey("images", "text or list", "Globs for the short name of the image: `Acme*`."),
    FileKey("roles", "word or list", "`app`, `system`, `host`, `machinery`, `glue`, `loader` or `unknown`."),
    FileKey("traits", "word or list", "`swift`, `notSwift`, `unnamed` (no function name) or `inNoImage`."),
    position,
    FileKey("ignoreCase", "true or false", "Whether the case of the function name is ignored. Default: false."),
    FileKey("blamed", "true or false", "Whether this is the frame to look at first. Default: false."),
    FileKey("inferred", "true or false", "Whether `statement` is a conclusion. Default: false."),
  ]

  static let frame = EvidenceKind(
    "frame", "text or list",
    "A frame whose demangled function name matches a glob (`*` is any run of characters); `any` for any function.",
    others: frameKeys
  ) { fields, value, reader in
    query(fields, value, &reader).map(Evidence.frame)
  }

  static let frames = EvidenceKind(
    "frames", "list of frames",
    "Frames of one stack in this order, innermost first; other frames may be between them. Each is written as `frame`.",
    cites: false
  ) { fields, value, reader in
    guard let items = fields.list("frames", maxCount: 30), !items.isEmpty else { return nil }
    let queries = items.compactMap { item -> FrameQuery? in
      guard let one = Fields(item, frame.keys, of: "a frame", reader.faults) else { return nil }
      guard let functions = one["frame"] else {
        reader.faults.add(item, "a frame is missing the key 'frame'")
        return nil
      }
      return query(one, functions, &reader)
    }
    return queries.count == items.count ? .frames(queries) : nil
  }

  private static func query(_ fields: Fields, _ value: YAMLNode, _ reader: inout EvidenceReader) -> FrameQuery? {
    guard let functions = reader.globs(fields, value, "'frame'") else { return nil }
    let images = fields["images"].map { reader.globs(fields, $0, "'images'") } ?? []
    let roles = fields["roles"].map { fields.words($0, "role", among: Self.roles) } ?? []
    let traits = fields["traits"].map { fields.words($0, "trait", among: FrameQuery.Trait.allCases) } ?? []
    let excluding = fields["excluding"].map { reader.globs(fields, $0, "'excluding'") } ?? []
    var position = FrameQuery.Position.anywhere
    if let node = fields["position"], let text = fields.text(node, "'position'") {
      guard let found = Self.position(text) else {
        reader.faults.add(
          node, "'\(shown(text))' is not a valid position", hint: "Valid values: first N, anywhere, anyThread.")
        return nil
      }
      position = found
    }
    guard let images, let roles, let traits, let excluding, let named = reader.templates(fields, "named") else {
      return nil
    }
    let isAny = functions == ["any"]
    if isAny, images.isEmpty, roles.isEmpty, traits.isEmpty, named.isEmpty, position == .anywhere {
      reader.faults.add(value, "a frame of any function needs 'images', 'roles', 'traits', 'named' or 'position'")
      return nil
    }
    return FrameQuery(
      isAny ? [] : functions, excluding: excluding, named: named, images: images, roles: roles,
      traits: FrameQuery.Trait.allCases.filter(traits.contains), position: position,
      ignoresCase: fields.flag("ignoreCase") ?? false, blamed: fields.flag("blamed") ?? false,
      kind: reader.kind(fields), statement: reader.statement(fields, "The stack contains {function} ({location})."))
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
    "The Mach exception (`EXC_BAD_ACCESS`) or the signal (`SIGSEGV`); if this is a list, one of them. `any`: any of both."
  ) { fields, value, reader in
    guard let words = fields.texts(value, "'exception'", limit: 100) else { return nil }
    if words.map(\.text) == ["any"] {
      return .exception(statement: reader.statement(fields, "The report states an exception."))
    }
    for word in words where !word.text.hasPrefix("EXC_") && !word.text.hasPrefix("SIG") {
      reader.faults.add(
        word.node, "'\(shown(word.text))' is neither a Mach exception (EXC_…) nor a signal (SIG…)",
        hint: "To match an Objective-C exception, use 'message' with its text in the report.")
      return nil
    }
    let names = words.map(\.text)
    return .exception(
      types: names.filter { $0.hasPrefix("EXC_") }, signals: names.filter { $0.hasPrefix("SIG") },
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
      reader.captures.insert("code")
      return .termination(
        namespace: namespace,
        statement: reader.statement(fields, (namespace ?? "The system") + " terminated the process."))
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
    reader.captures.insert("code")
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
    guard let statement = reader.statement(fields, "This frame shows what Interface Builder's agent was doing.") else {
      return .uncited(.phase(phase, statement: ""))
    }
    return .phase(phase, statement: statement)
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
      + "matches. In a nested list, one glob is enough. `true`: any functions.",
    others: [
      FileKey(
        "minRounds", "number", "The minimum number of listed rounds, unless the report omits frames. Default: 0."),
      FileKey(
        "minFrames", "number", "The minimum number of listed frames of the rounds, unless the report omits frames."),
    ]
  ) { fields, value, reader in
    let statement = reader.statement(fields, RecursionQuery.sequence)
    reader.captures.formUnion(["period", "rounds", "omitted"])
    let rounds = fields["minRounds"].map { _ in fields.number("minRounds", in: 0...100_000) } ?? 0
    let frames = fields["minFrames"].map { _ in fields.number("minFrames", in: 0...100_000) } ?? 0
    guard let through = through(fields, value, reader), let rounds, let frames else { return nil }
    return .recursion(RecursionQuery(through: through, minRounds: rounds, minFrames: frames, statement: statement))
  }

  private static func through(_ fields: Fields, _ value: YAMLNode, _ reader: EvidenceReader) -> [[String]]? {
    if value.text == "true" { return [] }
    guard case .sequence(let items) = value.content else {
      return reader.globs(fields, value, "'recursion'").map { [$0] }
    }
    guard items.count <= 20 else {
      reader.faults.add(value, "'recursion' has more than 20 entries")
      return nil
    }
    let lists = items.compactMap { reader.globs(fields, $0, "an entry of 'recursion'") }
    return lists.count == items.count ? lists : nil
  }
}
