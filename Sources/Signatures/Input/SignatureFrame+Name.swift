import Bytes
import CrashReports

extension SignatureFrame {
  /// The function in its one spelling; `nil` if the frame has no name, or is dropped.
  package var normalizedFunction: String? {
    guard case .function(let name) = normalized else { return nil }
    return name[...].text
  }

  /// True if the frame is code that the compiler made.
  package var isDropped: Bool { normalized == .dropped }

  private var normalized: NormalizedName {
    FunctionName.normalized(function, image: ImageName.normalized(image, file: file))
  }
}
