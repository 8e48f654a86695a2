import Bytes

/// The address of a page within the site, both for files and for the server.
package enum PagePath: Hashable, Sendable {
  case overview
  /// A page of a list of issues.
  case issues(IssueQuery)
  case issue(Name)
  /// A page of the list of an issue's reports, from 1.
  case reports(of: Name, page: Int)
  case builds
  case report(Name)
  case unrecognized

  /// The part of an address that comes from a key: 1 to 64 lowercase letters, digits and hyphens. No other text can become
  /// part of an address or of a file name.
  package struct Name: Hashable, Sendable {
    /// The text: 1 to 64 ASCII characters, of which the first is not a hyphen.
    package let text: String

    /// Creates a name; `nil` if `text` contains other characters, has another length or begins with a hyphen.
    package init?(_ text: String) {
      let bytes = text.utf8
      guard (1...64).contains(bytes.count),
        bytes.allSatisfy({ (0x61...0x7A).contains($0) || $0.isDigit || $0 == 0x2D }),
        bytes.first != 0x2D
      else { return nil }
      self.text = text
    }
  }

  /// Returns the address of an issue's page; `nil` if `key` is not a valid `Name`.
  package static func issue(key: String) -> PagePath? { Name(key).map(PagePath.issue) }

  /// Returns the address of a report's page; `nil` if `id` is not a valid `Name`.
  package static func report(id: String) -> PagePath? { Name(id).map(PagePath.report) }

  /// Returns the address of a page of the complete list of issues, latest first.
  package static func issues(page: Int) -> PagePath { .issues(IssueQuery(page: page)) }

  /// Returns the address of a page of an issue's reports; `nil` if `key` is not a valid `Name`.
  package static func reports(of key: String, page: Int) -> PagePath? { Name(key).map { .reports(of: $0, page: page) } }

  /// The path relative to the root of the site, such as `issues/3e0f.html`. The address of a list without a file is that
  /// of the complete list; see `hasFile`.
  package var file: String {
    switch self {
    case .overview: "index.html"
    case .issues(let query):
      if let name = query.listName {
        "lists/\(name).html"
      } else if query.isComplete && query.page > 1 {
        "issues-\(query.page).html"
      } else {
        "issues.html"
      }
    case .issue(let name): "issues/\(name.text).html"
    case .reports(let name, let page): "issues/\(name.text).reports-\(max(1, page)).html"
    case .builds: "builds.html"
    case .report(let name): "reports/\(name.text).html"
    case .unrecognized: "unrecognized.html"
    }
  }

  /// Whether the page can be a file. Lists with words, an app or several conditions are only served.
  var hasFile: Bool {
    if case .issues(let query) = self { return query.isComplete || query.listName != nil }
    return true
  }

  /// Creates an address from a path in the format of `file`. An empty path is the overview. Returns `nil` for any other
  /// text.
  package init?(file: String) {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.last, parts.count <= 2 else { return nil }
    if parts.count == 1, last.isEmpty {
      self = .overview
      return
    }
    guard last.hasSuffix(".html") else { return nil }
    let stem = String(last.dropLast(5))
    if parts.count == 2 {
      guard let path = Self.inFolder(parts.first ?? "", stem) else { return nil }
      self = path
    } else {
      switch stem {
      case "index": self = .overview
      case "issues": self = .issues(page: 1)
      case "builds": self = .builds
      case "unrecognized": self = .unrecognized
      default:
        guard stem.hasPrefix("issues-"), let page = Int(stem.dropFirst(7)), page > 1 else { return nil }
        self = .issues(page: page)
      }
    }
    // Rejects numbers with a sign or leading zeros.
    guard self.file == file else { return nil }
  }

  private static func inFolder(_ folder: Substring, _ stem: String) -> PagePath? {
    switch folder {
    case "reports": return report(id: stem)
    case "lists": return IssueQuery(listName: stem).map(PagePath.issues)
    case "issues":
      guard let dot = stem.firstIndex(of: ".") else { return issue(key: stem) }
      let rest = stem[dot...]
      guard rest.hasPrefix(".reports-"), let page = Int(rest.dropFirst(9)), page > 0 else { return nil }
      return reports(of: String(stem[..<dot]), page: page)
    default: return nil
    }
  }

  /// Returns the relative reference from another page, without a scheme or a host. A server finds lists by their query,
  /// so that every page of every list has an address.
  func reference(from page: PagePath, isLive: Bool = false) -> String {
    let up = page.isInFolder(isLive: isLive) ? "../" : ""
    if isLive, case .issues(let query) = self, !query.isComplete { return up + "issues.html?" + query.parameters }
    return up + file
  }

  /// The relative reference to the stylesheet of the site.
  var styleSheet: String { (isInFolder(isLive: false) ? "../" : "") + StyleSheet.fileName }

  private func isInFolder(isLive: Bool) -> Bool {
    switch self {
    case .issue, .report, .reports: true
    case .issues(let query): !isLive && query.listName != nil
    case .overview, .builds, .unrecognized: false
    }
  }
}
