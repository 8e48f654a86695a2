import CrashReports
import Diagnosis
import Vocabulary

/// Reads one element of `reports`, member by member. Members that are missing, null or of another type than the schema
/// says are `nil`; members that are not known are passed over.
struct ReportDecoder {
  var result = DocumentReport()
  /// Frames that stacks name by number, in the reduced reports of `StoredEvidence`.
  var frames: [CrashReport.Frame] = []
  /// As documents write them apart from the section that they belong to.
  private var coalition: String?
  private var exceptionNote: String?
  private var launchedAsWritten: String?

  mutating func read(_ reader: inout JSONReader) {
    reader.object { name, reader in member(name, &reader) }
    finish()
  }

  mutating func member(_ name: String, _ reader: inout JSONReader) {
    switch name {
    case "id": result.id = reader.text()
    case "source": source(&reader)
    case "kind": if let kind = reader.text() { result.report.kind = .init(rawValue: kind) }
    case "incident": result.report.incident = reader.text()
    case "process": result.report.process = process(&reader)
    case "host": host(&reader)
    case "times": times(&reader)
    case "exception": exception(&reader)
    case "termination": termination(&reader)
    case "details": result.report.details = details(&reader)
    case "applicationSpecificInformation": applicationMessages(&reader)
    case "threads": result.report.threads = reader.array { thread(&$0) }
    case "lastExceptionBacktrace": result.report.lastExceptionBacktrace = stack(&reader)
    case "applicationSpecificBacktraces": result.report.applicationSpecificBacktraces = reader.array { stack(&$0) }
    case "images": images(&reader)
    case "findings": result.findings = reader.array { FindingDecoder.finding(&$0) } ?? []
    case "explainedBy": result.explanation = explanation(&reader)
    case "history": result.history = history(&reader)
    case "labels":
      reader.object { name, reader in
        if let value = reader.text() { result.labels[name] = value }
      }
    case "notes": result.notes = reader.array { note(&$0) } ?? []
    case "evidence": reader.object { evidence($0, &$1) }
    case "stored": result.stored = stored(&reader)
    default: reader.skip()
    }
  }

  /// A member of `evidence`.
  mutating func evidence(_ name: String, _ reader: inout JSONReader) {
    switch name {
    case "quotesLines": result.report.source.quotesLines = reader.flag() ?? true
    case "summary": result.summary = reader.text()
    case "eventSummary": result.report.eventSummary = reader.text()
    case "coalition": coalition = reader.text()
    case "exceptionNote": exceptionNote = reader.text()
    case "launchedAsWritten": launchedAsWritten = reader.text()
    case "symbolPlaces": result.report.symbolPlaces = reader.texts()
    case "lines":
      reader.object { name, reader in
        let line = reader.lineNumber()
        if let field = CrashReport.Field(rawValue: name), let line { result.report.lines[field] = line }
      }
    case "loaderMessages": result.report.loaderMessages = reader.array { consoleLine(&$0) } ?? []
    case "previewMessages": result.report.previewMessages = reader.array { previewMessage(&$0) } ?? []
    case "documentMessages": result.report.documentMessages = reader.array { documentMessage(&$0) } ?? []
    case "consoleLines": result.report.consoleLines = reader.array { consoleLine(&$0) } ?? []
    default: reader.skip()
    }
  }

  mutating func finish() {
    if let coalition {
      result.report.process = result.report.process ?? .init()
      result.report.process?.coalition = coalition
    }
    if let exceptionNote {
      result.report.exception = result.report.exception ?? .init()
      result.report.exception?.note = exceptionNote
    }
    if let launchedAsWritten {
      var times = result.report.times ?? .init()
      times.launched = .init(asWritten: launchedAsWritten, rfc3339: times.launched?.rfc3339)
      result.report.times = times
    }
  }
}

// MARK: - Sections

extension ReportDecoder {
  private mutating func source(_ reader: inout JSONReader) {
    var source = CrashReport.Source(format: "unknown")
    source.quotesLines = result.report.source.quotesLines
    source.index = -1
    reader.object { name, reader in
      switch name {
      case "path": result.path = reader.text() ?? ""
      case "format": source.format = reader.text() ?? "unknown"
      case "bugType": source.bugType = reader.text()
      case "digest": result.digest = reader.text().flatMap(SHA256Digest.init(document:))
      case "index": source.index = reader.integer() ?? -1
      case "member": result.member = reader.text()
      case "firstLine": source.firstLine = reader.lineNumber()
      case "lastLine": source.lastLine = reader.lineNumber()
      default: reader.skip()
      }
    }
    result.report.source = source
  }

  private func process(_ reader: inout JSONReader) -> CrashReport.Process? {
    var process = CrashReport.Process()
    let isThere = reader.object { name, reader in
      switch name {
      case "name": process.name = reader.text()
      case "pid": process.pid = reader.integer()
      case "path": process.path = reader.text()
      case "bundleID": process.bundleID = reader.text()
      case "version": process.version = reader.text()
      case "build": process.build = reader.text()
      case "role": process.role = reader.text()
      case "parent": process.parent = reference(&reader)
      case "responsible": process.responsible = reference(&reader)
      default: reader.skip()
      }
    }
    return isThere ? process : nil
  }

  private func reference(_ reader: inout JSONReader) -> CrashReport.ProcessReference? {
    var process = CrashReport.ProcessReference()
    let isThere = reader.object { name, reader in
      switch name {
      case "name": process.name = reader.text()
      case "pid": process.pid = reader.integer()
      default: reader.skip()
      }
    }
    return isThere ? process : nil
  }

  private mutating func host(_ reader: inout JSONReader) {
    var host = CrashReport.Host()
    reader.object { name, reader in
      switch name {
      case "os": host.os = reader.text()
      case "osBuild": host.osBuild = reader.text()
      case "device": host.device = reader.text()
      case "architecture": host.architecture = reader.text()
      case "isSimulator": host.isSimulator = reader.flag()
      case "simulatedRuntime": host.simulatedRuntime = reader.text()
      case "isTranslated": host.isTranslated = reader.flag()
      default: reader.skip()
      }
    }
    result.report.host = host
  }

  private mutating func times(_ reader: inout JSONReader) {
    var times = CrashReport.Times()
    var crashed: String?
    var asWritten: String?
    let isThere = reader.object { name, reader in
      switch name {
      case "crashed": crashed = reader.text()
      case "crashedAsWritten": asWritten = reader.text()
      case "launched": times.launched = reader.text().map { .init(asWritten: $0, rfc3339: $0) }
      case "uptimeSeconds": times.uptimeSeconds = reader.integer()
      default: reader.skip()
      }
    }
    guard isThere else { return }
    if let written = asWritten ?? crashed { times.crashed = .init(asWritten: written, rfc3339: crashed) }
    result.report.times = times
  }

  private mutating func exception(_ reader: inout JSONReader) {
    var exception = CrashReport.Exception()
    let isThere = reader.object { name, reader in
      switch name {
      case "type": exception.type = reader.text()
      case "signal": exception.signal = reader.text()
      case "codes": exception.codes = reader.array { $0.address() }
      case "codesText": exception.codesText = reader.text()
      case "subtype": exception.subtype = reader.text()
      case "message": exception.message = reader.text()
      case "name": exception.name = reader.text()
      case "reason": exception.reason = reader.text()
      case "faultAddress": exception.faultAddress = reader.address().map(RuntimeAddress.init)
      case "region": exception.region = reader.text()
      default: reader.skip()
      }
    }
    if isThere { result.report.exception = exception }
  }

  private mutating func termination(_ reader: inout JSONReader) {
    var termination = CrashReport.Termination()
    var number: UInt64?
    let isThere = reader.object { name, reader in
      switch name {
      case "namespace": termination.namespace = reader.text()
      case "code": number = reader.unsigned()
      case "codeHex": termination.code = reader.address()
      case "indicator": termination.indicator = reader.text()
      case "reasons": termination.reasons = reader.texts()
      case "details": termination.details = reader.texts()
      case "byProcess": termination.byProcess = reference(&reader)
      default: reader.skip()
      }
    }
    guard isThere else { return }
    // Only the hexadecimal form is exact.
    termination.code = termination.code ?? number
    result.report.termination = termination
  }

  /// Facts by the names of their keys, with the unit that a name ends in.
  private func details(_ reader: inout JSONReader) -> [Detail] {
    var details: [Detail] = []
    reader.object { name, reader in
      let value: Detail.Value?
      switch reader.kind {
      case .text: value = reader.text().map(Detail.Value.text)
      case .flag: value = reader.flag().map(Detail.Value.flag)
      case .array: value = reader.array { self.details(&$0) }.map(Detail.Value.rows)
      case .number: value = reader.decimal().map { Self.amount($0, named: name) }
      default:
        reader.skip()
        value = nil
      }
      if let value { details.append(Detail(Self.key(name), value)) }
    }
    return details
  }

  private static let keys = Dictionary(Detail.Key.catalog.map { ($0.name, $0) }) { first, _ in first }

  /// A key that this version does not know is still a fact.
  private static func key(_ name: String) -> Detail.Key { keys[name] ?? Detail.Key(name, name, "") }

  private static func amount(_ number: (value: Double, whole: Int?), named name: String) -> Detail.Value {
    if name.hasSuffix("Seconds") { return .seconds(number.value) }
    if name.hasSuffix("Percent") { return .percent(number.value) }
    guard let whole = number.whole else { return .percent(number.value) }
    if name.hasSuffix("Bytes"), let bytes = UInt64(exactly: whole) { return .bytes(bytes) }
    return .number(whole)
  }

  private mutating func applicationMessages(_ reader: inout JSONReader) {
    result.report.applicationSpecificInformation = reader.array { reader in
      var message = CrashReport.ApplicationMessage(text: "")
      let isThere = reader.object { name, reader in
        switch name {
        case "image": message.image = reader.text()
        case "text": message.text = reader.text() ?? ""
        case "line": message.line = reader.lineNumber()
        default: reader.skip()
        }
      }
      return isThere ? message : nil
    }
  }

  private func explanation(_ reader: inout JSONReader) -> ExplainedElsewhere? {
    var path: String?
    var index = -1
    var symptom: String?
    var pattern: String?
    var confidence: Confidence?
    reader.object { name, reader in
      switch name {
      case "path": path = reader.text()
      case "index": index = reader.integer() ?? -1
      case "symptom": symptom = reader.text()
      case "pattern": pattern = reader.text()
      case "confidence": confidence = reader.text().flatMap(Confidence.init(rawValue:))
      default: reader.skip()
      }
    }
    guard let path, let symptom, let pattern, let confidence else { return nil }
    return ExplainedElsewhere(
      symptom: symptom, input: path, index: index, cause: pattern, statement: "", confidence: confidence)
  }

  private func history(_ reader: inout JSONReader) -> HistoryStanding? {
    var standing = HistoryStanding(status: .notRecorded)
    let isThere = reader.object { name, reader in
      switch name {
      case "status": standing.status = reader.text().flatMap(HistoryStanding.Status.init(rawValue:)) ?? .unavailable
      case "issue": standing.issue = reader.text()
      case "firstSeen": standing.firstSeen = reader.text()
      case "lastSeen": standing.lastSeen = reader.text()
      case "count": standing.count = reader.integer()
      default: reader.skip()
      }
    }
    return isThere ? standing : nil
  }

  private func stored(_ reader: inout JSONReader) -> StoredFacts? {
    var facts = StoredFacts()
    let isThere = reader.object { name, reader in
      switch name {
      case "seenAt": facts.seenAt = reader.text().flatMap { Timestamp(rfc3339: $0) }
      case "labelTimes":
        reader.object { name, reader in
          if let time = reader.text().flatMap({ Timestamp(rfc3339: $0) }) { facts.labelTimes[name] = time }
        }
      case "otherKeys": facts.otherKeys = reader.texts() ?? []
      case "timeIsBelieved": facts.timeIsBelieved = reader.flag() ?? true
      case "isDamaged": facts.isDamaged = reader.flag() ?? false
      case "place": facts.place = reader.text()
      case "program": facts.program = reader.text()
      case "summary": facts.summary = reader.text()
      case "signatureInput": facts.signatureInput = reader.text()
      case "evidence": facts.evidence = reader.text().flatMap(Base64.decoded)
      default: reader.skip()
      }
    }
    return isThere ? facts : nil
  }
}
