import CrashReports
import HistoryPresentation
import Vocabulary

/// A file that was found in a folder or archive and is not a report.
package struct SkippedFile: Sendable {
  /// The path, and the member of an archive.
  package var name: String
  /// What it is instead, in a few words.
  package var reason: String

  /// A file that is not a report.
  package init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  /// The message, escaped.
  package var text: String {
    Terminal.quotedFileName(name) + (reason.hasPrefix("not a ") ? ": " : ": not a report: ") + Terminal.escaped(reason)
  }

  /// The reason for what the program wrote itself.
  package static let ownOutput = "output of diagnose"
}

/// The files and folders that a search skipped.
package struct SkippedFiles: Sendable {
  /// The number of files.
  package private(set) var count = 0
  /// The first files, in the order of the search.
  package private(set) var listed: [SkippedFile] = []
  /// The first folders that were not searched; their files are not counted.
  private var folders: [String] = []
  private var unlistedCount = 0

  /// No files.
  package init() {
  }

  /// The maximum number of files in the list, which is held in memory.
  private static let maxListed = 100_000

  /// Adds a file, and what it is instead of a report, in a few words.
  package mutating func add(_ name: String, _ reason: String) {
    count += 1
    list(SkippedFile(name: name, reason: reason))
  }

  /// Adds a folder that was not searched.
  package mutating func add(folder name: String) {
    if folders.count < Self.maxListed { folders.append(name) }
  }

  /// Adds files whose names are not available.
  package mutating func add(unnamed others: Int) {
    count += others
    unlistedCount += others
  }

  /// Adds what another search skipped.
  package mutating func add(_ others: SkippedFiles) {
    count += others.count
    unlistedCount += others.unlistedCount
    folders += others.folders.prefix(Self.maxListed - folders.count)
    for file in others.listed { list(file) }
  }

  private mutating func list(_ file: SkippedFile) {
    if listed.count < Self.maxListed { listed.append(file) } else { unlistedCount += 1 }
  }

  /// One sentence for standard error; `nil` if no file was skipped.
  package var summary: String? {
    count == 0
      ? nil
      : countText(count, "file") + (count == 1 ? " is not a report" : " are not reports")
        + ": --list-skipped shows \(count == 1 ? "it" : "them")"
  }

  /// The lines of the list, escaped.
  package var lines: [String] {
    var lines = folders.map { Terminal.quotedFileName($0) + ": folder not searched" } + listed.map(\.text)
    if unlistedCount > 0 { lines.append("\(countText(unlistedCount, "more file")) not listed") }
    return lines
  }

  /// Prints the list if the user asked for it, else the number.
  package func report(list: Bool) {
    if list {
      for line in lines { Console.write("diagnose: " + line + "\n") }
    } else if let summary {
      Console.writeMessage(summary)
    }
  }
}
