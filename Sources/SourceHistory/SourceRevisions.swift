internal import Bytes

/// The revisions that the user names.
package struct SourceRevisions: Sendable, Equatable {
  /// The commit from which the app was built; `{version}` and `{build}` stand for those of the report. `nil` if not named.
  package var built: String?
  /// The commit of the last build without the failure; `nil` if not named.
  package var lastGood: String?
  /// The commit of the first build with the failure; `nil` for that of the report.
  package var firstBad: String?

  /// Creates revisions from their names.
  package init(built: String? = nil, lastGood: String? = nil, firstBad: String? = nil) {
    self.built = built
    self.lastGood = lastGood
    self.firstBad = firstBad
  }

  /// Returns the name of the report's revision, with its version and build; `nil` if none is named.
  func name(version: String?, build: String?) throws(GitFault) -> String? {
    guard var name = built else { return nil }
    for (placeholder, value, word) in [("{version}", version, "version"), ("{build}", build, "build")]
    where name.contains(placeholder) {
      guard let value, !value.isEmpty else { throw GitFault("the report does not state its \(word)") }
      guard value.utf8.count <= 64, value.utf8.allSatisfy(Self.isPlain), !value.hasPrefix("-") else {
        throw GitFault("the \(word) of the report cannot be a part of a tag")
      }
      name = name.replacing(placeholder, with: value)
    }
    return name
  }

  /// Letters, digits and the characters of versions.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "+")
  }
}
