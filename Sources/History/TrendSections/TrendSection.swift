internal import Trends
package import Vocabulary

/// A section of the trends report: the issues it includes, their order, and the text for terminals, JSON and pages.
///
/// To add a section, create a file with a value of this type and list it in the catalog.
package struct TrendSection: Sendable {
  /// The name in the member `trend` of the JSON document and in `--fail-on`.
  package let id: String
  /// The heading, also used as the name of the trend of an issue.
  package let title: String
  /// Returns whether the section includes an issue at the time `now`.
  let includes: @Sendable (TrendReport.Row, _ now: Timestamp) -> Bool
  /// Returns the rank of an issue in the section.
  let order: @Sendable (TrendReport.Row) -> TrendReport.Rank
  /// Whether `trends --fail-on` accepts it.
  package let isCondition: Bool
  /// Whether text shows it only with `trends --all`.
  package let isMinor: Bool
  /// The text line about an issue of the section; `nil` if the section is only in the JSON document.
  package let statement: Statement?
  /// The presentation on the overview page; `nil` if the page does not show the section.
  package let page: PageWords?

  /// A function that returns a line about an issue; not escaped.
  package typealias Statement = @Sendable (TrendReport.Row, Context) -> String

  /// The data for a line about an issue, in addition to the issue.
  package struct Context: Sendable {
    /// Formats a time in the reader's time zone.
    package let time: @Sendable (Timestamp) -> String
    /// The number of issues compared with each other.
    package let compared: Int

    /// Creates a context from its parts.
    package init(compared: Int, time: @escaping @Sendable (Timestamp) -> String) {
      self.time = time
      self.compared = compared
    }
  }

  /// The presentation of a section on a page.
  package struct PageWords: Sendable {
    /// A sentence below the heading.
    package let meaning: String
    /// The tone of the section and of its marks, which determines their color.
    package let tone: Tone
    /// Whether the title is also a mark beside the issue in all lists of the page.
    package let isMark: Bool
    /// Whether the section is closed until the reader opens it: long, and of little importance.
    package let isFolded: Bool
    /// Returns the line below the title of an issue.
    package let statement: Statement

    init(
      _ meaning: String, _ tone: Tone, isMark: Bool = false, isFolded: Bool = false, statement: @escaping Statement
    ) {
      self.meaning = meaning
      self.tone = tone
      self.isMark = isMark
      self.isFolded = isFolded
      self.statement = statement
    }
  }

  /// The meaning of a color.
  package enum Tone: Sendable { case plain, new, good, warm, bad }

  init(
    id: String, title: String, isCondition: Bool = false, isMinor: Bool = false,
    order: @escaping @Sendable (TrendReport.Row) -> TrendReport.Rank = TrendReport.Row.byCount,
    statement: Statement? = nil, page: PageWords? = nil,
    includes: @escaping @Sendable (TrendReport.Row, _ now: Timestamp) -> Bool
  ) {
    self.id = id
    self.title = title
    self.includes = includes
    self.order = order
    self.isCondition = isCondition
    self.isMinor = isMinor
    self.statement = statement
    self.page = page
  }
}

extension TrendSection: Hashable {
  /// Returns whether both sections have the same id.
  package static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Hashes only the id.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension TrendSection {
  /// Returns the sentence about the numbers.
  @Sendable static func numbers(_ row: TrendReport.Row, _ context: Context) -> String {
    TrendWording.sentence(row.assessment)
  }

  /// Returns the counts of both periods, and the burst.
  static func counts(_ row: TrendReport.Row) -> String { TrendWording.summary(row.assessment) }

  /// Returns ` in 405`; an empty string if the build is not stated.
  static func inBuild(_ name: String?) -> String { name.map { $0.isEmpty ? "" : " in \($0)" } ?? "" }
}
