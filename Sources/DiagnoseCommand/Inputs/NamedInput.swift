import Analysis
import CrashReports
import Diagnosis
import Presentation
import Rewriting
import Symbolication

/// The reports of one input with the names that were found for them.
struct NamedInput {
  /// Stacks are not cut here as for a verdict: every row of a deep recursion is to get its name.
  static let limits: DecodingLimits = {
    var limits = DecodingLimits()
    limits.framesPerThread = 65_536
    return limits
  }()

  private let input: InputText
  private let reports: [SymbolicatedReport]
  private let style: NameStyle

  /// - Parameters:
  ///   - reports: What was read of `input` with `limits`.
  ///   - symbols: Where names come from; `nil`: from nowhere.
  ///   - demangles: Whether names become readable.
  ///   - showsInlined: Whether inlined functions are written.
  init(
    _ input: InputText, _ reports: [Decoded<CrashReport>], symbols: SymbolStore?, demangles: Bool, showsInlined: Bool
  ) {
    self.input = input
    let options = AnalysisOptions(symbolicator: symbols.map { Symbolicator($0) }, demangles: demangles)
    self.reports = reports.map { SymbolicatedReport(stated: $0, named: Analysis.named($0.value, options)) }
    let frames = self.reports.reduce(0) { sum, report in
      report.named.stacks.reduce(sum) { $0 + report.named.frames(of: $1).count }
    }
    style = NameStyle(demangles: demangles, showsInlined: showsInlined, frames: frames)
  }

  /// True if all reports are JSON.
  var isJSON: Bool { reports.allSatisfy(\.stated.value.isJSON) }

  /// True if the first report is text below a header line of JSON, which is an `.ips` of its time.
  var hasJSONHeader: Bool { reports.first?.stated.value.source.format == "ips-text" }

  func bytes(in form: ReportForm) -> [UInt8] {
    switch form {
    case .same:
      let result = ReportRewriter.rewrite(input, reports, limits: Self.limits, style: style)
      if result.unwritten > 0 {
        let words = result.unwritten == 1 ? "1 frame with a name stands" : "\(result.unwritten) frames with names stand"
        Console.complain("\(words) in lines that have no place for it", hint: "--format text writes them all.")
      }
      return result.bytes
    case .text: return Array(AppleTextLayout.text(reports.map(\.named), style: style).utf8)
    case .json: return IPSLayout.bytes(reports.map(\.named), style: style)
    }
  }

  /// Says of each image of the app what was found, or what was wanted and where it was looked for; once, however many
  /// reports say the same.
  func explain() {
    var said: Set<String> = []
    for report in reports {
      if report.named.symbolLocations == nil {
        let names = report.named.imagesWithoutNames
        guard !names.isEmpty, said.insert(names.joined(separator: "\n")).inserted else { continue }
        Console.complain(
          "no symbol files were looked for; frames of \(names.joined(separator: ", ")) have no names",
          hint: "Give the dSYM, or a folder that has it, with --symbols.")
        continue
      }
      for warning in SymbolWarning.all(report.named) where said.insert(warning.image + warning.words).inserted {
        Console.complain("\(warning.image): \(warning.words)", hint: warning.advice)
      }
    }
  }

  /// Whether frames of the app are without names because no symbol file fits their image.
  var hasUnnamedAppImage: Bool {
    reports.contains { report in
      let named = report.named
      return named.stacks.contains { stack in
        named.frames(of: stack).contains { frame in
          guard frame.role == .app, frame.symbol == nil, let image = frame.imageIndex else { return false }
          return named.imageSymbols[image]?.outcome != .found
        }
      }
    }
  }
}
