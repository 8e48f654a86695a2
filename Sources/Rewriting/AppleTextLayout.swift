package import CrashReports
import Vocabulary

/// A report in the layout of Apple's text reports of version 104, as iOS writes them and as Apple's tools make them of
/// JSON.
///
/// What the report does not say is left out, or `???` where the header of every report says something. There is no
/// place in that layout for console lines, for Interface Builder's messages, and for the bundle identifiers and versions
/// of images.
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

  /// Whether a report says anything that the layout has a place for.
  package static func hasPlace(for report: CrashReport) -> Bool {
    report.threads != nil || report.lastExceptionBacktrace != nil || report.applicationSpecificBacktraces != nil
      || report.exception != nil || report.termination != nil || report.process != nil || report.images != nil
      || report.applicationSpecificInformation != nil || !report.loaderMessages.isEmpty
  }

  /// The reports that the layout has a place for, one after the other, each ended by `EOF`.
  package static func text(_ reports: [CrashReport], style: NameStyle) -> String {
    reports.filter(hasPlace).map { report in
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

  /// An empty line, unless there is one already.
  mutating func gap() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  /// `Label:   value`, the value in its column.
  mutating func field(_ label: String, _ value: String?, column: Int = 21) {
    guard let value, !value.isEmpty else { return }
    let blanks = max(1, column - label.utf8.count - 1)
    lines.append(label + ":" + String(repeating: " ", count: blanks) + Self.plain(value))
  }

  /// Safe to be shown. Tabs stay: they are part of what loaders say, and steer nothing.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(0x09) else { return Terminal.escaped(text) }
    return text.split(separator: "\t", omittingEmptySubsequences: false).map { Terminal.escaped(String($0)) }
      .joined(separator: "\t")
  }

  /// `MyApp [501]`.
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
    field("Hardware Model", host.device)
    // These six stand in every report, and readers look for them.
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
    field("Date/Time", report.times?.crashed?.asWritten)
    field("Launch Time", report.times?.launched?.asWritten)
    if host.os != nil || host.osBuild != nil {
      field("OS Version", (host.os ?? "???") + (host.osBuild.map { " (\($0))" } ?? ""))
    }
    field("Report Version", "104")
    gap()
    if let seconds = report.times?.uptimeSeconds { field("Time Awake Since Boot", "\(seconds) seconds", column: 23) }
    gap()
  }

  /// iOS up to 14 prints the build first.
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
    // Codes are numbers there; a report that puts words in their place means what others call the subtype.
    let words = exception.codesText.flatMap { $0.hasPrefix("0x") ? nil : $0 }
    field("Exception Subtype", exception.subtype ?? words, column: 17)
    field("Exception Message", exception.message, column: 17)
    let codes = exception.codes?.map { "0x" + Self.padded($0, 16) }.joined(separator: ", ")
    field("Exception Codes", words == nil ? exception.codesText ?? codes : codes, column: 17)
    field("Exception Note", exception.note, column: 17)
  }

  /// `Termination Reason: SIGNAL 6 Abort trap: 6`, reasons and details on the lines below.
  private mutating func failure(_ termination: CrashReport.Termination) {
    let code = termination.code.map { " \($0)" } ?? ""
    if let namespace = termination.namespace {
      let indicator = termination.indicator.map { " \($0)" } ?? ""
      // A name of several words would not be told from what follows.
      let isPlain = !code.isEmpty && !namespace.contains(" ")
      let words = isPlain ? namespace + code : "Namespace " + namespace + (code.isEmpty ? "" : ", Code" + code)
      field("Termination Reason", words + (code.isEmpty ? "" : indicator), column: 17)
    } else {
      field("Termination Signal", termination.indicator)
    }
    // What is in brackets, and all that the privacy daemon says, is read as a detail.
    let isPrivacy = termination.namespace == "TCC"
    let reasons = (termination.reasons ?? []).flatMap(Self.lines)
    let details = (termination.details ?? []).flatMap(Self.lines)
    let hasReason = termination.namespace != nil
    for text in reasons where hasReason && !isPrivacy && !Self.isAside(text) { line(text) }
    for text in details where hasReason && (isPrivacy || Self.isAside(text)) { line(text) }
    for text in reasons where !hasReason || isPrivacy || Self.isAside(text) { field("Termination Description", text) }
    for text in details where !hasReason || !isPrivacy && !Self.isAside(text) { field("Termination Details", text) }
    if let process = termination.byProcess {
      field("Terminating Process", Self.reference(process.name, process.pid))
    }
  }

  private static func isAside(_ text: String) -> Bool { text.hasPrefix("(") && text.hasSuffix(")") }

  /// The lines of a text that are not empty, each safe to be shown.
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
        // Lines that go on with a message are indented; without that they would be messages of their own.
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

  /// Name and reason of a language exception, which text reports carry in this message and nowhere else.
  private func uncaught(_ messages: [CrashReport.ApplicationMessage]) -> String? {
    guard let name = report.exception?.name, !messages.contains(where: { $0.text.contains(name) }) else { return nil }
    return "*** Terminating app due to uncaught exception '\(name)', reason: '\(report.exception?.reason ?? "")'"
  }
}
