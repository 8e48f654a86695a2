import Diagnosis
import Documents
import Vocabulary

/// A Markdown document within the limit of a comment: a table of all problems, then each in detail while there is room,
/// the most severe first.
struct MarkdownDocument {
  private let problems: Problems

  /// The maximum size in bytes. GitHub rejects comments and issues of more than 65,536 characters.
  static let maxSize = 65_536
  /// What the statement about omitted parts begins with.
  static let omission: StaticString = "Omitted, because "
  /// Room for statements about what is omitted.
  private static let reserve = 1_000
  private static let maxTableSize = 24_000
  private static let maxErrorsSize = 8_000
  /// The maximum number of characters of a cell, and of a line in a list of inputs.
  private static let maxCellLength = 160

  init(_ problems: Problems) { self.problems = problems }

  var text: String {
    let entries = problems.entries
    if entries.isEmpty, problems.errors.isEmpty {
      return problems.title == "crash reports" ? Wording.noReports + "\n" : "No faults found.\n"
    }
    let errors = errorSection
    if entries.count <= 1 {
      var text = ""
      if let problem = entries.first {
        let forms = [true, false].map { detail(problem, isComplete: $0) }
        text =
          firstFit(forms, used: errors.utf8.count)
          ?? "### \(Markdown.text(Self.limited(problem.headline)))\n\n\(Self.omission)the report is too large.\n"
        if !errors.isEmpty { text += "\n" }
      }
      return text + errors
    }
    let failures = problems.failures
    var text = table(failures)
    var left = failures.count
    for failure in failures {
      let forms = [true, false].map { folded(failure, isComplete: $0) }
      guard let form = firstFit(forms, used: text.utf8.count + errors.utf8.count) else { break }
      text += "\n" + form
      left -= 1
    }
    if left > 0 {
      text +=
        "\n\(Self.omission)comments are limited to 65,536 characters: details of "
        + "\(Self.counted(left, "failure")). The formats text, json and html are complete.\n"
    }
    return errors.isEmpty ? text : text + "\n" + errors
  }

  private func firstFit(_ forms: [String], used: Int) -> String? {
    forms.first { $0.utf8.count <= Self.maxSize - Self.reserve - used }
  }

  private static func counted(_ count: Int, _ word: String) -> String {
    count == 1 ? "1 \(word)" : "\(count) \(word)s"
  }

  private static func limited(_ text: String) -> String {
    let line = Wording.oneLine(text)
    guard line.unicodeScalars.count > maxCellLength else { return line }
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(maxCellLength - 1))) + "…"
  }

  // MARK: Parts

  private func table(_ failures: [Problems.Group]) -> String {
    let failing = problems.entries.count { $0.isFailure }
    let isReports = problems.title == "crash reports"
    let total = Self.counted(problems.entries.count, isReports ? "report" : "fault")
    var text = "### \(total)" + (isReports ? ", \(failing) with a failure" : "") + "\n\n"
    text += "| | What | Where | Input |\n|---|---|---|---|\n"
    var rows = 0
    for failure in failures {
      let problem = failure.problem
      let state = problem.isAccepted == true ? "accepted" : Self.word(problem)
      let words = [state, Self.limited(problem.headline), place(problem), Self.limited(problem.name)]
      var row = "|" + words.map { " \(Markdown.text($0)) |" }.joined()
      if failure.count > 1 { row = row.dropLast(2) + ", and \(failure.count - 1) more |" }
      guard text.utf8.count + row.utf8.count < Self.maxTableSize else { break }
      text += row + "\n"
      rows += 1
    }
    if rows < failures.count {
      text += "\n\(Self.omission)the table is limited: \(Self.counted(failures.count - rows, "row")).\n"
    }
    return text
  }

  private static func word(_ problem: Problem) -> String {
    guard problem.isFailure else { return "no failure" }
    switch problem.level {
    case .error: return "error"
    case .warning: return "warning"
    case .note: return "note"
    }
  }

  private func place(_ problem: Problem) -> String {
    if let source = problem.source, source.isInTree {
      return Self.limited(source.path + (source.line.map { ":\($0)" } ?? ""))
    }
    guard case .report(let presented) = problem.origin else { return Self.limited(problem.name) }
    let blame = presented.findings(problems.style).first?.blame ?? presented.assessment.blame
    return Self.limited(blame.flatMap(Wording.primaryLocation) ?? "unknown")
  }

  /// Returns a section that is opened with a click.
  private func folded(_ failure: Problems.Group, isComplete: Bool) -> String {
    let problem = failure.problem
    var title = Markdown.html(Self.limited(problem.headline))
    if failure.count > 1 { title += " (\(failure.count) reports)" }
    return "<details>\n<summary>\(Self.word(problem)): \(title)</summary>\n\n" + detail(problem, isComplete: isComplete)
      + "\n</details>\n"
  }

  private func detail(_ problem: Problem, isComplete: Bool) -> String {
    switch problem.origin {
    case .report(let presented):
      return MarkdownSection.section(
        presented, problems.style, source: problem.source, isComplete: isComplete)
    case .fault(let fault):
      var text = "### \(Markdown.text(fault.headline))\n\n- Where: \(Markdown.code(problem.name))\n"
      text += "- What: \(Markdown.code(fault.pattern))\n- Do this: \(Markdown.text(fault.remedy))\n\n#### Why\n\n"
      for location in fault.locations {
        text += "- \(Markdown.text(location.statement)) (\(Markdown.text("\(location.path):\(location.line)")))\n"
      }
      if isComplete, let diff = fault.diff { text += "\n" + Markdown.block(diff, language: "diff") }
      return text
    }
  }

  private var errorSection: String {
    guard !problems.errors.isEmpty else { return "" }
    var text = "### Unreadable\n\n"
    var rows = 0
    for error in problems.errors {
      let row = "- \(Markdown.code(error.name)): \(Markdown.text(error.message))\n"
      guard text.utf8.count + row.utf8.count < Self.maxErrorsSize else { break }
      text += row
      rows += 1
    }
    if rows < problems.errors.count {
      text += "\n\(Self.omission)the list is limited: \(Self.counted(problems.errors.count - rows, "input")).\n"
    }
    return text
  }
}
