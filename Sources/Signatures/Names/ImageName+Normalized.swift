import Bytes
import CrashReports

/// Normalization of image names (step 3).
extension ImageName {
  /// Returns the normalized short name; `nil` without an image.
  ///
  /// - Parameters:
  ///   - written: The image as written in the frame.
  ///   - file: The last component of its path, if the report lists images.
  static func normalized(_ written: String?, file: String?) -> String? {
    guard let text = file ?? written else { return nil }
    let name = short(NameCleaning.cleaned(text)[...], isFile: file != nil).trimmed
    return name.isEmpty || name.elementsEqual("???".utf8) ? nil : name.text
  }
}
