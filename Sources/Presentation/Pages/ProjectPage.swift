package import CrashReports
package import Diagnosis
import Documents
import Vocabulary

/// The known faults of a project, for `diagnose check`.
package struct ProjectPage {
  private let folder: String
  private let faults: [ProjectFault]
  private let notes: [Note]
  private let files: Int

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - folder: The folder as the user gave it.
  ///   - files: The number of files that were read.
  package init(folder: String, faults: [ProjectFault], notes: [Note], files: Int) {
    self.folder = folder
    self.faults = faults
    self.notes = notes
    self.files = files
  }

  /// Returns the path relative to the working directory of the user.
  private func path(_ path: String) -> String {
    if folder == "." { return path }
    return (folder.hasSuffix("/") ? folder : folder + "/") + path
  }

  /// Returns the faults: location, headline, pattern and remedy; with `verbose` also all locations and the diff.
  package func text(_ style: PresentationStyle) -> String {
    var renderer = TextRenderer(style)
    for fault in faults {
      guard let location = fault.locations.first else { continue }
      renderer.line(
        StyledText("\(path(location.path)):\(location.line)", .bold), StyledText(": "), StyledText(fault.headline),
        StyledText(" [\(fault.pattern)]", .dim))
      renderer.paragraph(fault.remedy, lead: [StyledText("  ")], indent: 2)
      guard style.verbose else { continue }
      for location in fault.locations {
        renderer.line(StyledText("    \(path(location.path)):\(location.line)  ", .dim), StyledText(location.text))
        renderer.paragraph(location.statement, lead: [StyledText("      ")], indent: 6)
      }
      if let diff = fault.diff { ProjectSection.write(diff: diff, indent: 4, to: &renderer) }
      renderer.blank()
    }
    let total = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
    renderer.line(StyledText("\(total), \(files) \(files == 1 ? "file" : "files") read"))
    return WorkflowCommands.defused(WorkflowCommands.withoutMarks(renderer.text))
  }

  /// Returns the faults as outputs for CI systems show them.
  func problems(_ style: PresentationStyle) -> Problems {
    let locations = FileLocations(style.sources)
    let entries = faults.map { fault in
      let first = fault.locations.first
      let location = first.flatMap { locations.input(path($0.path), line: $0.line) }
      let pattern = PatternSet.catalog.pattern(fault.pattern)
      return Problem(
        level: .error, isFailure: true, isRecognized: true, confidence: fault.proves ? .certain : .likely,
        rule: .init(
          id: fault.pattern, title: pattern?.title ?? fault.pattern, help: fault.remedy,
          references: pattern?.references ?? []),
        headline: fault.headline, message: fault.headline + ". " + fault.remedy, source: location, input: nil,
        name: first.map { "\(path($0.path)):\($0.line)" } ?? folder, group: fault.check,
        // The line is not part of the key: it changes with every edit above it.
        fingerprint: Problem.key([fault.check, first?.path ?? "", fault.headline]), origin: .fault(fault))
    }
    let errors = notes.map { InputError(path: folder, code: $0.code, message: $0.text) }
    return Problems(entries, errors, style, locations, title: "project check")
  }

  /// Returns a document of schema `diagnose-check/1`.
  package func json() -> String {
    var writer = JSONWriter(layout: .indented)
    writer.object {
      $0.member("schema", "diagnose-check/1")
      $0.name("tool")
      $0.object(inline: true) {
        $0.member("name", Product.name)
        $0.member("version", Product.version)
      }
      $0.member("folder", folder)
      $0.member("filesRead", files, minimum: 0)
      $0.name("faults")
      $0.array(faults) { EncodedProjectFault($1).write(to: &$0) }
      $0.name("notes")
      $0.array(notes) { writer, note in
        writer.object(inline: true) {
          $0.member("code", note.code)
          $0.member("text", note.text)
        }
      }
    }
    return WorkflowCommands.defusedJSON(String(decoding: writer.bytes, as: UTF8.self)) + "\n"
  }
}
