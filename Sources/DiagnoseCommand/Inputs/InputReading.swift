import Analysis
import Archives
import CrashReports
import Documents
import Platform
import Vocabulary

/// A thing to read.
enum InputSource: Sendable {
  case standardInput
  /// Named by the user, or met in a folder that was.
  case file(FilePath, isNamed: Bool)
  /// A bundle of test results, in which reports stand among other objects.
  case testResults(FilePath, isNamed: Bool)
  /// Cannot be read, as is known already.
  case unreadable(InputError)
}

/// What came of one input, or of one member of an archive.
struct InputOutcome: Sendable {
  /// As the user gave it; `-` for standard input.
  var path: String
  var member: String?
  var reports: [InputReport] = []
  var errors: [InputError] = []
  /// Worth saying, and no failure.
  var warnings: [InputError] = []
  /// How many files this tells of.
  var files = 1
  /// How many of them were met in a folder or an archive, and are no report.
  var skipped = 0

  /// Reports that an earlier run read and stored.
  var known = 0

  /// How many could not be read; as a rule one, if there are errors.
  var unreadable: Int?

  /// Reports that are in it, read now or before.
  var found: Int { reports.count + known }

  static func skipped(_ path: String, member: String? = nil) -> InputOutcome {
    InputOutcome(path: path, member: member, skipped: 1)
  }
}

/// The inputs of a command, in the order the user gave them.
struct InputList: Sendable {
  var sources: [InputSource] = []
  /// Entries of folders that are neither files nor folders to look into.
  var skippedCount = 0

  /// Finds the files behind what the user named.
  init(_ texts: [String], recursive: Bool) {
    for path in FilePath.arguments(texts) {
      if path.bytes == [UInt8(ascii: "-")] {
        sources.append(.standardInput)
      } else if Folder.isFolder(path) {
        if let bundle = ReportBundle(path) {
          sources += bundle.sources(isNamed: true, skippedCount: &skippedCount)
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
        sources += bundle.sources(isNamed: false, skippedCount: &skippedCount)
      } else {
        sources.append(.file(file.path, isNamed: false))
      }
    }
    skippedCount += listing.skippedCount
    sources += listing.unreadable.map(InputSource.unreadable)
  }
}

extension InputList {
  /// A line that tells how many of the sources are done; none where the user may still be typing one of them.
  func progressLine(_ what: String, isQuiet: Bool = false) -> ProgressLine {
    let isTyped = sources.contains { if case .standardInput = $0 { true } else { false } }
    return ProgressLine(
      what, total: sources.count, unit: "file", counting: "report",
      isQuiet: isQuiet || isTyped && FileDescriptor.standardInput.isTerminal)
  }
}

/// Reads inputs and judges what is in them.
struct InputReader: Sendable {
  /// Largest input, and largest member of an archive.
  var limit: Int
  /// Symbol files, the user's own patterns and settings. Digests are needed for the history and for JSON.
  var analysis: AnalysisOptions
  /// Has each report prepared for the history, on the thread that read it.
  var preparation: ReportPreparation?
  /// Nothing is shown of the reports: they are let go when they are prepared.
  var dropsReports = false
  /// What need not be read again, where nothing is shown of the reports.
  var stored: StoredReadings?
  /// Takes personal data out of what is shown; `nil`: all is shown.
  var scrubber: OutputScrubber?
  /// Asked while an archive is read.
  var isCancelled: @Sendable () -> Bool = { false }
  /// Told of each source that is done, and of its reports.
  var progress: ProgressLine?

  /// What one source turns out to be.
  enum Step: Sendable {
    case outcomes([InputOutcome])
    /// Not read yet: what is in it may be more than memory holds.
    case archive(ArchiveInput)
  }

  /// Reads inputs on several threads and calls `consume` on this one with what came of each, in order. Ends early when
  /// it returns `false`.
  func forEach(_ list: InputList, _ options: InputOptions, consume: (InputOutcome) throws -> Bool) throws {
    func consumeCounted(_ outcome: InputOutcome) throws -> Bool {
      progress?.advance(by: 0, counted: outcome.found)
      return try consume(outcome)
    }
    try OrderedWork.run(
      list.sources, jobs: options.width(for: list.sources.count), waiting: dropsReports ? 64 : 4
    ) {
      step(for: $0)
    } consume: { step in
      defer { progress?.advance() }
      switch step {
      case .outcomes(let outcomes):
        for outcome in outcomes where try !consumeCounted(outcome) { return false }
        return true
      case .archive(let archive):
        return try archive.forEach(self, jobs: options.width(for: 2), consume: consumeCounted)
      }
    }
  }

  func step(for source: InputSource) -> Step {
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
        // Links met in a folder lead anywhere; a link that the user named leads where the user wants.
        let file = try FileReader.open(path, followLinks: isNamed)
        if Archive.kind(of: file.read(at: 0, Archive.headSize)) != nil {
          return .archive(ArchiveInput(path: path.text, content: .file(file), isNamed: isNamed))
        }
        return .outcomes([outcome(try file.bytes(limit: limit), path: path.text, isNamed: isNamed)])
      } catch {
        if !isNamed, error.code == ReadingFault.notARegularFile || error.code == ReadingFault.empty {
          return .outcomes([.skipped(path.text)])
        }
        var error = InputError(error, path: path.text)
        if error.code == ReadingFault.notFound, let command = Suggestion.command(for: path.text) {
          error.hint = "Did you mean the command 'diagnose \(command)'?"
        }
        return .outcomes([InputOutcome(path: path.text, errors: [error])])
      }
    }
  }

  /// What bytes give that were read already.
  func outcome(_ bytes: [UInt8], path: String, member: String? = nil, isNamed: Bool) -> InputOutcome {
    let digest = stored == nil ? nil : SHA256.digest(of: bytes)
    if let digest, stored?.hold(digest, path: path, member: member) == true {
      return InputOutcome(path: path, member: member, known: 1)
    }
    let (analyzed, faults) = Analysis.analyze(bytes, analysis, digest: digest)
    var reports = analyzed.map { InputReport($0, member: member) }
    let isForeign = reports.isEmpty && faults.allSatisfy { $0.code == .notAReport || $0.code == .unsupportedFormat }
    if !isNamed, isForeign { return .skipped(path, member: member) }
    for index in reports.indices {
      reports[index].prepared = preparation?.prepared(reports[index], path: path, input: bytes)
      if dropsReports { reports[index].dropReport() }
    }
    var errors = faults.map { InputError($0, path: path, member: member) }
    if let scrubber, !reports.isEmpty {
      do throws(InputError) {
        try show(&reports, try scrubber.copy(of: bytes, path: path, member: member), path)
      } catch {
        return InputOutcome(path: path, member: member, errors: errors + [error])
      }
    }
    if reports.isEmpty, errors.isEmpty {
      errors = [InputError(path: path, code: DecodingFault.Code.notAReport.rawValue, message: "holds no report")]
    }
    return InputOutcome(path: path, member: member, reports: reports, errors: errors)
  }

  /// Reads the copy that is shown.
  private func show(_ reports: inout [InputReport], _ copy: [UInt8], _ path: String) throws(InputError) {
    var options = analysis
    (options.withDigest, options.withSignature) = (false, false)
    let shown = Analysis.analyze(copy, options).reports
    guard shown.count == reports.count else {
      throw InputError(
        path: path, code: OutputScrubber.code, message: "reads differently without personal data, and is not shown",
        hint: "Leave --scrub out to see it on this machine.")
    }
    for index in reports.indices { reports[index].shown = shown[index].assessment }
  }
}
