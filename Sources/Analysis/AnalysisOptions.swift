package import CrashReports
package import Diagnosis
package import Symbolication

/// What reports are analyzed with, and which results are wanted.
package struct AnalysisOptions: Sendable {
  /// Names the frames that have none; `nil`: symbol files are not looked for.
  package var symbolicator: Symbolicator?
  /// Whether mangled names get a readable form.
  package var demangles = true
  /// Prefixes of the paths of source files, and what replaces each; the first that fits counts.
  package var sourceMap: [(from: String, to: String)] = []
  /// The patterns that are looked for.
  package var patterns = PatternSet.catalog
  /// What the user says of images, for roles of frames and for signatures.
  package var images = ImageRules.builtIn
  /// Whether digests are wanted: for a large report that takes half as long as reading it.
  package var withDigest = false
  /// Whether signatures are wanted.
  package var withSignature = false

  /// By default: no symbol files, readable names, the whole catalog, neither digest nor signature.
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
