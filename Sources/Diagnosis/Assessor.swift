package import CrashReports
import Vocabulary

/// From a report to what we make of it: roles, facts, findings, blame. A pure function of its input.
package enum Assessor {
  /// Judges one report.
  ///
  /// - Parameters:
  ///   - decoded: The report as read, names already made readable.
  ///   - input: The bytes it was read from, for quoting lines.
  ///   - patterns: The catalog, perhaps with patterns of a user.
  ///   - own: What a user says of images.
  package static func assess(
    _ decoded: consuming Decoded<CrashReport>, input: [UInt8], patterns: PatternSet = .catalog,
    own: ImageRules = .builtIn
  ) -> Assessment {
    var report = decoded.value
    var notes = decoded.notes
    // The last reference goes, so that the threads are changed in place and not copied.
    decoded = Decoded(CrashReport(source: CrashReport.Source(format: "")))
    report.assignFrameRoles(own)
    report.deriveFacts(notes: &notes)
    let context = AnalysisContext(report: report, input: input)
    var found = patterns.candidates(for: context).compactMap { pattern in
      pattern.finding(in: context).map { Found(pattern: pattern, finding: $0.finding, frame: $0.blamedFrame) }
    }
    settlePrecedence(&found, in: report)
    found.sort(by: isBetter)
    for index in found.indices { found[index].finding.sortCitations() }
    let fallback = context.primaryLocation()
    return Assessment(
      report: report, notes: notes, findings: found.map(\.finding),
      summary: context.summary(blame: fallback?.blame),
      blame: found.first?.finding.blame ?? fallback?.blame,
      blamedFrame: found.first.map { $0.frame ?? fallback?.position } ?? fallback?.position)
  }

  private struct Found {
    var pattern: Pattern
    var finding: Finding
    var frame: Int?
  }

  /// Takes away what a more specific finding explains, and keeps its lines as further witnesses.
  ///
  /// A specific finding that is merely possible does not silence a symptom that stands in the report: then both stay.
  /// Lines of the build log about one document are not explained by a line about another document; of a symptom that
  /// stands for both, what is not explained stays.
  private static func settlePrecedence(_ found: inout [Found], in report: CrashReport) {
    var explained: [String: Int] = [:]
    for (index, one) in found.enumerated() where one.finding.confidence > .possible {
      for id in one.pattern.supersedes where id != one.pattern.id {
        if let other = explained[id], !isBetter(one, found[other]) { continue }
        explained[id] = index
      }
    }
    var kept: [Found] = []
    for var one in found {
      guard let by = explained[one.pattern.id] else {
        kept.append(one)
        continue
      }
      let documents = found[by].finding.citations.compactMap { report.document(onLine: $0.line) }
      var unexplained: [Citation] = []
      for var witness in one.finding.citations {
        let document = report.document(onLine: witness.line)
        if let document, !documents.isEmpty, !documents.contains(document) {
          unexplained.append(witness)
        } else if !found[by].finding.citations.contains(where: { $0.line == witness.line && $0.text == witness.text }) {
          witness.frame = nil
          found[by].finding.citations.append(witness)
        }
      }
      if !unexplained.isEmpty {
        one.finding.citations = unexplained
        kept.append(one)
      }
    }
    // Witnesses were added to the entries of `found`; `kept` holds copies from before.
    let settled = found
    found = kept.map { one in
      var one = one
      if explained[one.pattern.id] == nil, let current = settled.first(where: { $0.pattern.id == one.pattern.id }) {
        one.finding.citations = current.finding.citations
      }
      return one
    }
  }

  private static func isBetter(_ left: Found, _ right: Found) -> Bool {
    if left.finding.confidence != right.finding.confidence {
      return left.finding.confidence > right.finding.confidence
    }
    if left.pattern.generality != right.pattern.generality {
      return left.pattern.generality < right.pattern.generality
    }
    if left.finding.certaintyOfCause != right.finding.certaintyOfCause {
      return left.finding.certaintyOfCause > right.finding.certaintyOfCause
    }
    return left.pattern.id < right.pattern.id
  }
}

extension Finding {
  /// In the order of the report, so that a person reads down the page; what has no line stands last.
  fileprivate mutating func sortCitations() {
    let order = citations.enumerated().sorted {
      ($0.element.line ?? .max, $0.offset) < ($1.element.line ?? .max, $1.offset)
    }
    citations = order.map(\.element)
  }
}

extension CrashReport {
  /// The document that a line of the build log is about, without its folder: logs spell the folder differently.
  fileprivate func document(onLine line: Int?) -> String? {
    guard let line, let message = previewMessages.first(where: { $0.line <= line && line <= $0.lastLine }) else {
      return nil
    }
    return message.document.map(shortImageName)
  }
}

extension AnalysisContext {
  /// Where a person looks first when nothing is recognised: the innermost frame of the app, else the first frame that
  /// does more than carry the failure out.
  func primaryLocation() -> (blame: Blame, position: Int)? {
    if let position = firstAppFrame() { return (Self.blame(crashStack[position]), position) }
    let telling = crashStack.firstIndex { frame in
      switch frame.role {
      case .system, .host, .unknown, nil: frame.symbol != nil
      case .app, .machinery, .glue, .loader: false
      }
    }
    guard let position = telling ?? (crashStack.isEmpty ? nil : 0) else { return nil }
    return (Self.blame(crashStack[position]), position)
  }

  /// What can be said without a finding: the exception or message, and where.
  func summary(blame: Blame?) -> String {
    if !report.kind.isFailure, let told = report.eventSummary { return told }
    var what: String
    if let told = report.eventSummary {
      what = told
    } else if let name = report.exception?.name {
      what = "uncaught \(name)"
      if let reason = report.exception?.reason { what += ": " + Self.firstLine(reason) }
    } else if let termination = report.termination, let namespace = termination.namespace, namespace != "SIGNAL" {
      what = "ended by \(namespace)"
      if let code = termination.code { what += " with code \(code.hexadecimal)" }
    } else if let type = report.exception?.type {
      what = type
      if let signal = report.exception?.signal { what += " (\(signal))" }
      if let subtype = report.exception?.subtype { what += ", " + Self.firstLine(subtype) }
    } else if let message = report.previewMessages.first {
      what = "Interface Builder: " + Self.firstLine(message.cause)
    } else if let text = texts.first?.message.text {
      what = Self.firstLine(text)
    } else if report.threads?.isEmpty == false {
      what = "a stack without an exception"
    } else {
      what = "no exception, message or stack"
    }
    if let function = blame?.function { what += " in " + shortened(function) }
    return what
  }

  private static func firstLine(_ text: String) -> String {
    let line = text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? text
    return line.count > 160 ? line.prefix(160) + "…" : line
  }
}
