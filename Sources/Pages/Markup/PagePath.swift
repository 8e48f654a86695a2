import Bytes

/// The address of a page within the site, both for files and for the server.
package enum PagePath: Hashable, Sendable {
  case overview
  /// A page of the list of issues, from 1.
  case issues(page: Int)
  case issue(Name)
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

  /// The path relative to the root of the site, such as `issues/3e0f.html`.
  package var file: String {
    switch self {
    case .overview: "index.html"
    case .issues(let page): page <= 1 ? "issues.html" : "issues-\(page).html"
    case .issue(let name): "issues/\(name.text).html"
    case .builds: "builds.html"
    case .report(let name): "reports/\(name.text).html"
    case .unrecognized: "unrecognized.html"
    }
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
      guard let name = Name(stem) else { return nil }
      switch parts.first {
      case "issues": self = .issue(name)
      case "reports": self = .report(name)
      default: return nil
      }
      return
    }
    switch stem {
    case "index": self = .overview
    case "issues": self = .issues(page: 1)
    case "builds": self = .builds
    case "unrecognized": self = .unrecognized
    default:
      guard stem.hasPrefix("issues-"), let page = Int(stem.dropFirst(7)), page > 1,
        PagePath.issues(page: page).file == file
      else { return nil }
      self = .issues(page: page)
    }
  }

  /// Returns the relative reference from another page, without a scheme or a host.
  func reference(from page: PagePath) -> String { page.isInFolder ? "../" + file : file }

  private var isInFolder: Bool {
    switch self {
    case .issue, .report: true
    case .overview, .issues, .builds, .unrecognized: false
    }
  }
}
