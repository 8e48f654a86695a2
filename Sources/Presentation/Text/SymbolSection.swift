import CrashReports

/// What was found of symbol files and what is missing, below the stacks of a page.
struct SymbolSection {
  let report: CrashReport
  let style: PresentationStyle

  /// Images that are told of; the rest is counted.
  private static let most = 6

  func write(to page: inout Page) {
    guard report.symbolPlaces != nil else { return suggestion(&page) }
    let remarks = SymbolRemark.all(report).filter { $0.isMissing || style.verbose }
    guard !remarks.isEmpty else { return unknownImages(&page) }
    page.line(Piece("Symbols", .bold))
    let shown = style.verbose ? remarks.count : Self.most
    for remark in remarks.prefix(shown) {
      page.paragraph(remark.image + ": " + remark.words, lead: [Piece("  ")], indent: 4)
      if let hint = remark.hint { page.paragraph(hint, lead: [Piece("    ")], indent: 4) }
      // Unbroken, so that it can be copied.
      if let command = remark.command { page.line(Piece("    " + command, .cyan)) }
    }
    if remarks.count > shown { page.line(Piece("  and \(remarks.count - shown) more images")) }
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
