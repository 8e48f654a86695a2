import Bytes
import CrashReports
import Diagnosis
package import Documents
package import Vocabulary

extension OutputFormat {
  /// JSON with what a caller needs of each report.
  package static let brief = OutputFormat(
    id: "brief", title: "Short JSON for scripts and agents (schema diagnose-brief/1)", isMachineReadable: true,
    openings: [],
    render: { reports, errors, style in
      WorkflowCommands.defusedJSON(
        String(decoding: BriefDocument(reports, errors, style).json(.indented), as: UTF8.self)) + "\n"
    })
}

/// A document of schema `diagnose-brief/1`.
package struct BriefDocument {
  private let reports: [PresentedReport]
  private let errors: [InputError]
  private let style: PresentationStyle
  private let schema: String
  /// The maximum number of reports; `nil` for all.
  private let maxReports: Int?
  private let details: Details?

  /// Members of a document besides the reports.
  package struct Details {
    let quotes: [String]
    let write: (inout JSONWriter) -> Void

    /// - Parameters:
    ///   - quotes: The names of those with text of the input.
    ///   - write: Writes the members.
    package init(quotes: [String], write: @escaping (inout JSONWriter) -> Void) {
      self.quotes = quotes
      self.write = write
    }
  }

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - style: The minimum confidence, and the members of each report.
  ///   - schema: The value of the member `schema`.
  ///   - maxReports: The maximum number of reports; `nil` for all. The document states how many are left out.
  ///   - details: Further members; `nil` for none.
  package init(
    _ reports: [PresentedReport], _ errors: [InputError], _ style: PresentationStyle,
    schema: String = "diagnose-brief/1", maxReports: Int? = nil, details: Details? = nil
  ) {
    self.reports = reports
    self.errors = errors
    self.style = style
    self.schema = schema
    self.maxReports = maxReports
    self.details = details
  }

  /// Returns the document.
  package func json(_ layout: JSONWriter.Layout) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    let shown = reports.prefix(maxReports ?? reports.count)
    writer.object { writer in
      writer.member("schema", schema)
      EncodedDocument.tool(&writer)
      // Ids of patterns that are not part of this program are text of their authors.
      let hasForeign = shown.contains { $0.assessment.findings.contains { Pattern.with(id: $0.pattern) == nil } }
      var quotes = PublishedDocument.briefMembers.filter {
        ($0.isUntrusted && $0.shape.hasText || hasForeign && ["pattern", "also"].contains($0.name))
          && (style.fields.isEmpty || style.fields.contains($0.name))
      }.map(\.name)
      // Messages quote the beginning of an input, and its name.
      if !errors.isEmpty {
        quotes += PublishedDocument.briefErrorMembers.filter { $0.isUntrusted && !quotes.contains($0.name) }.map(\.name)
      }
      writer.name("quotes")
      writer.array((details?.quotes ?? []) + quotes, inline: true) { $0.text($1) }
      details?.write(&writer)
      writer.name("reports")
      writer.array(Array(shown)) { BriefReport($1, style).write(to: &$0) }
      if shown.count < reports.count { writer.member("omittedReports", reports.count - shown.count) }
      writer.name("errors")
      writer.array(Array(errors.prefix(20))) { writer, error in
        writer.object(inline: true) {
          $0.member("path", BriefText.cut(error.name, 300))
          $0.member("code", error.code)
          $0.member("message", BriefText.cut(error.message, 300))
          $0.member("hint", error.hint.map { BriefText.cut($0, 300) })
          if let topics = error.topics {
            $0.name("topics")
            $0.array(topics, inline: true) { $0.text($1) }
          }
        }
      }
    }
    return writer.bytes
  }
}

/// One report of a brief document. Every text is one line of limited length.
struct BriefReport {
  private let presented: PresentedReport
  private let report: CrashReport
  private let findings: [FindingText]
  private let style: PresentationStyle

  private static let maxFrames = 8
  /// The maximum number of frames in the verbose style, which takes all frames.
  private static let maxVerboseFrames = 40
  private static let maxNotes = 4

  init(_ presented: PresentedReport, _ style: PresentationStyle) {
    self.presented = presented
    report = presented.assessment.report
    findings = presented.findings(style)
    self.style = style
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      circumstances(&writer)
      diagnosis(&writer)
      stack(&writer)
      history(&writer)
      if contains("notes") { writer.member("notes", notes) }
    }
  }

  private func contains(_ member: String) -> Bool { style.fields.isEmpty || style.fields.contains(member) }

  private func put(_ name: String, _ text: String?, _ writer: inout JSONWriter, limit: Int = 200) {
    if contains(name) { writer.member(name, text.map { BriefText.cut($0, limit) }) }
  }

  private func circumstances(_ writer: inout JSONWriter) {
    put("path", presented.name, &writer, limit: 300)
    if contains("index"), report.source.index > 0 { writer.member("index", report.source.index) }
    put("kind", report.kind.rawValue, &writer)
    let process = report.process
    let words = [process?.name, process?.version, process?.build.map { "(\($0))" }].compactMap { $0 }
    put("process", words.isEmpty ? nil : words.joined(separator: " "), &writer, limit: 100)
    put("os", report.host.os, &writer, limit: 80)
  }

  private func diagnosis(_ writer: inout JSONWriter) {
    let finding = findings.first
    put("pattern", finding?.pattern, &writer)
    put(
      "headline",
      finding.map { Wording.headline($0, in: report) } ?? Wording.withoutFinding(presented.assessment), &writer,
      limit: 300)
    put("where", finding?.location ?? presented.assessment.blame?.words, &writer, limit: 240)
    put("confidence", finding?.confidence.rawValue, &writer)
    put("causeConfidence", finding?.certaintyOfCause.rawValue, &writer)
    put("cause", finding.flatMap { $0.cause.isEmpty ? nil : $0.cause }, &writer, limit: 400)
    put("advice", finding.flatMap(\.advice), &writer, limit: 300)
  }

  // MARK: Stack

  private func stack(_ writer: inout JSONWriter) {
    let frames = report.failureStack
    if contains("firstAppFrame") {
      writer.name("firstAppFrame")
      if let first = frames.first(where: { $0.role == .app }) { write(first, to: &writer) } else { writer.null() }
    }
    if contains("frames") {
      writer.name("frames")
      writer.array(relevant(frames)) { write(frames[$1], to: &$0) }
    }
    if contains("frameCount") { writer.member("frameCount", frames.count) }
    guard contains("symbols") else { return }
    writer.name("symbols")
    writer.array(Array(SymbolWarning.all(report).prefix(Self.maxNotes))) { writer, warning in
      writer.object(inline: true) {
        $0.member("image", BriefText.cut(warning.image, 100))
        $0.member("isFound", !warning.isMissing)
        $0.member("message", BriefText.cut(warning.words, 240))
      }
    }
  }

  /// Returns the indexes of the blamed frame, the innermost two, and the innermost frames of the app.
  private func relevant(_ frames: [CrashReport.Frame]) -> [Int] {
    if style.verbose { return Array(frames.indices.prefix(Self.maxVerboseFrames)) }
    var chosen = Set(frames.indices.prefix(2))
    if let blamed = presented.assessment.blamedFrame, frames.indices.contains(blamed) { chosen.insert(blamed) }
    for index in frames.indices where frames[index].role == .app {
      if chosen.count >= Self.maxFrames { break }
      // The frames of a recursion are equal.
      if index > 0, frames[index - 1].symbol?.name == frames[index].symbol?.name, frames[index].symbol != nil {
        continue
      }
      chosen.insert(index)
    }
    return chosen.sorted()
  }

  private func write(_ frame: CrashReport.Frame, to writer: inout JSONWriter) {
    writer.object(inline: true) {
      $0.member("index", frame.index)
      $0.member("image", frame.image.map { BriefText.cut(shortImageName($0), 60) })
      $0.member("function", frame.symbol.map { BriefText.cut(shortened($0.readable), 120) })
      $0.member(
        "source",
        frame.source.map { source in BriefText.cut(Wording.location(file: source.file, line: source.line), 100) })
      $0.member("role", frame.role?.rawValue)
    }
  }

  // MARK: History, notes

  private func history(_ writer: inout JSONWriter) {
    if contains("also") {
      writer.name("also")
      writer.array(Array(findings.dropFirst().prefix(Self.maxNotes)), inline: true) {
        $0.text("\($1.pattern): \($1.confidence.rawValue)")
      }
    }
    let status = presented.history
    put("issue", status?.issue, &writer)
    put("report", presented.id, &writer)
    put("status", status?.status.rawValue, &writer)
    if contains("count") { writer.member("count", status?.count) }
    put("firstSeen", status?.firstSeen, &writer)
    put("lastSeen", status?.lastSeen, &writer)
  }

  /// What the report lacks, and what was unusual when it was read.
  private var notes: [String] {
    var notes = (findings.first?.missing ?? []).prefix(Self.maxNotes).map { BriefText.cut($0, 200) }
    if let explanation = presented.explanation, explanation.symptom == findings.first?.pattern {
      notes.append(BriefText.cut("Cause in \(explanation.input): \(explanation.statement)", 300))
    }
    if report.crashedThread == nil, report.failureStack.isEmpty { notes.append("The report has no crashed stack.") }
    let unnamed = report.imagesWithoutNames
    if !unnamed.isEmpty {
      notes.append(BriefText.cut("Not symbolicated: " + unnamed.joined(separator: ", "), 200))
    }
    for note in presented.assessment.notes.prefix(Self.maxNotes) { notes.append(BriefText.cut(note.text, 200)) }
    return notes
  }
}

/// Text for programs: one line of limited length, without characters that could hide or change other text.
package enum BriefText {
  /// Returns the text on one line, escaped, and shortened to at most `limit` characters.
  package static func cut(_ text: String, _ limit: Int) -> String {
    let line = Terminal.escaped(String(text.prefix(characters: limit + 1)).onOneLine)
    return line.shortened(to: limit, keeping: limit - 1)
  }
}
