import Analysis
package import CrashReports
import Diagnosis
import Presentation
import Rewriting
package import Symbolication

/// The layouts in which a report can be written.
package enum ReportForm: String, CaseIterable, Sendable { case same, text, json }

/// The reports of one input with their symbolicated frames.
package struct NamedInput {
  /// The decoding limits. Stacks are not truncated as for a diagnosis, because every frame of a deep recursion gets a
  /// name.
  package static let limits: DecodingLimits = {
    var limits = DecodingLimits()
    limits.framesPerThread = 65_536
    return limits
  }()

  private let input: InputText
  private let reports: [SymbolicatedReport]
  private let style: NameStyle

  /// - Parameters:
  ///   - reports: The reports read from `input` with `limits`.
  ///   - symbols: The symbol store; `nil` for no symbolication.
  ///   - demangles: Whether names are demangled.
  ///   - showsInlined: Whether inlined functions are written.
  package init(
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
  package var isJSON: Bool { reports.allSatisfy(\.stated.value.isJSON) }

  /// True if the first report is text below a JSON header line, the older form of `.ips`.
  package var hasJSONHeader: Bool { reports.first?.stated.value.source.format == "ips-text" }

  /// Returns the input with names of frames, in a layout.
  package func bytes(in form: ReportForm) -> [UInt8] {
    switch form {
    case .same:
      let result = ReportRewriter.rewrite(input, reports, limits: Self.limits, style: style)
      if result.unwritten > 0 {
        let words =
          result.unwritten == 1
          ? "1 symbolicated frame is in a line"
          : "\(result.unwritten) symbolicated frames are in lines"
        Console.writeMessage(
          "\(words) without room for a name", hint: "To write all names, use --format text.")
      }
      return result.bytes
    case .text: return Array(AppleTextLayout.text(reports.map(\.named), style: style).utf8)
    case .json: return IPSLayout.bytes(reports.map(\.named), style: style)
    }
  }

  /// Prints for each app image the symbols that were found, or the missing ones and where they were searched. Prints
  /// equal messages of several reports once.
  package func explain() {
    var printed: Set<String> = []
    for report in reports {
      if report.named.symbolLocations == nil {
        let names = report.named.imagesWithoutNames
        guard !names.isEmpty, printed.insert(names.joined(separator: "\n")).inserted else { continue }
        Console.writeMessage(
          "no symbols given; \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") not symbolicated",
          hint: "Pass the dSYM, or a folder that contains it, with --symbols.")
        continue
      }
      for warning in SymbolWarning.all(report.named) where printed.insert(warning.image + warning.words).inserted {
        Console.writeMessage("\(warning.image): \(warning.words)", hint: warning.advice)
      }
    }
  }

  /// True if frames of the app have no names because no matching symbol file was found.
  package var hasUnnamedAppImage: Bool {
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
