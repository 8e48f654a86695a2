package import History

/// What is to be said of an issue in a word.
package struct IssueMark: Sendable, Equatable {
  /// The text of the mark, in lower case; a section's title or the state.
  package let word: String
  /// The color in which the mark is shown.
  package let tone: TrendSection.Tone
  /// What stands behind the word: `in 405`, `after 5 builds`, `until 2026-09-01`.
  package var note: String?
  /// The section that the word is the title of; `nil` for a word about the issue's state.
  package let section: TrendSection?

  private init(_ word: String, _ tone: TrendSection.Tone, note: String?, section: TrendSection? = nil) {
    self.word = word
    self.tone = tone
    self.note = note
    self.section = section
  }

  /// The issue is in this section.
  package init(_ section: TrendSection, note: String? = nil) {
    self.init(section.title.lowercased(), section.page?.tone ?? .plain, note: note, section: section)
  }

  /// The user marked the issue as fixed; `note` names the build with the fix.
  package static func resolved(note: String? = nil) -> IssueMark { IssueMark("resolved", .good, note: note) }
  /// The user hid the issue.
  package static func ignored(note: String? = nil) -> IssueMark { IssueMark("ignored", .plain, note: note) }
  /// Nothing known was recognized in its reports.
  package static func unrecognized(note: String? = nil) -> IssueMark { IssueMark("unrecognized", .plain, note: note) }
}
