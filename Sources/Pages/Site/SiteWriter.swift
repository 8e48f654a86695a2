package import Platform
import Vocabulary

/// Writes the pages of a history as files below one folder.
///
/// Each file appears whole or not at all. The folder must be new, empty, or one that this writer made: then it holds
/// `.diagnose-pages`, which lists the pages, and pages that are no longer there are removed. Nothing is written,
/// replaced or removed outside the folder, and nothing in it that is not on the list.
package struct SiteWriter {
  /// What was done.
  package struct Summary: Sendable, Equatable {
    /// Pages that are new or have changed.
    package var written = 0
    /// Pages whose file held the same bytes already.
    package var unchanged = 0
    /// Files of pages that no longer exist.
    package var removed = 0
  }

  private let directory: FilePath

  /// Creates a writer for the folder `directory`, which `write` creates if it is missing.
  package init(directory: FilePath) { self.directory = directory }

  /// Makes every page that `source` has and writes it.
  ///
  /// - Parameter scrub: Changes the bytes of a page before they are written; asked for every page once before the first
  ///   one is written, so that it knows them all.
  /// - Throws: `SiteError`, or what `source` or `scrub` throws.
  package func write(_ source: some PageSource, scrub: (([UInt8]) throws -> [UInt8])? = nil) throws -> Summary {
    let folder = try SiteFolder(directory)
    let links = try source.links()
    let first = try source.issues(page: 1)
    let pageCount = min(max(1, first.pageCount), Self.pageLimit)
    var paths: [PagePath] = [.overview, .builds, .unrecognized]
    paths += (1...pageCount).map { .issues(page: $0) }
    paths += Self.unique(links.issues.compactMap(PagePath.issue(key:)))
    paths += Self.unique(links.reports.compactMap(PagePath.report(id:)))
    let renderer = PageRenderer(.files(Set(paths)))
    if let scrub {
      for path in paths {
        if let html = try renderer.page(at: path, from: source) { _ = try scrub(html.bytes) }
      }
    }
    let old = try folder.listed()
    // A run that ends half-way has pages of both lists.
    try folder.list(old.union(paths.map(\.file)))
    var summary = Summary()
    var present: Set<String> = []
    for path in paths {
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

  /// More pages of issues than anybody turns.
  private static let pageLimit = 10_000

  private static func unique(_ paths: [PagePath]) -> [PagePath] {
    var seen: Set<PagePath> = []
    return paths.filter { seen.insert($0).inserted }
  }
}

extension PageRenderer {
  /// The page at `path`; `nil` when the source has none there.
  func page(at path: PagePath, from source: some PageSource) throws -> HTML? {
    switch path {
    case .overview: return page(try source.overview())
    case .issues(let number):
      let content = try source.issues(page: number)
      return content.page == number ? page(content) : nil
    case .issue(let name): return try source.issue(name.text).map { page($0, at: path) }
    case .builds: return page(try source.builds())
    case .report(let name): return try source.report(name.text).map { page($0, at: path) }
    case .unrecognized: return page(try source.unrecognized())
    }
  }
}

/// Why a site was not written.
package enum SiteError: Error, Equatable, Sendable {
  /// The folder holds something that is not ours.
  case foreign(FilePath)
  /// Another run writes there.
  case busy(FilePath)
  /// A step failed.
  case failed(step: String, path: FilePath, error: SystemError)

  /// For people; names the path.
  package var message: String {
    switch self {
    case .foreign(let path): "\(path.text) is not empty and was not made by this program; nothing was written"
    case .busy(let path): "another run is writing to \(path.text)"
    case .failed(let step, let path, let error): "cannot \(step) \(path.text): \(error.description)"
    }
  }
}
