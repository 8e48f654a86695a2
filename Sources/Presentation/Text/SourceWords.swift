import Bytes
import Vocabulary

/// The wording for what a checkout shows about a line.
enum SourceWords {
  private static let maxNameLength = 80
  private static let maxSubjectLength = 120
  private static let maxOwners = 10

  /// Returns the commit that last changed the line, and the latest that changed its function.
  static func changes(_ origin: SourceOrigin) -> [(label: String, words: String)] {
    var changes: [(String, String)] = []
    if let commit = origin.lastChange {
      changes.append(("Last change", words(commit)))
    } else if let reason = origin.notKnown {
      let checkout = origin.mayDiffer == nil ? "" : ", the checkout may differ"
      changes.append(("Last change", "not known\(checkout): " + reason))
    }
    if let commit = origin.functionChanges.first { changes.append(("In the function", words(commit))) }
    return changes
  }

  /// Returns the commit with its author, date, subject and age.
  static func words(_ commit: SourceCommit) -> String {
    var words = String(commit.id.prefix(bytes: 12))
    if let author = commit.author {
      words += " by " + (author.isEmpty ? "(no name)" : author.shortened(to: maxNameLength))
    }
    words += ", " + String(commit.date.rfc3339.prefix(bytes: 10))
    if let days = commit.ageInDays { words += days == 1 ? ", 1 day before" : ", \(days) days before" }
    if let path = commit.path { words += ", in \(path.shortened(to: maxSubjectLength)):\(commit.line)" }
    switch commit.isAfterLastGood {
    case true?: words += ", after the last good build"
    case false?: words += ", also in the last good build"
    case nil: break
    }
    if let subject = commit.subject, !subject.isEmpty {
      words += ": " + Wording.oneLine(subject).shortened(to: maxSubjectLength)
    }
    return words
  }

  /// Returns the owners with the file that names them; `nil` if it names none.
  static func owners(_ origin: SourceOrigin) -> String? {
    guard let owners = origin.owners else { return nil }
    let all = owners.all
    guard !all.isEmpty else { return owners.rules.isEmpty ? nil : "none (\(owners.file))" }
    let shown = all.prefix(maxOwners).map { $0.shortened(to: maxNameLength) }
    return shown.joined(separator: ", ") + (all.count > shown.count ? ", …" : "") + " (\(owners.file))"
  }
}
