import Bytes
import CrashReports
import Diagnosis
import Documents
import Signatures
import Vocabulary

extension OutputFormat {
  /// SARIF 2.1.0 (OASIS) for GitHub code scanning: one run with one result per report, within the limits of code
  /// scanning.
  static let sarif = OutputFormat(
    id: "sarif", title: "SARIF 2.1.0, for code scanning", isMachineReadable: true,
    openings: [OutputOpening("{", "sarif-2.1.0", "\"name\": \"diagnose\"")],
    render: { reports, errors, style in SARIFDocument(reports, errors, style).text })
}

/// The parts of a SARIF document that are written (sections of the standard are cited as §).
private struct SARIFDocument {
  private let results: [Result]
  private let rules: [Rule]
  private let errors: [InputError]
  /// The number of reports with a failure that are omitted because of `maxResults`.
  private let omitted: Int

  /// GitHub keeps 5,000 results of a run and rejects more than 25,000.
  static let maxResults = 5_000
  private static let maxErrors = 1_000
  private static let maxTextLength = 1_000
  static let unrecognized = "crash-not-recognized"

  private struct Rule {
    var id: String
    var title: String
    var help: String
  }

  private struct Result {
    var rule: String
    var severity: Finding.Severity
    var message: String
    var uri: String
    var line: Int?
    var key: String?
    var confidence: String?
  }

  init(_ reports: [PresentedReport], _ errors: [InputError], _ style: PresentationStyle) {
    var results: [Result] = []
    var rules: [Rule] = []
    var known: Set<String> = []
    var omitted = 0
    for report in reports {
      let finding = report.findings(style).first
      guard finding != nil || report.assessment.report.kind.isFailure else { continue }
      guard results.count < Self.maxResults else {
        omitted += 1
        continue
      }
      let result = finding.map { Self.result($0, report) } ?? Self.result(report)
      if known.insert(result.rule).inserted {
        rules.append(
          finding.map { Rule(id: $0.pattern, title: $0.title, help: $0.cause) }
            ?? Rule(
              id: Self.unrecognized, title: "Unrecognized failure",
              help: "No known pattern matches. The location to look at first is inferred from the stack."))
      }
      results.append(result)
    }
    self.results = results
    self.rules = rules
    self.errors = errors
    self.omitted = omitted
  }

  private static func result(_ finding: FindingText, _ report: PresentedReport) -> Result {
    var message = finding.statement
    if let first = finding.remedy.first {
      if message.last?.isPunctuation != true { message += "." }
      message += " " + first
    }
    let location = location(finding.blame, report, finding.witnesses.lazy.compactMap(\.line).first)
    return Result(
      rule: finding.pattern, severity: finding.severity, message: message, uri: location.uri, line: location.line,
      key: report.signature?.key(.default), confidence: finding.confidence.rawValue)
  }

  private static func result(_ report: PresentedReport) -> Result {
    let blame = report.assessment.blame
    var message = Wording.unrecognized(report.assessment)
    if let words = blame.flatMap(Wording.primaryLocation) { message += ". Look first: " + words }
    let location = location(blame, report, nil)
    return Result(
      rule: unrecognized, severity: .warning, message: message, uri: location.uri, line: location.line,
      key: report.signature?.key(.default), confidence: nil)
  }

  /// Returns the source file if it is a path in the checkout, else the report itself. Code scanning requires a
  /// location, and rejects absolute paths.
  private static func location(_ blame: Blame?, _ report: PresentedReport, _ witness: Int?) -> (uri: String, line: Int?)
  {
    if let file = blame?.file, let uri = SARIFLocation.uri(file) { return (uri, blame?.line) }
    return (SARIFLocation.uri(report.path) ?? "report", witness)
  }

  var text: String {
    var writer = JSONWriter(layout: .indented)
    writer.object {
      $0.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      $0.member("version", "2.1.0")
      $0.name("runs")
      $0.array([self]) { $1.writeRun(to: &$0) }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private func writeRun(to writer: inout JSONWriter) {
    writer.object {
      $0.name("tool")
      $0.object {
        $0.name("driver")
        $0.object {
          $0.member("name", Product.name)
          $0.member("version", Product.version)
          $0.name("rules")
          $0.array(rules) { Self.write($1, to: &$0) }
        }
      }
      // §3.20.21: conditions that prevented the tool from analyzing an input.
      $0.name("invocations")
      $0.array([self]) { $1.writeInvocation(to: &$0) }
      $0.member("columnKind", "unicodeCodePoints")
      $0.name("results")
      $0.array(results) { write($1, to: &$0) }
    }
  }

  private static func write(_ rule: Rule, to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", rule.id)
      message("shortDescription", rule.title, to: &$0)
      message("help", rule.help.isEmpty ? rule.title : rule.help, to: &$0)
    }
  }

  private func writeInvocation(to writer: inout JSONWriter) {
    writer.object {
      $0.member("executionSuccessful", true)
      var notes = errors.prefix(Self.maxErrors).map { "\($0.name): \($0.message)" }
      if errors.count > notes.count { notes.append("\(errors.count - notes.count) more inputs were unreadable") }
      if omitted > 0 { notes.append("\(omitted) more reports are omitted: code scanning keeps \(Self.maxResults)") }
      $0.name("toolExecutionNotifications")
      $0.array(notes) { writer, note in
        writer.object {
          $0.member("level", "warning")
          Self.message("message", note, to: &$0)
        }
      }
    }
  }

  private func write(_ result: Result, to writer: inout JSONWriter) {
    writer.object {
      $0.member("ruleId", result.rule)
      $0.member("ruleIndex", rules.firstIndex { $0.id == result.rule })
      $0.member("level", result.severity.rawValue)
      Self.message("message", result.message, to: &$0)
      $0.name("locations")
      $0.array([result]) { writer, result in
        writer.object {
          $0.name("physicalLocation")
          $0.object {
            $0.name("artifactLocation")
            $0.object { $0.member("uri", result.uri) }
            if let line = result.line, line > 0 {
              $0.name("region")
              $0.object { $0.member("startLine", line) }
            }
          }
        }
      }
      if let key = result.key {
        $0.name("partialFingerprints")
        $0.object { $0.member("diagnoseIssue/v1", key) }
      }
      if let confidence = result.confidence {
        $0.name("properties")
        $0.object { $0.member("confidence", confidence) }
      }
    }
  }

  /// Writes a message (§3.11). It must have text; `{0}` would be a placeholder in it, and `[a](1)` a link.
  private static func message(_ name: String, _ text: String, to writer: inout JSONWriter) {
    var shown = ""
    var last: Unicode.Scalar?
    for scalar in Wording.oneLine(text).unicodeScalars.prefix(maxTextLength) {
      if scalar == "{" || scalar == "}" { shown.unicodeScalars.append(scalar) }
      if scalar == "(", last == "]" {
        shown.removeLast()
        shown += "\\]"
      }
      shown.unicodeScalars.append(scalar)
      last = scalar
    }
    writer.name(name)
    writer.object { $0.member("text", shown.isEmpty ? "(no text)" : shown) }
  }
}

/// Paths as relative references (RFC 3986, 4.2).
enum SARIFLocation {
  /// Returns the reference; `nil` for a path without a file name. An absolute path, which is not in the checkout,
  /// becomes its file name.
  static func uri(_ path: String) -> String? {
    let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    guard let last = parts.last, path != "-" else { return nil }
    let isElsewhere = path.hasPrefix("/") || path.hasPrefix("~")
    return (isElsewhere ? [last] : parts).map(encoded).joined(separator: "/")
  }

  /// Percent-encodes all but unreserved characters, so that no part is read as a scheme or query.
  private static func encoded(_ part: Substring) -> String {
    var result = ""
    for byte in part.utf8.prefix(1_024) {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
