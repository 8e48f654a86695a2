extension CrashReport {
  /// The maximum number of console lines of a text whose lines are joined: chats and issues, but no logs.
  private static let maxJoinedLines = 64
  /// The maximum length of a line that was wrapped, in bytes.
  private static let maxWrapped = 200
  /// The maximum number of lines of one message.
  private static let maxLinesOfMessage = 3

  /// The messages that two or three adjacent lines form if they are one line that was wrapped: editors, chats and terminals break
  /// lines at any blank. A line with a time or a program of its own is not the continuation of another one.
  package var joinedMessages: [ReportMessage] {
    joinedConsoleLines + joinedInformation
  }

  /// The messages that adjacent lines of the Application Specific Information form: `BUG IN` above `CLIENT OF LIBMALLOC`.
  private var joinedInformation: [ReportMessage] {
    guard let information = applicationSpecificInformation, (2...Self.maxJoinedLines).contains(information.count) else {
      return []
    }
    return zip(information, information.dropFirst()).compactMap { first, next in
      guard let line = first.line, let below = next.line, below == line + 1, first.text.utf8.count <= Self.maxWrapped,
        next.text.utf8.count <= Self.maxWrapped
      else { return nil }
      var message = ReportMessage(
        text: first.text + " " + next.text, line: line, origin: .applicationSpecificInformation)
      message.lastLine = below
      return message
    }
  }

  private var joinedConsoleLines: [ReportMessage] {
    guard (2...Self.maxJoinedLines).contains(consoleLines.count) else { return [] }
    var joined: [ReportMessage] = []
    for first in consoleLines.indices.dropLast() {
      var text = consoleLines[first].text
      var last = consoleLines[first]
      guard text.utf8.count <= Self.maxWrapped, !last.isMention else { continue }
      for next in consoleLines[(first + 1)...].prefix(Self.maxLinesOfMessage - 1) {
        guard next.line == last.lastLine + 1, next.time == nil, next.process == nil, !next.isMention,
          next.text.utf8.count <= Self.maxWrapped
        else { break }
        text += " " + next.text
        var message = ReportMessage(text: text, line: consoleLines[first].line, origin: .console)
        message.lastLine = next.lastLine
        joined.append(message)
        last = next
      }
    }
    return joined
  }
}
