/// One "IB Designables" statement of a build log: what Interface Builder tried, on what, and what happened.
///
/// Grammar and the disorder it meets in the wild: `docs/formats.md`, *Xcode build log*.
package struct PreviewMessage: Sendable, Equatable {
  package enum Severity: String, Sendable { case error, warning }

  package enum Action: String, Sendable {
    case updateAutoLayoutStatus, renderInstance, renderAndUpdate, ignoreRuntimeAttribute, other
  }

  /// Storyboard or xib as the log names it, `file://` and percent-encoding removed; `nil` where the log lost it.
  package var document: String?
  package var severity: Severity?
  package var action: Action
  /// Class of the view or view controller, where the action names one.
  package var objectClass: String?
  /// Interface Builder's object id, as `BYZ-38-t0r`.
  package var objectID: String?
  /// Everything after the action, continuation lines joined with line breaks.
  package var cause: String
  /// First and last line of the input, from 1.
  package var line: Int
  package var lastLine: Int
  package init(action: Action, cause: String, line: Int) {
    self.action = action
    self.cause = cause
    self.line = line
    self.lastLine = line
  }
}

/// One statement of ibtool, actool or ibtoold about a document.
package struct DocumentMessage: Sendable, Equatable {
  package enum Severity: String, Sendable { case error, warning, notice }

  /// `ibtool`, `ibtoold`, `actool`, `IBAgent-iOS`.
  package var tool: String?
  package var document: String?
  /// Object id, or `global`.
  package var objectID: String?
  package var severity: Severity?
  package var text: String
  package var line: Int
  package init(text: String, line: Int) {
    self.text = text
    self.line = line
  }
}

/// A line of a console or of a paste that is not part of a report's own sections.
package struct ConsoleLine: Sendable, Equatable {
  /// The message without time stamp and process column; continuation lines joined with line breaks.
  package var text: String
  package var process: String?
  package var pid: Int?
  /// As written.
  package var time: String?
  package var line: Int
  package init(text: String, line: Int) {
    self.text = text
    self.line = line
  }
}

/// A text of the report that evidence may look into, with its place.
package struct ReportMessage: Sendable, Equatable {
  package enum Origin: String, Sendable {
    case applicationSpecificInformation, exception, termination, loader, preview, document, console
  }
  package var text: String
  package var line: Int?
  package var origin: Origin
  package init(text: String, line: Int?, origin: Origin) {
    self.text = text
    self.line = line
    self.origin = origin
  }
}

extension CrashReport {
  /// Every text the report carries, in order of weight: what the system stated first, loose console lines last.
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
    for message in consoleLines { all.append(.init(text: message.text, line: message.line, origin: .console)) }
    return all
  }

  /// The thread the report marks as crashed, else the only one there is.
  package var crashedThread: Thread? {
    guard let threads else { return nil }
    return threads.first { $0.crashed } ?? (threads.count == 1 ? threads[0] : nil)
  }
}
