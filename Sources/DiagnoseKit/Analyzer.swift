import Analysis
import Diagnosis
import Documents
import Platform
import Signatures
import Symbolication
import Vocabulary

/// Reads, symbolicates and diagnoses reports.
///
/// Create one analyzer and use it for many reports, from any thread. It opens only the symbol files that it was given
/// and the file passed to ``analyze(contentsOf:sizeLimit:)``. It stores and sends nothing.
public struct Analyzer: Sendable {
  /// The default maximum size of a file, in bytes: 64 MB.
  public static let defaultSizeLimit = 64 << 20

  private let stored: Boxed<AnalysisOptions>
  private var options: AnalysisOptions { stored.value }

  /// Creates an analyzer.
  ///
  /// - Parameters:
  ///   - symbols: Paths of dSYMs, images, Xcode archives, or folders that contain them. They are searched when the
  ///     first frame without a name is found; files are matched by UUID. A path that does not exist is ignored.
  ///   - patterns: The failures to recognize.
  public init(symbols: [String] = [], patterns: [Pattern] = Pattern.all) {
    var options = AnalysisOptions(withDigest: true, withSignature: true)
    if !symbols.isEmpty { options.symbolicator = Symbolicator(SymbolStore(paths: symbols.map { FilePath($0) })) }
    if patterns.map(\.id) != Pattern.all.map(\.id) { options.patterns = PatternSet(patterns.map(\.pattern)) }
    stored = Boxed(options)
  }

  /// Analyzes all reports in `bytes`, in any supported format. Hostile input may take time, but does not cause a crash.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of a file or pasted text: one report, several reports, or an excerpt.
  ///   - name: The name of the input in rendered results.
  public func analyze(_ bytes: [UInt8], name: String = "-") -> AnalysisResult {
    let outcome = Analysis.analyze(bytes, options)
    var presented = outcome.reports.map { report in
      PresentedReport(
        path: name, digest: report.digest?.description ?? "", assessment: report.assessment,
        signature: report.signature, patterns: options.patterns)
    }
    presented.linkRelatedReports()
    return AnalysisResult(
      reports: presented.map { Report($0, images: options.images) }, faults: outcome.faults.map { ReadingFault($0) })
  }

  /// Analyzes all reports in a file.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file; links are followed. Archives are not unpacked.
  ///   - sizeLimit: The maximum size of the file, in bytes.
  /// - Throws: A ``ReadingFault`` if the file cannot be read. A file without a report does not throw; the reason is in
  ///   ``AnalysisResult/faults``.
  public func analyze(contentsOf path: String, sizeLimit: Int = Analyzer.defaultSizeLimit) throws(ReadingFault)
    -> AnalysisResult
  {
    analyze(try InputFile.bytes(of: path, limit: max(0, sizeLimit)), name: path)
  }
}

/// The result of analyzing one input.
public struct AnalysisResult: Sendable {
  /// The reports, in the order of the input.
  public let reports: [Report]
  /// The faults of parts of the input without a report. A result without reports has at least one, which states the
  /// reason.
  public let faults: [ReadingFault]
}
