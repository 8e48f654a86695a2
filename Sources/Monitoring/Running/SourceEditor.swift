package import Platform
import Vocabulary
package import Workflow

/// The editor of the user, which shows a line of a source file.
///
/// It is started without a shell: the words of `VISUAL` or `EDITOR`, then the arguments for the location. The path of the file
/// is absolute, so that it is never an option.
package struct SourceEditor: Sendable, Equatable {
  /// How an editor is told the line.
  private enum Form: Sendable {
    /// `+LINE FILE`
    case plus
    /// `FILE:LINE:COLUMN`
    case colons
    /// `--goto FILE:LINE:COLUMN`
    case goto
    /// `-l LINE FILE`
    case shortOption
    /// `--line LINE FILE`
    case longOption
  }

  /// The editors by the name of the program. Others are given the file only.
  private static let forms: [(names: [String], form: Form)] = [
    (
      [
        "vi", "vim", "nvim", "view", "ex", "gvim", "mvim", "nano", "pico", "emacs", "emacsclient", "mg", "ne", "joe",
        "jed", "micro", "kak", "kate", "gedit", "less",
      ], .plus
    ),
    (["code", "code-insiders", "codium", "cursor", "windsurf"], .goto),
    (["subl", "sublime_text", "zed", "zeditor", "hx", "helix", "lapce"], .colons),
    (["xed", "mate", "bbedit"], .shortOption),
    (["idea", "appcode", "clion", "fleet", "pycharm"], .longOption),
  ]

  /// The program and its arguments.
  package let words: [String]

  /// Creates the editor that the variables name, `VISUAL` before `EDITOR`, else Xcode on macOS; `nil` if there is none.
  ///
  /// - Parameter variable: Returns the value of an environment variable; `nil` for none.
  package init?(system: OperatingSystem = .current, variable: (String) -> String?) {
    let named = ["VISUAL", "EDITOR"].compactMap(variable).map(Self.words).first { !$0.isEmpty }
    guard let words = named ?? (system == .macOS ? ["/usr/bin/xed"] : nil) else { return nil }
    self.words = words
  }

  /// Returns the words of a command; blanks in quotation marks do not separate words. Nothing else has a meaning.
  private static func words(_ command: String) -> [String] {
    // A path with blanks is not quoted by everyone.
    if command.hasPrefix("/"), (try? FileStatus(of: FilePath(command)))?.kind == .regular { return [command] }
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in command {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " || character == "\t" {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap { $0 }
  }

  /// Returns the program and all arguments that show a line.
  package func command(_ path: String, line: Int?, column: Int?) -> [String] {
    let program = words.first?.split(separator: "/").last.map(String.init) ?? ""
    guard let line, let form = Self.forms.first(where: { $0.names.contains(program) })?.form else {
      return words + [path]
    }
    let location = path + ":\(line)" + (column.map { ":\($0)" } ?? "")
    switch form {
    case .plus: return words + ["+\(line)", path]
    case .colons: return words + [location]
    case .goto: return words + ["--goto", location]
    case .shortOption: return words + ["-l", "\(line)", path]
    case .longOption: return words + ["--line", "\(line)", path]
    }
  }

  /// Shows a line, and waits until the program ends. It uses the terminal, also if the streams of this process are others.
  package func open(_ path: String, line: Int?, column: Int?) throws(CommandFault) {
    let command = command(path, line: line, column: column)
    let terminal = try? FileDescriptor(opening: FilePath("/dev/tty"), .readWrite)
    defer { try? terminal?.close() }
    func stream(_ own: FileDescriptor) -> FileDescriptor { own.isTerminal ? own : terminal ?? own }
    let name = Terminal.quotedFileName(words[0])
    let child: ChildProcess
    do {
      child = try ChildProcess(
        words: command.map { Array($0.utf8) }, environment: ProcessEnvironment.variables,
        ChildProcess.Streams(
          input: stream(.standardInput), output: stream(.standardOutput), error: stream(.standardError)))
    } catch {
      throw CommandFault(
        .nothingDone, "the editor \(name) cannot be run (\(StandardStreams.reason(error)))",
        hint: "Set VISUAL or EDITOR to the program that --open uses.")
    }
    switch child.wait() {
    case .exited(0), .lost, .running: return
    case .exited(let status):
      throw CommandFault(.nothingDone, "the editor \(name) exited with status \(status)")
    case .signaled(let number):
      throw CommandFault(
        .nothingDone, "the editor \(name) was terminated by signal \(number)")
    }
  }
}
