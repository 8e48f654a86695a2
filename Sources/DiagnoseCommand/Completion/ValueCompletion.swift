import ArgumentParser
import Bytes
import Diagnosis
import Foundation
import History
import Platform
import Presentation
import Workflow

/// The values that shells offer for arguments: IDs, apps, builds and the like of the history, and topics.
///
/// A completion runs at each tab: it takes at most a second, never changes or migrates the history, uses no network, and
/// says nothing if something is wrong. Shells expand what they offer, bash even command substitutions, so that a value is
/// offered only if all of its characters mean themselves in every shell.
enum ValueCompletion {
  /// The maximum number of values that are offered.
  static let limit = 200
  /// The maximum number of bytes of a value.
  static let maxLength = 100
  /// The maximum number of columns of a description.
  private static let maxDescription = 60

  /// Returns the completion of the values of a dimension.
  static func values(of dimension: FilterDimension) -> CompletionKind {
    .custom { words, _, prefix in
      answer(
        prefix, read(words) { try $0.knownValues(of: dimension).reversed().flatMap { offeredWords(of: $0, dimension) } }
      )
    }
  }

  /// The IDs of issues, the latest first.
  static let issues = CompletionKind.custom { words, _, prefix in
    answer(prefix, read(words) { try offered($0.issueIDs(withPrefix: prefix, limit: limit)) })
  }

  /// The IDs of issues that are merged into others.
  static let mergedIssues = CompletionKind.custom { words, _, prefix in
    answer(prefix, read(words) { try offered($0.issueIDs(withPrefix: prefix, limit: limit, areMerged: true)) })
  }

  /// The topics of `explain`: patterns, and terms of reports.
  static let topics = CompletionKind.custom { _, _, prefix in
    answer(prefix, (Pattern.catalog.map(\.id) + Topic.catalog.map(\.id)).sorted())
  }

  /// The identifiers of built-in patterns.
  static let patterns = CompletionKind.custom { _, _, prefix in answer(prefix, Pattern.catalog.map(\.id).sorted()) }

  // MARK: - Values

  /// Returns the values that can be offered after `prefix`, each once. A description may follow a value after a tab.
  ///
  /// - Parameter shell: The name of the shell, which determines how a description is written.
  static func answer(
    _ prefix: String, _ values: [String], for shell: String? = CompletionShell.requesting?.rawValue
  ) -> [String] {
    var seen: Set<String> = []
    var answer: [String] = []
    for text in values {
      let parts = text.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      guard let value = parts.first.map(String.init), value.hasPrefix(prefix), isPlain(value),
        seen.insert(value).inserted
      else { continue }
      answer.append(value + (parts.count > 1 ? description(String(parts[1]), for: shell) : ""))
      if answer.count == limit { break }
    }
    return answer
  }

  /// Returns whether every character of a value means itself in bash, zsh and fish, also at the beginning of a word.
  static func isPlain(_ value: String) -> Bool {
    guard let first = value.utf8.first, first.isLetterOrDigit, value.utf8.count <= maxLength else { return false }
    return value.utf8.allSatisfy { $0.isLetterOrDigit || "._-,/".utf8.contains($0) }
  }

  /// Returns what the shell shows beside a value: only letters, digits, blanks and the like. bash shows nothing.
  private static func description(_ text: String, for shell: String?) -> String {
    let separator = ["fish": "\t", "zsh": ":"][shell ?? ""]
    guard let separator else { return "" }
    let words = text.prefix(bytes: 4 * maxDescription).utf8.map { byte in
      byte.isLetterOrDigit || "._-".utf8.contains(byte) ? byte : UInt8(ascii: " ")
    }.split(separator: UInt8(ascii: " ")).map { String(streamSafe: $0) }.joined(separator: " ")
    return words.isEmpty ? "" : separator + words.cut(to: maxDescription, ascii: true)
  }

  /// Returns a value, or the words of one that has blanks if each selects it, as those of the names of systems do.
  static func offeredWords(of value: String, _ dimension: FilterDimension) -> [String] {
    if isPlain(value) || !dimension.acceptsParts { return [value] }
    return value.split(separator: " ").map(String.init)
  }

  private static func offered(_ issues: [HistoryStore.OfferedIssue]) -> [String] {
    issues.map { $0.id + "\t" + $0.title }
  }

  // MARK: - The history

  /// The seconds after which a completion ends without values.
  private static let seconds = 1.0

  /// Returns what `body` reads in the history that the command line selects; nothing if that is not possible at once.
  ///
  /// - Parameter words: The words of the command line.
  private static func read(_ words: [String], _ body: (HistoryStore) throws -> [String]) -> [String] {
    // A disk or a lock may be slow; the user waits for the prompt.
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: seconds)
      CurrentProcess.exitNow(0)
    }
    let configuration = ConfigurationSelection(
      config: value(of: "--config", in: words), noConfig: words.contains("--no-config"))
    guard let session = try? configuration.applied(to: Session()),
      let location = try? HistorySelection(
        database: value(of: "--database", in: words).map { expanded($0, home: session.home) }
      ).location(session),
      HistoryStore.isReadable(location.path),
      let store = try? HistoryStore(path: location.path, access: .readAtOnce, rules: HistoryRules())
    else { return [] }
    defer { store.close() }
    return (try? body(store)) ?? []
  }

  /// Returns the last value of an option in a command line, which the parser uses: `--option VALUE` or `--option=VALUE`;
  /// `nil` without one.
  static func value(of option: String, in words: [String]) -> String? {
    for (index, word) in words.enumerated().reversed() {
      if word.hasPrefix(option + "=") { return nonempty(word.dropFirst(option.count + 1)) }
      guard word == option else { continue }
      // bash separates words at equals signs.
      return words.dropFirst(index + 1).first { $0 != "=" }.flatMap { nonempty($0[...]) }
    }
    return nil
  }

  private static func nonempty(_ text: Substring) -> String? { text.isEmpty ? nil : String(text) }

  /// Returns a path as the shell passes it to the command: it has not yet replaced a tilde in a line that is completed.
  static func expanded(_ path: String, home: String?) -> String {
    guard let home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }
}
