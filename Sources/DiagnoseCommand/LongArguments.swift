import ArgumentParser
import Bytes
import Workflow

/// A command that accepts any number of words: files, or the arguments of another command.
protocol AcceptsManyWords: Subcommand {
  /// The words, in the order of the command line.
  var manyWords: [String] { get set }
}

/// Parses long command lines in linear time, and names of methods as words.
///
/// The parser removes each word from a list, so that its time grows with the square of their number: `diagnose run -- rm` with
/// 16,000 files took nine seconds. Long runs of words are therefore replaced by one mark before parsing, and inserted again
/// afterwards; so is the name of a method, `-[NSArray objectAtIndex:]`, which would be an option.
struct LongArguments {
  /// The maximum number of consecutive words that are parsed.
  private static let maxRun = 32
  /// The maximum number of options, each of which the parser compares with all others.
  static let maxOptions = 1024
  /// The maximum number of arguments of a command that does not accept any number of words.
  static let maxWords = 4096
  /// The maximum number of letters after one dash.
  static let maxLetters = 64

  /// The arguments to parse.
  let short: [String]
  private let runs: [[String]]

  /// Whether words were replaced.
  var isShortened: Bool { !runs.isEmpty }

  /// Replaces runs of words.
  init(_ arguments: [String]) {
    var short: [String] = []
    var runs: [[String]] = []
    var run: [String] = []
    var isAfterTerminator = false
    func end() {
      if run.count > Self.maxRun || run.contains(where: Self.isMethod) {
        short.append(Self.mark(runs.count))
        runs.append(run)
      } else {
        short += run
      }
      run = []
    }
    for (index, argument) in arguments.enumerated() {
      // The word behind an option may be its value.
      let isValue =
        index > 0 && !isAfterTerminator && arguments[index - 1].hasPrefix("-") && !Self.isMethod(arguments[index - 1])
      if isAfterTerminator || Self.isMethod(argument) || !argument.hasPrefix("-") && !isValue {
        run.append(argument)
        continue
      }
      end()
      short.append(argument)
      if argument == "--" { isAfterTerminator = true }
    }
    end()
    self.short = short
    self.runs = runs
  }

  private static func isMethod(_ argument: String) -> Bool { argument.hasPrefix("-[") && argument.hasSuffix("]") }

  /// A word that no command line contains.
  private static func mark(_ number: Int) -> String { "\0\(number)" }

  /// Throws if the parser would need too long for the options.
  func requireFewOptions() throws(CommandFault) {
    // The words behind it are those of another command.
    let options = short.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }
    if options.count > Self.maxOptions { throw CommandFault(.wrongUse, "more than \(Self.maxOptions) options") }
    let isLong = options.contains { option in
      !option.hasPrefix("--") && option.utf8.count > Self.maxLetters && option.utf8.dropFirst().allSatisfy(\.isLetter)
    }
    if isLong { throw CommandFault(.wrongUse, "an option of more than \(Self.maxLetters) letters") }
  }

  /// Parses the arguments of a command; `nil` if they are not valid for it.
  func parse(_ type: any ParsableCommand.Type) -> (any Subcommand)? {
    guard let command = try? type.parse(short) as? any Subcommand else { return nil }
    if runs.isEmpty { return command }
    guard var command = command as? any AcceptsManyWords else { return nil }
    var words: [String] = []
    for word in command.manyWords {
      if word.utf8.first == 0, let number = Int(word.dropFirst()), runs.indices.contains(number) {
        words += runs[number]
      } else {
        words.append(word)
      }
    }
    command.manyWords = words
    return command
  }
}

extension AnalyzeCommand: AcceptsManyWords {
  var manyWords: [String] {
    get { inputs }
    set { inputs = newValue }
  }
}

extension IngestCommand: AcceptsManyWords {
  var manyWords: [String] {
    get { inputs }
    set { inputs = newValue }
  }
}

extension ConvertCommand: AcceptsManyWords {
  var manyWords: [String] {
    get { inputs }
    set { inputs = newValue }
  }
}

extension ScrubCommand: AcceptsManyWords {
  var manyWords: [String] {
    get { inputs }
    set { inputs = newValue }
  }
}

extension RunCommand: AcceptsManyWords {
  var manyWords: [String] {
    get { command }
    set { command = newValue }
  }
}

extension ExplainCommand: AcceptsManyWords {
  var manyWords: [String] {
    get { words }
    set { words = newValue }
  }
}
