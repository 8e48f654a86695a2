extension SymbolLayout {
  /// Every layout, in the order in which the files of a folder are looked up.
  package static let catalog: [SymbolLayout] = [
    SymbolLayout(name: "xcode", users: "Xcode: archives, products of builds, dSYMs in any folders", templates: []),
    SymbolLayout(
      name: "mapped", users: "LLDB and Xcode: folders of mapped UUIDs (`DBGFileMappedPaths`)",
      templates: [
        Template(text: "{ID:4/4/4/4/4/12}", content: .debug),
        Template(text: "{ID:4/4/4/4/4/12}.app", content: .image),
      ]),
    SymbolLayout(
      name: "unified", users: "Sentry: unified layout, and the symbol store of `receive`",
      templates: [
        Template(text: "{id:2}/{id:2-}/debuginfo", content: .debug),
        Template(text: "{id:2}/{id:2-}/executable", content: .image),
        Template(text: "{id:2}/{id:2-}/breakpad", content: .breakpad),
      ]),
    SymbolLayout(
      name: "debuginfod", users: "debuginfod",
      templates: [
        Template(text: "buildid/{id}/debuginfo", content: .debug),
        Template(text: "buildid/{id}/executable", content: .image),
      ]),
    SymbolLayout(
      name: "build-id", users: "GDB and Linux distributions: folders of build IDs",
      templates: [
        Template(text: ".build-id/{id:2}/{id:2-}.debug", content: .debug),
        Template(text: ".build-id/{id:2}/{id:2-}", content: .image),
        Template(text: "{id:2}/{id:2-}.debug", content: .debug),
        Template(text: "{id:2}/{id:2-}", content: .image),
      ]),
    SymbolLayout(
      name: "microsoft", users: "Microsoft: symbol stores and servers (SSQP)",
      templates: [
        Template(text: "_.dwarf/mach-uuid-sym-{id}/_.dwarf", content: .debug),
        Template(text: "{name}/mach-uuid-{id}/{name}", content: .image),
        Template(text: "_.debug/elf-buildid-sym-{id}/_.debug", content: .debug),
        Template(text: "{name}/elf-buildid-{id}/{name}", content: .image),
      ]),
    SymbolLayout(
      name: "tecken", users: "Mozilla Tecken and other stores of Breakpad",
      templates: [Template(text: "{name}/{ID+age}/{name}.sym", content: .breakpad)]),
  ]

  /// Returns the layout with a name; `nil` if there is none.
  package static func named(_ name: String) -> SymbolLayout? { catalog.first { $0.name == name } }

  /// The rows of the table in the documentation, in Markdown.
  package static var table: String {
    catalog.map { layout in
      let files = layout.templates.map { "`\($0.text)` (\($0.content.rawValue))" }.joined(separator: ", ")
      return "| `\(layout.name)` | \(layout.users) | \(files.isEmpty ? "searched" : files) |"
    }.joined(separator: "\n")
  }
}
