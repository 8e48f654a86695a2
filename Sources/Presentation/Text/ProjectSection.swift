import Diagnosis

/// The result of checking a finding against the user's project, in a report.
struct ProjectSection {
  private let verdict: ProjectVerdict?
  /// The maximum number of locations shown of one fault.
  private static let maxLocations = 4
  private static let label = "In your project  "
  private static let pastedLabel = "In this code     "

  init(_ finding: FindingText) { verdict = finding.project }

  /// Writes the lines under "Why".
  func writeWhy(to renderer: inout TextRenderer) {
    switch verdict {
    case .confirmed(let faults):
      guard let fault = faults.first else { return }
      for (index, location) in fault.locations.prefix(Self.maxLocations).enumerated() {
        line(location, location.statement, isFirst: index == 0, &renderer)
      }
      if faults.count > 1 {
        renderer.paragraph(
          "and \(faults.count - 1) more such \(faults.count == 2 ? "fault" : "faults") (--format json)", style: .dim,
          indent: 2 + Self.label.utf8.count)
      }
    case .refuted(let reason, let location): line(location, "Contradicted: " + reason, isFirst: true, &renderer)
    case .undecided(let reason, let location?): line(location, reason, isFirst: true, &renderer)
    case .undecided(let reason, nil):
      let lead = [StyledText("  "), StyledText(Self.label, .bold)]
      renderer.paragraph(reason, lead: lead, indent: 2 + Self.label.utf8.count)
    case .silent, nil: return
    }
  }

  private func line(_ location: ProjectLocation, _ words: String, isFirst: Bool, _ renderer: inout TextRenderer) {
    let name = location.isPasted ? Self.pastedLabel : Self.label
    let label = isFirst ? name : String(repeating: " ", count: name.utf8.count)
    let place = location.isPasted ? "line \(location.line)" : "\(fileName(location.path)):\(location.line)"
    let lead = [
      StyledText("  "), StyledText(label, .bold), StyledText(place),
      StyledText("  "),
    ]
    renderer.paragraph(words, lead: lead, indent: 2 + Self.label.utf8.count)
  }

  /// True if there is an edit of the user's own file.
  var hasFix: Bool { firstDiff != nil }

  private var firstDiff: String? {
    guard case .confirmed(let faults)? = verdict else { return nil }
    return faults.lazy.compactMap(\.diff).first
  }

  private var isPasted: Bool {
    guard case .confirmed(let faults)? = verdict else { return false }
    return faults.first?.locations.first?.isPasted ?? false
  }

  /// Writes the lines under "Fix".
  func writeFix(to renderer: inout TextRenderer) {
    guard let firstDiff else { return }
    renderer.line(StyledText(isPasted ? "  edit to your code" : "  edit to your file", .dim))
    Self.write(diff: firstDiff, indent: 4, to: &renderer)
  }

  static func write(diff: String, indent: Int, to renderer: inout TextRenderer) {
    let blanks = String(repeating: " ", count: indent)
    for line in diff.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let style: TextStyle =
        switch line.first {
        case "-": .red
        case "@": .cyan
        default: .plain
        }
      // A terminal must not get the tabs of a file; patches are read from JSON.
      renderer.line(StyledText(blanks), StyledText(String(line).replacing("\t", with: "  "), style))
    }
  }

  private func fileName(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
