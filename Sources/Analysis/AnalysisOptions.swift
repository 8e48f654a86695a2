package import CrashReports
package import Diagnosis
package import Symbolication

/// The rules and files used for an analysis, and the requested results.
package struct AnalysisOptions: Sendable {
  /// Symbolicates frames without names; `nil` for no symbolication.
  package var symbolicator: Symbolicator?
  /// Whether mangled names are demangled.
  package var demangles = true
  /// Prefixes of source paths and their replacements; the first matching prefix is used.
  package var sourceMap: [(from: String, to: String)] = []
  /// The patterns to match.
  package var patterns = PatternSet.catalog
  /// The user's image rules, for frame roles and signatures.
  package var images = ImageRules.builtIn
  /// Whether digests are computed; for a large report, that takes half as long as reading it.
  package var withDigest = false
  /// Whether signatures are computed.
  package var withSignature = false
  /// Whether a text in which a user describes a failure is answered: only for an input that the user named, because it
  /// takes longer than reading a report.
  package var withDescriptions = false

  /// Creates options. Default: no symbol files, demangled names, the entire catalog, no digest, no signature.
  package init(
    symbolicator: Symbolicator? = nil, demangles: Bool = true, patterns: PatternSet = .catalog,
    withDigest: Bool = false, withSignature: Bool = false
  ) {
    self.symbolicator = symbolicator
    self.demangles = demangles
    self.patterns = patterns
    self.withDigest = withDigest
    self.withSignature = withSignature
  }
}
