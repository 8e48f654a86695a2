import Bytes
import CrashReports

extension SignatureFrame {
  /// The function in its one spelling; `nil` if the frame has no name, or is dropped.
  package var normalisedFunction: String? {
    guard case .function(let name) = normalised else { return nil }
    return name[...].text
  }

  /// True if the frame is code that the compiler made.
  package var isDropped: Bool { normalised == .dropped }

  private var normalised: NormalisedName {
    FunctionName.normalised(function, image: ImageName.normalised(image, file: file))
  }
}
