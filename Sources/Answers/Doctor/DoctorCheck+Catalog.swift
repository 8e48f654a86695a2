import Bytes
import CrashReports
import Documents
import Foundation
import History
import HistoryPresentation
import Platform
import Presentation
import Symbolication
import UserFiles
import Vocabulary
import Workflow

extension DoctorCheck {
  /// All checks in the order in which they are shown.
  package static let catalog: [DoctorCheck] = [program, configuration, database, symbols, reports, backtraces]

  /// The program that a shell runs.
  private static let program = DoctorCheck(id: "program", title: "Program") { context in
    let own = CurrentProcess.programPath
    var findings = [Finding(.fine, Product.nameAndVersion + (own.map { ", \(context.shown($0.text))" } ?? ""))]
    // In a relative folder of PATH, anything may be; it is not run.
    let folders = (context.session.variable("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    let found = folders.lazy.map { FilePath(String($0)).appending(Product.name) }
      .first { (try? FileStatus(of: $0))?.kind == .regular }
    guard let found else {
      findings.append(Finding(.note, "not on PATH: a shell runs it only by its path"))
      return findings
    }
    guard let real = Files.resolved(found), real != own else {
      findings.append(Finding(.fine, "on PATH as \(context.shown(found.text))"))
      return findings
    }
    let answer = BoundedProcess.output(of: found.text, ["--version"], seconds: 5)
    let version = answer.map { String(streamSafe: $0.prefix(100)).split(separator: "\n").first ?? "" }
    if version.map(String.init) == Product.nameAndVersion {
      findings.append(Finding(.fine, "on PATH, the same version, as \(context.shown(found.text))"))
    } else {
      let words = version.map { "is another version: \(Terminal.escaped(String($0)))" } ?? "does not run"
      findings.append(
        Finding(
          .action, "\(context.shown(found.text)), which a shell runs, \(words)",
          advice: "Replace it, or put the folder of this version first in PATH."))
    }
    return findings
  }

  /// The configuration files.
  private static let configuration = DoctorCheck(id: "configuration", title: "Configuration") { context in
    if context.configurationFailed {
      return [
        Finding(
          .action, "a configuration has errors, which are listed above", advice: "Correct it; see diagnose config.")
      ]
    }
    let files = context.session.settings.files
    guard !files.isEmpty else {
      let isOff = context.ignoresConfigurations
      return [Finding(.fine, isOff ? "not read (--no-config)" : "no file; all settings are defaults")]
    }
    var findings = files.enumerated().map { index, file in
      let trust = file.configuration.origin == .found ? ", found: adds only knowledge" : ""
      let first = index == 0 && files.count > 1 ? ", takes precedence" : ""
      return Finding(.fine, context.shown(file.name) + trust + first)
    }
    let ignored = context.session.settings.ignored
    if !ignored.isEmpty {
      findings.append(
        Finding(
          .note, "no effect: " + ignored.map(\.subject).joined(separator: ", "),
          advice: "Read the file, then: diagnose trust"))
    }
    return findings
  }

  /// The history.
  private static let database = DoctorCheck(id: "database", title: "Database") { context in
    historyFindings(context) + copyFindings(context)
  }

  /// The changes in other copies of shared histories, which are sent only on request.
  private static func copyFindings(_ context: DoctorContext) -> [Finding] {
    let location = try? context.history.location(context.session)
    var store: String?
    if let location, location.address != nil, Files.exists(FilePath(location.path)) {
      store = try? SharedCopy(location, context.session, nil).storeID()
    }
    return OtherCopies(context.session, except: location).found(comparedWith: store).map { copy in
      // Another history is exchanged when its own address is used.
      Finding(copy.isSameHistory == false ? .note : .action, OtherCopies.words(copy), advice: OtherCopies.advice(copy))
    }
  }

  private static func historyFindings(_ context: DoctorContext) -> [Finding] {
    if let value = context.session.variable("DIAGNOSE_NO_DATABASE"), value != "0",
      context.history.database == nil
    {
      return [Finding(.note, "off: DIAGNOSE_NO_DATABASE is set")]
    }
    var path = "history"
    do {
      path = try context.history.location(context.session).path
      let shown = context.shown(path)
      guard Files.exists(FilePath(path)) else {
        return [Finding(.fine, "\(shown), created when the first report is recorded")]
      }
      let store = try HistoryStore(path: path, access: .read, rules: context.session.historyRules)
      defer { store.close() }
      guard let info = try store.info() else { return [Finding(.fine, "\(shown), empty")] }
      var findings = [
        Finding(
          .fine, "\(shown), \(countText(info.reports, "report")), \(countText(info.issues, "issue"))")
      ]
      if let type = DatabaseLocation.networkVolume(of: path) {
        findings.append(
          Finding(
            .action, "it is on a network volume (\(type))",
            advice: "Use a local disk: two writers can damage a history on a network volume."))
      }
      if info.problems > 0 {
        findings.append(
          Finding(
            .note, "\(countText(info.problems, "input")) could not be stored", advice: "diagnose history --problems"))
      }
      return findings
    } catch let error as HistoryError {
      return [
        Finding(.action, "\(context.shown(path)): \(error.message)", advice: error.hint ?? "diagnose database check")
      ]
    } catch {
      return [Finding(.action, "\(context.shown(path)): cannot be read")]
    }
  }

  /// The locations that are searched for symbols, and the dSYMs there.
  private static let symbols = DoctorCheck(id: "symbols", title: "Symbols") { context in
    let named = context.symbols.map { ("--symbols", $0) }
    let variable = (context.session.variable("DIAGNOSE_SYMBOLS") ?? "").split(separator: ":").map {
      ("DIAGNOSE_SYMBOLS", String($0))
    }
    let configured = context.session.settings.symbolPaths.map { ("symbols.paths", $0.path) }
    var findings: [Finding] = []
    for (origin, path) in named + variable + configured {
      findings += symbolFindings(path, origin, context)
    }
    if OperatingSystem.current == .macOS {
      findings.append(Finding(.fine, "Xcode's archives and derived data, and Spotlight, are searched as well"))
    } else if findings.isEmpty {
      findings.append(
        Finding(
          .note, "no location; dSYMs next to a report are found",
          advice: "Name others with --symbols, DIAGNOSE_SYMBOLS or symbols.paths."))
    }
    return findings
  }

  /// The maximum number of dSYMs of one location that are listed.
  private static let maxListed = 20

  private static func symbolFindings(_ path: String, _ origin: String, _ context: DoctorContext) -> [Finding] {
    let file = FilePath(path)
    let shown = context.shown(path)
    if let problem = SymbolStore.problem(with: file) {
      // A configuration may list paths of several machines.
      return [
        Finding(
          origin == "symbols.paths" ? .note : .action, "\(shown): \(problem) (\(origin))",
          advice: origin == "symbols.paths" ? nil : "Correct \(origin).")
      ]
    }
    let listing = SymbolListing(file)
    var words = "\(shown): \(countText(listing.dSYMs.count, "dSYM"))"
    if listing.images > 0 { words += ", \(countText(listing.images, "image"))" }
    if listing.isIncomplete { words += ", searched only in part" }
    if listing.unreadable > 0 { words += ", \(countText(listing.unreadable, "unreadable file"))" }
    let isEmpty = listing.dSYMs.isEmpty && listing.images == 0
    var findings = [
      Finding(
        isEmpty ? .note : .fine, words,
        advice: isEmpty ? "Build with DEBUG_INFORMATION_FORMAT = dwarf-with-dsym, or name the archive." : nil)
    ]
    for dSYM in listing.dSYMs.prefix(maxListed) {
      let name = Terminal.quotedFileName(String(streamSafe: dSYM.path.lastComponent))
      let slices = dSYM.slices.map { "\($0.uuid.description.uppercased()) \($0.architecture)" }
      findings.append(Finding(.fine, "\(name): \(slices.joined(separator: ", "))"))
    }
    if listing.dSYMs.count > maxListed {
      findings.append(Finding(.fine, "and \(listing.dSYMs.count - maxListed) more dSYMs"))
    }
    return findings
  }

  /// The directories of reports.
  private static let reports = DoctorCheck(id: "reports", title: "Reports") { context in
    let locations = ReportDirectory.locations(context.session, [.run, .latest, .watch])
    guard !locations.isEmpty else {
      return [
        Finding(
          .note, "no report folder on this system, which run, latest and watch search",
          advice: "Set one with --watch FOLDER or watch.directories in the configuration.")
      ]
    }
    return locations.map { location in
      let shown = context.shown(location.path.text)
      switch location.state {
      case .readable:
        let count =
          Folder.files(in: location.path, recursive: location.directory.searchesSubfolders).files.count
        return Finding(.fine, "\(shown): \(countText(count, "file")) (\(location.directory.title))")
      case .missing:
        let isConfigured = location.directory.system == nil
        return Finding(
          isConfigured ? .action : .fine, "\(shown): not found (\(location.directory.title))",
          advice: isConfigured ? "Create it, or correct watch.directories." : nil)
      case .unreadable(let reason):
        return Finding(
          .action, "\(shown): \(reason)",
          advice: OperatingSystem.current == .macOS
            ? "Give your terminal Full Disk Access in System Settings."
            : "Check its owner and permissions with ls -ld.")
      }
    }
  }

  /// Backtraces of Swift programs, which are the only reports on Linux.
  private static let backtraces = DoctorCheck(id: "swift-backtrace", title: "Swift backtraces") { context in
    let isCI = context.session.variable("CI") != nil
    let place = isCI ? "in this CI job" : "here"
    guard let settings = context.session.variable("SWIFT_BACKTRACE") else {
      return [
        OperatingSystem.current == .linux
          ? Finding(.fine, "SWIFT_BACKTRACE is not set: Swift programs write a backtrace when they crash")
          : Finding(.fine, "SWIFT_BACKTRACE is not set: the system writes crash reports")
      ]
    }
    let shown = Terminal.escaped(String(settings.prefix(characters: 200)))
    if SwiftBacktraceSettings.isOff(settings), OperatingSystem.current == .linux {
      return [
        Finding(
          isCI ? .action : .note, "SWIFT_BACKTRACE=\(shown): Swift programs that crash \(place) write no backtrace",
          advice: "Unset it, or use SWIFT_BACKTRACE=enable=yes,color=no.")
      ]
    }
    if let path = SwiftBacktraceSettings.value("output-to", in: settings), path.hasPrefix("/"),
      !Folder.isFolder(FilePath(path))
    {
      return [
        Finding(
          .note, "SWIFT_BACKTRACE=\(shown): backtraces are written to one file, which run does not read",
          advice: "Let output-to name a folder, or remove it.")
      ]
    }
    return [Finding(.fine, "SWIFT_BACKTRACE=\(shown)")]
  }
}
