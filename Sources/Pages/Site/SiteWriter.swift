internal import History
package import Platform
import Vocabulary

/// Writes the pages of a history as files in a folder.
///
/// Each file is written atomically. The folder must be new, empty, or created by this writer. It then contains
/// `.diagnose-pages`, a list of the pages, and pages that no longer exist are removed. Files outside the folder, and files
/// in it that are not in the list, are never written, replaced or removed.
package struct SiteWriter {
  /// The result of writing a site.
  package struct Summary: Sendable, Equatable {
    /// The number of pages that are new or changed.
    package var written = 0
    /// The number of pages whose file already had the same bytes.
    package var unchanged = 0
    /// The number of removed files of pages that no longer exist.
    package var removed = 0
  }

  /// A step of writing a site.
  package enum Step: Sendable, Equatable {
    /// The number of pages to read is known. With `scrub`, each is read twice.
    case planned(Int)
    /// A page was read.
    case read
  }

  private let directory: FilePath

  /// Creates a writer for the folder `directory`, which `write` creates if it is missing.
  package init(directory: FilePath) { self.directory = directory }

  /// Renders and writes every page of `source`.
  ///
  /// - Parameters:
  ///   - scrub: Changes the bytes of a page before they are written. It is also called once for every page before the
  ///     first page is written, so that it has seen all of them.
  ///   - observe: Is called for each step, to show the progress.
  /// - Throws: `SiteError`, or an error of `source` or `scrub`.
  package func write(
    _ source: some PageSource, scrub: (([UInt8]) throws -> [UInt8])? = nil, observe: (Step) -> Void = { _ in }
  ) throws -> Summary {
    let folder = try SiteFolder(directory)
    let links = try source.links()
    let first = try source.issues(IssueQuery())
    let pageCount = min(max(1, first.pageCount), Self.pageLimit)
    var paths: [PagePath] = [.overview, .builds, .unrecognized]
    paths += (1...pageCount).map { .issues(page: $0) }
    paths += Self.lists(links)
    paths += Self.unique(links.issues.compactMap(PagePath.issue(key:)))
    for key in links.reportPages.keys.sorted() {
      let pages = min(max(0, links.reportPages[key] ?? 0), Self.pageLimit)
      paths += (0..<pages).compactMap { .reports(of: key, page: $0 + 1) }
    }
    paths += Self.unique(links.reports.compactMap(PagePath.report(id:)))
    let renderer = PageRenderer(.files(Set(paths)), selection: source.selection)
    observe(.planned(paths.count * (scrub == nil ? 1 : 2)))
    if let scrub {
      for path in paths {
        if let html = try renderer.page(at: path, from: source) { _ = try scrub(html.bytes) }
        observe(.read)
      }
    }
    let old = try folder.listed()
    // If this run is interrupted, the folder contains pages of both lists.
    try folder.list(old.union(paths.map(\.file)))
    try folder.writeStyleSheet()
    var summary = Summary()
    var present: Set<String> = []
    for path in paths {
      defer { observe(.read) }
      guard let html = try renderer.page(at: path, from: source) else { continue }
      if try folder.write(scrub?(html.bytes) ?? html.bytes, to: path) {
        summary.written += 1
      } else {
        summary.unchanged += 1
      }
      present.insert(path.file)
    }
    for file in old.union(paths.map(\.file)).subtracting(present).sorted() {
      if let path = PagePath(file: file), try folder.remove(path) { summary.removed += 1 }
    }
    try folder.list(present)
    return summary
  }

  /// Returns the lists of issues for each order, state, section of the trends report and pattern.
  private static func lists(_ links: SiteLinks) -> [PagePath] {
    let queries =
      [.count, .first, .devices].map(IssueQuery.init(order:)) + IssueQuery.states.map(IssueQuery.init(state:))
      + IssueQuery.trends.map(IssueQuery.init(trend:)) + links.patterns.compactMap(IssueQuery.init(pattern:))
    return unique(queries.map(PagePath.issues).filter(\.hasFile))
  }

  /// The maximum number of pages of a list.
  private static let pageLimit = 10_000

  private static func unique(_ paths: [PagePath]) -> [PagePath] {
    var seen: Set<PagePath> = []
    return paths.filter { seen.insert($0).inserted }
  }
}

extension PageRenderer {
  /// Returns the page at `path`; `nil` if the source has no such page.
  func page(at path: PagePath, from source: some PageSource) throws -> HTML? {
    switch path {
    case .overview: return page(try source.overview())
    case .issues(let query):
      let content = try source.issues(query)
      return content.query.page == query.page ? page(content) : nil
    case .reports(let name, let number):
      let content = try source.reports(of: name.text, page: number)
      return content.flatMap { $0.page == number ? page($0, at: path) : nil }
    case .issue(let name): return try source.issue(name.text).map { page($0, at: path) }
    case .builds: return page(try source.builds())
    case .report(let name): return try source.report(name.text).map { page($0, at: path) }
    case .unrecognized: return page(try source.unrecognized())
    }
  }
}

/// Why a site was not written.
package enum SiteError: Error, Equatable, Sendable {
  /// The folder is not empty and not a site.
  case foreign(FilePath)
  /// Another run is writing to the folder.
  case busy(FilePath)
  /// A step failed.
  case failed(step: String, path: FilePath, error: SystemError)

  /// The message for the user, with the path.
  package var message: String {
    switch self {
    case .foreign(let path): "\(path.text) is not empty and was not created by this program; nothing was written"
    case .busy(let path): "another run is writing to \(path.text)"
    case .failed(let step, let path, let error): "cannot \(step) \(path.text): \(error.description)"
    }
  }
}
