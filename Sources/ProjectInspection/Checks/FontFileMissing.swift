import Diagnosis
import SourceText

extension ProjectCheck {
  /// A font file that Info.plist or code names is missing.
  static let fontFileMissing = ProjectCheck(
    "font-file-missing",
    title: "A font file that Info.plist or code names is missing from the project or from every target",
    explanation: """
      Reported for entries of UIAppFonts, and for .ttf, .otf and .ttc files that code looks up in a bundle by a \
      constant name, if no file in the project has that name, or no target copies it.
      """,
    examples: [
      .fault(
        "UIAppFonts names a file that does not exist",
        [
          (
            "Info.plist",
            """
            <plist version="1.0">
            <dict>
              <key>UIAppFonts</key>
              <array>
            →    <string>Icons-Regular.ttf</string>
              </array>
            </dict>
            </plist>
            """
          ), ("Fonts/Icons.ttf", ""),
        ]),
      .noFault(
        "the file exists",
        [
          (
            "Info.plist",
            """
            <plist version="1.0">
            <dict>
              <key>UIAppFonts</key>
              <array>
                <string>Fonts/Icons.ttf</string>
              </array>
            </dict>
            </plist>
            """
          ), ("Resources/Fonts/Icons.ttf", ""),
        ]),
    ]
  ) { index in
    guard index.isComplete else { return [] }
    var hits: [Hit] = []
    for dictionary in index.dictionaries {
      for (text, line) in dictionary.entries["UIAppFonts"]?.texts ?? [] {
        let name = ProjectFile.name(of: text)
        if let hit = index.missingFont(name, dictionary.file, line, "UIAppFonts names \(name).") { hits.append(hit) }
      }
    }
    for code in index.functionBodies where !index.isTest(code.file) {
      for position in code.body.indices {
        guard let name = fontName(code.body, position) else { continue }
        let statement = "\(code.name) looks up \(name)."
        if let hit = index.missingFont(name, code.file, code.body.line(position), statement) { hits.append(hit) }
      }
    }
    return hits
  }

  /// Returns the font file name in `forResource: "Icons", withExtension: "ttf"` or
  /// `URLForResource:@"Icons" withExtension:@"ttf"`.
  private static func fontName(_ body: SourceTokens, _ position: Int) -> String? {
    let labels: Set<String> = ["forResource", "URLForResource", "pathForResource"]
    guard body[position].kind == .word, labels.contains(body[position].text), body.text(position + 1) == ":",
      body.isString(position + 2)
    else {
      return nil
    }
    let next = body.text(position + 3) == "," ? position + 4 : position + 3
    guard ["withExtension", "ofType"].contains(body.text(next)), body.isString(next + 2) else { return nil }
    let suffix = body.text(next + 2).lowercased()
    let name = body.text(position + 2)
    guard ["ttf", "otf", "ttc"].contains(suffix), !name.contains("\\"), !name.contains("%") else { return nil }
    return name + "." + body.text(next + 2)
  }
}

extension ProjectIndex {
  /// Returns a hit if the project has no font file with this name, or no target copies it.
  fileprivate func missingFont(_ name: String, _ file: Int, _ line: Int, _ statement: String) -> ProjectCheck.Hit? {
    let found = paths.filter { ProjectFile.name(of: $0) == name }.sorted()
    guard let path = found.first else {
      guard !hasExternalCode, !name.isEmpty, !name.contains("$(") else { return nil }
      let similarName = paths.map { ProjectFile.name(of: $0) }.filter { $0.lowercased() == name.lowercased() }.min()
      return ProjectCheck.Hit(
        headline: "Font file \(name) not found in the project",
        locations: [location(file, line, statement + " No file has that name.")],
        remedy: similarName.map { "Write \($0): file names are case-sensitive on devices." }
          ?? "Add the file, or correct the name.",
        diff: similarName.flatMap { diff(file, line: line, replacing: [(name, $0)]) }, subjects: [name])
    }
    guard !projects.isEmpty, !isInPackage(path), projects.flatMap(\.targets).contains(where: { !$0.resources.isEmpty }),
      !found.contains(where: { !targets(copying: $0).isEmpty })
    else { return nil }
    guard let project = projects.first else { return nil }
    return ProjectCheck.Hit(
      headline: "Font file \(name) is not in any target",
      locations: [
        location(file, line, statement),
        location(project.file, project.targets.first?.line ?? 1, "No target of the project copies \(path)."),
      ],
      remedy: "Add \(name) to Copy Bundle Resources of the target.", subjects: [name])
  }
}
