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

  /// A build of an app.
  package struct Build: Sendable, Equatable {
    /// The version, such as `1.2`; `nil` if it is not known.
    package var version: String?
    /// The build, such as `42`; `nil` if it is not known.
    package var build: String?

    /// Creates a build from its parts.
    package init(version: String? = nil, build: String? = nil) {
      self.version = version
      self.build = build
    }
  }

  /// Whether the range depends on builds of the history.
  package var needsBuilds: Bool { [lastGood, firstBad].contains { $0.map(Self.hasPlaceholder) == true } }

  /// Whether a name stands for the tags of several builds.
  static func hasPlaceholder(_ name: String) -> Bool { placeholders.contains { name.contains($0) } }

  private static let placeholders = ["{version}", "{build}"]

  /// Returns a name with the version and the build instead of the placeholders. A number, such as that of a build, could also
  /// be the first digits of any commit, so it is the name of a tag.
  ///
  /// - Parameter source: What states them, as the subject of a sentence.
  static func name(_ stated: String, _ build: Build, _ source: String) throws(GitFault) -> String {
    var name = stated
    for (placeholder, value, word) in [("{version}", build.version, "version"), ("{build}", build.build, "build")]
    where name.contains(placeholder) {
      guard let value, !value.isEmpty else { throw GitFault("\(source) does not state its \(word)") }
      guard value.utf8.count <= 64, value.utf8.allSatisfy(Self.isPlain), !value.hasPrefix("-") else {
        throw GitFault("the \(word) of \(source) cannot be a part of a tag")
      }
      name = name.replacing(placeholder, with: value)
    }
    return hasPlaceholder(stated) && isAccidentalCommit(name) ? "refs/tags/" + name : name
  }

  /// Whether a name may be that of a commit only because its characters are hexadecimal digits.
  private static func isAccidentalCommit(_ name: String) -> Bool {
    guard name.utf8.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0) }) else { return false }
    return name.utf8.count < 7 || name.utf8.count < 40 && name.utf8.allSatisfy { $0.isDigit }
  }

  /// Letters, digits and the characters of versions.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "+")
  }
}
