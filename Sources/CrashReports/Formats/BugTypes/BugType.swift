/// A kind of report by Apple's number, the `bug_type` of the header line: what the file contains, and whether something
/// failed. Readers, `diagnose explain` and docs/generated/codes.md use this catalog.
package struct BugType: Identifiable, Sendable {
  /// The value of `bug_type`: `309`, `chw`.
  package let id: String
  /// Apple's name in the `log_type` table of OSAnalytics: `OSFault`.
  package let appleName: String
  /// The name for users, in lower case.
  package let title: String
  /// The part of this program that reads the file.
  let family: Family
  /// The kind of event.
  package let kind: CrashReport.Kind
  /// What the file contains or what happened, in sentences.
  package let contents: String

  /// How the part below the header line is read, if the bug type alone decides.
  enum Family: String, Sendable {
    /// The JSON or text of a crash report.
    case crash
    /// The JSON of a crash report, recognized by its members.
    case crashBody
    case panic, stackshot, jetsam
    /// Samples in the style of spindump, of a resource limit or of a hang.
    case resource, hang
    /// Described by the number alone, not read: no failure.
    case record
    /// Named, but not read.
    case unread
  }

  init(
    _ id: String, _ appleName: String, _ title: String, _ family: Family, _ kind: CrashReport.Kind, _ contents: String
  ) {
    self.id = id
    self.appleName = appleName
    self.title = title
    self.family = family
    self.kind = kind
    self.contents = contents
  }

  /// False for records in which nothing failed.
  package var isFailure: Bool { family != .record }

  /// The contents as a part of a sentence: without a capital letter and a full stop.
  var phrase: String {
    let text = contents.last == "." ? String(contents.dropLast()) : contents
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static let byID = Dictionary(catalog.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  /// The type with this number; `nil` if there is none.
  package static func with(id: String?) -> BugType? { id.flatMap { byID[$0] } }

  /// Returns whether reports with this number are read by `family`.
  static func isRead(_ id: String?, by family: Family) -> Bool { with(id: id)?.family == family }
}
