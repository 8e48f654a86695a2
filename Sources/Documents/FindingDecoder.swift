import CrashReports
import Diagnosis

/// Reads one element of `findings`. One without a pattern says nothing and is left out.
enum FindingDecoder {
  static func finding(_ reader: inout JSONReader) -> Finding? {
    var finding = Finding(
      pattern: "", patternRevision: 0, title: "", headline: "", severity: .error, confidence: .possible,
      certaintyOfCause: .possible, witnesses: [], blame: nil, cause: "", remedy: [])
    reader.object { name, reader in
      switch name {
      case "pattern": finding.pattern = reader.text() ?? ""
      case "patternRevision": finding.patternRevision = reader.integer() ?? 0
      case "title": finding.title = reader.text() ?? ""
      case "headline": finding.headline = reader.text() ?? ""
      case "severity": finding.severity = reader.text().flatMap(Finding.Severity.init(rawValue:)) ?? .error
      case "confidence": finding.confidence = confidence(&reader)
      case "certaintyOfCause": finding.certaintyOfCause = confidence(&reader)
      case "witnesses": finding.witnesses = reader.array { witness(&$0) } ?? []
      case "blame": finding.blame = blame(&reader)
      case "cause": finding.cause = reader.text() ?? ""
      case "remedy": finding.remedy = reader.texts() ?? []
      case "changes": finding.changes = reader.array { change(&$0) } ?? []
      case "missing": finding.missing = reader.texts() ?? []
      case "ruledOut": finding.ruledOut = reader.array { ruledOut(&$0) } ?? []
      case "references": finding.references = reader.array { reference(&$0) } ?? []
      case "project": finding.project = verdict(&reader)
      default: reader.skip()
      }
    }
    return finding.pattern.isEmpty ? nil : finding
  }

  private static func confidence(_ reader: inout JSONReader) -> Confidence {
    reader.text().flatMap(Confidence.init(rawValue:)) ?? .possible
  }

  private static func witness(_ reader: inout JSONReader) -> Witness? {
    var witness = Witness(line: nil, text: nil, says: "")
    let isThere = reader.object { name, reader in
      switch name {
      case "line": witness.line = reader.lineNumber()
      case "text": witness.text = reader.text()
      case "says": witness.says = reader.text() ?? ""
      case "kind": witness.kind = reader.text().flatMap(Witness.Kind.init(rawValue:)) ?? .stated
      case "frame": witness.frame = reader.integer()
      default: reader.skip()
      }
    }
    return isThere ? witness : nil
  }

  static func blame(_ reader: inout JSONReader) -> Blame? {
    var blame = Blame()
    let isThere = reader.object { name, reader in
      switch name {
      case "function": blame.function = reader.text()
      case "file": blame.file = reader.text()
      case "line": blame.line = reader.lineNumber()
      case "image": blame.image = reader.text()
      default: reader.skip()
      }
    }
    return isThere ? blame : nil
  }

  private static func change(_ reader: inout JSONReader) -> Change? {
    var change = Change("", after: "")
    let isThere = reader.object { name, reader in
      switch name {
      case "language": change.language = reader.text() ?? ""
      case "before": change.before = reader.text()
      case "after": change.after = reader.text() ?? ""
      default: reader.skip()
      }
    }
    return isThere ? change : nil
  }

  private static func ruledOut(_ reader: inout JSONReader) -> RuledOut? {
    var other = RuledOut(pattern: "", because: "")
    let isThere = reader.object { name, reader in
      switch name {
      case "pattern": other.pattern = reader.text() ?? ""
      case "because": other.because = reader.text() ?? ""
      default: reader.skip()
      }
    }
    return isThere ? other : nil
  }

  private static func reference(_ reader: inout JSONReader) -> Reference? {
    var reference = Reference("")
    let isThere = reader.object { name, reader in
      switch name {
      case "title": reference.title = reader.text() ?? ""
      case "url": reference.url = reader.text()
      default: reader.skip()
      }
    }
    return isThere ? reference : nil
  }

  private static func verdict(_ reader: inout JSONReader) -> ProjectVerdict? {
    var word: String?
    var reason: String?
    var faults: [ProjectFault] = []
    var place: ProjectPlace?
    reader.object { name, reader in
      switch name {
      case "verdict": word = reader.text()
      case "reason": reason = reader.text()
      case "faults": faults = reader.array { fault(&$0) } ?? []
      case "place": place = self.place(&reader)
      default: reader.skip()
      }
    }
    switch word {
    case "confirmed": return .confirmed(faults)
    case "refuted": return place.map { .refuted(reason: reason ?? "", place: $0) }
    case "silent": return .silent
    default: return nil
    }
  }

  private static func fault(_ reader: inout JSONReader) -> ProjectFault? {
    var fault = ProjectFault(check: "", pattern: "", headline: "", places: [], remedy: "")
    let isThere = reader.object { name, reader in
      switch name {
      case "check": fault.check = reader.text() ?? ""
      case "pattern": fault.pattern = reader.text() ?? ""
      case "headline": fault.headline = reader.text() ?? ""
      case "proves": fault.proves = reader.flag() ?? false
      case "places": fault.places = reader.array { place(&$0) } ?? []
      case "remedy": fault.remedy = reader.text() ?? ""
      case "diff": fault.diff = reader.text()
      default: reader.skip()
      }
    }
    return isThere ? fault : nil
  }

  private static func place(_ reader: inout JSONReader) -> ProjectPlace? {
    var place = ProjectPlace(path: "", line: 0, text: "", says: "")
    let isThere = reader.object { name, reader in
      switch name {
      case "path": place.path = reader.text() ?? ""
      case "line": place.line = reader.lineNumber() ?? 0
      case "text": place.text = reader.text() ?? ""
      case "says": place.says = reader.text() ?? ""
      default: reader.skip()
      }
    }
    return isThere ? place : nil
  }
}
