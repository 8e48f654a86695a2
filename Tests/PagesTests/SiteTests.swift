import Foundation
import MadePages
import Testing
import Vocabulary
import Platform

@testable import Pages

@Suite struct SiteTests {
  /// A temporary folder for each test, removed afterwards.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pages-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func files(in folder: URL) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? [] {
      let url = folder.appendingPathComponent(name)
      if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
        found[name] = try Data(contentsOf: url)
      }
    }
    return found
  }

  private func write(_ history: some PageSource, to folder: URL) throws -> SiteWriter.Summary {
    try SiteWriter(directory: FilePath(folder.path)).write(history)
  }

  /// The lists by order, state and trend, which every site has.
  private static let lists = 3 + IssueQuery.states.count + IssueQuery.trends.count
  /// The other pages of every site, the stylesheet, and the list of pages.
  private static let others = 6

  @Test func everyLinkLeadsToAPage() throws {
    try inFolder { folder in
      let site = folder.appendingPathComponent("site")
      let summary = try write(MadeHistory(), to: site)
      #expect(summary == .init(written: 151 + Self.lists, unchanged: 0, removed: 0))
      let files = try files(in: site)
      #expect(files.count == 153 + Self.lists, "\(files.keys.filter { $0.contains("lists") }.sorted())")
      for (name, bytes) in files where name.hasSuffix(".html") {
        let base = site.appendingPathComponent(name).deletingLastPathComponent()
        for element in Markup(String(decoding: bytes, as: UTF8.self)).elements where element.name == "a" {
          guard let reference = element.attributes["href"], !reference.hasPrefix("#") else { continue }
          let target = base.appendingPathComponent(reference).standardizedFileURL.path
          #expect(FileManager.default.fileExists(atPath: target), "\(name): \(reference)")
        }
      }
    }
  }

  /// The progress counts every page, twice if pages are redacted.
  @Test func progressCountsEveryPage() throws {
    try inFolder { folder in
      for isScrubbed in [false, true] {
        var steps: [SiteWriter.Step] = []
        let site = folder.appendingPathComponent("site \(isScrubbed)")
        let summary = try SiteWriter(directory: FilePath(site.path)).write(
          MadeHistory(.usual, issues: 3), scrub: isScrubbed ? { $0 } : nil
        ) { steps.append($0) }
        let pages = summary.written * (isScrubbed ? 2 : 1)
        #expect(steps == [.planned(pages)] + [SiteWriter.Step](repeating: .read, count: pages))
      }
    }
  }

  @Test func sameHistorySameBytes() throws {
    try inFolder { folder in
      let (first, second) = (folder.appendingPathComponent("a"), folder.appendingPathComponent("b"))
      _ = try write(MadeHistory(.hostile, issues: 15), to: first)
      _ = try write(MadeHistory(.hostile, issues: 15), to: second)
      #expect(try files(in: first) == files(in: second))
      #expect(
        try write(MadeHistory(.hostile, issues: 15), to: first)
          == .init(written: 0, unchanged: 66 + Self.lists, removed: 0))
    }
  }

  @Test func stalePagesGoAndForeignFilesStay() throws {
    try inFolder { folder in
      _ = try write(MadeHistory(.usual, issues: 501), to: folder)
      let foreign = folder.appendingPathComponent("issues/notes.txt")
      try Data("mine".utf8).write(to: foreign)
      let summary = try write(MadeHistory(.usual, issues: 2), to: folder)
      #expect(summary.removed == 499 * 4 + 2 + 7)
      let left = try files(in: folder)
      #expect(Set(left.keys).count == Self.others + Self.lists + 2 * 5 + 2 + 1)
      #expect(left["issues/notes.txt"] == Data("mine".utf8))
      #expect(left["issues-2.html"] == nil)
    }
  }

  /// A database at the name of a page is neither replaced nor removed, and a private page stays private.
  @Test func filesThatAreNoTextStay() throws {
    try inFolder { folder in
      _ = try write(MadeHistory(.usual, issues: 3), to: folder)
      let database = Data("SQLite format 3\0".utf8)
      let page = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("issues").path).sorted().first)
      let stale = folder.appendingPathComponent("issues/" + page)
      try database.write(to: stale)
      let index = folder.appendingPathComponent("index.html")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: index.path)
      _ = try? write(MadeHistory(.usual, issues: 2), to: folder)
      _ = try? write(MadeHistory(.usual, issues: 0), to: folder)
      #expect(try Data(contentsOf: stale) == database)
      try database.write(to: index)
      #expect(throws: SiteError.self) { try write(MadeHistory(.usual, issues: 2), to: folder) }
      #expect(try Data(contentsOf: index) == database)
    }
    try inFolder { folder in
      _ = try write(MadeHistory(.usual, issues: 3), to: folder)
      let index = folder.appendingPathComponent("index.html")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: index.path)
      _ = try write(MadeHistory(.usual, issues: 2), to: folder)
      #expect(try FileManager.default.attributesOfItem(atPath: index.path)[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func foreignFolderIsRefused() throws {
    try inFolder { folder in
      try Data("mine".utf8).write(to: folder.appendingPathComponent("index.html"))
      #expect(throws: SiteError.foreign(FilePath(folder.path))) { try write(MadeHistory(), to: folder) }
      #expect(try files(in: folder) == ["index.html": Data("mine".utf8)])
      let file = folder.appendingPathComponent("index.html")
      #expect(throws: SiteError.self) { try write(MadeHistory(), to: file) }
    }
  }

  @Test func markerOfSomebodyElseIsNoMarker() throws {
    try inFolder { folder in
      try Data("something else\n".utf8).write(to: folder.appendingPathComponent(".diagnose-pages"))
      #expect(throws: SiteError.foreign(FilePath(folder.path))) { try write(MadeHistory(), to: folder) }
    }
  }

  /// Names in a manipulated list are not removed.
  @Test func listCannotNameOtherFiles() throws {
    try inFolder { folder in
      let site = folder.appendingPathComponent("site")
      _ = try write(MadeHistory(.usual, issues: 1), to: site)
      let outside = folder.appendingPathComponent("precious.html")
      try Data("mine".utf8).write(to: outside)
      try Data("mine".utf8).write(to: site.appendingPathComponent("notes.txt"))
      let marker = site.appendingPathComponent(".diagnose-pages")
      try Data("diagnose pages 1\n../precious.html\nnotes.txt\nissues/../notes.txt\n".utf8).write(to: marker)
      _ = try write(MadeHistory(.usual, issues: 1), to: site)
      #expect(FileManager.default.fileExists(atPath: outside.path))
      #expect(FileManager.default.fileExists(atPath: site.appendingPathComponent("notes.txt").path))
    }
  }

  @Test func linksLeadNowhere() throws {
    try inFolder { folder in
      let (site, outside) = (folder.appendingPathComponent("site"), folder.appendingPathComponent("outside"))
      try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
      let victim = outside.appendingPathComponent("index.html")
      try Data("mine".utf8).write(to: victim)
      _ = try write(MadeHistory(.usual, issues: 1), to: site)
      // A link in place of a page is replaced; a link in place of a folder is rejected.
      let index = site.appendingPathComponent("index.html")
      try FileManager.default.removeItem(at: index)
      try FileManager.default.createSymbolicLink(at: index, withDestinationURL: victim)
      _ = try write(MadeHistory(.usual, issues: 1), to: site)
      #expect(try Data(contentsOf: victim) == Data("mine".utf8))
      #expect(try files(in: site)["index.html"]?.isEmpty == false)
      let issues = site.appendingPathComponent("issues")
      try FileManager.default.removeItem(at: issues)
      try FileManager.default.createSymbolicLink(at: issues, withDestinationURL: outside)
      #expect(throws: SiteError.self) { try write(MadeHistory(.usual, issues: 1), to: site) }
      #expect(try files(in: outside).count == 1)
    }
  }

  /// A run that fails leaves complete pages, and the next run writes the rest.
  @Test func failureLeavesWholePages() throws {
    try inFolder { folder in
      #expect(throws: BrokenHistory.Fault.self) { try write(BrokenHistory(), to: folder) }
      for (name, bytes) in try files(in: folder) where name.hasSuffix(".html") {
        #expect(Markup(String(decoding: bytes, as: UTF8.self)).faults.isEmpty, "\(name)")
      }
      #expect(try files(in: folder).keys.allSatisfy { !$0.hasSuffix(".new") })
      _ = try write(MadeHistory(.usual, issues: 2), to: folder)
      #expect(try files(in: folder).count == Self.others + Self.lists + 2 * 5 + 2)
    }
  }

  @Test func secondWriterIsRefused() throws {
    try inFolder { folder in
      let held = try SiteFolder(FilePath(folder.path))
      #expect(throws: SiteError.busy(FilePath(folder.path))) { try write(MadeHistory(), to: folder) }
      withExtendedLifetime(held) {}
    }
  }

  @Test func oddKeysBecomeNoFiles() throws {
    try inFolder { folder in
      let site = folder.appendingPathComponent("site")
      _ = try write(BrokenHistory(keys: ["../../evil", "/etc/x", "a/b", ".", "", "UPPER"]), to: site)
      #expect(try files(in: folder).count == Self.others + Self.lists)
    }
  }
}

/// A history that throws errors or has unusual keys.
struct BrokenHistory: PageSource {
  struct Fault: Error {}
  var keys: [String]?
  private let made = MadeHistory(.usual, issues: 2)

  init(keys: [String]? = nil) { self.keys = keys }

  var revision: Int { 1 }
  func overview() -> OverviewPage { made.overview() }
  func issues(_ query: IssueQuery) -> IssuesPage { made.issues(query) }
  func reports(of key: String, page: Int) -> ReportsPage? { made.reports(of: key, page: page) }
  func issue(_ key: String) throws -> IssuePage? {
    if keys == nil { throw Fault() }
    return made.issue(made.links().issues[0])
  }
  func builds() -> BuildsPage { made.builds() }
  func report(_ id: String) -> ReportPage? { made.report(id) }
  func unrecognized() -> UnrecognizedPage { made.unrecognized() }
  func links() -> SiteLinks { keys.map { SiteLinks(issues: $0, reports: $0, patterns: $0) } ?? made.links() }
}
