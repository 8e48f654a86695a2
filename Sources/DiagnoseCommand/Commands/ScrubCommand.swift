import Archives
import ArgumentParser
import CrashReports
import Documents
import Platform
import Presentation
import Redaction
import Vocabulary
import HistoryPresentation

/// Copies of reports that can be sent to others.
struct ScrubCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "scrub", abstract: "Write a copy of reports that can be sent: without names, homes, hosts, tokens.",
    discussion: """
      Names of users and machines, e-mail and network addresses, tokens, and numbers of accounts, devices and \
      installations get stand-ins, as user-1; the same name gets the same one in all reports of a call. UUIDs of images \
      and addresses stay, so that the copy can be symbolicated and gives the same diagnosis. Every copy is searched \
      again before anything is written. What a person wrote in words of their own only that person can judge: look at it.
      """)

  @Argument(help: ArgumentHelp("Reports, or - for standard input.", valueName: "report"))
  var inputs: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to a file, whole or not at all, or, if it is a folder, a copy of each report into it.", valueName: "file"))
  var output: String?

  @Flag(help: "Tell what would be replaced and where, and write nothing.")
  var preview = false

  @Flag(help: "End with status 1 if a report has something that would be replaced; writes nothing.")
  var check = false

  @Option(help: ArgumentHelp("A word that must not be left, also within others; may be repeated.", valueName: "word"))
  var name: [String] = []

  @Option(help: ArgumentHelp("Largest input read.", valueName: "bytes"))
  var maxSize = SizeArgument(bytes: FileReader.defaultLimit)

  @OptionGroup var configuration: ConfigurationOptions

  func validate() throws {
    if preview, check { throw ValidationError("--preview and --check exclude each other.") }
    if output != nil, preview || check { throw ValidationError("--preview and --check write nothing to a file.") }
    if let word = name.first(where: Redactor.isUnusable) {
      throw ValidationError(
        word.isEmpty ? "--name needs a word." : "--name cannot be '\(word)': stand-ins have that in them.")
    }
  }

  func perform(_ session: Session) throws -> ExitStatus {
    guard !inputs.isEmpty else {
      throw CommandFault(
        .wrongUse, "nothing to read", hint: "Name a report, or - for standard input. Help: diagnose scrub --help")
    }
    let session = try configuration.applied(to: session)
    let names = name + (try session.privateNames())
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
          "\(Self.shown(report.path)): no copy was written: \(error.count == 1 ? "a name is" : "\(error.count) names are") "
            + "still found in it", hint: "diagnose scrub --preview tells where. Take it out by hand, and try again.")
      }
    }
    try write(copies, &scrubber)
    if scrubber.kept > 0 {
      Console.complain(
        scrubber.kept == 1
          ? "a user has the name of a process or image, which stays; paths have the stand-in"
          : "\(scrubber.kept) users have names of processes or images, which stay; paths have the stand-ins",
        hint: "--name replaces it everywhere.")
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
        "unsupportedFormat", "is \(kind.name): a copy would have to change what is packed in it",
        hint: "Unpack it, and scrub the reports that are in it.")
    }
    if ForeignInput.isForeign(head: head) {
      throw ReadingFault(
        "notAReport", "is no text: what names stand in it cannot be seen",
        hint: "Only texts and JSON can be scrubbed.")
    }
    return bytes
  }

  // MARK: Telling

  private func list(
    _ reports: [(path: String, bytes: [UInt8])], _ scrubber: inout ReportScrubber, _ errors: Int
  ) throws -> ExitStatus {
    var text = ""
    var found = false
    for report in reports {
      let entries = scrubber.preview(of: report.bytes)
      found = found || !entries.isEmpty
      text += Self.shown(report.path) + ": " + Self.summary(entries) + "\n"
      if !entries.isEmpty {
        var table = TextTable(["STAND-IN", "FOR", "WHAT", "TIMES", "LINES"], PresentationStyle(width: 1000))
        table.wide = 4
        table.rightAligned = [3]
        for entry in entries {
          table.add([entry.placeholder, entry.hint, entry.kind.words, String(entry.count), Self.lines(entry.lines)])
        }
        text += table.text.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
      }
    }
    try StandardStreams.output(text)
    if check, found { return .conditionHolds }
    return errors == 0 ? .done : .partlyDone
  }

  private static func summary(_ entries: [RedactionTrace.Entry]) -> String {
    guard !entries.isEmpty else { return "nothing to replace was found" }
    let locations = entries.reduce(0) { $0 + $1.count }
    return (entries.count == 1 ? "1 name or number" : "\(entries.count) names and numbers") + " in "
      + HistoryPage.counted(locations, "place")
  }

  /// `3, 9, 14–16`, the first few.
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

  private func write(_ copies: [(path: String, bytes: [UInt8])], _ scrubber: inout ReportScrubber) throws {
    guard let output, output != "-" else {
      let bytes = Self.joined(copies.map(\.bytes))
      if FileDescriptor.standardOutput.isTerminal {
        try StandardStreams.output(Terminal.lines(bytes))
      } else {
        try StandardStreams.output(bytes)
      }
      return
    }
    guard Folder.isFolder(FilePath(output)) else {
      return try OutputFile.write(Self.joined(copies.map(\.bytes)), to: output)
    }
    var taken: Set<String> = []
    for copy in copies {
      // The names of old reports end in the name of the machine.
      let name = try Self.fileName(of: copy.path, &scrubber, &taken)
      try OutputFile.write(copy.bytes, to: output + (output.hasSuffix("/") ? "" : "/") + name)
    }
  }

  private static func fileName(
    of path: String, _ scrubber: inout ReportScrubber, _ taken: inout Set<String>
  ) throws -> String {
    let last = String(decoding: FilePath(path).lastComponent, as: UTF8.self)
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

  /// One after the other, each on lines of its own.
  private static func joined(_ copies: [[UInt8]]) -> [UInt8] {
    var all: [UInt8] = []
    for copy in copies {
      if let last = all.last, last != 0x0A { all.append(0x0A) }
      all += copy
    }
    return all
  }
}

extension Session {
  /// The words of configurations that no copy may hold.
  func privateNames() throws(CommandFault) -> [String] {
    let names = settings.privateNames ?? []
    if let word = names.first(where: Redactor.isUnusable) {
      throw CommandFault(
        .wrongConfiguration,
        "scrub.names cannot hold \(Terminal.quotedFileName(word)): stand-ins have that in them")
    }
    return names
  }

  /// The name of who runs this, which reports of this machine may hold.
  var accounts: [String] { [variable("USER"), variable("LOGNAME")].compactMap { $0 } }
}

extension Redactor.Kind {
  fileprivate var words: String {
    switch self {
    case .user: "name of a user"
    case .host: "name of a machine"
    case .email: "e-mail address"
    case .ip: "network address"
    case .token: "token or password"
    case .device: "number of a device"
    case .serial: "serial number"
    case .container: "folder of an installation"
    case .account: "number of an account"
    }
  }
}
