import Bytes
import CrashReports
import Vocabulary

extension Evidence {
  /// What kind of process reached a limit of memory: each kind has a limit of its own. Captures `extension` with the kind of
  /// extension, `web`, `service` or `hidden` with the state; `used`, the memory of the process that was killed;
  /// `state`; and `other`, the process that used the most memory, if it is not this one.
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

  /// Kinds of extensions by words in the name of the target, in lower case; the last one in the name counts.
  private static let extensions: [(word: String, kind: String)] = [
    ("widget", "a widget"), ("keyboard", "a keyboard"), ("notificationservice", "a notification service"),
    ("notificationcontent", "a notification view"), ("share", "a share extension"),
    ("broadcast", "a broadcast extension"), ("broadcastupload", "a broadcast extension"),
    ("packettunnel", "a network extension"), ("networkextension", "a network extension"),
    ("fileprovider", "a File Provider extension"), ("intents", "an Intents extension"), ("today", "a widget"),
    ("imessage", "an iMessage extension"), ("sticker", "an iMessage extension"), ("stickers", "an iMessage extension"),
  ]
  /// Ends of names that only targets of extensions have.
  private static let ends = [
    "extension", "notificationservice", "notificationcontent", "todaywidget", "packettunnel", "fileprovider",
    "shareext", "widgetext", "appex",
  ]
  /// Systems on which a name with such an end is that of an extension: on macOS, services and helpers have such names, too.
  private static let systems = ["iPhone OS", "iOS", "iPadOS", "watchOS", "Watch OS", "visionOS", "xrOS"]

  /// Whether the names of a report tell extensions from other programs: that of an event of a small device.
  static func isNameTelling(_ report: CrashReport) -> Bool {
    report.kind == .jetsam && report.host.os.map { os in systems.contains(where: os.hasPrefix) } ?? false
  }

  /// Returns the kind of extension that a name states; `nil` for names that another program may have, too.
  static func ofExtension(_ name: String) -> String? {
    let lowered = name.lowercased()
    guard !lowered.hasPrefix("com.apple.") else { return nil }
    // Xcode names the target of an extension after its identifier: com.example.app.Share.
    let parts = lowered.split(separator: ".", maxSplits: 16)
    guard let last = parts.last else { return nil }
    let compact = compact(last)
    let isWord = parts.count > 1 && extensions.contains { $0.word == compact }
    guard isWord || ends.contains(where: compact.hasSuffix) else { return nil }
    return kind(compact) ?? "an app extension"
  }

  /// Returns the kind that a name of an extension states; `nil` if it states none.
  static func kind(_ name: String) -> String? {
    let bytes = Array(compact(name.lowercased()[...]).utf8.prefix(256))
    var found: (end: Int, kind: String)?
    for (word, kind) in extensions {
      let word = Array(word.utf8)
      guard bytes.count >= word.count else { continue }
      let start = (0...bytes.count - word.count).last { bytes[$0..<$0 + word.count].elementsEqual(word) }
      guard let start, start + word.count > found?.end ?? 0 else { continue }
      found = (start + word.count, kind)
    }
    return found?.kind
  }

  private static func compact(_ name: Substring) -> String { name.filter { $0 != " " && $0 != "_" && $0 != "-" } }
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
    if let largest = text(.largestProcess)?.value, largest != name { match.captures["other"] = largest }
    func cite(_ line: Int?, _ member: String, _ statement: String, _ kind: Witness.Kind) {
      match.witnesses.append(
        witness(line: line, member: member, statement: statement, captures: match.captures, kind: kind))
    }
    let states = text(.states)
    let words = states?.value.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
    let (nameLine, path) = (report.lines[.processName], process?.path.flatMap { $0.isEmpty ? nil : $0 })
    if let path, path.containsBytes(".appex/") {
      match.captures["extension"] = ProcessKind.kind(name) ?? "an app extension"
      cite(report.lines[.processPath], path, ProcessKind.path, .stated)
    } else if path == nil, ProcessKind.isNameTelling(report), let kind = ProcessKind.ofExtension(name) {
      match.captures["extension"] = kind
      cite(victim?.line ?? nameLine, name, ProcessKind.name, .inferred)
    } else if ["com.apple.WebKit.WebContent", "WebContent", "WebKit.WebContent"].contains(where: name.hasPrefix) {
      match.captures["web"] = "content"
      cite(victim?.line ?? nameLine, name, ProcessKind.web, .stated)
    } else if words.contains("daemon") {
      match.captures["service"] = "daemon"
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
