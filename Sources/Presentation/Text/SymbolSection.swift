import CrashReports

/// What was found of symbol files and what is missing, below the stacks of a page.
struct SymbolSection {
  let report: CrashReport
  let style: PresentationStyle

  /// Images that are told of; the rest is counted.
  private static let most = 6

  func write(to page: inout Page) {
    guard report.symbolLocations != nil else { return suggestion(&page) }
    let warnings = SymbolWarning.all(report).filter { $0.isMissing || style.verbose }
    guard !warnings.isEmpty else { return unknownImages(&page) }
    page.line(StyledText("Symbols", .bold))
    let shown = style.verbose ? warnings.count : Self.most
    for warning in warnings.prefix(shown) {
      page.paragraph(warning.image + ": " + warning.words, lead: [StyledText("  ")], indent: 4)
      if let hint = warning.hint { page.paragraph(hint, lead: [StyledText("    ")], indent: 4) }
      // Unbroken, so that it can be copied.
      if let command = warning.command { page.line(StyledText("    " + command, .cyan)) }
    }
    if warnings.count > shown { page.line(StyledText("  and \(warnings.count - shown) more images")) }
    page.blank()
  }

  /// Symbol files were given, and the report does not say which ones its frames need.
  private func unknownImages(_ page: inout Page) {
    guard report.tellingStack.contains(where: { $0.role == .app && $0.outcome == .imageUnknown }) else { return }
    page.paragraph(
      "Frames stay without names: the report does not list their images, and only the UUID of an image tells which "
        + "symbol file is its own.", indent: 0)
    page.blank()
  }

  /// Nobody looked for names, and the stack would be clearer with them.
  private func suggestion(_ page: inout Page) {
    let names = report.imagesWithoutNames
    guard let first = names.first else { return }
    let who = names.count == 1 ? first : "\(first) and \(names.count - 1) more"
    page.paragraph(
      "Frames of \(who) have no names: give the dSYM, or a folder that has it, with --symbols.", indent: 0)
    page.blank()
  }
}
