import Bytes
import CrashReports

extension Pattern {
  private static let names = [
    "nsli_", "_nsis_", "_needsDoubleUpdateConstraintsPass", "_prepareForFirstIntrinsicContentSizeCalculation",
    "_prepareForSecondIntrinsicContentSizeCalculation", "_layoutEngine_",
  ]
  private static let unrecognized = Evidence.any(
    names.flatMap { [$0, "_" + $0] }.map { unrecognized("[{class} ", $0, "]") } + names.map { unrecognized("", $0, "") }
  )

  /// Captures the rest of the selector; its beginning is a constant.
  private static func unrecognized(_ before: String, _ beginning: String, _ after: String) -> Evidence {
    .all([
      .text(
        [TextTemplate(before + beginning + "{selector}" + after + ": unrecognized selector sent")], shortens: false,
        statement: "The receiver does not respond to the private selector."),
      .capture("beginning", beginning),
    ])
  }
}
