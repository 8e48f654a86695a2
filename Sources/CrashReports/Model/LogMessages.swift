/// An "IB Designables" message of a build log: the action of Interface Builder, its object, and the cause of the
/// failure.
///
/// The grammar and common irregularities are described in `docs/formats.md`, *Xcode build log*.
package struct PreviewMessage: Sendable, Equatable {
  /// Severity that Xcode prints before the message.
  package enum Severity: String, Sendable { case error, warning }

  /// The action of Interface Builder, recognized by the wording of the message; `other` if it is not recognized.
  package enum Action: String, Sendable {
    case updateAutoLayoutStatus, renderInstance, renderAndUpdate, ignoreRuntimeAttribute, other
  }

  /// The storyboard or xib, without `file://` and percent-encoding; `nil` if the message lost it.
  package var document: String?
  /// The severity; `nil` if the line states none.
  package var severity: Severity?
  /// The action during which the message was written.
  package var action: Action
  /// The class of the view or view controller, if the action names one.
  package var objectClass: String?
  /// The object ID of Interface Builder, such as `BYZ-38-t0r`.
  package var objectID: String?
  /// Everything after the action, with continuation lines joined by line breaks.
  package var cause: String
  /// First line of the message in the input, from 1.
  package var line: Int
  /// Last line of the message in the input, from 1, inclusive.
  package var lastLine: Int
  /// Creates a message of one line; the caller moves `lastLine` for continuation lines.
  package init(action: Action, cause: String, line: Int) {
    self.action = action
    self.cause = cause
    self.line = line
    self.lastLine = line
  }
}

/// A message of ibtool, actool or ibtoold about a document.
package struct DocumentMessage: Sendable, Equatable {
  /// Severity that the tool prints before the message.
  package enum Severity: String, Sendable { case error, warning, notice }

  /// The tool: `ibtool`, `ibtoold`, `actool` or `IBAgent-iOS`.
  package var tool: String?
  /// The file that the message is about, as the tool writes it; `nil` if it names none.
  package var document: String?
  /// The object ID, or `global`.
  package var objectID: String?
  /// The severity; `nil` if the tool states none.
  package var severity: Severity?
  /// The message without file, object and severity, with continuation lines joined by line breaks.
  package var text: String
  /// The line of the input on which the message begins, from 1.
  package var line: Int
  /// The number of the tool's list that contains the message, from 1; 0 for a message that is in none.
  package var list = 0
  /// Creates a message with only a text.
  package init(text: String, line: Int) {
    self.text = text
    self.line = line
  }
}

/// A line of a console or of a paste that is not part of a report's own sections.
package struct ConsoleLine: Sendable, Equatable {
  /// The message without time stamp and process column, with continuation lines joined by line breaks.
  package var text: String
  /// Name of the process that logged the line; `nil` if the line has no such column.
  package var process: String?
  /// Process ID of the process that logged the line; `nil` if the line has none.
  package var pid: Int?
  /// The time stamp, as written.
  package var time: String?
  /// Line of the input on which the message begins, from 1.
  package var line: Int
  /// True if prose, documentation, a comment or source code quotes the text, so that it does not prove that anything
  /// happened; false for a line that a program or the system wrote.
  package var isMention = false
  /// The last line of the input to which the message continues, from 1.
  package var lastLine: Int { line + text.utf8.count { $0 == 0x0a } }
  /// Creates a line without process and time.
  package init(text: String, line: Int) {
    self.text = text
    self.line = line
  }
}

/// A text of the report that evidence can match, with its location.
package struct ReportMessage: Sendable, Equatable {
  /// The part of the report that a message comes from.
  package enum Origin: String, CaseIterable, Sendable {
    case applicationSpecificInformation, exception, termination, loader, preview, document, canvas, console
  }
  /// The message as the report states it, without labels.
  package var text: String
  /// Line of the input on which the message begins, from 1; `nil` if unknown.
  package var line: Int?
  /// The part of the report that has the message.
  package var origin: Origin
  /// The last line of a message that several lines form together; `nil` for the message of one line.
  package var lastLine: Int?
  /// True if the text is only quoted: see ``ConsoleLine/isMention``.
  package var isMention = false
  /// Creates a message from its members.
  package init(text: String, line: Int?, origin: Origin, isMention: Bool = false) {
    self.text = text
    self.line = line
    self.origin = origin
    self.isMention = isMention
  }
}

extension CrashReport {
  /// All texts of the report in order of weight: statements of the system first, loose console lines last.
  package var messages: [ReportMessage] {
    var all: [ReportMessage] = []
    if let termination {
      for text in termination.reasons ?? [] {
        all.append(.init(text: text, line: lines[.terminationReasons] ?? lines[.termination], origin: .termination))
      }
      for text in termination.details ?? [] {
        all.append(.init(text: text, line: lines[.terminationDetails] ?? lines[.termination], origin: .termination))
      }
    }
    for message in loaderMessages { all.append(.init(text: message.text, line: message.line, origin: .loader)) }
    for message in applicationSpecificInformation ?? [] {
      all.append(.init(text: message.text, line: message.line, origin: .applicationSpecificInformation))
    }
    if let text = exception?.message {
      all.append(.init(text: text, line: lines[.exceptionMessage], origin: .exception))
    }
    if let text = exception?.reason {
      all.append(.init(text: text, line: lines[.exceptionReason], origin: .exception))
    }
    for message in previewMessages { all.append(.init(text: message.cause, line: message.line, origin: .preview)) }
    for message in documentMessages { all.append(.init(text: message.text, line: message.line, origin: .document)) }
    for error in canvasErrors { all.append(.init(text: error.text, line: error.line, origin: .canvas)) }
    for message in consoleLines {
      all.append(
        .init(
          text: message.text, line: message.line, origin: .console, isMention: message.isMention))
    }
    return all
  }

  /// The thread that the report marks as crashed, or its only thread. `nil` if there are several and none is marked.
  package var crashedThread: Thread? {
    guard let threads else { return nil }
    return threads.first { $0.crashed } ?? (threads.count == 1 ? threads[0] : nil)
  }

  /// The dispatch queue of the crashed thread; `nil` if it is not stated.
  package var crashedQueue: String? { crashedThread?.queue ?? storedQueue }
}
