import ArgumentParser
import Diagnosis
import Platform
import Presentation
import UserFiles
import Vocabulary
import Workflow
import YAMLText

/// Writes a file with a pattern to complete.
struct PatternsNew: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Write a pattern file to complete.",
    discussion: """
      Writes a pattern file with one pattern, its examples and comments to standard output, or to a new file. The file \
      is valid and its examples pass: change it step by step, and run patterns test after each. With --from, the \
      pattern is a copy of a built-in one, which it replaces.

      Exit status: 0 when done; 64 if the ID is not valid, or if the evidence of the built-in pattern is code; 74 if \
      the file exists or could not be written.

      Examples:
        diagnose patterns new acme/login-token-lost --output ci/crash-patterns.yml
        diagnose patterns test ci/crash-patterns.yml
        diagnose patterns new acme/nil-in-cards --from swift-nil-unwrap --output ci/nil.yml
      """)

  @Argument(help: ArgumentHelp("Name the pattern: a prefix of your own, a slash, and the failure.", valueName: "id"))
  var id: String

  @Option(
    help: ArgumentHelp("Begin with a copy of this built-in pattern.", valueName: "id"),
    completion: ValueCompletion.patterns)
  var from: String?

  @Option(
    name: [.short, .long], help: ArgumentHelp("Write to this file, which must not exist.", valueName: "file"),
    completion: .file())
  var output: OutputArgument?

  func perform(_ session: Session) throws -> ExitStatus {
    let text = try from.map(copy) ?? PatternTemplate.text(id)
    let (file, faults) = PatternFile.read(Array(text.utf8), by: .user)
    if let fault = faults.first {
      throw CommandFault(
        .wrongUse, "'\(Terminal.escaped(id))' is not an ID of a pattern: \(fault.message)", hint: fault.hint)
    }
    // An ID with line breaks could add keys.
    guard file.entries.map(\.pattern.id) == [id] else {
      throw CommandFault(.wrongUse, "'\(Terminal.escaped(id))' is not an ID of a pattern")
    }
    guard let output else {
      try StandardStreams.output(text)
      return .done
    }
    var check = try OutputCheck(keeping: ProtectedFiles(session))
    let target = try check.accept(output, "--output")
    if (try? FileStatus(of: FilePath(output.name))) != nil {
      throw CommandFault(.cannotWrite, "\(Terminal.quotedFileName(output.name)) exists, and was not changed")
    }
    try target.write(text)
    return .done
  }

  /// Returns a file with a copy of a built-in pattern.
  private func copy(of name: String) throws -> String {
    guard let pattern = Pattern.with(id: name) else {
      let near = Suggestion.nearest(to: name, among: Pattern.catalog.map(\.id))
      throw CommandFault(
        .wrongUse, "unknown pattern '\(Terminal.escaped(name))'",
        hint: near.isEmpty
          ? "All ids: diagnose patterns list" : "Did you mean \(near.joined(separator: ", "))?")
    }
    guard let text = PatternWriter.text(pattern, id: id) else {
      throw CommandFault(
        .wrongUse, "the evidence of '\(name)' is code, which a file cannot contain",
        hint: "A pattern of your own can supersede it: supersedes: \(name)")
    }
    return text
  }
}

/// The text of a new pattern file.
enum PatternTemplate {
  /// Returns a file with a pattern of this id.
  static func text(_ id: String) -> String {
    """
    # Documentation of every key: docs/custom-patterns.md. Check: diagnose patterns test FILE
    patterns:
      - id: \(id)
        title: The card store was opened twice    # one line, the same for every report
        grades:                                    # alternatives, strongest first
          - confidence: certain                    # that this failure happened
            cause: likely                          # that the cause below is right
            evidence:                              # all entries must match
              - message: "card store {store} is open"
              - also:                              # cited if it matches
                  frame: "*CardStore.open*"
                  position: first 12
                  blamed: true
        headline: "The card store {store} was opened twice{function? by {function}}"
        cause: A second window opened the store before the first one closed it.
        remedy: Open the store once, in the app delegate, and pass it to both windows.
        supersedes: swift-fatal-error              # less specific patterns that this one explains
        examples:                                  # lines marked with → must be cited
          - matches: the message of the precondition
            excerpt: |
              →CardStore.swift:12: Fatal error: card store Deck.sqlite is open
          - doesNotMatch: another failure of the store
            excerpt: |
              CardStore.swift:40: Fatal error: card store cannot be read

    """
  }
}
