internal import Trends
package import Vocabulary

/// A question about trends and everything that text, JSON and pages need to answer it: which issues, in which order, and
/// the words. A new question is a value of this type in a file of its own and a line in the catalog.
package struct TrendSection: Sendable {
  /// What the member `trend` of the JSON document and `--fail-on` call it.
  package let id: String
  /// The heading, and the word for an issue whose numbers say this.
  package let title: String
  /// True for the issues of the section, at a point in time.
  let includes: @Sendable (TrendReport.Row, _ now: Timestamp) -> Bool
  /// True if the first issue comes before the second.
  let precedes: @Sendable (TrendReport.Row, TrendReport.Row) -> Bool
  /// Rows that get short ids. Each costs questions, so only rows that are likely to be shown get one.
  let shortIDs: Int
  /// Whether `trends --fail-on` takes it.
  package let isCondition: Bool
  /// A line about an issue of the section, for text; `nil`: the section is only in the JSON document.
  package let statement: Statement?
  /// How the first page of the site shows the section; `nil`: it does not.
  package let page: PageWords?

  /// Makes a line about an issue; not escaped.
  package typealias Statement = @Sendable (TrendReport.Row, Context) -> String

  /// What a line about an issue needs beside the issue.
  package struct Context: Sendable {
    /// A time as the reader's clock shows it.
    package let time: @Sendable (Timestamp) -> String
    /// Issues that were compared with each other.
    package let compared: Int

    /// Creates a context from its parts.
    package init(compared: Int, time: @escaping @Sendable (Timestamp) -> String) {
      self.time = time
      self.compared = compared
    }
  }

  /// The section on a page.
  package struct PageWords: Sendable {
    /// A sentence below the heading.
    package let meaning: String
    /// The color of the section and of its marks.
    package let tone: Tone
    /// Whether an issue carries the title as a mark wherever the page shows it.
    package let isMark: Bool
    /// Makes the line below an issue's title.
    package let statement: Statement

    init(_ meaning: String, _ tone: Tone, isMark: Bool = false, statement: @escaping Statement) {
      self.meaning = meaning
      self.tone = tone
      self.isMark = isMark
      self.statement = statement
    }
  }

  /// What a color says.
  package enum Tone: Sendable { case plain, new, good, warm, bad }

  init(
    id: String, title: String, shortIDs: Int = 100, isCondition: Bool = false,
    order: @escaping @Sendable (TrendReport.Row, TrendReport.Row) -> Bool = TrendReport.Row.byCount,
    statement: Statement? = nil, page: PageWords? = nil,
    includes: @escaping @Sendable (TrendReport.Row, _ now: Timestamp) -> Bool
  ) {
    self.id = id
    self.title = title
    self.includes = includes
    precedes = order
    self.shortIDs = shortIDs
    self.isCondition = isCondition
    self.statement = statement
    self.page = page
  }
}

extension TrendSection: Hashable {
  /// Sections with one id are equal.
  package static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Hashes the id alone.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension TrendSection {
  /// The numbers in a sentence.
  @Sendable static func numbers(_ row: TrendReport.Row, _ context: Context) -> String {
    TrendWording.sentence(row.assessment)
  }

  /// ` in 405`; nothing for a build that is not stated.
  static func inBuild(_ name: String?) -> String { name.map { $0.isEmpty ? "" : " in \($0)" } ?? "" }
}
