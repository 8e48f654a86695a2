import CrashReports
import Vocabulary

extension CheckedOutput {
  /// Writes a report. A file gets the bytes unchanged. Printed text may reach a terminal, also through a pipe, so it is made
  /// safe: line ends become line feeds, control characters are escaped, and other encodings become UTF-8.
  ///
  /// - Parameter file: The output; `nil` for standard output.
  package static func write(report bytes: [UInt8], to file: CheckedOutput?, isJSON: Bool) throws {
    if let file {
      try file.write(bytes)
    } else {
      let text = InputText.decoded(bytes)
      try StandardStreams.output(isJSON ? Terminal.jsonLines(text) : Terminal.lines(text))
    }
  }
}
