import Diagnosis

/// What the user's project says to a finding, on a report's page.
struct ProjectSection {
  private let verdict: ProjectVerdict?
  /// Places shown of one fault.
  private static let maxLocations = 4
  private static let label = "In your project  "

  init(_ finding: FindingText) { verdict = finding.project }

  /// Under "Why".
  func writeWhy(to page: inout Page) {
    switch verdict {
    case .confirmed(let faults):
      guard let fault = faults.first else { return }
      for (index, location) in fault.locations.prefix(Self.maxLocations).enumerated() {
        line(location, location.statement, isFirst: index == 0, &page)
      }
      if faults.count > 1 {
        page.paragraph(
          "and \(faults.count - 1) more such \(faults.count == 2 ? "fault" : "faults") (--format json)", ink: .dim,
          indent: 2 + Self.label.utf8.count)
      }
    case .refuted(let reason, let location): line(location, "Speaks against it: " + reason, isFirst: true, &page)
    case .silent, nil: return
    }
  }

  private func line(_ location: ProjectLocation, _ words: String, isFirst: Bool, _ page: inout Page) {
    let label = isFirst ? Self.label : String(repeating: " ", count: Self.label.utf8.count)
    let lead = [
      StyledText("  "), StyledText(label, .bold), StyledText("\(fileName(location.path)):\(location.line)"),
      StyledText("  "),
    ]
    page.paragraph(words, lead: lead, indent: 2 + Self.label.utf8.count)
  }

  /// True if there is an edit of the user's own file to show.
  var hasFix: Bool { firstDiff != nil }

  private var firstDiff: String? {
    guard case .confirmed(let faults)? = verdict else { return nil }
    return faults.lazy.compactMap(\.diff).first
  }

  /// Under "Fix".
  func writeFix(to page: inout Page) {
    guard let firstDiff else { return }
    page.line(StyledText("  your own file", .dim))
    Self.write(diff: firstDiff, indent: 4, to: &page)
  }

  static func write(diff: String, indent: Int, to page: inout Page) {
    let blanks = String(repeating: " ", count: indent)
    for line in diff.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let ink: TextStyle =
        switch line.first {
        case "-": .red
        case "@": .cyan
        default: .plain
        }
      page.line(StyledText(blanks), StyledText(String(line), ink))
    }
  }

  private func fileName(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
