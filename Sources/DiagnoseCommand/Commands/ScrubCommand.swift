import Bytes
import Archives
import ArgumentParser
import CrashReports
import Documents
import Foundation
import Platform
import Presentation
import Redaction
import Vocabulary
import HistoryPresentation
import Workflow

/// Writes copies of reports that are safe to share.
struct ScrubCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "scrub", abstract: "Remove user names, home folders, hosts and tokens from reports.",
    discussion: """
      Reads reports and writes copies, in which placeholders such as user-1 replace names of users and machines, \
      e-mail and network addresses, tokens, and identifiers of accounts, devices and installations. The same name \
      gets the same placeholder in all reports of a run. UUIDs of images and addresses in images remain, so that a \
      copy can be symbolicated and gets the same diagnosis. Every copy is searched again before it is written. \
      Free text that a user wrote cannot be checked: --check names its lines, --preview prints them, redacted. Read \
      them before you share the copy.

      Exit status: 0 when done; 1 if --check found something to replace; 2 if no copy was written; 3 if some inputs \
      could not be read.

      Examples:
        diagnose scrub MyApp.ips > MyApp-redacted.ips
        diagnose scrub --preview --name Falcon MyApp.ips
      """)

  @Argument(help: ArgumentHelp("Read these reports; - is standard input.", valueName: "report"), completion: .file())
  var inputs: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this file (atomically); several copies into this folder, created if missing.", valueName: "file"),
    completion: .file())
  var output: OutputArgument?

  @Flag(help: "Show what would be replaced and where, and write nothing.")
  var preview = false

  @Flag(help: "Exit with 1 if something would be replaced; write nothing.")
  var check = false

  @Option(help: ArgumentHelp("Also replace this word, even inside other words; repeatable.", valueName: "word"))
  var name: [String] = []

  @Option(help: ArgumentHelp("Read inputs up to this size.", valueName: "bytes"))
  var maxSize = SizeArgument(bytes: FileReader.defaultLimit)

  @OptionGroup(title: "Analysis options") var configuration: ConfigurationOptions

  func validate() throws {
    if preview, check { throw ValidationError("--preview and --check cannot be used together.") }
    if output != nil, preview || check {
      throw ValidationError("--output cannot be used with --preview or --check, which write no file.")
    }
    if let word = name.first(where: Redactor.isUnusable) {
      throw ValidationError(
        word.isEmpty
          ? "--name is empty. Name a word."
          : "--name cannot be '\(word)': it is part of placeholders or of documents.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    guard !inputs.isEmpty else {
      throw CommandFault(
        .wrongUse, "no input", hint: "Name a report, or - for standard input. Help: diagnose scrub --help")
    }
    let session = try configuration.applied(to: session)
    let names = name + (try session.privateNames())
    var kept = ProtectedFiles(session)
    kept.add(inputs, .input)
    var outputs = try OutputCheck(keeping: kept)
    var errors = 0
    var reports: [(path: String, bytes: [UInt8])] = []
    for path in inputs {
      do throws(ReadingFault) { reports.append((path, try read(path))) } catch {
        errors += 1
        Console.write("diagnose: " + InputError(error, path: path).text + "\n")
      }
    }
    guard !reports.isEmpty else { return .nothingDone }
    var scrubber = ReportScrubber(names: names, accounts: session.accounts)
    for report in reports { scrubber.learn(from: report.bytes) }
    if preview || check { return try list(reports, &scrubber, errors) }

    var copies: [(path: String, bytes: [UInt8])] = []
    for report in reports {
      do throws(ReportScrubber.Leak) { copies.append((report.path, try scrubber.copy(of: report.bytes))) } catch {
        throw CommandFault(
          .nothingDone,
          "\(Self.shown(report.path)): no copy was written, because it would still contain "
            + (error.count == 1 ? "a name" : "\(error.count) names"),
          hint: "To see where: diagnose scrub --preview. Remove it by hand, and try again.")
      }
    }
    try write(copies, &scrubber, &outputs)
    if scrubber.kept > 0 {
      Console.writeMessage(
        scrubber.kept == 1
          ? "a user name is also the name of a process or image, so only paths were redacted"
          : "\(scrubber.kept) user names are also names of processes or images, so only paths were redacted",
        hint: "To replace a name everywhere, use --name.")
    }
    return errors == 0 ? .done : .partlyDone
  }

  private static func shown(_ path: String) -> String {
    path == "-" ? "standard input" : Terminal.quotedFileName(path)
  }

  private func read(_ path: String) throws(ReadingFault) -> [UInt8] {
    let bytes: [UInt8]
    if path == "-" {
      bytes = try FileReader.readStandardInput(limit: maxSize.bytes)
    } else {
      bytes = try FileReader.read(FilePath.arguments([path])[0], limit: maxSize.bytes)
    }
    let head = Array(bytes.prefix(4096))
    if let kind = Archive.kind(of: Array(head.prefix(Archive.headSize))) {
      throw ReadingFault(
        "unsupportedFormat", "is \(kind.name): archives cannot be redacted",
        hint: "Unpack it, and scrub the reports in it.")
    }
    if UnsupportedInput.isUnsupported(head: head) || UnsupportedInput.isBinaryReport(head: head) {
      throw ReadingFault(
        "notAReport", "is not text, so names in it cannot be found",
        hint: "Only text and JSON can be redacted.")
    }
    return bytes
  }

  // MARK: Preview

  private func list(
    _ reports: [(path: String, bytes: [UInt8])], _ scrubber: inout ReportScrubber, _ errors: Int
  ) throws -> ExitStatus {
    var text = ""
    var found = false
    for report in reports {
      let preview = scrubber.preview(of: report.bytes)
      found = found || !preview.entries.isEmpty
      text += Self.shown(report.path) + ": " + Self.summary(preview) + "\n"
      if !preview.entries.isEmpty {
        var table = TextTable(["PLACEHOLDER", "FOR", "WHAT", "TIMES", "LINES"], PresentationStyle(width: 1000))
        table.wide = 4
        table.rightAligned = [3]
        for entry in preview.entries {
          table.add([entry.placeholder, entry.hint, entry.kind.title, String(entry.count), Self.lines(entry.lines)])
        }
        text += table.text.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
      }
      if self.preview { text += try Self.shown(preview.freeText, report.bytes, &scrubber) }
    }
    try StandardStreams.output(text)
    if check, found { return .conditionHolds }
    return errors == 0 ? .done : .partlyDone
  }

  private static func summary(_ preview: ReportScrubber.Preview) -> String {
    let entries = preview.entries
    let locations = entries.reduce(0) { $0 + $1.count }
    let found =
      entries.isEmpty
      ? "no known form found"
      : (entries.count == 1 ? "1 name or identifier" : "\(entries.count) names and identifiers") + " in "
        + countText(locations, "position")
    let free = preview.freeText
    guard !free.isEmpty else { return found }
    return found + "; free text on \(free.count == 1 ? "line" : "lines") \(lines(free)) was not judged"
  }

  /// The maximum number of lines with free text that a preview prints.
  private static let maxFreeLines = 20

  /// Returns the lines with free text, redacted and shortened, for the reader to judge.
  private static func shown(_ free: [Int], _ bytes: [UInt8], _ scrubber: inout ReportScrubber) throws -> String {
    guard !free.isEmpty else { return "" }
    var text = "  free text, not judged:\n"
    let numbers = Set(free.prefix(maxFreeLines))
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where numbers.contains(index + 1) {
      let start = String(streamSafe: line.prefix(1000)).trimmingCharacters(in: .whitespaces)
      guard let copy = try? scrubber.copy(of: start) else { continue }
      text +=
        "  \(String(index + 1).padded(to: 6, onLeft: true))  " + Terminal.escaped(String(copy.prefix(characters: 100)))
      text += copy.count > 100 ? "…\n" : "\n"
    }
    let more = free.count - numbers.count
    return text + (more > 0 ? "          and \(countText(more, "line"))\n" : "")
  }

  /// Returns line numbers as text, such as `3, 9, 14–16`; only the first ranges.
  private static func lines(_ lines: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for line in lines {
      if let last = runs.last, line == last.upperBound + 1 {
        runs[runs.count - 1] = last.lowerBound...line
      } else {
        runs.append(line...line)
      }
    }
    let shown = runs.prefix(8).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
    return shown.joined(separator: ", ") + (runs.count > 8 ? ", …" : "")
  }

  // MARK: Writing

  private func write(
    _ copies: [(path: String, bytes: [UInt8])], _ scrubber: inout ReportScrubber, _ outputs: inout OutputCheck
  ) throws {
    guard let output, !output.isStandardOutput else {
      let bytes = Self.joined(copies.map(\.bytes))
      if FileDescriptor.standardOutput.isTerminal {
        try StandardStreams.output(Terminal.lines(bytes))
      } else {
        try StandardStreams.output(bytes)
      }
      return
    }
    let target = try outputs.accept(output, "--output")
    guard inputs.count > 1 || output.name.hasSuffix("/") || target.isFolder else {
      return try target.write(Self.joined(copies.map(\.bytes)))
    }
    var taken: Set<String> = []
    var files: [CheckedOutput] = []
    for copy in copies {
      // File names of old reports end with the host name.
      let name = try Self.fileName(of: copy.path, &scrubber, &taken)
      let path = output.name + (output.name.hasSuffix("/") ? "" : "/") + name
      files.append(try outputs.accept(OutputArgument(path), "--output"))
    }
    try createFolder(target)
    for (copy, file) in zip(copies, files) { try file.write(copy.bytes) }
  }

  /// Creates the folder for several copies, which do not fit into one file.
  private func createFolder(_ folder: CheckedOutput) throws {
    do { try folder.createFolder() } catch {
      throw CommandFault(
        .cannotWrite, "\(Terminal.quotedFileName(folder.name)): cannot be created as a folder for the copies",
        hint: "Name a folder, or a new one. To write all copies to one file, use standard output.")
    }
  }

  private static func fileName(
    of path: String, _ scrubber: inout ReportScrubber, _ taken: inout Set<String>
  ) throws -> String {
    let last = String(streamSafe: FilePath(path).lastComponent)
    var name = path == "-" || last.isEmpty ? "report" : last
    do throws(ReportScrubber.Leak) { name = try scrubber.copy(of: name) } catch { name = "report" }
    name = String(name.unicodeScalars.map { $0 == "/" || $0.value == 0 ? "_" : Character($0) })
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var number = 1
    var unique = name
    while !taken.insert(unique.lowercased()).inserted {
      number += 1
      unique = "\(name[..<dot])-\(number)\(name[dot...])"
    }
    return unique
  }

  /// Returns the copies one after the other, each starting on a new line.
  private static func joined(_ copies: [[UInt8]]) -> [UInt8] {
    var all: [UInt8] = []
    for copy in copies {
      if let last = all.last, last != 0x0A { all.append(0x0A) }
      all += copy
    }
    return all
  }
}
