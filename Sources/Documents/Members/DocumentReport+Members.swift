import CrashReports
import Diagnosis
import Vocabulary

/// An element of `reports`.
extension DocumentReport: DocumentObject {
  static var blank: DocumentReport {
    var report = DocumentReport()
    report.report.source.index = -1
    return report
  }

  static func visit(_ object: inout DocumentReport, _ members: inout some MemberVisitor) {
    members.member("id", &object.id, .text)
    members.group("source") {
      $0.member("path", &object.path, .text, else: "")
      $0.member("format", &object.report.source.format, .text, else: "unknown")
      $0.member("bugType", &object.report.source.bugType, .text)
      $0.member("digest", &object.digest, DigestForm())
      $0.member("index", &object.report.source.index, .number(from: 0), else: -1)
      $0.member("member", &object.member, .text)
      $0.member("firstLine", &object.report.source.firstLine, .line)
      $0.member("lastLine", &object.report.source.lastLine, .line)
    }
    members.member("kind", &object.report.kind, WordForm(), else: .crash)
    members.member("incident", &object.report.incident, .text)
    object.report.visitCircumstances(&members)
    object.report.visitApplicationMessages(&members)
    object.report.visitStacks(&members)
    members.member("crashedQueue", &object.report.storedQueue, .text, .known)
    members.member("faultAddressClass", &object.report.storedAddressClass, .text, .known)
    object.report.visitImages(&members)
    members.member("signature", &object.signature, SignatureForm())
    members.member("findings", &object.findings, FindingsForm(), else: [])
    members.object("explainedBy", &object.explanation, inline: true, presence: .known)
    members.member(
      "sameFailure", &object.sameFailure, ArrayForm(ObjectForm()), else: [], .when(!object.sameFailure.isEmpty))
    members.object("sourceHistory", &object.origin, presence: .known)
    members.object("history", &object.history, presence: .blank)
    members.member("labels", &object.labels, DictionaryForm(TextForm()), else: [:])
    members.member("notes", &object.notes, NotesForm(), else: [])
    members.group("evidence", .complete) {
      $0.member(
        "quotesLines", &object.report.source.quotesLines, .flag, else: true, .when(!object.report.source.quotesLines))
      $0.member(
        "isMention", &object.report.source.isMention, .flag, else: false, .when(object.report.source.isMention))
      $0.member("summary", &object.summary, .text, .known)
      $0.member("eventSummary", &object.report.eventSummary, .text, .known)
      $0.member("coalition", &object.report.coalition, .text, .known)
      $0.member("exceptionNote", &object.report.exceptionNote, .text, .known)
      $0.member("launchedAsWritten", &object.report.launchedAsWritten, .text, .known)
      $0.member("symbolPaths", &object.report.symbolLocations, .texts, .known)
      object.report.visitLines(&$0)
      object.report.visitMessages(&$0)
    }
    members.object("stored", &object.stored, presence: .known)
  }
}

/// Sections that ordinary documents and evidence share.
extension CrashReport {
  mutating func visitCircumstances(_ members: inout some MemberVisitor) {
    members.object("process", &process)
    members.group("host") { Host.visit(&host, &$0) }
    members.object("times", &times)
    members.object("exception", &exception)
    members.member("exceptionNote", &exceptionNote, .text, .when(members.form == .evidence))
    members.object("termination", &termination)
    members.member("details", &details, DetailsForm(), else: [], .when(!details.isEmpty))
  }

  mutating func visitApplicationMessages(_ members: inout some MemberVisitor) {
    members.member("applicationSpecificInformation", &applicationSpecificInformation, ArrayForm.rows())
  }

  mutating func visitStacks(_ members: inout some MemberVisitor) {
    members.member("threads", &threads, ArrayForm(ObjectForm()))
    members.member("lastExceptionBacktrace", &lastExceptionBacktrace, ArrayForm(FrameForm()))
    members.member("applicationSpecificBacktraces", &applicationSpecificBacktraces, ArrayForm(ArrayForm(FrameForm())))
  }

  mutating func visitLines(_ members: inout some MemberVisitor) {
    members.member("lines", &lines, LinesForm(), else: [:], .when(!lines.isEmpty))
  }

  /// Texts beside a report that are not sections of it.
  mutating func visitMessages(_ members: inout some MemberVisitor) {
    members.member("loaderMessages", &loaderMessages, ArrayForm.rows(), else: [], .when(!loaderMessages.isEmpty))
    members.member("previewMessages", &previewMessages, ArrayForm.rows(), else: [], .when(!previewMessages.isEmpty))
    members.member("documentMessages", &documentMessages, ArrayForm.rows(), else: [], .when(!documentMessages.isEmpty))
    members.member("canvasLines", &canvasLines, ArrayForm.rows(), else: [], .when(!canvasLines.isEmpty))
    members.member("consoleLines", &consoleLines, ArrayForm.rows(), else: [], .when(!consoleLines.isEmpty))
  }
}

// MARK: - Members that documents separate from their section

extension CrashReport {
  fileprivate var coalition: String? {
    get { process?.coalition }
    set {
      guard let newValue else { return }
      process = process ?? Process()
      process?.coalition = newValue
    }
  }

  fileprivate var exceptionNote: String? {
    get { exception?.note }
    set {
      guard let newValue else { return }
      exception = exception ?? Exception()
      exception?.note = newValue
    }
  }

  /// The launch time in the form of the report; `nil` if that is RFC 3339. A history stores only that form, so a report of
  /// a history does not claim another one.
  fileprivate var launchedAsWritten: String? {
    get { times?.launched.flatMap { $0.asWritten == $0.rfc3339 ? nil : $0.asWritten } }
    set {
      guard let newValue else { return }
      var times = times ?? Times()
      times.launched = ReportTime(asWritten: newValue, rfc3339: times.launched?.rfc3339)
      self.times = times
    }
  }
}

// MARK: - Sections

extension CrashReport.Process: DocumentObject {
  static var blank: Self { .init() }

  static func visit(_ process: inout Self, _ members: inout some MemberVisitor) {
    members.member("name", &process.name, .text)
    members.member("pid", &process.pid, .number)
    members.member("path", &process.path, .text)
    members.member("bundleID", &process.bundleID, .text)
    members.member("version", &process.version, .text)
    members.member("build", &process.build, .text)
    members.member("role", &process.role, .text)
    members.object("parent", &process.parent, inline: true)
    members.object("responsible", &process.responsible, inline: true)
  }
}

extension CrashReport.ProcessReference: DocumentObject {
  static var blank: Self { .init() }

  static func visit(_ process: inout Self, _ members: inout some MemberVisitor) {
    members.member("name", &process.name, .text)
    members.member("pid", &process.pid, .number)
  }
}

extension CrashReport.Host {
  static func visit(_ host: inout Self, _ members: inout some MemberVisitor) {
    members.member("os", &host.os, .text)
    members.member("osBuild", &host.osBuild, .text)
    members.member("device", &host.device, .text)
    members.member("architecture", &host.architecture, .text)
    members.member("isSimulator", &host.isSimulator, .flag)
    members.member("simulatedRuntime", &host.simulatedRuntime, .text)
    members.member("isTranslated", &host.isTranslated, .flag)
  }
}

extension CrashReport.Times: DocumentObject {
  static var blank: Self { .init() }

  static func visit(_ times: inout Self, _ members: inout some MemberVisitor) {
    members.member("crashed", &times.crashedTime, TimeTextForm())
    members.member("launched", &times.launchedTime, TimeTextForm())
    members.member("crashedAsWritten", &times.crashedAsWritten, .text)
    members.member("uptimeSeconds", &times.uptimeSeconds, .number(from: 0))
  }

  private var crashedTime: String? {
    get { crashed?.rfc3339 }
    set {
      if let newValue { crashed = .init(asWritten: crashed?.asWritten ?? newValue, rfc3339: newValue) }
    }
  }

  private var launchedTime: String? {
    get { launched?.rfc3339 }
    set {
      if let newValue { launched = .init(asWritten: launched?.asWritten ?? newValue, rfc3339: newValue) }
    }
  }

  private var crashedAsWritten: String? {
    get { crashed?.asWritten }
    set {
      if let newValue { crashed = .init(asWritten: newValue, rfc3339: crashed?.rfc3339) }
    }
  }
}

extension CrashReport.Exception: DocumentObject {
  static var blank: Self { .init() }

  static func visit(_ exception: inout Self, _ members: inout some MemberVisitor) {
    members.member("type", &exception.type, .text)
    members.member("signal", &exception.signal, .text)
    members.member("codes", &exception.codes, ArrayForm(HexadecimalForm(), inline: true))
    members.member("codesText", &exception.codesText, .text)
    members.member("subtype", &exception.subtype, .text)
    members.member("message", &exception.message, .text)
    members.member("name", &exception.name, .text)
    members.member("reason", &exception.reason, .text)
    members.member("faultAddress", &exception.faultAddress, HexadecimalForm())
    members.member("region", &exception.region, .text)
  }
}

extension CrashReport.Termination: DocumentObject {
  static var blank: Self { .init() }

  static func visit(_ termination: inout Self, _ members: inout some MemberVisitor) {
    members.member("namespace", &termination.namespace, .text)
    // Only the hexadecimal form is exact.
    members.member("code", &termination.code, UnsignedForm(), members.form == .evidence ? .never : .always)
    members.member("codeHex", &termination.code, HexadecimalForm())
    members.member("indicator", &termination.indicator, .text)
    members.member("reasons", &termination.reasons, .texts)
    members.member("details", &termination.details, .texts)
    members.object("byProcess", &termination.byProcess, inline: true)
  }
}

extension RelatedCause: DocumentObject {
  static var blank: Self {
    .init(symptom: "", input: "", index: -1, cause: "", statement: "", confidence: .possible)
  }
  static var requiredMembers: Int { 4 }

  static func visit(_ explanation: inout Self, _ members: inout some MemberVisitor) {
    members.required("path", &explanation.input, .text)
    members.member("index", &explanation.index, .number(from: 0), else: -1)
    members.required("symptom", &explanation.symptom, .text)
    members.required("pattern", &explanation.cause, .text)
    members.required("confidence", &explanation.confidence, WordForm())
  }
}

extension SameFailure: DocumentObject {
  static var blank: Self { .init(input: "", reason: "", confidence: .possible) }
  static var requiredMembers: Int { 2 }

  static func visit(_ object: inout Self, _ members: inout some MemberVisitor) {
    members.required("path", &object.input, .text)
    members.member("line", &object.line, .line)
    members.member("test", &object.test, .text)
    members.member("reason", &object.reason, .text, else: "")
    members.required("confidence", &object.confidence, WordForm())
  }
}

extension IssueStatus: DocumentObject {
  static var blank: Self { .init(status: .notRecorded) }

  static func visit(_ issueStatus: inout Self, _ members: inout some MemberVisitor) {
    members.member("status", &issueStatus.status, WordForm(), else: .unavailable)
    members.member("issue", &issueStatus.issue, .text)
    members.member("firstSeen", &issueStatus.firstSeen, TimeTextForm())
    members.member("lastSeen", &issueStatus.lastSeen, TimeTextForm())
    members.member("count", &issueStatus.count, .number(from: 0))
  }
}

/// The member `stored`.
extension StoredFacts: DocumentObject {
  static var blank: Self { .init() }

  static func visit(_ facts: inout Self, _ members: inout some MemberVisitor) {
    members.member("seenAt", &facts.seenAt, TimeForm())
    members.member(
      "labelTimes", &facts.labelTimes, DictionaryForm(TimeForm()), else: [:], .when(!facts.labelTimes.isEmpty))
    members.member("otherKeys", &facts.otherKeys, .texts, else: [], .when(!facts.otherKeys.isEmpty))
    members.member("reporter", &facts.reporter, .number, .known)
    members.member("timeIsTrusted", &facts.isTimeTrusted, .flag, else: true, .when(!facts.isTimeTrusted))
    members.member("isDamaged", &facts.isDamaged, .flag, else: false, .when(facts.isDamaged))
    members.member("location", &facts.location, .text, .known)
    members.member("program", &facts.program, .text, .known)
    members.member("summary", &facts.summary, .text, .known)
    members.member("signatureInput", &facts.signatureInput, .text, .known)
    members.member("evidence", &facts.evidence, BytesForm(), .known)
  }
}

/// An element of `errors`.
extension InputError: DocumentObject {
  static var blank: Self { .init(path: "", code: "", message: "") }

  static func visit(_ error: inout Self, _ members: inout some MemberVisitor) {
    members.member("path", &error.path, .text, else: "")
    members.member("member", &error.member, .text)
    members.member("code", &error.code, .text, else: "")
    members.member("message", &error.message, .text, else: "")
    members.member("line", &error.line, .line)
    members.member("offset", &error.offset, .number(from: 0))
    members.member("hint", &error.hint, .text)
    members.member("topics", &error.topics, ArrayForm(.text, inline: true), .known)
  }
}
