package import History
package import Vocabulary

/// The issues on a page of the list, and their order.
package struct IssueQuery: Hashable, Sendable {
  /// The words that each issue must contain; see `HistoryFilter.words`.
  package var words: [String] = []
  /// The state of the issues.
  package var state: HistoryFilter.State = .all
  /// The section of the trends report that includes the issues; `nil` for any.
  package var trend: TrendSection?
  /// The identifier of the pattern; `nil` for any. See `noPattern`.
  package var pattern: String?
  /// A process name or bundle id; `nil` for any app.
  package var app: String?
  /// A build or version of the reports, as `--build` takes it; `nil` for any.
  package var build: String?
  /// The first day of the reports, at midnight UTC; `nil` for any.
  package var since: Timestamp?
  /// The last day of the reports, at midnight UTC; `nil` for any.
  package var until: Timestamp?
  /// The order of the issues.
  package var order: HistoryFilter.Order = .last
  /// The number of the page, from 1.
  package var page = 1

  /// The value of `pattern` for issues without a pattern. Identifiers of patterns contain a hyphen.
  package static let noPattern = "none"
  /// The maximum number of bytes of the search text and of the name of an app.
  static let textLimit = 200
  /// The maximum number of words.
  static let wordLimit = 8
  /// The maximum number of a page.
  static let pageLimit = 100_000

  /// Creates the query of the complete list, latest first.
  package init() {}

  /// Creates the query of one page of the complete list.
  package init(page: Int) { self.page = page }

  /// Creates the query of a section of the trends report.
  package init(trend: TrendSection) { self.trend = trend }

  /// Creates the query of a pattern; `nil` if `pattern` is not an identifier.
  package init?(pattern: String) {
    guard PagePath.Name(pattern) != nil else { return nil }
    self.pattern = pattern
  }

  /// Creates the query of a state.
  package init(state: HistoryFilter.State) { self.state = state }

  /// Creates the query of an order.
  package init(order: HistoryFilter.Order) { self.order = order }

  /// Parses the parameters of an address. Unknown names are ignored and empty values select everything. Returns `nil` if
  /// a value is unknown or too long.
  init?(parameters: [String: String]) {
    func value(_ name: String) -> String? { parameters[name].flatMap { $0.isEmpty ? nil : $0 } }
    let text = value("q") ?? ""
    guard text.utf8.count <= Self.textLimit else { return nil }
    words = text.split(separator: " ").map(String.init)
    guard words.count <= Self.wordLimit else { return nil }
    if let name = value("state") {
      guard let state = HistoryFilter.State(rawValue: name) else { return nil }
      self.state = state
    }
    if let name = value("trend") {
      guard let trend = Self.trends.first(where: { Self.name(of: $0) == name }) else { return nil }
      self.trend = trend
    }
    if let pattern = value("pattern") {
      guard PagePath.Name(pattern) != nil else { return nil }
      self.pattern = pattern
    }
    if let app = value("app") {
      guard app.utf8.count <= Self.textLimit else { return nil }
      self.app = app
    }
    if let build = value("build") {
      guard build.utf8.count <= Self.textLimit else { return nil }
      self.build = build
    }
    func day(_ name: String) -> Timestamp?? {
      guard let text = value(name) else { return .some(nil) }
      guard text.utf8.count == 10, let day = Timestamp(rfc3339: text) else { return nil }
      return day
    }
    guard let first = day("since"), let last = day("until") else { return nil }
    (since, until) = (first, last)
    if let name = value("sort") {
      guard let order = HistoryFilter.Order(rawValue: name) else { return nil }
      self.order = order
    }
    if let number = value("page") {
      guard let page = Int(number), (1...Self.pageLimit).contains(page), String(page) == number else { return nil }
      self.page = page
    }
  }

  /// The parameters of the address of the list, with percent escapes, such as `state=open&sort=count`; empty for the first
  /// page of the complete list.
  var parameters: String {
    var pairs: [(String, String)] = []
    if !words.isEmpty { pairs.append(("q", words.joined(separator: " "))) }
    if state != .all { pairs.append(("state", state.rawValue)) }
    if let trend { pairs.append(("trend", Self.name(of: trend))) }
    if let pattern { pairs.append(("pattern", pattern)) }
    if let app { pairs.append(("app", app)) }
    if let build { pairs.append(("build", build)) }
    if let since { pairs.append(("since", since.date)) }
    if let until { pairs.append(("until", until.date)) }
    if order != .last { pairs.append(("sort", order.rawValue)) }
    if page > 1 { pairs.append(("page", String(page))) }
    return pairs.map { $0.0 + "=" + Self.escaped($0.1) }.joined(separator: "&")
  }

  /// Whether it is a page of the complete list, latest first.
  var isComplete: Bool { self == IssueQuery(page: page) }

  /// The same issues from their first page.
  var firstPage: IssueQuery {
    var query = self
    query.page = 1
    return query
  }

  /// The sections of the trends report that have a list.
  package static let trends = TrendSection.catalog.filter { $0.page != nil }

  /// The states that have a list.
  package static let states = HistoryFilter.State.allCases.filter { $0 != .all }

  /// The name of a section in addresses: `too-few`.
  static func name(of trend: TrendSection) -> String {
    trend.id.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }

  /// Encodes everything except the unreserved characters of RFC 3986.
  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return result
  }
}

extension IssueQuery {
  /// The name of the file in `lists`, without its extension, such as `state-open`; `nil` if the query has no list of its
  /// own, because it has another page, words, an app or more than one condition.
  var listName: String? {
    guard page == 1 else { return nil }
    if let trend, self == IssueQuery(trend: trend) { return "trend-" + Self.name(of: trend) }
    if let pattern, self == IssueQuery(pattern: pattern) { return "pattern-" + pattern }
    if state != .all, self == IssueQuery(state: state) { return "state-" + state.rawValue }
    return Self.orderNames.first { self == IssueQuery(order: $0.order) }?.name
  }

  /// Creates a query from the name of a file in `lists`.
  init?(listName: String) {
    func rest(_ prefix: String) -> String? {
      listName.hasPrefix(prefix) ? String(listName.dropFirst(prefix.count)) : nil
    }
    if let name = rest("trend-"), let trend = Self.trends.first(where: { Self.name(of: $0) == name }) {
      self.init(trend: trend)
    } else if let pattern = rest("pattern-") {
      self.init(pattern: pattern)
    } else if let name = rest("state-"), let state = Self.states.first(where: { $0.rawValue == name }) {
      self.init(state: state)
    } else if let order = Self.orderNames.first(where: { $0.name == listName })?.order {
      self.init(order: order)
    } else {
      return nil
    }
  }

  private static let orderNames: [(order: HistoryFilter.Order, name: String)] = [
    (.count, "most-frequent"), (.first, "newest"), (.devices, "most-devices"),
  ]
}

extension HistoryFilter.Order {
  /// The order in a list of choices.
  var title: StaticString {
    switch self {
    case .last: "Last seen"
    case .first: "Newest"
    case .count: "Most frequent"
    case .devices: "Most devices"
    }
  }

  /// The order in a sentence.
  var words: StaticString {
    switch self {
    case .last: "last seen first"
    case .first: "newest first"
    case .count: "most frequent first"
    case .devices: "on most devices first"
    }
  }
}

extension HistoryFilter.State {
  /// The state in a list of choices.
  var title: StaticString {
    switch self {
    case .open: "Open"
    case .resolved: "Resolved"
    case .ignored: "Ignored"
    case .all: "Any state"
    }
  }
}
