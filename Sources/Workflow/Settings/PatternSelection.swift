import Bytes
package import Analysis
package import Diagnosis
import HistoryPresentation
import Presentation
import UserFiles
import Vocabulary
import YAMLText
import Platform

/// Which patterns a command uses.
package struct PatternSelection: Sendable {
  /// The files with custom patterns that options name.
  package var files: [String] = []

  /// A selection; without an argument, the patterns of the catalog and of configurations.
  package init(files: [String] = []) {
    self.files = files
  }

  /// Returns the analysis options: the catalog and custom patterns without the disabled ones, and the settings of the
  /// configuration.
  package func analysisOptions(_ session: Session) throws -> AnalysisOptions {
    var options = AnalysisOptions()
    // The index of the catalog is built once per process.
    if hasChanges(session) { options.patterns = PatternSet(try used(session)) }
    options.images = session.settings.imageRules
    options.sourceMap = session.settings.sourceMap ?? []
    return options
  }

  /// Returns whether the user added or disabled patterns.
  package func hasChanges(_ session: Session) -> Bool {
    !(files.isEmpty && session.settings.patternFiles.isEmpty && session.settings.disabledPatterns.isEmpty)
  }

  /// Returns the patterns in use, without the disabled ones.
  package func used(_ session: Session) throws -> [Pattern] {
    let all = try all(session)
    let disabled = session.settings.disabledPatterns
    guard !disabled.isEmpty else { return all }
    let known = all.map(\.id)
    for one in disabled where !known.contains(one.id) {
      let near = Suggestion.nearest(to: one.id, among: known, limit: 1).first
      one.by.explain([
        FileFault(
          line: one.location.line, column: one.location.column, "unknown pattern '\(one.id.prefix(characters: 100))'",
          hint: near.map { "Did you mean '\($0)'?" } ?? "To list all IDs: diagnose patterns list")
      ])
      throw CommandFault(.wrongConfiguration)
    }
    Self.reportFound(session)
    let ids = Set(disabled.map(\.id))
    return all.filter { !ids.contains($0.id) }
  }

  /// Says which patterns the author of a checkout disabled: the diagnosis would otherwise lack them without a reason.
  private static func reportFound(_ session: Session) {
    for file in session.settings.files where file.configuration.origin == .found {
      let ids = (file.configuration.disabledPatterns ?? []).map { String($0.text.prefix(characters: 100)) }
      guard !ids.isEmpty else { continue }
      let shown = ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
      Console.writeOnce(
        "\(Terminal.quotedFileName(file.name)) disables \(countText(ids.count, "pattern")): \(Terminal.escaped(shown))")
    }
  }

  /// Returns all patterns, including the disabled ones.
  package func all(_ session: Session) throws -> [Pattern] {
    let given = zip(FilePath.arguments(files), files).map { (path: $0, name: $1, source: nil as PatternSource?) }
    let configured = session.settings.patternFiles.map {
      (path: FilePath($0.path), name: session.scrubbed($0.path), source: $0 as PatternSource?)
    }
    guard !(given + configured).isEmpty else { return Pattern.catalog }
    let read = try (given + configured).map { file in
      (
        try file.source?.file ?? UserFile.named(file.path, shown: file.name, status: .wrongConfiguration),
        file.source?.author ?? .user
      )
    }
    let (custom, isSound) = Self.read(read)
    guard isSound else { throw CommandFault(.wrongConfiguration) }
    return Pattern.catalog + custom
  }

  /// Returns the catalog and the patterns of the configuration, for the text of stored findings. If a file cannot be
  /// read, only the texts of its patterns are missing, so that the history remains readable.
  static func forWording(_ session: Session) -> PatternSet {
    guard !session.settings.patternFiles.isEmpty else { return .catalog }
    let custom = session.settings.patternFiles.flatMap { source -> [Pattern] in
      guard let file = try? source.file ?? UserFile.ifThere(FilePath(source.path), shown: source.path) else {
        return []
      }
      return PatternFile.read(file.bytes, by: source.author).file.entries.map(\.pattern)
    }
    return custom.isEmpty ? .catalog : PatternSet(Pattern.catalog + custom)
  }

  /// Reads pattern files and prints all their errors.
  package static func read(_ files: [(file: UserFile, author: Pattern.Author)]) -> (patterns: [Pattern], isSound: Bool)
  {
    var read: [PatternFile] = []
    var isSound = true
    for (file, author) in files {
      let (found, faults) = PatternFile.read(file.bytes, by: author)
      file.explain(faults)
      if !faults.isEmpty { isSound = false }
      read.append(found)
    }
    let across = PatternFile.faults(across: read)
    // If a file has errors, errors across files may be a consequence, so they are not reported.
    if isSound {
      for (index, fault) in across.prefix(20) { files[index].file.explain([fault]) }
      if !across.isEmpty { isSound = false }
    }
    return (read.flatMap { $0.entries.map(\.pattern) }, isSound)
  }
}
