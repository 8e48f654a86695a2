import CrashReports
import Diagnosis
import Documents
import Vocabulary

extension OutputFormat {
  /// SARIF 2.1.0 (OASIS) for GitHub code scanning: one run with one result per report or fault, within the limits of code
  /// scanning.
  static let sarif = OutputFormat(
    id: "sarif", title: "SARIF 2.1.0, for code scanning",
    openings: [OutputOpening("{", "sarif-2.1.0", "\"name\": \"diagnose\"")],
    write: { SARIFDocument($0).text })
}

/// The parts of a SARIF document that are written (sections of the standard are cited as §).
private struct SARIFDocument {
  private let results: [Problem]
  private let rules: [Problem.Rule]
  private let ruleIndexes: [String: Int]
  private let errors: [InputError]
  private let locations: FileLocations
  private let style: PresentationStyle
  /// The number of problems that are omitted because of `maxResults`.
  private let omitted: Int

  /// GitHub keeps 5,000 results of a run and rejects more than 25,000.
  static let maxResults = 5_000
  private static let maxErrors = 1_000
  private static let maxTextLength = 1_000

  init(_ problems: Problems) {
    let all = problems.entries.filter { $0.isRecognized || $0.isFailure }
    results = Array(all.prefix(Self.maxResults))
    omitted = all.count - results.count
    rules = problems.rules(results)
    ruleIndexes = Dictionary(rules.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    errors = problems.errors
    locations = problems.locations
    style = problems.style
  }

  var text: String {
    var writer = JSONWriter(layout: .indented)
    writer.object {
      $0.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      $0.member("version", "2.1.0")
      $0.name("runs")
      $0.array([self]) { $1.writeRun(to: &$0) }
    }
    return WorkflowCommands.defusedJSON(String(decoding: writer.bytes, as: UTF8.self)) + "\n"
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
      if let root = locations.root {
        // §3.14.14: the base of all paths in the checkout.
        $0.name("originalUriBaseIds")
        $0.object {
          $0.name(SARIFLocation.root)
          $0.object { $0.member("uri", SARIFLocation.folderURI(root)) }
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

  private static func write(_ rule: Problem.Rule, to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", rule.id)
      message("shortDescription", rule.title, to: &$0)
      message("help", rule.help.isEmpty ? rule.title : rule.help, to: &$0)
      $0.member("helpUri", rule.helpURI)
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

  private func write(_ result: Problem, to writer: inout JSONWriter) {
    writer.object {
      $0.member("ruleId", result.rule.id)
      $0.member("ruleIndex", ruleIndexes[result.rule.id])
      $0.member("level", ["error", "warning", "note"][result.level.rawValue])
      Self.message("message", result.message, to: &$0)
      $0.name("locations")
      // Code scanning requires a location.
      $0.array([result.source ?? result.input]) { SARIFLocation.write($1, to: &$0) }
      if case .report(let presented) = result.origin {
        SARIFStack(presented, locations).write(to: &$0)
      } else if case .fault(let fault) = result.origin, fault.locations.count > 1 {
        $0.name("relatedLocations")
        let folder = result.source?.path.dropLast(fault.locations[0].path.count) ?? ""
        $0.array(Array(fault.locations.dropFirst())) { writer, location in
          SARIFLocation.write(
            FileLocation(path: folder + location.path, line: location.line, isInTree: result.source?.isInTree == true),
            message: location.statement, to: &writer)
        }
      }
      $0.name("partialFingerprints")
      $0.object { $0.member("diagnoseIssue/v1", result.fingerprint) }
      if let isAccepted = result.isAccepted {
        $0.member("baselineState", isAccepted ? "unchanged" : "new")
        if isAccepted {
          $0.name("suppressions")
          $0.array(["accepted in the baseline"]) { writer, reason in
            writer.object(inline: true) {
              $0.member("kind", "external")
              $0.member("justification", reason)
            }
          }
        }
      }
      properties(result, to: &$0)
    }
  }

  /// Writes what has no member of the standard: the confidence, and the owners of the source file (§3.8).
  private func properties(_ result: Problem, to writer: inout JSONWriter) {
    var origin: SourceOrigin?
    if case .report(let presented) = result.origin { origin = presented.origin }
    guard result.confidence != nil || origin != nil else { return }
    writer.name("properties")
    writer.object {
      if let confidence = result.confidence { $0.member("confidence", confidence.rawValue) }
      guard let origin else { return }
      if let commit = origin.lastChange { $0.member("lastChange", commit.id) }
      if let owners = origin.owners?.all, !owners.isEmpty {
        $0.name("owners")
        $0.array(owners, inline: true) { $0.text($1) }
      }
    }
  }

  /// Writes a message (§3.11). It must have text; `{0}` would be a placeholder in it, and `[a](1)` a link.
  static func message(_ name: String, _ text: String, to writer: inout JSONWriter) {
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

  /// Writes the stack of a report: all frames in `stacks`, and the frames of the checkout in `codeFlows`, which code
  /// scanning shows beside the code.
  private struct SARIFStack {
    /// The maximum number of frames.
    private static let maxFrames = 100

    private let frames: [CrashReport.Frame]
    private let thread: Int?
    private let locations: FileLocations

    init(_ presented: PresentedReport, _ locations: FileLocations) {
      let report = presented.assessment.report
      frames = Array(report.failureStack.prefix(Self.maxFrames))
      thread = report.crashedThread?.index
      self.locations = locations
    }

    private func location(_ frame: CrashReport.Frame) -> FileLocation? {
      locations.source(frame.source?.file, line: frame.source?.line, column: frame.source?.column)
    }

    private func name(_ frame: CrashReport.Frame) -> String {
      let function = frame.symbol.map { $0.demangled ?? $0.name }.map { shortened($0) } ?? "???"
      return frame.image.map { "\(function), in \($0)" } ?? function
    }

    func write(to writer: inout JSONWriter) {
      guard !frames.isEmpty else { return }
      // §3.36: a code flow is in the order of execution, so the outermost call is first.
      let steps = frames.reversed().compactMap { frame in location(frame).map { (frame, $0) } }
      if !steps.isEmpty {
        writer.name("codeFlows")
        writer.array([steps]) { writer, steps in
          writer.object {
            $0.name("threadFlows")
            $0.array([steps]) { writer, steps in
              writer.object {
                $0.name("locations")
                $0.array(steps) { writer, step in
                  writer.object {
                    $0.name("location")
                    SARIFLocation.write(step.1, message: name(step.0), to: &$0)
                  }
                }
              }
            }
          }
        }
      }
      writer.name("stacks")
      writer.array([frames]) { writer, frames in
        writer.object {
          SARIFDocument.message("message", "The stack of the failure, innermost function first", to: &$0)
          $0.name("frames")
          $0.array(frames) { writer, frame in
            writer.object {
              $0.name("location")
              SARIFLocation.write(location(frame), message: name(frame), orReport: false, to: &$0)
              if let module = frame.image, !module.isEmpty { $0.member("module", module) }
              if let thread, thread >= 0 { $0.member("threadId", thread) }
            }
          }
        }
      }
    }
  }
}

/// Paths as relative references (RFC 3986, 4.2).
enum SARIFLocation {
  /// The name of the base of paths in the checkout.
  static let root = "SRCROOT"

  /// Writes a location (§3.28).
  ///
  /// - Parameter orReport: Whether a location without a file has the name "report", for results, which must have a file.
  static func write(
    _ location: FileLocation?, message: String? = nil, orReport: Bool = true, to writer: inout JSONWriter
  ) {
    writer.object {
      if location != nil || orReport {
        $0.name("physicalLocation")
        $0.object {
          $0.name("artifactLocation")
          $0.object(inline: true) {
            $0.member("uri", location.flatMap { uri($0.path) } ?? "report")
            if location?.isInTree == true { $0.member("uriBaseId", root) }
          }
          if let line = location?.line {
            $0.name("region")
            $0.object(inline: true) {
              $0.member("startLine", line)
              if let column = location?.column { $0.member("startColumn", column) }
            }
          }
        }
      }
      if let message { SARIFDocument.message("message", message, to: &$0) }
    }
  }

  /// Returns the reference; `nil` for a path without a file name. An absolute path, which is not in the checkout,
  /// becomes its file name.
  static func uri(_ path: String) -> String? {
    let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    guard let last = parts.last, path != "-" else { return nil }
    let isElsewhere = path.hasPrefix("/") || path.hasPrefix("~")
    return (isElsewhere ? [last] : parts).map(encoded).joined(separator: "/")
  }

  /// Returns the URI of a folder, which ends with a slash (§3.14.14).
  static func folderURI(_ path: String) -> String {
    "file:///" + path.split(separator: "/").map { encoded($0) + "/" }.joined()
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
