import Documents
import Vocabulary

extension OutputFormat {
  /// Messages in the form of compilers, which Xcode shows in the issue navigator when a build phase prints them:
  /// `FILE:LINE:COLUMN: error: MESSAGE [PATTERN]`. Xcode opens absolute paths only.
  static let xcode = OutputFormat(
    id: "xcode", title: "Messages of compilers, for Xcode and editors",
    openings: [],
    write: { problems in
      Annotation.all(problems).map { annotation in
        let word =
          switch annotation.level {
          case .error: "error"
          case .warning: "warning"
          case .note: "note"
          }
        let message = plain(annotation.message)
        let line = "\(word): \(message) [\(Terminal.escaped(annotation.title))]\n"
        guard let location = annotation.source ?? annotation.input else { return "diagnose: " + line }
        let root = location.isInTree ? (problems.locations.root ?? "") + "/" : ""
        let path = WorkflowCommands.defused(plain(root + location.path))
        let numbers = location.line.map { "\($0):\(location.column ?? 1): " } ?? "1:1: "
        return "\(path):\(numbers)\(line)"
      }.joined()
    })

  /// Returns the text without a second message: a build log is searched for `FILE:1:1: error:` anywhere in a line.
  private static func plain(_ text: String) -> String {
    ["error", "warning", "note"].reduce(WorkflowCommands.withoutMarks(Terminal.escaped(Wording.oneLine(text)))) {
      $0.replacing(": \($1):", with: ": \($1)\\u{3a}")
    }
  }
}
