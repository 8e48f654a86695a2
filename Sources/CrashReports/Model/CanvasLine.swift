import Bytes

/// A line of the diagnostics that Xcode's canvas prints when a preview fails.
///
/// The canvas prints a tree of errors: the outermost names the step that failed, the innermost the cause. The grammar is
/// described in `docs/formats.md`, *Xcode preview diagnostics*.
package struct CanvasLine: Sendable, Equatable {
  /// The text without the bars of the tree.
  package var text: String
  /// The line of the input, from 1.
  package var line: Int
  /// The number of the error in the text, from 0.
  package var error: Int
  /// The depth of the error in the tree; 0 for the outermost.
  package var depth: Int

  /// Creates a line of error number `error`.
  package init(text: String, line: Int, error: Int = 0, depth: Int = 0) {
    self.text = text
    self.line = line
    self.error = error
    self.depth = depth
  }
}

/// An error of Xcode's canvas with all its lines.
package struct CanvasError: Sendable, Equatable {
  /// The name of the error type, such as `JITError`; `nil` for a sentence without one.
  package var type: String?
  /// The lines of the error, the first with its type, joined by line breaks.
  package var text: String
  /// The line of the input on which the error begins, from 1.
  package var line: Int
  /// The depth in the tree; 0 for the outermost.
  package var depth: Int
}

extension CrashReport {
  /// The errors of `canvasLines`, in the order of the text.
  package var canvasErrors: [CanvasError] {
    var errors: [CanvasError] = []
    var last: Int?
    for line in canvasLines {
      if line.error == last {
        errors[errors.count - 1].text += "\n" + line.text
      } else {
        errors.append(
          CanvasError(type: CanvasErrorType.name(of: line.text), text: line.text, line: line.line, depth: line.depth))
        last = line.error
      }
    }
    return errors
  }

  /// Whether the canvas states that a process ended by itself.
  package var canvasStatesCrash: Bool {
    canvasErrors.contains { error in
      ["CrashReportError", "PotentialCrashError", "MissingEnvironmentObjectError"].contains(error.type ?? "")
        || error.text.containsBytes("crashed due to ") || error.text.containsBytes("The process crashed.")
        || error.text.containsBytes("app crashed:")
        || error.text.containsBytes("preview process appears to have crashed")
        || error.text.containsBytes("XCPreviewAgent crashed")
    }
  }

  /// The error that caused the others: the last one at the greatest depth; `nil` if there is none.
  package var innermostCanvasError: CanvasError? {
    let errors = canvasErrors
    let depth = errors.map(\.depth).max()
    return errors.last { $0.depth == depth }
  }
}
