import CrashReports
import Foundation
import Presentation
import Symbolication
import Vocabulary

/// A thing to read.
enum InputSource: Sendable {
  case standardInput
  /// Named by the user, or met in a folder that was.
  case file(FilePath, isNamed: Bool)
  /// Cannot be read, as is known already.
  case unreadable(InputError)
}

/// What came of one input.
struct InputOutcome: Sendable {
  /// As the user gave it; `-` for standard input.
  var path: String
  var reports: [AnalyzedReport] = []
  var errors: [InputError] = []
  /// Met in a folder, and no report.
  var isSkipped = false
}

/// The inputs of a command, in the order the user gave them.
struct InputList: Sendable {
  var sources: [InputSource] = []
  /// Entries of folders that are neither files nor folders to look into.
  var passedOver = 0

  /// Finds the files behind what the user named.
  init(_ texts: [String], recursive: Bool) {
    for path in FilePath.arguments(texts) {
      if path.bytes == [UInt8(ascii: "-")] {
        sources.append(.standardInput)
      } else if Folder.isFolder(path) {
        do {
          let (files, others) = try Folder.files(in: path, recursive: recursive)
          sources += files.map { .file($0, isNamed: false) }
          passedOver += others
        } catch { sources.append(.unreadable(InputError(error, path: path.text))) }
      } else {
        sources.append(.file(path, isNamed: true))
      }
    }
  }

  /// Reads one input and judges what is in it. Digests are needed for the history and for JSON.
  static func outcome(
    of source: InputSource, limit: Int, symbols: SymbolStore?, rules: AnalysisRules, withDigests: Bool = true
  ) -> InputOutcome {
    switch source {
    case .unreadable(let error): return InputOutcome(path: error.path, errors: [error])
    case .standardInput:
      do {
        let bytes = try FileReader.readStandardInput(limit: limit)
        return analyzed(bytes, path: "-", isNamed: true, symbols, rules, withDigests: withDigests)
      } catch {
        return InputOutcome(path: "-", errors: [InputError(error, path: "-")])
      }
    case .file(let path, let isNamed):
      do {
        // Links met in a folder lead anywhere; a link that the user named leads where the user wants.
        let bytes = try FileReader.read(path, limit: limit, followLinks: isNamed).bytes
        return analyzed(bytes, path: path.text, isNamed: isNamed, symbols, rules, withDigests: withDigests)
      } catch {
        if !isNamed, error.code == ReadingFault.notARegularFile || error.code == ReadingFault.empty {
          return InputOutcome(path: path.text, isSkipped: true)
        }
        var error = InputError(error, path: path.text)
        if error.code == ReadingFault.notFound, let command = Suggestion.command(for: path.text) {
          error.hint = "Did you mean the command 'diagnose \(command)'?"
        }
        return InputOutcome(path: path.text, errors: [error])
      }
    }
  }

  private static func analyzed(
    _ bytes: [UInt8], path: String, isNamed: Bool, _ symbols: SymbolStore?, _ rules: AnalysisRules, withDigests: Bool
  ) -> InputOutcome {
    let (reports, faults) = ReportAnalysis.analyze(bytes, symbols: symbols, rules: rules, withDigests: withDigests)
    let isForeign = reports.isEmpty && faults.allSatisfy { $0.code == .notAReport || $0.code == .unsupportedFormat }
    if !isNamed, isForeign { return InputOutcome(path: path, isSkipped: true) }
    var errors = faults.map { InputError($0, path: path) }
    if reports.isEmpty, errors.isEmpty {
      errors = [InputError(path: path, code: DecodingFault.Code.notAReport.rawValue, message: "holds no report")]
    }
    return InputOutcome(path: path, reports: reports, errors: errors)
  }
}

/// Words that are near to what was typed.
enum Suggestion {
  /// The command a missing file's name was probably meant to be.
  static func command(for word: String) -> String? {
    guard word.utf8.count <= 24, word.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".") }) else {
      return nil
    }
    return nearest(to: word, among: Diagnose.commandWords, limit: 1).first
  }

  /// The words nearest to `word`, best first: near in spelling, or holding it.
  static func nearest(to word: String, among words: [String], limit: Int = 3) -> [String] {
    let typed = Array(word.lowercased().utf8.prefix(64))
    guard !typed.isEmpty else { return [] }
    let scored = words.compactMap { candidate -> (Int, String)? in
      let bytes = Array(candidate.utf8)
      let distance = distance(typed, bytes)
      if distance <= max(1, typed.count / 3) { return (distance, candidate) }
      return typed.count >= 3 && candidate.contains(word.lowercased()) ? (bytes.count, candidate) : nil
    }
    return scored.sorted { $0 < $1 }.prefix(limit).map(\.1)
  }

  /// Optimal string alignment: insertions, deletions, replacements, and swaps of neighbours.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (byte == other ? 0 : 1))
        if row > 0, column > 0, byte == right[column - 1], other == left[row - 1] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = previous
      previous = current
    }
    return previous[right.count]
  }
}
