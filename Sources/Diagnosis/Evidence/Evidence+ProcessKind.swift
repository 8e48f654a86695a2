import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// What kind of process reached a limit of memory: each kind has a limit of its own. Captures `extension` with the kind of
  /// extension, `web`, `service` or `hidden` with the state; `used`, the memory of the process that was killed; and `state`.
  static let processKind = Evidence.custom(
    CustomEvidence(
      "the kind of process, as limits of memory distinguish it", reason: "Its name, path and states decide together.",
      explanations: ProcessKind.statements
    ) { context in context.processKind })
}

/// How the kind of a process is recognized, and the sentences about it.
private enum ProcessKind {
  static let path = "The path is that of an app extension."
  static let name = "The name is that of {extension}."
  static let web = "The process shows web pages for another app."
  static let state = "The state of the process at that moment: {state}."
  static let statements = [path, name, web, state]

  /// Kinds of extensions by words in the name of the target, in lower case; the first that occurs counts.
  private static let extensions: [(word: String, kind: String)] = [
    ("widget", "a widget"), ("keyboard", "a keyboard"), ("notificationservice", "a notification service"),
    ("notification-service", "a notification service"), ("notificationcontent", "a notification view"),
    ("share", "a share extension"), ("broadcast", "a broadcast extension"), ("packettunnel", "a network extension"),
    ("networkextension", "a network extension"), ("fileprovider", "a File Provider extension"),
    ("intents", "an Intents extension"), ("today", "a widget"), ("imessage", "an iMessage extension"),
    ("sticker", "an iMessage extension"),
  ]
  /// Ends of names that only targets of extensions have.
  private static let ends = [
    "extension", "notificationservice", "notificationcontent", "todaywidget", "packettunnel", "fileprovider",
    "shareext", "widgetext", "appex",
  ]

  /// Returns the kind of extension that a name states; `nil` for names that an app may have, too.
  static func ofExtension(_ name: String, path: String?) -> String? {
    let isInBundle = path?.containsBytes(".appex/") ?? false
    let lowered = name.lowercased()
    // Xcode names the target of an extension after its identifier: com.example.app.Share.
    let dots = lowered.utf8.count { $0 == UInt8(ascii: ".") }
    let isIdentifier = dots >= 3 && !lowered.hasPrefix("com.apple.")
    guard isInBundle || isIdentifier || ends.contains(where: lowered.hasSuffix) else { return nil }
    let words = isIdentifier ? String(lowered.split(separator: ".").last ?? "") : lowered
    let compact = words.filter { $0 != " " && $0 != "_" }
    return extensions.first { compact.containsBytes(ignoringCase: $0.word) }?.kind ?? "an app extension"
  }
}

extension AnalysisContext {
  fileprivate var processKind: EvidenceMatch? {
    let process = report.process
    let victim = text(.victim)
    guard let name = victim?.value ?? process?.name else { return nil }
    var match = EvidenceMatch()
    if let used = report.detail(.victimBytes), case .bytes(let bytes) = used.value {
      match.captures["used"] = Amounts.bytes(bytes)
    }
    func cite(_ line: Int?, _ member: String, _ statement: String, _ kind: Witness.Kind) {
      match.witnesses.append(
        witness(line: line, member: member, statement: statement, captures: match.captures, kind: kind))
    }
    let states = text(.states)
    let words = states?.value.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
    let (nameLine, isPath) = (report.lines[.processName], process?.path?.containsBytes(".appex/") ?? false)
    if words.contains("daemon") {
      match.captures["service"] = "daemon"
    } else if let kind = ProcessKind.ofExtension(name, path: process?.path) {
      match.captures["extension"] = kind
      if isPath, let path = process?.path {
        cite(report.lines[.processPath], path, ProcessKind.path, .stated)
      } else {
        cite(victim?.line ?? nameLine, name, ProcessKind.name, .inferred)
      }
    } else if ["com.apple.WebKit.WebContent", "WebContent", "WebKit.WebContent"].contains(where: name.hasPrefix) {
      match.captures["web"] = "content"
      cite(victim?.line ?? nameLine, name, ProcessKind.web, .stated)
    } else if let word = words.first(where: { ["suspended", "background", "idle", "inactive"].contains($0) }),
      !(text(.reason)?.value.containsBytes("per-process-limit") ?? false)
    {
      // At a limit of its own, it does not matter whether the user sees the app.
      match.captures["hidden"] = String(word)
    }
    if let states, !words.isEmpty {
      match.captures["state"] = states.value
      cite(states.line, states.value, ProcessKind.state, .stated)
    }
    return match.captures.isEmpty ? nil : match
  }

  private func text(_ key: Detail.Key) -> (value: String, line: Int?)? {
    guard let detail = report.detail(key), case .text(let value) = detail.value else { return nil }
    return (value, detail.line)
  }
}
