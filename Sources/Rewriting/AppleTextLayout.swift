package import CrashReports
import Vocabulary

/// A report in the layout of Apple's text reports of version 104, as written by iOS and as created from JSON by Apple's
/// tools.
///
/// Missing information is omitted, or written as `???` in fields that every report has. The layout cannot represent
/// console lines, messages of Interface Builder, and the bundle identifiers and versions of images.
package struct AppleTextLayout {
  let report: CrashReport
  let style: NameStyle
  let columns: AppleColumns
  private(set) var lines: [String] = []

  private init(_ report: CrashReport, _ style: NameStyle) {
    self.report = report
    self.style = style
    columns = AppleColumns(report, style: style)
  }

  /// Returns whether a report has any information that the layout can represent.
  package static func canRepresent(for report: CrashReport) -> Bool {
    report.threads != nil || report.lastExceptionBacktrace != nil || report.applicationSpecificBacktraces != nil
      || report.exception != nil || report.termination != nil || report.process != nil || report.images != nil
      || report.applicationSpecificInformation != nil || !report.loaderMessages.isEmpty
  }

  /// Returns the text of the reports that the layout can represent, one after another, each ended by `EOF`.
  package static func text(_ reports: [CrashReport], style: NameStyle) -> String {
    reports.filter(canRepresent).map { report in
      var layout = AppleTextLayout(report, style)
      layout.header()
      layout.failure()
      layout.messages()
      layout.stacks()
      layout.registers()
      layout.images()
      layout.line("EOF")
      return layout.lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  // MARK: - Lines

  mutating func line(_ text: String) { lines.append(text) }

  /// Appends an empty line, unless the last line is empty.
  mutating func gap() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  /// Appends `Label:   value`, with the value in its column.
  mutating func field(_ label: String, _ value: String?, column: Int = 21) {
    guard let value, !value.isEmpty else { return }
    let blanks = max(1, column - label.utf8.count - 1)
    lines.append(label + ":" + String(repeating: " ", count: blanks) + Self.plain(value))
  }

  /// Returns a text that is safe to display. Tabs are not escaped: loader messages contain them, and they cannot
  /// control the terminal.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(0x09) else { return Terminal.escaped(text) }
    return text.split(separator: "\t", omittingEmptySubsequences: false).map { Terminal.escaped(String($0)) }
      .joined(separator: "\t")
  }

  /// Returns a name with a process ID, as in `MyApp [501]`.
  static func reference(_ name: String?, _ number: Int?) -> String {
    (name ?? "???") + (number.map { " [\($0)]" } ?? "")
  }
}

// MARK: - Header

extension AppleTextLayout {
  private mutating func header() {
    let process = report.process ?? CrashReport.Process()
    let host = report.host
    let hasHeader =
      report.incident != nil || report.process != nil || host != CrashReport.Host() || report.times != nil
    guard hasHeader else { return }
    field("Incident Identifier", report.incident)
    field("CrashReporter Key", host.reporterKey)
    field("Hardware Model", host.device)
    // These fields are in every report, and parsers expect them.
    field("Process", Self.reference(process.name, process.pid))
    field("Path", process.path ?? "???")
    field("Identifier", process.bundleID ?? process.name ?? "???")
    field("Version", version(process) ?? "???")
    field("Code Type", architecture)
    field("Role", process.role)
    field("Parent Process", Self.reference(process.parent?.name, process.parent?.pid))
    field("Coalition", process.coalition)
    if let other = process.responsible { field("Responsible Process", Self.reference(other.name, other.pid)) }
    gap()
    field("Date/Time", report.times?.crashed?.readable)
    field("Launch Time", report.times?.launched?.readable)
    if host.os != nil || host.osBuild != nil {
      field("OS Version", (host.os ?? "???") + (host.osBuild.map { " (\($0))" } ?? ""))
    }
    field("Report Version", "104")
    gap()
    if let seconds = report.times?.uptimeSeconds { field("Time Awake Since Boot", "\(seconds) seconds", column: 23) }
    gap()
  }

  /// Returns version and build; iOS up to 14 prints the build first.
  private func version(_ process: CrashReport.Process) -> String? {
    guard let build = process.build else { return process.version }
    let version = process.version ?? "???"
    return VersionText.isBuildFirst(system: report.host.os) ? "\(build) (\(version))" : "\(version) (\(build))"
  }

  private var architecture: String {
    let names = ["arm64": "ARM-64", "x86_64": "X86-64", "i386": "X86", "arm": "ARM", "ppc": "PPC", "arm64e": "ARM-64E"]
    let name = report.host.architecture.map { names[$0] ?? $0 } ?? "???"
    return name + (report.host.isTranslated.map { $0 ? " (Translated)" : " (Native)" } ?? "")
  }
}

// MARK: - Failure

extension AppleTextLayout {
  private mutating func failure() {
    if let exception = report.exception { failure(exception) }
    if let termination = report.termination { failure(termination) }
    if let thread = report.threads?.first(where: \.crashed) {
      gap()
      field("Triggered by Thread", String(thread.index), column: 22)
    }
    gap()
    if let region = report.exception?.region {
      line("VM Region Info:")
      line("--->  " + Self.plain(region))
      gap()
    }
  }

  private mutating func failure(_ exception: CrashReport.Exception) {
    if exception.type != nil || exception.signal != nil {
      field("Exception Type", (exception.type ?? "???") + (exception.signal.map { " (\($0))" } ?? ""), column: 17)
    }
    // Codes are numbers in this layout; words in their position are what other reports call the subtype.
    let words = exception.codesText.flatMap { $0.hasPrefix("0x") ? nil : $0 }
    field("Exception Subtype", exception.subtype ?? words, column: 17)
    field("Exception Message", exception.message, column: 17)
    let codes = exception.codes?.map { "0x" + Self.padded($0, 16) }.joined(separator: ", ")
    field("Exception Codes", words == nil ? exception.codesText ?? codes : codes, column: 17)
    field("Exception Note", exception.note, column: 17)
  }

  /// Appends `Termination Reason: SIGNAL 6 Abort trap: 6`, with reasons and details on the lines below.
  private mutating func failure(_ termination: CrashReport.Termination) {
    let code = termination.code.map { " \($0)" } ?? ""
    if let namespace = termination.namespace {
      let indicator = termination.indicator.map { " \($0)" } ?? ""
      // A name of several words could not be distinguished from the rest.
      let isPlain = !code.isEmpty && !namespace.contains(" ")
      let words = isPlain ? namespace + code : "Namespace " + namespace + (code.isEmpty ? "" : ", Code" + code)
      field("Termination Reason", words + (code.isEmpty ? "" : indicator), column: 17)
    } else {
      field("Termination Signal", termination.indicator)
    }
    // Text in parentheses and all statements of the privacy daemon are read as details.
    let isPrivacy = termination.namespace == "TCC"
    let reasons = (termination.reasons ?? []).flatMap(Self.lines)
    let details = (termination.details ?? []).flatMap(Self.lines)
    let hasReason = termination.namespace != nil
    for text in reasons where hasReason && !isPrivacy && !Self.isParenthesized(text) { line(text) }
    for text in details where hasReason && (isPrivacy || Self.isParenthesized(text)) { line(text) }
    for text in reasons where !hasReason || isPrivacy || Self.isParenthesized(text) {
      field("Termination Description", text)
    }
    for text in details where !hasReason || !isPrivacy && !Self.isParenthesized(text) {
      field("Termination Details", text)
    }
    if let process = termination.byProcess {
      field("Terminating Process", Self.reference(process.name, process.pid))
    }
  }

  private static func isParenthesized(_ text: String) -> Bool { text.hasPrefix("(") && text.hasSuffix(")") }

  /// Returns the lines of a text that are not empty, each safe to display.
  static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { plain(String($0)) }
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}

// MARK: - Messages

extension AppleTextLayout {
  private mutating func messages() {
    let messages = report.applicationSpecificInformation ?? []
    let exception = uncaught(messages)
    if report.applicationSpecificInformation != nil || exception != nil {
      line("Application Specific Information:")
      for text in messages.map(\.text) + [exception].compactMap({ $0 }) {
        // Continuation lines are indented; otherwise each would be read as a separate message.
        for (index, part) in Self.lines(text).enumerated() { line(index == 0 ? part : "    " + part) }
      }
      gap()
    }
    if !report.loaderMessages.isEmpty {
      line("Dyld Error Message:")
      for text in report.loaderMessages.flatMap({ Self.lines($0.text) }) { line("  " + text) }
      gap()
    }
  }

  /// Returns the message with name and reason of a language exception; text reports state them only in this message.
  private func uncaught(_ messages: [CrashReport.ApplicationMessage]) -> String? {
    guard let name = report.exception?.name, !messages.contains(where: { $0.text.contains(name) }) else { return nil }
    return "*** Terminating app due to uncaught exception '\(name)', reason: '\(report.exception?.reason ?? "")'"
  }
}
