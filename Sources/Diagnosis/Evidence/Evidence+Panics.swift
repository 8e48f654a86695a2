import Bytes
import CrashReports

extension Evidence {
  /// What the message of a panic and the kernel extensions in its backtrace state. Captures `service` and `seconds`, the
  /// service that did not check in and for how long; `selfCheck` if that is the watchdog itself; `graphics` if it draws the
  /// screen; `coprocessor`; `sensors`; `suspect`, the bundle that the message suspects; `thirdParty`, the first extension in the
  /// backtrace that is not Apple's; and `driver`, the first one if all are Apple's.
  static let panicFacts = Evidence.custom(
    CustomEvidence(
      "the service, the coprocessor or the extension that the panic names",
      reason: "It compares names and identifiers.",
      explanations: [driverStatement, thirdPartyStatement]
    ) { context in
      var captures = PanicMessage.captures(of: context.report.eventSummary ?? "")
      var witnesses: [Witness] = []
      if let (name, isApple, line) = context.panicExtension {
        captures[isApple ? "driver" : "thirdParty"] = name
        witnesses.append(
          context.witness(
            line: line, member: "kernel extensions: \(name)",
            statement: isApple ? driverStatement : thirdPartyStatement,
            captures: captures))
      }
      return captures.isEmpty ? nil : EvidenceMatch(witnesses: witnesses, captures: captures)
    })

  private static let driverStatement = "{driver} is the first kernel extension in the backtrace; it is Apple's."
  private static let thirdPartyStatement = "{thirdParty} is in the backtrace; it is not Apple's."

  /// The backtrace of the panic contains a kernel extension whose identifier matches a glob.
  static func panicExtension(_ globs: [String], statement: String) -> Evidence {
    .custom(
      CustomEvidence(
        "a kernel extension in the backtrace: " + globs.joined(separator: ", "),
        reason: "The list of extensions is a table of the report.", explanations: [statement]
      ) { context in
        let set = GlobSet.shared(globs)
        guard let image = context.panicExtensions.first(where: { set.matches($0.bundleID ?? "") }),
          let name = image.bundleID
        else { return nil }
        let captures = ["extension": name]
        return context.match(
          line: image.line, member: "kernel extensions: \(name)", statement: statement, captures: captures)
      })
  }
}

/// The parts of a panic's message that name what failed.
private enum PanicMessage {
  /// Messages of the watchdog of services (XNU, osfmk/kern/debug.c), and of those that name a bundle or a sensor.
  private static let templates: [TextTemplate] = [
    "no successful checkins from {service} in {seconds} seconds", "no checkins from {service} in {seconds} seconds",
    "no successful checkins from {service} since", "no successful checkins from {service};",
    "no successful checkins from {service}", "no checkins from {service}",
  ]
  private static let suspects: [TextTemplate] = ["Suspected bundle: {suspect}. Thread", "Suspected bundle: {suspect}."]
  private static let coprocessors: [TextTemplate] = [
    "{coprocessor} PANIC - ", "{coprocessor} PANIC:", "{coprocessor} Panic:", "{coprocessor} Recoverable Panic",
    "{coprocessor} data abort",
  ]

  static func captures(of message: String) -> [String: String] {
    guard !message.isEmpty else { return [:] }
    let text = MatchableText(message)
    var captures: [String: String] = [:]
    if let found = templates.lazy.compactMap({ $0.match(text) }).first, let stated = found["service"] {
      let service = word(stated)
      if isName(service) { captures["service"] = service }
      if let seconds = found["seconds"], Double(seconds) != nil { captures["seconds"] = seconds }
      if service == "watchdogd" { captures["selfCheck"] = "watchdogd" }
      if service.hasSuffix("WindowServer") || service == "backboardd" || service == "SpringBoard" {
        captures["graphics"] = service
      }
    }
    if let found = suspects.lazy.compactMap({ $0.match(text) }).first?["suspect"], isName(found) {
      captures["suspect"] = found
      if !found.hasPrefix("com.apple.") { captures["foreignSuspect"] = found }
    }
    for template in coprocessors {
      guard let before = template.match(text)?["coprocessor"] else { continue }
      let name = lastWord(before)
      if name.utf8.count <= 8, isName(name), name.utf8.first.map({ (0x41...0x5a).contains($0) }) ?? false {
        captures["coprocessor"] = name
      }
      break
    }
    return captures
  }

  /// The first word, without what the message adds in parentheses: `WindowServer (2 induced crashes)`.
  private static func word(_ text: String) -> String {
    String(text.prefix { $0 != " " && $0 != "(" && $0 != ";" && $0 != "," })
  }

  private static func lastWord(_ text: String) -> String {
    text.split(whereSeparator: { $0 == " " || $0 == "\"" || $0 == ":" }).last.map(String.init) ?? ""
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 128
      && text.utf8.allSatisfy { byte in
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2e || byte == 0x2d || byte == 0x5f
      }
  }
}

extension AnalysisContext {
  /// The kernel extensions whose code is in the backtrace of the panic, in the order of the report.
  fileprivate var panicExtensions: [BinaryImage] {
    (report.images ?? []).filter { $0.bundleID != nil }.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  /// The extension to name: the first one that is not Apple's, or else the first one of the innermost frames.
  fileprivate var panicExtension: (name: String, isApple: Bool, line: Int?)? {
    guard report.kind == .panic else { return nil }
    let all = panicExtensions
    if let foreign = all.first(where: { !($0.bundleID ?? "").hasPrefix("com.apple.") }), let name = foreign.bundleID {
      return (name, false, foreign.line)
    }
    let images = report.images ?? []
    for frame in threadStack {
      guard let index = frame.imageIndex, images.indices.contains(index), let name = images[index].bundleID else {
        continue
      }
      return (name, true, images[index].line)
    }
    return all.first.flatMap { image in image.bundleID.map { ($0, true, image.line) } }
  }
}
