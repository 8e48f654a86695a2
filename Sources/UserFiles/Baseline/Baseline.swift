import Bytes
import Vocabulary
package import YAMLText

/// The failures that a team accepts: a text file in the repository, which is reviewed like code.
///
/// The first line is `diagnose-baseline/1 signature-version=2`. Each further line is a comment that begins with `#`, or the
/// key of a signature and the headline of the failure. Lines are sorted by key, so that a change is one line of a diff.
package struct Baseline: Sendable, Equatable {
  /// The version of the file format that this program reads and writes.
  package static let version = 1
  /// The maximum size of a file in bytes.
  package static let maxSize = 16 << 20

  /// The version of the algorithm that computed the keys.
  package var signatureVersion: Int
  /// The headlines by key: 12 lower-case hexadecimal digits.
  package var headlines: [String: String] = [:]

  private static let name = "diagnose-baseline/"
  private static let versionKey = "signature-version="
  private static let comment =
    "# Accepted failures: --fail-on new ignores them. Each line: signature, headline. Delete a line to report it again."
  private static let maxHeadlineLength = 200

  /// Creates an empty baseline for keys of this version.
  package init(signatureVersion: Int) { self.signatureVersion = signatureVersion }

  /// Adds a failure. Of several headlines for one key, the first in alphabetical order is stored, so that the file does
  /// not depend on the order of the reports.
  package mutating func add(_ key: String, _ headline: String) {
    let line = headline.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    let shown = String(String.UnicodeScalarView(Terminal.escaped(line).unicodeScalars.prefix(Self.maxHeadlineLength)))
    if let known = headlines[key], known <= shown { return }
    headlines[key] = shown
  }

  /// The content of the file.
  package var text: String {
    var text = "\(Self.name)\(Self.version) \(Self.versionKey)\(signatureVersion)\n\(Self.comment)\n"
    for (key, headline) in headlines.sorted(by: { $0.key < $1.key }) { text += "\(key)  \(headline)\n" }
    return text
  }

  /// Parses a file.
  ///
  /// - Parameter newest: The newest version of the keys that the program can compare.
  /// - Throws: The first line that is not valid.
  package static func read(_ bytes: [UInt8], newest: Int) throws(FileFault) -> Baseline {
    var baseline = Baseline(signatureVersion: newest)
    var number = 0
    for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      var line = part.last == 0x0D ? part.dropLast() : part
      if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
      if let mark = conflictMarks.first(where: { line.starts(with: $0.utf8) }) {
        throw FileFault(
          line: number, column: 1, "'\(mark)' is a conflict marker of git",
          hint: "Keep the lines of both sides, and delete the markers.")
      }
      if number == 1 {
        baseline.signatureVersion = try signatureVersion(line, newest: newest)
        continue
      }
      let rest = line.drop { $0 == 0x20 || $0 == 0x09 }
      if rest.isEmpty || rest.first == UInt8(ascii: "#") { continue }
      let key = rest.prefix { !($0 == 0x20 || $0 == 0x09) }
      guard key.count == 12, key.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0) }) else {
        throw FileFault(
          line: number, column: 1, "not a signature of 12 hexadecimal digits and a headline",
          hint: "Restore the line from version control, or create the file again with --write-baseline.")
      }
      let headline = rest.dropFirst(key.count).drop { $0 == 0x20 || $0 == 0x09 }
      baseline.add(String(streamSafe: key), String(streamSafe: headline))
    }
    return baseline
  }

  private static let conflictMarks = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]

  /// Returns the version of the keys from the first line.
  private static func signatureVersion(_ line: ArraySlice<UInt8>, newest: Int) throws(FileFault) -> Int {
    let words = String(streamSafe: line.prefix(200)).split(separator: " ").map(String.init)
    guard let first = words.first, first.hasPrefix(name) else {
      throw FileFault(
        line: 1, column: 1, "not a baseline of diagnose",
        hint: "The first line of a baseline begins with \(name)\(version). To create one: --write-baseline.")
    }
    guard first == name + String(version) else {
      throw FileFault(
        line: 1, column: 1,
        "'\(first.prefix(60))' is another version of the format; this program reads \(name)\(version)",
        hint: "Use the version of diagnose that wrote the file, or create it again with --write-baseline.")
    }
    guard words.count == 2, words[1].hasPrefix(versionKey),
      let stated = Int(words[1].dropFirst(versionKey.count)), stated > 0
    else { throw FileFault(line: 1, column: 1, "the version of the signatures is missing", hint: nil) }
    guard stated <= newest else {
      throw FileFault(
        line: 1, column: 1, "the signatures have version \(stated); this program computes version \(newest)",
        hint: "Use the version of diagnose that wrote the file.")
    }
    return stated
  }
}
