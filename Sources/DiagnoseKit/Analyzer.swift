import Analysis
import Diagnosis
import Documents
import Platform
import Signatures
import Symbolication
import Vocabulary

/// Reads reports, names their frames and diagnoses them.
///
/// An analyzer is made once and used for many reports, from any thread. Apart from the symbol files it was given and the
/// file named in ``analyze(contentsOf:sizeLimit:)`` it opens no files; nothing is stored or sent.
public struct Analyzer: Sendable {
  /// Largest file that is read unless the caller says otherwise: 64 MB, in bytes.
  public static let defaultSizeLimit = 64 << 20

  private let options: AnalysisOptions

  /// Makes an analyzer.
  ///
  /// - Parameters:
  ///   - symbols: Paths of dSYMs, images, archives of Xcode, or folders that hold them. They are searched when the first
  ///     frame without a name is met; files are matched by UUID. A path that does not exist is ignored.
  ///   - patterns: The failures that are looked for.
  public init(symbols: [String] = [], patterns: [Pattern] = Pattern.all) {
    var options = AnalysisOptions(withDigest: true, withSignature: true)
    if !symbols.isEmpty { options.symbolicator = Symbolicator(SymbolStore(paths: symbols.map { FilePath($0) })) }
    if patterns.map(\.id) != Pattern.all.map(\.id) { options.patterns = PatternSet(patterns.map(\.pattern)) }
    self.options = options
  }

  /// Analyzes every report in `bytes`, of any format that diagnose reads. Hostile input costs time, never a crash.
  ///
  /// - Parameters:
  ///   - bytes: A report, several, or an excerpt of one: a file's bytes or pasted text.
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

  /// Analyzes every report in a file.
  ///
  /// - Parameters:
  ///   - path: A regular file; links are followed. Archives are not unpacked.
  ///   - sizeLimit: In bytes.
  /// - Throws: A ``ReadingFault`` if the file cannot be read. A file without a report does not throw: the
  ///   reason is in ``AnalysisResult/faults``.
  public func analyze(contentsOf path: String, sizeLimit: Int = Analyzer.defaultSizeLimit) throws(ReadingFault)
    -> AnalysisResult
  {
    analyze(try InputFile.bytes(of: path, limit: max(0, sizeLimit)), name: path)
  }
}

/// What came of one input.
public struct AnalysisResult: Sendable {
  /// The reports, in the order of the input.
  public let reports: [Report]
  /// Parts of the input that gave no report, or the reason why there is none at all. A result without reports has at
  /// least one.
  public let faults: [ReadingFault]
}
