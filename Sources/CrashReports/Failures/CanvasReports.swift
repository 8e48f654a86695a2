import Bytes

extension CrashReport {
  /// Words of diagnostics that state more than that the process of a preview crashed.
  private static let causes = [
    "due to", "at line", "fatal error", "exception", "not loaded", "symbol", "missing", "no such file", "unable to",
  ]

  /// Whether the report has only diagnostics of the canvas, which state a crash and no reason for it.
  fileprivate var isBareCanvasCrash: Bool {
    guard !canvasLines.isEmpty, canvasLines.count <= 64, canvasStatesCrash, threads?.isEmpty != false else {
      return false
    }
    return !canvasLines.contains { line in Self.causes.contains { line.text.containsBytes(ignoringCase: $0) } }
  }
}

extension ReadOutcome {
  /// The maximum number of lines between the diagnostics of a crashed preview and the crash report below them.
  private static let reach = 8

  /// Joins diagnostics of the canvas that describe one failure: repeated in the same words, which are counted, and followed
  /// by the crash report of the process that they name.
  mutating func joinCanvasReports() {
    guard reports.count > 1, reports.contains(where: { !$0.value.canvasLines.isEmpty }) else { return }
    var result: [Decoded<CrashReport>] = []
    var known: [(words: [String], index: Int)] = []
    var pending: Decoded<CrashReport>?
    for var report in reports {
      if let diagnostics = pending {
        pending = nil
        if isCrash(report.value, describedBy: diagnostics.value) {
          report.value.canvasLines = diagnostics.value.canvasLines
        } else {
          result.append(diagnostics)
        }
      }
      guard !report.value.canvasLines.isEmpty, report.value.threads?.isEmpty != false else {
        result.append(report)
        continue
      }
      let words = report.value.canvasErrors.map(\.text)
      if let first = known.first(where: { Self.repeats(words, $0.words) })?.index {
        let count = if case .number(let number)? = result[first].value.detail(.repetitions)?.value { number } else { 1 }
        result[first].value.details.removeAll { $0.key == .repetitions }
        result[first].value.add(.repetitions, .number(count + 1), line: result[first].value.source.firstLine)
        continue
      }
      if report.value.canvasStatesCrash {
        pending = report
      } else {
        if known.count < 64 { known.append((words, result.count)) }
        result.append(report)
      }
    }
    if let pending { result.append(pending) }
    reports = Self.withoutBareCrash(result)
    for index in reports.indices { reports[index].value.source.index = index }
  }

  /// Joins diagnostics that state only that the process crashed with the only other failure of the text, if a preview had it.
  private static func withoutBareCrash(_ reports: [Decoded<CrashReport>]) -> [Decoded<CrashReport>] {
    guard reports.count == 2, let bare = reports.firstIndex(where: { $0.value.isBareCanvasCrash }) else {
      return reports
    }
    var other = reports[1 - bare]
    guard other.value.kind == .crash, !other.value.isBareCanvasCrash,
      other.value.threads?.isEmpty != false
    else { return reports }
    let errors = (other.value.canvasLines.last?.error ?? -1) + 1
    other.value.canvasLines += reports[bare].value.canvasLines.map { line in
      var line = line
      line.error += errors
      return line
    }
    return [other]
  }

  /// Whether errors are those of other diagnostics, or their beginning: excerpts end within the second of two equal texts.
  private static func repeats(_ words: [String], _ others: [String]) -> Bool {
    guard let last = words.last, words.count <= others.count else { return false }
    return words.dropLast().elementsEqual(others.prefix(words.count - 1)) && others[words.count - 1].hasPrefix(last)
  }

  private func isCrash(_ report: CrashReport, describedBy diagnostics: CrashReport) -> Bool {
    guard report.canvasLines.isEmpty, report.kind == .crash, let name = report.process?.name, !name.isEmpty,
      let first = report.source.firstLine, let last = diagnostics.source.lastLine, first >= last,
      first - last <= Self.reach
    else { return false }
    return diagnostics.process?.name == name
      || diagnostics.canvasLines.contains { $0.text.containsBytes(ignoringCase: name) }
  }
}
