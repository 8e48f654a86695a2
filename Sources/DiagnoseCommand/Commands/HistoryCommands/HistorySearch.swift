import Answers
import ArgumentParser
import History
import HistoryPresentation
import Presentation
import Workflow

/// Lists the issues that contain words.
struct HistorySearch: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find recorded failures by words.",
    discussion: """
      Lists the issues that contain all words, the most recent first. A word is part of the headline, a function, a \
      file, an image, the exception, the message, the pattern or the note; the case of ASCII letters is ignored.

      Exit status: 0 when done, also if nothing is found; 2 if --since or --until names an unknown build; 64 if no \
      report has the value of a filter.

      Examples:
        diagnose history search CardView nib
        diagnose history search "out of range" --since 2w --format json
      """)

  @Argument(help: ArgumentHelp("Find issues that contain these words.", valueName: "word"))
  var words: [String]

  @OptionGroup(title: "Filter options") var filters: FilterOptions
  @OptionGroup(title: "History options") var history: HistoryOptions

  @Option(help: "Sort by: \(HistoryFilter.Order.allCases.map(\.rawValue).joined(separator: ", ")).")
  var sort: HistoryFilter.Order = .last

  @Option(name: [.short, .long], help: "Select the format: text, json or csv.")
  var format: ListFormat = .text

  @OptionGroup(title: "Output options") var style: StyleOptions
  @OptionGroup(title: "History options") var configuration: ConfigurationOptions

  /// The maximum number of words: each takes a scan of the issues.
  private static let maxWords = 16

  func validate() throws {
    if words.contains("") { throw ValidationError("A word to search for is empty.") }
    if words.contains(where: { $0.utf8.count > IssueSearch.maxWordLength }) {
      throw ValidationError("A word to search for is longer than \(IssueSearch.maxWordLength) bytes.")
    }
    if words.count > Self.maxWords { throw ValidationError("Search for at most \(Self.maxWords) words.") }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    let session = try configuration.applied(to: session)
    let store = try history.selection.open(session, access: .read)
    let text: String
    do {
      var filter = try filters.filter(store, session)
      filter.words = words
      let page = HistoryPage(session.clock, style.style(session))
      text = try ListAnswer(store: store, filter: filter, page: page, session: session).issues(format, sortedBy: sort)
    } catch let error as HistoryError { throw CommandFault(error) }
    store.close()
    try StandardStreams.output(text)
    return .done
  }
}
