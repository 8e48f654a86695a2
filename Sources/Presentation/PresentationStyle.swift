package import Diagnosis
import Documents
package import Vocabulary

/// The frames of a stack that are shown.
package enum FrameSelection: Sendable, Equatable {
  /// Frames of the app and two around each; runs of uninformative frames are folded.
  case `default`
  /// This number of frames from the innermost one.
  case count(Int)
  /// Only frames of the app.
  case app
  case all
}

/// The settings of the output. Equal settings and results give equal bytes.
package struct PresentationStyle: Sendable {
  /// Whether text output contains escape sequences for color (ECMA-48).
  package var color = false
  /// Whether symbols outside ASCII that the program adds are replaced.
  package var ascii = false
  /// The number of columns of text output.
  package var width = 80
  /// The number of columns of text in other outputs, which do not depend on the terminal.
  package var documentWidth = 80
  /// Whether text output shows everything: header, registers, images, all frames.
  package var verbose = false
  /// Whether text output has one line per report.
  package var quiet = false
  /// Whether text output shows each report, even if several describe the same failure.
  package var each = false
  /// The frames that text output shows; `verbose` shows all.
  package var frames: FrameSelection = .default
  /// The minimum confidence of the findings that are shown.
  package var minimumConfidence: Confidence = .possible
  /// The checkout whose files the outputs for CI systems name; `nil` if paths remain as the report states them.
  package var sources: SourceTree?
  /// The links to source files in text output; `nil` for none.
  package var hyperlinks: Hyperlinks?
  /// The members of a report that a brief document contains; empty for all.
  package var fields: [String] = []

  /// Creates a style from its parts.
  package init(
    color: Bool = false, ascii: Bool = false, width: Int = 80, verbose: Bool = false, quiet: Bool = false,
    frames: FrameSelection = .default, minimumConfidence: Confidence = .possible
  ) {
    self.color = color
    self.ascii = ascii
    self.width = width
    self.verbose = verbose
    self.quiet = quiet
    self.frames = frames
    self.minimumConfidence = minimumConfidence
  }
}

extension PresentationStyle {
  /// The style of messages of a chat, whose windows have about as many columns.
  package static let chat = PresentationStyle(width: 90)

  /// The style of outputs that are not read in the terminal.
  var ofDocuments: PresentationStyle {
    var style = self
    style.width = documentWidth
    style.hyperlinks = nil
    return style
  }
}

extension PresentedReport {
  /// Returns the findings that reach the minimum confidence, best first.
  func findings(_ style: PresentationStyle) -> [FindingText] { findings(from: style.minimumConfidence) }
}
