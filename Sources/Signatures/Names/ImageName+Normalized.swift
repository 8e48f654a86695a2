import Bytes
import CrashReports

/// Step 3: what an image is called.
extension ImageName {
  /// The short name, of one spelling; `nil` for no image.
  ///
  /// - Parameters:
  ///   - written: The image's text in the frame.
  ///   - file: Last component of its path, where the report lists images.
  static func normalized(_ written: String?, file: String?) -> String? {
    guard let text = file ?? written else { return nil }
    let name = short(NameCleaning.cleaned(text)[...], isFile: file != nil).trimmed
    return name.isEmpty || name.elementsEqual("???".utf8) ? nil : name.text
  }
}
