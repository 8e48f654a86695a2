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
  package var color = false
  /// Replaces the signs outside ASCII that we write ourselves.
  package var ascii = false
  /// Columns of text output.
  package var width = 80
  package var verbose = false
  package var quiet = false
  package var frames: FrameSelection = .default
  /// Findings below it are not shown.
  package var minimumConfidence: Confidence = .possible

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
