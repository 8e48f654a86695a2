package import Diagnosis
import Documents

/// Which frames of a stack are shown.
package enum FrameSelection: Sendable, Equatable {
  /// Frames of the app and two around each; runs of frames that say little are folded.
  case `default`
  /// The first frames, as many as the number says.
  case count(Int)
  /// Frames of the app only.
  case app
  case all
}

/// How the user wants to see it. The same values give the same bytes.
package struct PresentationStyle: Sendable, Equatable {
  /// Whether text output holds escape sequences for color (ECMA-48).
  package var color = false
  /// Replaces the signs outside ASCII that we write ourselves.
  package var ascii = false
  /// Columns of text output.
  package var width = 80
  /// Whether text output shows everything: header, registers, images, all frames.
  package var verbose = false
  /// Whether text output is one line a report.
  package var quiet = false
  /// Which frames of a stack text output shows; `verbose` shows all of them.
  package var frames: FrameSelection = .default
  /// Findings below it are not shown.
  package var minimumConfidence: Confidence = .possible

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

extension PresentedReport {
  /// The findings that reach the confidence the user asked for, best first.
  func findings(_ style: PresentationStyle) -> [FindingText] { findings(from: style.minimumConfidence) }
}
