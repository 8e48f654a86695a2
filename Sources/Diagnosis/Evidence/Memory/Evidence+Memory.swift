import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// Evidence about the memory access that failed. Cites the address with `statement`, the register that states the kind
  /// of the access, and the function that made it; captures `address`, `offset`, `access`, `top`, `argument`, `text`,
  /// `fill`, `member`, `register`, `pointer`, `region` and `protection`.
  static func memoryFault(
    _ description: String, statement: String, _ accepts: @escaping @Sendable (MemoryFault, AnalysisContext) -> Bool
  ) -> Evidence {
    .custom(
      CustomEvidence(
        description, reason: "It decodes registers, and compares the address with known values.",
        needs: EvidenceNeeds(facts: ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"]),
        explanations: [statement] + FaultStatement.all
      ) { context in
        guard let fault = context.memoryFault, accepts(fault, context) else { return nil }
        return context.match(of: fault, statement: statement)
      })
  }
}

extension Evidence {
  /// The processor refused an instruction at an address that is in no image: data was executed, unless it is code that an
  /// engine generated. Captures `address` and `refused`.
  static let instructionInNoImage = Evidence.custom(
    CustomEvidence(
      "an instruction that is not valid, at an address in no image", reason: "It compares frames with the images.",
      needs: EvidenceNeeds(facts: ["EXC_BAD_INSTRUCTION", "SIGILL"]), explanations: [refusedStatement]
    ) { context in
      let exception = context.report.exception
      guard exception?.type == "EXC_BAD_INSTRUCTION" || exception?.type == nil && exception?.signal == "SIGILL",
        context.report.host.isTranslated != true, let frame = context.threadStack.first, frame.image == nil,
        !frame.isNamed, let address = frame.address?.value, !(context.report.images ?? []).isEmpty,
        context.threadStack.contains(where: { $0.imageIndex != nil }),
        !context.threadStack.contains(where: { $0.image.map(generators.matches) ?? false })
      else { return nil }
      let captures = ["address": address.hexadecimal, "refused": "instruction"]
      return EvidenceMatch(
        witnesses: [context.witness(frame: frame, at: 0, statement: refusedStatement, captures: captures)],
        captures: captures)
    })

  private static let refusedStatement = "{address} is in no image, and what is there is not a valid instruction."
  /// Images whose code generates code at run time.
  private static let generators = GlobSet([
    "JavaScriptCore*", "*Electron Framework*", "*Chrom* Framework*", "libjvm*", "libcoreclr*", "libclrjit*",
    "*libmono*", "node", "libnode*", "*luajit*", "libv8*", "hermes*", "com.apple.JavaScriptCore", "oahd",
    "libRosettaRuntime*", "runtime",
  ])

  /// The values that show what an address was before it was used as a pointer, if it is not that of an object.
  static let pointerValue = Evidence.memoryFault(
    "an address that shows where the pointer comes from", statement: "The address is {text?the text \"{text}\"|{fill}}."
  ) { fault, _ in
    switch fault.value {
    case .fill, .text: fault.address != nil
    default: false
    }
  }

  /// The function of a library that called an address without code: the frame below it. Captures `library`.
  static let callerInLibrary = Evidence.custom(
    CustomEvidence(
      "the caller of an address without code, if it is a library's", reason: "Its position decides.",
      needs: EvidenceNeeds(facts: ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"]), explanations: [FaultStatement.caller]
    ) { context in
      guard context.memoryFault?.access == .execute, context.threadStack.count > 1 else { return nil }
      let frame = context.threadStack[1]
      guard frame.role == .system || frame.role == .host, let symbol = frame.symbol, !symbol.isPlaceholder else {
        return nil
      }
      let image = frame.image.map { " (\(shortImageName($0)))" } ?? ""
      let captures = ["library": shortened(symbol.readable) + image]
      return EvidenceMatch(
        witnesses: [context.witness(frame: frame, at: 1, statement: FaultStatement.caller, captures: captures)],
        captures: captures)
    })

  /// Another process changed the registers of a thread: the program counter may be one that no code set. Captures
  /// `changed`.
  static let threadChangedFromOutside = Evidence.all([
    .field(
      .detail(.externalThreadChanges), .atLeast(1),
      statement: "Another process, such as a debugger, changed the registers of a thread of this process."),
    .capture("changed", "registers"),
  ])

  /// The library whose code made the access, if the stack has no code of the app. Captures `library` and `caller`.
  static let faultInLibrary = Evidence.custom(
    CustomEvidence(
      "a library that made the access, without code of the app in the stack", reason: "Its position decides.",
      needs: EvidenceNeeds(facts: ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"]), explanations: []
    ) { context in
      let (stack, position) = (context.threadStack, context.faultPosition)
      guard stack.indices.contains(position), stack[position].role == .system, context.firstAppFrame() == nil,
        let image = stack[position].image.map(shortImageName)
      else { return nil }
      func name(_ frame: CrashReport.Frame) -> String? {
        frame.symbol.flatMap { $0.isPlaceholder ? nil : shortened($0.readable) }
      }
      var captures = ["library": name(stack[position]).map { "\($0) (\(image))" } ?? image]
      if stack.indices.contains(position + 1), stack[position + 1].role == .system {
        captures["caller"] = name(stack[position + 1])
      }
      return EvidenceMatch(captures: captures)
    })

  /// The stack has more than the frame that made the access, or none at all; never cited.
  static let callersShown = Evidence.custom(
    CustomEvidence(
      "frames below the innermost one", reason: "Its position decides.", explanations: []
    ) { context in context.threadStack.isEmpty || context.showsCaller ? EvidenceMatch() : nil })

  /// The kind of the access, which is captured as `access`; never cited.
  static let memoryAccess = Evidence.custom(
    CustomEvidence(
      "the kind of the access to memory", reason: "It decodes registers.",
      needs: EvidenceNeeds(facts: ["EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS"]), explanations: []
    ) { context in
      context.memoryFault?.access.map { EvidenceMatch(captures: ["access": $0.rawValue]) }
    })
}

/// The sentences about the facts of an access, besides that about its address.
private enum FaultStatement {
  static let access = "The processor recorded the access: {access}."
  static let region = "The address is in a region of type {region}, whose protection is {protection}."
  static let top = "{top} made the access."
  static let argument = "The first argument is passed in {argumentRegister}, which contains 0."
  static let pointer = "{register} contains {pointer}, whose low 32 bits are the address."
  static let caller = "{library} is the caller."
  static let held =
    "{holder} contains the text \"{held}\", and the processor does not record an address that is not canonical."
  static let link = "The return address in {link} is in {linkImage}."
  static let object =
    "{passer} called the code of {passedImage}; {objectRegister}, in which a method gets its object, contains 0."
  static let initializer =
    "{duringInit} has not returned: the system called back while it was running, so what it sets later is not set yet."
  static let all = [access, region, top, argument, pointer, held, link, object, initializer]
}

extension AnalysisContext {
  /// Returns what the report states about the access.
  fileprivate func match(of fault: MemoryFault, statement: String) -> EvidenceMatch {
    var match = EvidenceMatch(captures: captures(of: fault))
    let header = report.lines[.exceptionType]
    let line = report.lines[.exceptionSubtype] ?? report.lines[.exceptionCodes] ?? header
    let exception = report.exception
    let member = exception?.subtype ?? exception?.codesText ?? exception?.type ?? "the exception"
    func cite(_ line: Int?, _ member: String, _ statement: String, _ kind: Witness.Kind = .stated) {
      match.witnesses.append(
        witness(line: line, member: member, statement: statement, captures: match.captures, kind: kind))
    }
    cite(line, member, statement)
    if let source = fault.accessSource { cite(nil, source, FaultStatement.access) }
    if match.captures["region"] != nil, let row = exception?.region {
      cite(report.lines[.region], row, FaultStatement.region)
    }
    if match.captures["pointer"] != nil, let register = match.captures["register"] {
      cite(nil, register, FaultStatement.pointer, .inferred)
    }
    if match.captures["held"] != nil, let holder = match.captures["holder"] {
      cite(nil, holder, FaultStatement.held, .inferred)
    }
    if fault.access == .execute, let link = linkedCaller(fault) {
      match.captures["link"] = link.register
      match.captures["linkImage"] = link.image
      match.blame = Blame(image: link.image, offset: link.offset)
      cite(nil, link.register, FaultStatement.link, .inferred)
    }
    let position = faultPosition
    if threadStack.indices.contains(position), match.captures["top"] != nil {
      match.witnesses.append(
        witness(frame: threadStack[position], at: position, statement: FaultStatement.top, captures: match.captures))
    }
    if fault.nullOffset != nil, let passed = passedNull(fault) { add(passed, to: &match) }
    if fault.nullOffset != nil, let setup = unfinishedInitializer(outside: match.blamedFrame ?? firstAppFrame() ?? 0) {
      match.captures["duringInit"] = shortened(setup.name)
      match.witnesses.append(
        witness(
          frame: threadStack[setup.position], at: setup.position, statement: FaultStatement.initializer,
          captures: match.captures, kind: .inferred))
    }
    if fault.nullOffset != nil, let register = match.captures["argumentRegister"] {
      cite(nil, register + " 0x0", FaultStatement.argument)
    }
    return match
  }

  /// The frame of another image of the app that called the method of a NULL object, and the register of the object; `nil` if the frames and
  /// registers do not show that. The images of the app are those of its frameworks, too.
  private func passedNull(_ fault: MemoryFault) -> (position: Int, register: String)? {
    let position = faultPosition
    guard position == 0, !isExceptionStack, let frame = threadStack.first, frame.role == .app, frame.isWritten,
      let name = frame.functionName, name.contains("::"), let offset = frame.symbol?.offset, offset <= Self.leaf,
      let image = frame.image.map(shortImageName),
      let register = (["x0", "rdi"] as [StaticString]).first(where: { fault.registers[$0] == 0 }),
      let caller = outerCaller(of: image, from: 0),
      threadStack[..<caller].allSatisfy({ $0.image.map(shortImageName) == image })
    else { return nil }
    return (caller, "\(register)")
  }

  private func add(_ passed: (position: Int, register: String), to match: inout EvidenceMatch) {
    let frame = threadStack[0], caller = threadStack[passed.position]
    guard let name = frame.functionName, let passer = caller.functionName else { return }
    let image = frame.image.map(shortImageName) ?? ""
    match.captures["top"] = shortened(name) + " (" + image + ")"
    match.captures["passer"] = shortened(passer)
    match.captures["passedImage"] = image
    match.captures["objectRegister"] = passed.register
    match.blame = Self.blame(in: threadStack, at: passed.position)
    match.blamedFrame = passed.position
    match.witnesses.append(
      witness(
        frame: caller, at: passed.position, statement: FaultStatement.object, captures: match.captures, kind: .inferred)
    )
  }

  /// Functions that set up an object, and that its developers write.
  private static let initializers = GlobSet([
    "-[* init]", "-[* initWith*]", "*.init(*", "*.__allocating_init(*", "-[* viewDidLoad]",
    "-[* loadView]",
    "-[* awakeFromNib]", "*.viewDidLoad()", "*.loadView()", "*.awakeFromNib()", "-[* windowDidLoad]",
    "*.windowDidLoad()",
  ])

  /// An initializer of the app that is further out on the stack than code of the system which called the app back; `nil` if there is none.
  private func unfinishedInitializer(outside position: Int) -> (position: Int, name: String)? {
    guard !isExceptionStack else { return nil }
    var calledBack = false
    for index in threadStack.indices.suffix(from: min(position + 1, threadStack.count)).prefix(48) {
      let frame = threadStack[index]
      // The code around a call-out of the system is glue, and so is the loop that starts everything.
      if frame.role == .glue, calledBack { return nil }
      if frame.role == .system || frame.role == .glue { calledBack = true }
      guard frame.role == .app, frame.blamability == .code, let name = frame.functionName else { continue }
      guard calledBack else { continue }
      return Self.initializers.matches(name) ? (index, name) : nil
    }
    return nil
  }

  /// The code of the app to which the link register points, if the stack has only the frame of the address that was called: the
  /// instruction behind the call.
  private func linkedCaller(_ fault: MemoryFault) -> (register: String, image: String, offset: UInt64)? {
    guard !showsCaller, let link = fault.registers["lr"], link != fault.address,
      let image = report.images?.first(where: { image in
        guard let start = image.loadAddress?.value, let size = image.size else { return false }
        return link >= start && link - start < size
      }), let start = image.loadAddress?.value, let name = image.name.map(shortImageName),
      ImageTraits(written: name, path: image.path).role == .app
    else { return nil }
    return ("lr", name, link &- start)
  }

  /// Whether the function of the access may be one that uses objects: of Core Foundation, Objective-C or Swift, or
  /// without a name.
  private var mayUseObjects: Bool {
    let position = faultPosition
    guard threadStack.indices.contains(position) else { return true }
    guard let name = threadStack[position].functionName else {
      // A function of C++ that called it in the same image shows the language.
      let caller = threadStack[position...].prefix(4).dropFirst().first { $0.functionName != nil }
      return !(caller?.functionName?.containsBytes("::") ?? false) || caller?.image != threadStack[position].image
    }
    let isObjects = ["CF", "_CF", "__CF", "objc_", "_objc", "swift_", "_swift", "-[", "+[", "_Block", "__NS", "NS"]
    if isObjects.contains(where: name.hasPrefix) || name.contains("_block_invoke") { return true }
    if threadStack[position].source?.file.hasSuffix(".swift") ?? false { return true }
    return !name.contains("::") && name.contains(".") && name.contains("(") && !name.hasPrefix("_")
  }

  /// Whether the registers of arguments still contain them: at the entry of the function, before its first call. Later
  /// they contain results of calls and other values.
  private func holdsArguments(_ frame: CrashReport.Frame, _ fault: MemoryFault) -> Bool {
    guard let offset = frame.symbol?.offset, offset >= 0 else { return false }
    if offset <= Self.prologue { return true }
    // The compiler of the app may have moved other values to the registers, also before the first call.
    if frame.role == .app { return false }
    // The return address of a call that the function made is in the function.
    guard let link = fault.registers["lr"], let counter = fault.registers["pc"] ?? frame.address?.value,
      counter >= UInt64(offset)
    else { return false }
    if threadStack.indices.contains(1), threadStack[1].address?.value == link { return offset <= Self.leaf }
    let start = counter - UInt64(offset)
    let isInside = link >= start && link - start < UInt64(CrashReport.Symbol.maxOffset)
    return !isInside && offset <= Self.leaf
  }

  /// Whether the report shows which code called the function that made the access.
  fileprivate var showsCaller: Bool {
    faultPosition + 1 < threadStack.count || report.crashedThread?.omittedFrames ?? 0 > 0
  }

  /// Whether frames of the app's images are on the stack that only start the event loop.
  private var showsStart: Bool {
    threadStack.contains { frame in
      guard frame.role == .glue, let image = frame.image else { return frame.role == .app }
      let path = frame.imageIndex.flatMap { index in
        report.images.flatMap { $0.indices.contains(index) ? $0[index].path : nil }
      }
      return ImageTraits(written: image, path: path).role == .app
    }
  }

  /// The maximum offset at which a function has not called another one, and that in a function without any call.
  private static let (prologue, leaf) = (16, 512)

  /// Names the image of the function that made the access if the report does not name the function, and what the function is for.
  private func addImage(of frame: CrashReport.Frame, to captures: inout [String: String]) {
    if captures["top"] == nil, frame.role == .system, frame.functionName == nil, firstAppFrame() != nil {
      captures["top"] = frame.image.map(shortImageName)
    }
    if captures["top"] == "swift_getObjectType" { captures["topKind"] = captures["top"] }
  }

  private func captures(of fault: MemoryFault) -> [String: String] {
    var captures: [String: String] = [:]
    captures["address"] = fault.address?.hexadecimal
    captures["access"] = fault.access?.rawValue
    captures["region"] = fault.region?.type
    captures["protection"] = fault.region?.protection
    switch fault.value {
    case .null(let offset) where offset > 0:
      captures["offset"] = offset.hexadecimal
      if fault.is64Bit, offset == 8 || offset == 16, mayUseObjects { captures["member"] = offset.hexadecimal }
    case .null: if fault.access == .write { captures["wrote"] = "write" }
    case .fill(let value): captures["fill"] = value.rawValue
    case .text(let text): captures["text"] = text
    case .truncated(let register, let pointer):
      captures["register"] = register
      captures["pointer"] = pointer.hexadecimal
    default: break
    }
    if let register = fault.registerWithText { (captures["holder"], captures["held"]) = register }
    let position = faultPosition
    guard threadStack.indices.contains(position) else {
      captures["counter"] = (fault.registers["pc"] ?? fault.registers["rip"] ?? fault.registers["eip"])?.hexadecimal
      return captures
    }
    let frame = threadStack[position]
    if !showsCaller { captures["lone"] = "frame" }
    if showsStart { captures["started"] = "start" }
    if fault.access == .execute {
      // The address is that of a function: the pointer to it is intact.
      if frame.image != nil, frame.address == nil || frame.address?.value == fault.address, let symbol = frame.symbol,
        !symbol.isPlaceholder
      {
        captures["target"] = shortened(symbol.readable)
      }
      return captures
    }
    // A function that sends a signal did not make the access: a handler of the signal called it.
    // The function that the finding blames needs no second name: that of a library, too, if no code of the user is on the stack.
    let isBlamed =
      frame.role == .app && (frame.blamability == .code || frame.blamability == .library && firstAppFrame() == position)
    if let symbol = frame.symbol, !symbol.isPlaceholder, !isBlamed, frame.role != .machinery {
      captures["top"] = shortened(symbol.readable)
      captures["argument"] = MemoryArgument.name(in: symbol.readable, fault.access)
      // Without a frame of the app, the caller is what a user of the library can look at.
      if threadStack.indices.contains(position + 1), firstAppFrame() == nil {
        let caller = threadStack[position + 1]
        if caller.role == .system || caller.role == .unknown, let symbol = caller.symbol, !symbol.isPlaceholder {
          captures["caller"] = shortened(symbol.readable)
        }
      }
    }
    addImage(of: frame, to: &captures)
    if position == 0, holdsArguments(frame, fault),
      let register = (["x0", "rdi"] as [StaticString]).first(where: { fault.registers[$0] == 0 })
    {
      captures["argumentRegister"] = "\(register)"
    }
    return captures
  }
}

/// Functions of the C library that access memory through their arguments.
enum MemoryArgument {
  /// Returns what the accessed argument is: `source`, `destination`, `string`; `nil` for other functions.
  static func name(in function: String, _ access: MemoryFault.Access?) -> String? {
    var name = Substring(function)
    for prefix in ["_platform_", "__", "_"] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
      break
    }
    if let end = name.firstIndex(of: "$") { name = name[..<end] }
    name = name.hasSuffix("_chk") ? name.dropLast(4) : name
    if copies.contains(String(name)) {
      return switch access {
      case .read: "source"
      case .write: "destination"
      default: nil
      }
    }
    if fills.contains(String(name)) { return "destination" }
    return strings.contains(String(name)) ? "string" : nil
  }

  private static let copies: Set<String> = [
    "memmove", "memcpy", "bcopy", "mempcpy", "memccpy", "strcpy", "strncpy", "strlcpy", "strcat", "strncat", "strlcat",
    "stpcpy",
  ]
  private static let fills: Set<String> = ["memset", "bzero", "memset_pattern4", "memset_pattern8", "memset_pattern16"]
  private static let strings: Set<String> = [
    "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr", "strrchr", "strstr", "strdup",
    "strtol", "strtoul", "strtod", "atoi", "atol", "atof", "puts", "fputs",
  ]
}
