import ArgumentParser
import CrashReports
import Diagnosis
import Documents
import Foundation
import History
import SourceHistory
import Vocabulary
import Workflow

/// Options that show which commit last changed the blamed line.
struct BlameOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Show the blamed source lines, the commit that last changed them, and their owners.",
      discussion: """
        Starts git, without the configuration and the hooks of the repository. What is not certain is stated as not known, \
        with the reason. The checkout is that of --source-root, else the git work tree of the working directory.
        """))
  var blame = false

  @Option(
    help: ArgumentHelp(
      "Name the commit, tag or branch from which the app was built; {version} and {build} are those of the report.",
      valueName: "revision"))
  var revision: String?

  @Option(
    help: ArgumentHelp(
      "Name the commit of the last build without the failure; {version} and {build} are those of the history.",
      valueName: "revision"))
  var lastGood: String?

  @Option(
    help: ArgumentHelp(
      "Name the commit of the first build with the failure (default: --revision).", valueName: "revision"))
  var firstBad: String?

  func validate() throws {
    for (name, value) in [("--revision", revision), ("--last-good", lastGood), ("--first-bad", firstBad)] {
      guard let value else { continue }
      if !blame { throw ValidationError("\(name) needs --blame.") }
      if value.isEmpty { throw ValidationError("\(name) is empty. Name a commit, a tag or a branch.") }
    }
    if firstBad != nil, lastGood == nil { throw ValidationError("--first-bad needs --last-good.") }
  }

  private var revisions: SourceRevisions { SourceRevisions(built: revision, lastGood: lastGood, firstBad: firstBad) }

  /// Returns the builds of apps that the history knows, if a revision depends on them.
  func builds(_ recorder: Recorder?) -> OrderedBuilds {
    blame && revisions.needsBuilds ? recorder?.orderedBuilds() ?? OrderedBuilds() : OrderedBuilds()
  }

  /// Adds to each report what the checkout shows about its blamed line.
  ///
  /// - Parameters:
  ///   - tree: The checkout; `nil` if there is none.
  ///   - builds: The builds that the history knows.
  ///   - minimum: The minimum confidence of the findings that are shown.
  ///   - isRedacted: Whether authors, subjects and owners are left out.
  func apply(
    to reports: inout [PresentedReport], in tree: SourceTree?, _ builds: OrderedBuilds, from minimum: Confidence,
    isRedacted: Bool = false
  ) throws(CommandFault) {
    guard blame else { return }
    guard let tree else {
      throw CommandFault(
        .nothingDone, "--blame has no checkout: the working directory is not in a git work tree",
        hint: "Name it: --source-root FOLDER")
    }
    let reader = SourceHistoryReader(
      tree, workingDirectory: FileManager.default.currentDirectoryPath,
      revisions: revisions)
    for index in reports.indices {
      let report = reports[index]
      let blamed = report.findings(from: minimum).first?.blame ?? report.assessment.blame
      guard let file = blamed?.file, !file.isEmpty, let line = blamed?.line, line > 0 else { continue }
      let stated = report.assessment.report
      var facts = SourceHistoryReader.Facts(
        version: stated.process?.version, build: stated.process?.build,
        time: stated.times?.crashed?.rfc3339.flatMap { Timestamp(rfc3339: $0) })
      if let app = stated.process?.bundleID ?? stated.process?.name, let first = report.history?.firstBuild,
        let pair = builds.pair(of: app, first: first)
      {
        facts.firstBad = .init(version: pair.first.version, build: pair.first.build)
        facts.lastGood = pair.before.map { .init(version: $0.version, build: $0.build) }
      }
      let origin = reader.origin(of: file, line: line, facts)
      reports[index].origin = isRedacted ? origin.redacted : origin
    }
  }
}
