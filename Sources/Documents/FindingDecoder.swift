import CrashReports
import Diagnosis

/// Decodes an element of `findings`. An element without a pattern is skipped.
///
/// Texts are not read, because they follow from the pattern and the captures. Only complete documents contain captures.
enum FindingDecoder {
  static func finding(_ reader: inout JSONReader) -> Finding? {
    var finding = Finding(pattern: "", patternRevision: 0, confidence: .possible, certaintyOfCause: .possible)
    var title: String?
    reader.object { name, reader in
      switch name {
      case "pattern": finding.take(pattern: reader.text().map(Pattern.checkedID) ?? "")
      case "patternRevision": finding.patternRevision = reader.integer() ?? 0
      case "title": title = reader.text()
      case "severity": finding.severity = reader.text().flatMap(Finding.Severity.init(rawValue:)) ?? .error
      case "confidence": finding.confidence = confidence(&reader)
      case "certaintyOfCause": finding.certaintyOfCause = confidence(&reader)
      case "witnesses": finding.citations = reader.array { citation(&$0, of: finding.pattern) } ?? []
      case "blame": finding.blame = blame(&reader)
      case "captures": finding.captures = captures(&reader)
      case "gaps": finding.missing = reader.array { $0.integer() } ?? []
      case "lookalikes": finding.ruledOut = reader.array { $0.integer() } ?? []
      case "project": finding.project = verdict(&reader)
      default: reader.skip()
      }
    }
    if Pattern.with(id: finding.pattern) == nil { finding.storedTitle = title }
    return finding.pattern.isEmpty ? nil : finding
  }

  private static func captures(_ reader: inout JSONReader) -> [String: String] {
    var captures: [String: String] = [:]
    reader.object { name, reader in captures[String(name)] = reader.text() }
    return captures
  }

  private static func confidence(_ reader: inout JSONReader) -> Confidence {
    reader.text().flatMap(Confidence.init(rawValue:)) ?? .possible
  }

  private static func citation(_ reader: inout JSONReader, of pattern: String) -> Citation? {
    var citation = Citation(line: nil, text: nil)
    let isThere = reader.object { name, reader in
      switch name {
      case "line": citation.line = reader.lineNumber()
      case "text": citation.text = reader.text()
      case "kind": citation.kind = reader.text().flatMap(Witness.Kind.init(rawValue:)) ?? .stated
      case "frame": citation.frame = reader.integer()
      case "explanation": citation.explanation = explanation(&reader, of: pattern)
      default: reader.skip()
      }
    }
    return isThere ? citation : nil
  }

  private static func explanation(_ reader: inout JSONReader, of pattern: String) -> Citation.Explanation? {
    var explanation = Citation.Explanation(pattern: pattern, index: -1)
    reader.object { name, reader in
      switch name {
      case "pattern": explanation.pattern = reader.text().map(Pattern.checkedID) ?? pattern
      case "index": explanation.index = reader.integer() ?? -1
      case "captures": explanation.captures = captures(&reader)
      default: reader.skip()
      }
    }
    return explanation.index < 0 ? nil : explanation
  }

  static func blame(_ reader: inout JSONReader) -> Blame? {
    var blame = Blame()
    let isThere = reader.object { name, reader in
      switch name {
      case "function": blame.function = reader.text()
      case "file": blame.file = reader.text()
      case "line": blame.line = reader.lineNumber()
      case "image": blame.image = reader.text()
      case "imageOffset":
        blame.offset = reader.text().flatMap { $0.hasPrefix("0x") ? UInt64($0.dropFirst(2), radix: 16) : nil }
      default: reader.skip()
      }
    }
    return isThere ? blame : nil
  }

  private static func verdict(_ reader: inout JSONReader) -> ProjectVerdict? {
    var word: String?
    var reason: String?
    var faults: [ProjectFault] = []
    var location: ProjectLocation?
    reader.object { name, reader in
      switch name {
      case "verdict": word = reader.text()
      case "reason": reason = reader.text()
      case "faults": faults = reader.array { fault(&$0) } ?? []
      case "location": location = self.location(&reader)
      default: reader.skip()
      }
    }
    switch word {
    case "confirmed": return .confirmed(faults)
    case "refuted": return location.map { .refuted(reason: reason ?? "", location: $0) }
    case "undecided": return .undecided(reason: reason ?? "", location: location)
    case "silent": return .silent
    default: return nil
    }
  }

  private static func fault(_ reader: inout JSONReader) -> ProjectFault? {
    var fault = ProjectFault(check: "", pattern: "", headline: "", locations: [], remedy: "")
    let isThere = reader.object { name, reader in
      switch name {
      case "check": fault.check = reader.text().map(Pattern.checkedID) ?? ""
      case "pattern": fault.pattern = reader.text().map(Pattern.checkedID) ?? ""
      case "headline": fault.headline = reader.text() ?? ""
      case "proves": fault.proves = reader.flag() ?? false
      case "locations": fault.locations = reader.array { location(&$0) } ?? []
      case "remedy": fault.remedy = reader.text() ?? ""
      case "diff": fault.diff = reader.text()
      default: reader.skip()
      }
    }
    return isThere ? fault : nil
  }

  private static func location(_ reader: inout JSONReader) -> ProjectLocation? {
    var location = ProjectLocation(path: "", line: 0, text: "", statement: "")
    let isThere = reader.object { name, reader in
      switch name {
      case "path": location.path = reader.text() ?? ""
      case "line": location.line = reader.lineNumber() ?? 0
      case "text": location.text = reader.text() ?? ""
      case "statement": location.statement = reader.text() ?? ""
      default: reader.skip()
      }
    }
    return isThere ? location : nil
  }
}
