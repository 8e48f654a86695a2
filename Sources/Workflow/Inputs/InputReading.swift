package import Analysis
import Archives
import CrashReports
import Diagnosis
package import Documents
package import Platform
import Presentation
import Vocabulary

/// The result of reading one input, or one member of an archive.
package struct InputOutcome: Sendable {
  /// The path as the user gave it; `-` for standard input.
  package var path: String
  /// The name in the archive; `nil` for an input that is not in one.
  package var member: String?
  /// The reports that were read, in the order of the input.
  package var reports: [InputReport] = []
  /// Why parts of the input were not read.
  package var errors: [InputError] = []
  /// Messages that are not failures.
  package var warnings: [InputError] = []
  /// The number of files that this outcome covers.
  package var files = 1
  /// Those of them that were found in a folder or archive and are not reports.
  package var skipped = SkippedFiles()

  /// The number of reports that an earlier run read and stored.
  package var known = 0
  /// The number of decoded bytes that the reports were read from.
  package var bytes = 0

  /// The number of files that could not be read; if `nil`, one if there are errors.
  package var unreadable: Int?

  /// The outcome of an input.
  package init(
    path: String, member: String? = nil, reports: [InputReport] = [], errors: [InputError] = [],
    warnings: [InputError] = [], files: Int = 1, skipped: SkippedFiles = SkippedFiles(), known: Int = 0,
    unreadable: Int? = nil
  ) {
    self.path = path
    self.member = member
    self.reports = reports
    self.errors = errors
    self.warnings = warnings
    self.files = files
    self.skipped = skipped
    self.known = known
    self.unreadable = unreadable
  }

  /// The number of reports in it, read now or earlier.
  package var found: Int { reports.count + known }

  /// The outcome of a file that is not a report.
  package static func skipped(_ path: String, member: String? = nil, _ reason: String) -> InputOutcome {
    var outcome = InputOutcome(path: path, member: member)
    outcome.skipped.add(InputName.text(path, member), reason)
    return outcome
  }
}

/// The inputs of a command, in the order the user gave them.
package struct InputList: Sendable {
  /// The inputs to read.
  package var sources: [InputSource] = []
  /// Folder entries that are neither files nor searched folders.
  package var skipped = SkippedFiles()

  /// The maximum number of folders that stay open.
  private static let maxContained = 100

  /// Finds the files that the user's arguments refer to.
  package init(_ texts: [String], recursive: Bool) { self.init(FilePath.arguments(texts), recursive: recursive) }

  /// Finds the files that paths refer to. What is found in a folder is opened below it, without links.
  package init(_ paths: [FilePath], recursive: Bool) {
    var contained = 0
    for path in paths {
      if path.bytes == [UInt8(ascii: "-")] {
        sources.append(.standardInput)
      } else if Folder.isFolder(path) {
        var path = path
        if path.scope == nil, contained < Self.maxContained, let folder = try? path.contained() {
          path = folder
          contained += 1
        }
        if let bundle = ReportBundle(path) {
          sources += bundle.sources(isNamed: true, &skipped)
        } else {
          add(folder: path, recursive: recursive)
        }
      } else {
        sources.append(.file(path, isNamed: true))
      }
    }
  }

  private mutating func add(folder path: FilePath, recursive: Bool) {
    let listing = Folder.files(in: path, recursive: recursive)
    for file in listing.files {
      if let bundle = file.bundle {
        sources += bundle.sources(isNamed: false, &skipped)
      } else if SourceFileName.matches(file.path) {
        skipped.add(file.path.text, SourceFileName.reason)
      } else {
        sources.append(.file(file.path, isNamed: false))
      }
    }
    skipped.add(listing.skipped)
    sources += listing.unreadable.map(InputSource.unreadable)
  }
}

extension InputList {
  /// Returns a progress line that counts the sources; it is off while the user may still be typing one of them.
  package func progressLine(_ what: String, isQuiet: Bool = false) -> ProgressLine {
    let isTyped = sources.contains { if case .standardInput = $0 { true } else { false } }
    return ProgressLine(
      what, total: sources.count, unit: "file", counting: "report",
      isQuiet: isQuiet || isTyped && FileDescriptor.standardInput.isTerminal)
  }
}

/// Reads inputs and analyzes their reports.
package struct InputReader: Sendable {
  /// The maximum size of an input, and of a member of an archive, in bytes.
  package var limit: Int
  /// The symbol files, custom patterns and settings. Digests are needed for the history and for JSON.
  package var analysis: AnalysisOptions
  /// Prepares each report for the history, on the thread that read it.
  package var preparation: ReportPreparation?
  /// True if reports are released when they are prepared, because nothing of them is shown.
  package var dropsReports = false
  /// The inputs that need not be read again, for a run that shows nothing of the reports.
  package var stored: StoredReadings?
  /// Redacts what is shown; `nil` if everything is shown.
  package var scrubber: OutputScrubber?
  /// Called repeatedly while an archive is read.
  package var isCanceled: @Sendable () -> Bool = { false }
  /// Counts the finished sources and their reports.
  package var progress: ProgressLine?
  /// Returns the names of the commands, one of which the user may have meant by the name of a missing file.
  package var commands: @Sendable () -> [String] = { [] }

  /// A reader with a limit and options of the analysis; the properties state what the other arguments mean.
  package init(
    limit: Int, analysis: AnalysisOptions, preparation: ReportPreparation? = nil, dropsReports: Bool = false,
    stored: StoredReadings? = nil, scrubber: OutputScrubber? = nil,
    isCanceled: @escaping @Sendable () -> Bool = { false }, progress: ProgressLine? = nil,
    commands: @escaping @Sendable () -> [String] = { [] }
  ) {
    self.limit = limit
    self.analysis = analysis
    self.preparation = preparation
    self.dropsReports = dropsReports
    self.stored = stored
    self.scrubber = scrubber
    self.isCanceled = isCanceled
    self.progress = progress
    self.commands = commands
  }

  /// The result of opening one source.
  package enum Step: Sendable {
    case outcomes([InputOutcome])
    /// An archive that is not read yet, because its contents may not fit into memory.
    case archive(ArchiveInput)
  }

  /// Reads inputs on several threads and calls `consume` on the current thread with each outcome, in order. Stops early
  /// if `consume` returns `false`.
  ///
  /// - Parameter jobs: The number of threads; `nil` for one per processor.
  package func forEach(_ list: InputList, jobs: Int?, consume: (InputOutcome) throws -> Bool) throws {
    func consumeCounted(_ outcome: InputOutcome) throws -> Bool {
      progress?.advance(by: 0, counted: outcome.found)
      return try consume(outcome)
    }
    try OrderedWork.run(
      list.sources, jobs: OrderedWork.width(jobs, for: list.sources.count), waiting: dropsReports ? 256 : 4
    ) {
      step(for: $0)
    } consume: { step in
      defer { progress?.advance() }
      switch step {
      case .outcomes(let outcomes):
        for outcome in outcomes where try !consumeCounted(outcome) { return false }
        return true
      case .archive(let archive):
        return try archive.forEach(self, jobs: OrderedWork.width(jobs, for: 2), consume: consumeCounted)
      }
    }
  }

  /// Opens a source, and reads it unless it is an archive.
  package func step(for source: InputSource) -> Step {
    switch source {
    case .unreadable(let error): return .outcomes([InputOutcome(path: error.path, errors: [error])])
    case .testResults(let path, let isNamed): return .outcomes(TestResults.outcomes(path, isNamed: isNamed, self))
    case .standardInput:
      do {
        let bytes = try FileReader.readStandardInput(limit: limit)
        if Archive.kind(of: Array(bytes.prefix(Archive.headSize))) != nil {
          return .archive(ArchiveInput(path: "-", content: .bytes(bytes), isNamed: true))
        }
        return .outcomes([outcome(bytes, path: "-", isNamed: true)])
      } catch {
        return .outcomes([InputOutcome(path: "-", errors: [InputError(error, path: "-")])])
      }
    case .file(let path, let isNamed):
      do {
        // Links found in a folder are not followed, because they may lead anywhere. A link that the user named is
        // followed.
        let file = try FileReader.open(path, followLinks: isNamed)
        var bytes: [UInt8]?
        if Archive.kind(of: file.head(&bytes, limit: limit)) != nil {
          return .archive(ArchiveInput(path: path.text, content: .file(file), isNamed: isNamed))
        }
        let content: [UInt8]
        if let bytes { content = bytes } else { content = try file.bytes(limit: limit) }
        return .outcomes([outcome(content, path: path.text, isNamed: isNamed)])
      } catch {
        if !isNamed, error.code == ReadingFault.notARegularFile || error.code == ReadingFault.empty {
          return .outcomes([.skipped(path.text, error.message)])
        }
        var error = InputError(error, path: path.text)
        if error.code == ReadingFault.notFound, let command = command(for: path.text) {
          error.hint = "Did you mean the command 'diagnose \(command)'?"
        }
        return .outcomes([InputOutcome(path: path.text, errors: [error])])
      }
    }
  }

  /// Returns the outcome of bytes that were read. Of an input that the user did not name, only records are reported.
  package func outcome(_ bytes: [UInt8], path: String, member: String? = nil, isNamed: Bool) -> InputOutcome {
    let digest = stored == nil ? nil : SHA256.digest(of: bytes)
    if let digest, stored?.hold(digest, path: path, member: member) == true {
      return InputOutcome(path: path, member: member, known: 1)
    }
    let isOwnOutput = OutputFormat.wrote(bytes)
    if !isNamed, isOwnOutput { return .skipped(path, member: member, SkippedFile.ownOutput) }
    var options = analysis
    options.withDescriptions = isNamed
    let (analyzed, faults) = Analysis.analyze(bytes, options, digest: digest)
    var reports = analyzed.map { InputReport($0, member: member) }
    if !isNamed, let reason = SkippedFile.reason(reports, faults) { return .skipped(path, member: member, reason) }
    if !isOwnOutput { preparation?.prepare(&reports, path: path, input: bytes) }
    if dropsReports { for index in reports.indices { reports[index].dropReport() } }
    var errors = faults.map { InputError($0, path: path, member: member) }
    if isNamed { answer(bytes, &reports, faults, &errors, path: path, member: member) }
    if let scrubber, !reports.isEmpty {
      do throws(InputError) {
        try show(&reports, try scrubber.copy(of: bytes, path: path, member: member), path, isNamed: isNamed)
      } catch {
        return InputOutcome(path: path, member: member, errors: errors + [error])
      }
    }
    if reports.isEmpty, errors.isEmpty {
      errors = [InputError(path: path, code: DecodingFault.Code.notAReport.rawValue, message: "contains no report")]
    }
    if !isNamed { reports.removeAll { $0.notARecord != nil } }
    var outcome = InputOutcome(path: path, member: member, reports: reports, errors: errors)
    outcome.bytes = bytes.count
    return outcome
  }

  /// Returns the command that the user probably meant by the name of a missing file.
  private func command(for word: String) -> String? {
    guard word.utf8.count <= 24, word.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".") }) else {
      return nil
    }
    return Suggestion.nearest(to: word, among: commands(), limit: 1).first
  }

  /// Adds topics of `diagnose explain` for a text that describes a failure and records none.
  private func answer(
    _ bytes: [UInt8], _ reports: inout [InputReport], _ faults: [DecodingFault], _ errors: inout [InputError],
    path: String, member: String?
  ) {
    if reports.isEmpty {
      guard let last = errors.indices.last, faults[last].code == .notAReport, errors[last].hint == nil else { return }
      errors[last].point(to: QuestionIndex.catalog.topics(askedIn: bytes))
    }
  }

  /// Analyzes the redacted copy that is shown.
  private func show(
    _ reports: inout [InputReport], _ copy: [UInt8], _ path: String, isNamed: Bool
  ) throws(InputError) {
    var options = analysis
    (options.withDigest, options.withSignature, options.withDescriptions) = (false, false, isNamed)
    let shown = Analysis.analyze(copy, options).reports
    guard shown.count == reports.count else {
      throw InputError(
        path: path, code: OutputScrubber.code,
        message: "cannot be redacted, because the redacted copy is read differently",
        hint: "To see it on this machine, run without --scrub.")
    }
    for index in reports.indices { reports[index].shown = shown[index].assessment }
  }
}
