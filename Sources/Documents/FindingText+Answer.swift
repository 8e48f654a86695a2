package import Diagnosis
import Vocabulary

extension FindingText {
  /// The location to look at first, in one line: `LoadFonts (XXXCore.m:38), in XXXCore`; `nil` if nothing is blamed.
  package var location: String? { finding.blame?.words }

  /// The first step to take, in one line: that of the pattern, else to look at the location; `nil` if there is neither.
  package var advice: String? {
    if let first = remedy.first { return first.onOneLine }
    return location.map { "Look first at \($0)." }
  }
}

extension Blame {
  /// Function, file and image in one line; `nil` if none of them is known.
  package var words: String? {
    var words = function.map(shortened) ?? ""
    if let file, !file.isEmpty {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      // Line 0 means that the code was not compiled from a line.
      let location = line.flatMap { $0 > 0 ? "\(name):\($0)" : nil } ?? name
      words += words.isEmpty ? location : " (\(location))"
    }
    if let image {
      let unnamed = offset.map { "\(image) + \($0)" } ?? "an unnamed frame in \(image)"
      words += words.isEmpty ? unnamed : ", in \(image)"
    }
    return words.isEmpty ? nil : words.onOneLine
  }
}

extension String {
  /// The text with line breaks and tabs replaced by blanks.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: { $0.value < 0x20 }) else { return self }
    return split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
  }
}
