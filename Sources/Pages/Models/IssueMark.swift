package import History

/// A mark beside the title of an issue.
package struct IssueMark: Sendable, Equatable {
  /// The text of the mark, in lower case: the title of a section or the state.
  package let word: String
  /// The tone, which determines the color of the mark.
  package let tone: TrendSection.Tone
  /// The text after the word: `in 405`, `after 5 builds`, `until 2026-09-01`.
  package var note: String?
  /// The section whose title is the word; `nil` for the state of the issue.
  package let section: TrendSection?

  private init(_ word: String, _ tone: TrendSection.Tone, note: String?, section: TrendSection? = nil) {
    self.word = word
    self.tone = tone
    self.note = note
    self.section = section
  }

  /// Creates the mark of an issue in `section`.
  package init(_ section: TrendSection, note: String? = nil) {
    self.init(section.title.lowercased(), section.page?.tone ?? .plain, note: note, section: section)
  }

  /// Returns the mark of an issue that the user resolved; `note` names the build with the fix.
  package static func resolved(note: String? = nil) -> IssueMark { IssueMark("resolved", .good, note: note) }
  /// Returns the mark of an issue that the user ignored.
  package static func ignored(note: String? = nil) -> IssueMark { IssueMark("ignored", .plain, note: note) }
  /// Returns the mark of an issue without a pattern.
  package static func unrecognized(note: String? = nil) -> IssueMark { IssueMark("unrecognized", .plain, note: note) }
}
