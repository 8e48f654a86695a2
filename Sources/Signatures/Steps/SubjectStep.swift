/// A line of step 9: a subject of the failure, if no stack describes it.
struct Subject: Hashable, Sendable {
  var name: String
  var value: String

  var line: String { name + "=" + value }
}

/// Determines the subjects (step 9).
enum SubjectStep {
  /// Returns the lines that replace lead and tokens; `nil` if the stack is used.
  static func replacingStack(of facts: SignatureFacts, kind: String, hasFrames: Bool) -> [Subject]? {
    switch kind {
    case "killed:dyld": return facts.library.map { [Subject(name: "library", value: PlainText.plain($0))] }
    case "killed:tcc": return facts.usageKey.map { [Subject(name: "key", value: $0)] }
    case "killed:codesigning": return facts.image.map { [Subject(name: "image", value: $0)] }
    case "jetsam":
      guard facts.process != nil || facts.jetsamReason != nil else { return nil }
      return [
        Subject(name: "process", value: facts.process ?? "-"),
        Subject(name: "reason", value: facts.jetsamReason ?? "-"),
      ]
    case "panic": return facts.panic.map { [Subject(name: "panic", value: PlainText.plain($0))] }
    case "resource": return hasFrames ? nil : facts.resource.map { [Subject(name: "resource", value: $0)] }
    case "preview": return rendering(facts)
    default:
      guard kind.hasPrefix("exception"), !hasFrames else { return nil }
      // An exception without a known class and reason has no subject.
      return facts.objectClass == nil && facts.reason == nil ? nil : rendering(facts)
    }
  }

  private static let eventsWithMessages: Set<String> = ["crash", "preview", "watchdog", "unknown"]

  private static func rendering(_ facts: SignatureFacts) -> [Subject] {
    [
      Subject(name: "class", value: facts.objectClass ?? "-"),
      Subject(name: "reason", value: facts.reason.map(PlainText.plain) ?? "-"),
    ]
  }

  /// Returns the subjects of a report without frames and without one of the subjects above: first message, limit and
  /// process, if known; otherwise the kind of the report.
  ///
  /// An addition to the table of version 1, which did not define this case. Without it, all such reports of one kind
  /// would be one issue.
  static func remaining(of facts: SignatureFacts) -> [Subject] {
    var subjects: [Subject] = []
    // For other events, version 1 stored a sentence of this program as the message.
    let hasMessages = facts.event.map(eventsWithMessages.contains) ?? true
    let message = hasMessages ? facts.messages.first.map(PlainText.plain) ?? "" : ""
    if !hasMessages {
      let report = [facts.event, facts.bugType].compactMap { $0 }.joined(separator: " ")
      subjects.append(Subject(name: "report", value: report))
    }
    if !message.isEmpty {
      subjects.append(Subject(name: "message", value: message))
    } else if let reason = facts.reason.map(PlainText.plain), !reason.isEmpty {
      subjects.append(Subject(name: "reason", value: reason))
    }
    if let resource = facts.resource { subjects.append(Subject(name: "resource", value: resource)) }
    if let process = facts.process { subjects.append(Subject(name: "process", value: process)) }
    if facts.event == "preview", let document = facts.objectClass {
      subjects.append(Subject(name: "class", value: document))
    }
    if let code = facts.terminationCode, subjects.isEmpty {
      subjects.append(Subject(name: "code", value: "0x" + String(code, radix: 16)))
    }
    if subjects.isEmpty {
      subjects.append(
        Subject(name: "report", value: [facts.event, facts.bugType].compactMap { $0 }.joined(separator: " ")))
    }
    return subjects
  }
}
