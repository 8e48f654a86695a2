import CrashReports

/// The symbols found and missing, below the stacks of a report.
struct SymbolSection {
  let report: CrashReport
  let style: PresentationStyle

  /// The maximum number of images listed; the others are counted.
  private static let maxImages = 6

  func write(to renderer: inout TextRenderer) {
    guard report.symbolLocations != nil else { return suggestion(&renderer) }
    let warnings = SymbolWarning.all(report).filter { $0.isMissing || style.verbose }
    guard !warnings.isEmpty else { return unknownImages(&renderer) }
    renderer.line(StyledText("Symbols", .bold))
    let shown = style.verbose ? warnings.count : Self.maxImages
    for warning in warnings.prefix(shown) {
      renderer.paragraph(warning.image + ": " + warning.words, lead: [StyledText("  ")], indent: 4)
      if let hint = warning.hint { renderer.paragraph(hint, lead: [StyledText("    ")], indent: 4) }
      // Not wrapped, so that it can be copied.
      if let command = warning.command { renderer.line(StyledText("    " + command, .cyan)) }
    }
    if warnings.count > shown { renderer.line(StyledText("  and \(warnings.count - shown) more images")) }
    renderer.blank()
  }

  /// Explains that the report does not identify the images, so that the given symbol files cannot be matched.
  private func unknownImages(_ renderer: inout TextRenderer) {
    guard report.failureStack.contains(where: { $0.role == .app && $0.outcome == .imageUnknown }) else { return }
    renderer.paragraph(
      "Frames are not symbolicated: the report does not list their images, and a symbol file is matched by the UUID of "
        + "its image.", indent: 0)
    renderer.blank()
  }

  /// Suggests symbol files if none were given and the stack has unnamed frames.
  private func suggestion(_ renderer: inout TextRenderer) {
    let names = report.imagesWithoutNames
    guard let first = names.first else { return }
    let who = names.count == 1 ? first : "\(first) and \(names.count - 1) more"
    let wanted = SymbolWarning.wanted(first, report)
    if let image = report.images?.first(where: { $0.name == first && $0.buildID != nil }), let id = image.buildID {
      renderer.paragraph(
        "\(who) \(names.count == 1 ? "is" : "are") not symbolicated: pass the file with build ID \(id), or its debug "
          + "information, with --symbols.", indent: 0)
      return renderer.blank()
    }
    let uuid = wanted.map { names.count == 1 ? " with UUID \($0.uuid)" : "s (\(first): UUID \($0.uuid))" }
    renderer.paragraph(
      "\(who) \(names.count == 1 ? "is" : "are") not symbolicated: pass the dSYM\(uuid ?? ""), or its folder, with --symbols."
        + (wanted.map { " " + $0.source } ?? ""),
      indent: 0)
    renderer.blank()
  }
}
