internal import Bytes
package import Vocabulary

/// A change of an issue that a form of its page requests.
package struct IssueEdit: Sendable, Equatable {
  /// The kinds of changes, which are the values of the form's field `action`.
  package enum Action: String, Sendable, CaseIterable {
    case resolve, reopen, ignore, note, merge, undo
  }

  /// The key of the issue.
  package var key: String
  /// What changes.
  package var action: Action
  /// The first build with the fix; `nil` for none.
  package var build: String?
  /// When an ignored issue is shown again, at midnight UTC; `nil` for never.
  package var until: Timestamp?
  /// The note, without line breaks; empty for none.
  package var note = ""
  /// The ID of the issue into which this one is merged; `nil` for other changes.
  package var other: String?
  /// Whether a build is recorded that contradicts the fix or is unknown.
  package var isForced = false
  /// The mark of the state that the reader saw, so that a page that is outdated changes nothing.
  package var seen: String

  /// The maximum number of bytes of a request.
  static let requestLimit = 16 << 10
  /// The maximum number of bytes of a note.
  static let noteLimit = 4_000
  /// The maximum number of bytes of another value.
  static let textLimit = 200

  /// Creates a change from its parts.
  package init(key: String, action: Action, seen: String) {
    (self.key, self.action, self.seen) = (key, action, seen)
  }

  /// Reads the fields of a form. Returns `nil` if one is missing, unknown, too long or malformed.
  init?(key: String, fields: [String: String]) {
    guard let action = fields["action"].flatMap(Action.init(rawValue:)), let seen = fields["seen"],
      seen.utf8.count <= Self.textLimit
    else { return nil }
    self.init(key: key, action: action, seen: seen)
    func value(_ name: String) -> String? { fields[name].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
    let allowed = Set(Self.fields(of: action)).union(["action", "seen", "token"])
    guard fields.keys.allSatisfy(allowed.contains),
      fields.allSatisfy({ $1.utf8.count <= ($0 == "note" ? Self.noteLimit : Self.textLimit) })
    else { return nil }
    build = value("build")
    other = value("other")
    note = value("note") ?? ""
    if let text = value("until") {
      guard text.utf8.count == 10, let day = Timestamp(rfc3339: text) else { return nil }
      until = day
    }
    if let force = fields["force"] {
      guard force == "1", build != nil else { return nil }
      isForced = true
    }
    if action == .note && note.isEmpty || action == .merge && other == nil { return nil }
  }

  /// The fields of a form in addition to those of every form.
  private static func fields(of action: Action) -> [String] {
    switch action {
    case .resolve: ["build", "note", "force"]
    case .ignore: ["until", "note"]
    case .note: ["note"]
    case .merge: ["other", "note"]
    case .reopen, .undo: ["note"]
    }
  }
}

/// What became of a change that a form requested.
package enum IssueEditOutcome: Sendable, Equatable {
  /// The change was made; the page of the issue with this key shows it.
  case done(key: String)
  /// The change does not fit the issue: why, what to do, and whether the same change can be forced.
  case refused(message: String, hint: String?, canBeForced: Bool)
  /// The issue changed after the page was read.
  case outdated
  /// The history cannot be changed by these pages.
  case readOnly
  /// No issue has the key.
  case unknown
}
