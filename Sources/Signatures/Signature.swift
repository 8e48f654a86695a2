import Bytes
package import CrashReports
import Vocabulary

/// The signature of a failure, which is equal for reports of the same failure in different builds, machines and
/// formats.
///
/// Implements version 4 of the grouping algorithm, which `docs/signatures.md` describes.
package struct Signature: Hashable, Sendable {
  /// The current version of the algorithm. Any change of code or lists that changes a key of a test vector or of a
  /// sample log is a new version.
  package static let currentVersion = 4

  /// The first line of every key. It changes only with the layout of the lines: a failure that a version of the algorithm
  /// describes by the same lines as the version before keeps its key.
  static let layout = "v1"

  /// The number of frames in a key.
  package enum Level: String, CaseIterable, Sendable {
    /// The first 40 frames: a variant of an issue.
    case strict
    /// The first 3 frames: the issue.
    case `default`
    /// The first frame: related issues.
    case coarse
  }

  /// How well the keys distinguish failures: `medium` for a recursion without an exact cycle; `low` if no frame is the
  /// app's, no stack describes the failure, or the failed thread is unknown.
  package enum Confidence: String, Sendable { case high, medium, low }

  /// The version of the algorithm. Keys of different versions cannot be compared.
  package let version: Int
  /// The kind of the failure: `trap`, `exception:NSRangeException`, `recursion`, `killed:dyld`, …
  package let kind: String
  /// A readable title in one line.
  package let title: String
  /// How well the keys distinguish this failure from others.
  package let confidence: Confidence
  /// True if a frame of the default key has no name. Symbols that are added later will change the key.
  package let isProvisional: Bool
  /// The family of the leaf function above the app's code, such as `objc_release`.
  package let lead: String?
  /// The image, a backtick and the function of each frame in the strict key, innermost first; at most 40.
  package let tokens: [String]
  /// True if no frame of the stack has a name: the default key contains all tokens.
  package let isUnnamed: Bool
  /// The lines that replace lead and tokens if no stack describes the failure, such as `library=CardKit`.
  package let subjects: [String]

  /// Computes the signature of `input`.
  ///
  /// `rules` determine which images are the app's, in addition to the built-in lists. They affect the keys.
  package init(_ input: SignatureInput, rules: ImageRules = .builtIn) {
    self.init(Grouping(input, rules: rules))
  }

  init(_ grouping: Grouping) {
    version = Self.currentVersion
    kind = grouping.kindName
    confidence = grouping.confidence
    lead = grouping.subjects.isEmpty ? grouping.lead : nil
    subjects = grouping.subjects.map(\.line)
    let chosen = grouping.subjects.isEmpty ? grouping.chosen : []
    tokens = (grouping.owner.map { [$0 + "`"] } ?? []) + chosen.map { grouping.token($0).text }
    isUnnamed = grouping.isUnnamed
    isProvisional = chosen.prefix(Grouping.defaultFrames).contains { grouping.token($0).isUnsymbolicated }
    title = Self.title(grouping)
  }

  /// Returns a key of 12 hexadecimal digits. Equal strict keys imply equal default keys, which imply equal coarse keys.
  package func key(_ level: Level) -> String { Self.key(of: lines(level)) }

  /// Returns the lines whose digest is the key: version, level, kind, and either lead and tokens or subjects.
  package func lines(_ level: Level) -> [String] {
    var lines = [Self.layout, level.rawValue, kind]
    if !subjects.isEmpty { return lines + (level == .coarse ? Array(subjects.prefix(1)) : subjects) }
    if level != .coarse { lines.append(lead ?? "-") }
    switch level {
    case .strict: lines += tokens
    case .default: lines += tokens.prefix(isUnnamed ? Grouping.strictFrames : Grouping.defaultFrames)
    case .coarse: lines += tokens.prefix(1)
    }
    return lines
  }

  /// A key of lead and default tokens without the kind, with which a less detailed report joins a more detailed one;
  /// `nil` if there are no tokens.
  package var shape: String? {
    guard !tokens.isEmpty else { return nil }
    return Self.key(
      of: [Self.layout, "shape", lead ?? "-"] + tokens.prefix(isUnnamed ? tokens.count : Grouping.defaultFrames))
  }

  /// True if the kind is not specific, so that the report may join an issue of a more specific kind.
  ///
  /// libc++abi reports every Objective-C exception as `NSException`.
  package var isUnspecific: Bool { kind == "unknown" || kind == "exception" || kind == "exception:NSException" }

  /// Returns the first 44 bits of a key as a number, which takes less space in an index; 0 for text that is not a key.
  package static func number(ofKey key: String) -> Int64 { Int64(key.prefix(bytes: 11), radix: 16) ?? 0 }

  private static func key(of lines: [String]) -> String {
    var bytes: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(0x0a) }
      bytes += line.utf8
    }
    var digits: [UInt8] = []
    digits.reserveCapacity(12)
    for byte in SHA256.digest(of: bytes).bytes.prefix(6) {
      for half in [byte >> 4, byte & 15] { digits.append(half < 10 ? 0x30 + half : 0x57 + half) }
    }
    return digits[...].text
  }
}

extension Signature {
  /// The maximum length of a title in bytes.
  private static let maxTitleLength = 300

  private static func title(_ grouping: Grouping) -> String {
    let text: String
    if !grouping.subjects.isEmpty {
      let values = grouping.subjects.map(\.value).filter { $0 != "-" }
      text = grouping.kindName + (values.isEmpty ? "" : ": " + values.joined(separator: ", "))
    } else if let first = grouping.isUnnamed
      ? grouping.chosen.first(where: { grouping.token($0).role == .app }) ?? grouping.chosen.first
      : grouping.chosen.first
    {
      let token = grouping.token(first)
      var function = token.function ?? ""
      if token.isUnsymbolicated { function = (token.image ?? "???") + " " + function }
      if grouping.kindName == "recursion" {
        text = "recursion: " + function
      } else {
        text = (grouping.lead.map { $0 + " ← " } ?? "") + function
      }
    } else {
      text = grouping.kindName
    }
    return SignatureFrame.bounded(text, to: maxTitleLength)
  }
}
