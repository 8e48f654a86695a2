import Bytes
package import CrashReports
import Vocabulary

/// The answer to "is this the same failure as that one?", for reports of different builds, machines and formats.
///
/// Carries out version 1 of the grouping algorithm, which `docs/signatures.md` describes.
package struct Signature: Hashable, Sendable {
  /// Any change, of code or lists, that changes a key of a vector or of a sample log is a new version.
  package static let currentVersion = 1

  /// How many frames count.
  package enum Level: String, CaseIterable, Sendable {
    /// The first 40: variants of an issue.
    case strict
    /// The first 3: the issue.
    case `default`
    /// The first: related issues.
    case coarse
  }

  /// How well the keys tell failures apart: `medium` for a recursion without an exact cycle; `low` where no frame is
  /// the app's, no stack tells the failure, or nothing says which thread failed.
  package enum Confidence: String, Sendable { case high, medium, low }

  /// Version of the algorithm, `currentVersion`; keys of different versions cannot be compared.
  package let version: Int
  /// `trap`, `exception:NSRangeException`, `recursion`, `killed:dyld`, …
  package let kind: String
  /// For people, in one line.
  package let title: String
  /// How well the keys tell this failure from others.
  package let confidence: Confidence
  /// True if a frame of the default key has no name yet: symbols that arrive later will give another key.
  package let isProvisional: Bool
  /// Family of the leaf that stands above the app's code, as `objc_release`.
  package let lead: String?
  /// Image, backtick and function of each frame that counts, the innermost first; at most 40.
  package let tokens: [String]
  /// Lines that take the place of lead and tokens where no stack tells the failure, as `library=CardKit`.
  package let subjects: [String]

  /// Computes the signature of `input`.
  ///
  /// `rules` says which images are the app's, beyond the built-in lists; it changes the keys.
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
    tokens = chosen.map { grouping.token($0).text }
    isProvisional = chosen.prefix(Grouping.defaultFrames).contains { grouping.token($0).isUnsymbolicated }
    title = Self.title(grouping)
  }

  /// 12 hexadecimal digits. Equal strict keys imply equal default keys, and these equal coarse ones.
  package func key(_ level: Level) -> String { Self.key(of: lines(level)) }

  /// The text of which `key` is the digest: version, level, kind, lead and tokens, or subjects.
  package func lines(_ level: Level) -> [String] {
    var lines = ["v\(version)", level.rawValue, kind]
    if !subjects.isEmpty { return lines + (level == .coarse ? Array(subjects.prefix(1)) : subjects) }
    if level != .coarse { lines.append(lead ?? "-") }
    switch level {
    case .strict: lines += tokens
    case .default: lines += tokens.prefix(Grouping.defaultFrames)
    case .coarse: lines += tokens.prefix(1)
    }
    return lines
  }

  /// A key over lead and default tokens without the kind, by which a report that tells less is joined to one that tells
  /// more; `nil` if no frame counts.
  package var shape: String? {
    guard !tokens.isEmpty else { return nil }
    return Self.key(of: ["v\(version)", "shape", lead ?? "-"] + tokens.prefix(Grouping.defaultFrames))
  }

  /// True if the kind says next to nothing, so that the report may join an issue of a more telling kind.
  ///
  /// `NSException` is what libc++abi calls every exception of Objective-C.
  package var isVague: Bool { kind == "unknown" || kind == "exception" || kind == "exception:NSException" }

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
  /// Longest title, in bytes.
  private static let longestTitle = 300

  private static func title(_ grouping: Grouping) -> String {
    let text: String
    if !grouping.subjects.isEmpty {
      let values = grouping.subjects.map(\.value).filter { $0 != "-" }
      text = grouping.kindName + (values.isEmpty ? "" : ": " + values.joined(separator: ", "))
    } else if let first = grouping.chosen.first {
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
    return SignatureFrame.bounded(text, to: longestTitle)
  }
}
