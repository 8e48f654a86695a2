import CrashReports
import Diagnosis
import Documents
import Vocabulary

/// A failure or a fault as the outputs for CI systems show it: one line of a list, with the file to attach it to.
struct Problem {
  /// How a CI system marks it; the most severe comes first.
  enum Level: Int, Comparable {
    case error, warning, note

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// What kind of problem it is; the same for every problem of the kind.
  struct Rule {
    /// The pattern's identifier, or that of a check.
    var id: String
    var title: String
    /// Why it happens.
    var help: String
    /// A page about it.
    var helpURI: String
  }

  /// What it was made from.
  enum Origin {
    case report(PresentedReport)
    case fault(ProjectFault)
  }

  var level: Level
  /// False for a report that does not describe a failure.
  var isFailure: Bool
  /// True if a known pattern matches.
  var isRecognized: Bool
  /// True if the baseline has its signature; `nil` without a baseline.
  var isAccepted: Bool?
  var confidence: Confidence?
  var rule: Rule
  /// What happened, on one line.
  var headline: String
  /// The headline, the first step of the remedy, and the location if no file is attached. May have several lines.
  var message: String
  /// The source line to attach it to.
  var source: FileLocation?
  /// The report itself, with the line of its first witness; `nil` for standard input and for a fault.
  var input: FileLocation?
  /// The name of the input, with the number of the report in it.
  var name: String
  /// What the input is about: a process, or the kind of report.
  var group: String
  /// A key that is the same for the same failure in every run.
  var fingerprint: String
  var origin: Origin
  /// The position of the report among those of the run, from 0.
  var position = 0

  /// What is equal for problems of one failure.
  var failureKey: [String] {
    var needsHeadline = !isRecognized
    // Each view of a document is listed, although one failure may break them all.
    if case .report(let presented) = origin, presented.assessment.report.kind == .preview { needsHeadline = true }
    return [rule.id, fingerprint, needsHeadline ? headline : ""]
  }

  /// The level that is shown: an accepted failure is only a note.
  var shownLevel: Level { isAccepted == true ? .note : level }

  /// The message in at most 2,000 characters, for services that limit it.
  var limitedMessage: String {
    message.unicodeScalars.count <= 2_000
      ? message : String(String.UnicodeScalarView(message.unicodeScalars.prefix(1_999))) + "…"
  }

  /// True if `self` comes first: failures that are not accepted, then by level, then by confidence.
  static func precedes(_ left: Problem, _ right: Problem) -> Bool {
    func rank(_ problem: Problem) -> (Int, Int, Int, Int) {
      let confidence =
        switch problem.confidence {
        case .certain?: 0
        case .likely?: 1
        case .possible?: 2
        case nil: 3
        }
      return (
        problem.isFailure ? 0 : 1, problem.isAccepted == true ? 1 : 0, problem.level.rawValue, confidence
      )
    }
    return rank(left) < rank(right)
  }
}

extension Problem.Rule {
  static let unrecognized = Self(
    id: "crash-not-recognized", title: "Unrecognized failure",
    help: "No known pattern matches. The location to look at first is inferred from the stack.",
    helpURI: Self.generalPage)
  static let noFailure = Self(
    id: "not-a-failure", title: "Not a failure", help: "The report does not describe a failure.",
    helpURI: Self.generalPage)

  /// Apple's page about reading crash reports, for rules without a page of their own.
  private static let generalPage =
    "https://developer.apple.com/documentation/xcode/diagnosing-issues-using-crash-reports-and-device-logs"

  /// - Parameter references: The pages of the pattern; the first one with an address is used.
  init(id: String, title: String, help: String, references: [Reference]) {
    self.id = id
    self.title = title
    self.help = help
    helpURI = references.lazy.compactMap(\.url).first { $0.hasPrefix("https://") } ?? Self.generalPage
  }
}

/// A line of a file.
struct FileLocation: Hashable {
  /// The path: of a file in the checkout relative to its root if `isInTree`, otherwise as stated.
  var path: String
  /// The line, from 1.
  var line: Int?
  /// The column, from 1.
  var column: Int?
  /// Whether the path is that of a file in the checkout.
  var isInTree: Bool

  init(path: String, line: Int?, column: Int? = nil, isInTree: Bool) {
    self.path = path
    self.line = line.flatMap { $0 > 0 ? $0 : nil }
    self.column = column.flatMap { $0 > 0 ? $0 : nil }
    self.isInTree = isInTree
  }
}

/// Finds the files that outputs name. Without a checkout, paths are those of the report.
struct FileLocations {
  private let tree: SourceTree?

  init(_ tree: SourceTree?) { self.tree = tree }

  /// The root of the checkout; `nil` without one.
  var root: String? { tree?.root }

  /// Returns a source line; `nil` if the checkout does not have exactly one file that fits.
  func source(_ file: String?, line: Int?, column: Int? = nil) -> FileLocation? {
    guard let file, !file.isEmpty else { return nil }
    guard let tree else { return FileLocation(path: file, line: line, column: column, isInTree: false) }
    return tree.path(of: file).map { FileLocation(path: $0, line: line, column: column, isInTree: true) }
  }

  /// Returns a line of a file that the user named; `nil` for standard input.
  func input(_ path: String, line: Int?) -> FileLocation? {
    guard path != "-" else { return nil }
    if let inside = tree?.path(ofInput: path) { return FileLocation(path: inside, line: line, isInTree: true) }
    return FileLocation(path: path, line: line, isInTree: false)
  }
}
