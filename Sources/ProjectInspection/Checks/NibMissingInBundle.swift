import Diagnosis
import SourceText

extension ProjectCheck {
  /// Code names a nib that is missing or not copied.
  static let nibMissingInBundle = ProjectCheck(
    "nib-missing-in-bundle",
    title: "A nib that code names is missing from the project or from the target",
    explanation: """
      Reported if code loads a nib or storyboard by a constant name and the project has no xib or storyboard with that \
      name (case-sensitive), or if the document exists but no target copies it, or only targets that do not compile \
      the code. Not reported if the bundle is unknown, if the project was not read completely, or if code of the \
      project is outside the folder.
      """,
    examples: [
      .fault(
        "the name differs in letter case",
        [
          (
            "CardView.swift",
            """
            class CardView: UIView {
              static func make() -> Any? {
            →    UINib(nibName: "Cardview", bundle: Bundle(for: CardView.self)).instantiate(withOwner: nil).first
              }
            }
            """
          ), ("CardView.xib", ProjectCheck.emptyNib),
        ]),
      .noFault(
        "the nib exists; a name composed at run time is not checked",
        [
          (
            "CardView.swift",
            """
            class CardView: UIView {
              static func make(_ style: String) -> Any? {
                _ = UINib(nibName: "CardView" + style, bundle: nil)
                return UINib(nibName: "CardView", bundle: Bundle(for: CardView.self)).instantiate(withOwner: nil).first
              }
            }
            """
          ), ("CardView.xib", ProjectCheck.emptyNib),
        ]),
    ]
  ) { index in
    guard index.isComplete else { return [] }
    var hits: [Hit] = []
    for code in index.functionBodies where !index.isTest(code.file) {
      let scope = code.type.map { index.tokens(of: $0, file: code.file) } ?? code.body
      for use in NibUse.find(in: code.body, scope: scope) where use.bundle != .unknown {
        guard case .literal(let name) = use.name, let hit = index.missingNib(name, use, code) else { continue }
        hits.append(hit)
      }
    }
    return hits
  }

  static let emptyNib = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
        <objects>
            <placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
            <view contentMode="scaleToFill" id="iN0-l3-epB"/>
        </objects>
    </document>
    """
}

extension ProjectIndex {
  /// Whether the project has a nib or storyboard with this name.
  private func exists(_ name: String) -> Bool {
    if documentsByName[name] != nil { return true }
    // Compiled nibs, and those of one device: CardView~ipad.xib.
    return paths.contains { path in
      let stem = ProjectFile.stem(of: path)
      guard ["nib", "xib", "storyboard", "storyboardc"].contains(ProjectFile.suffix(of: path)) else { return false }
      return stem == name || stem == name + "~ipad" || stem == name + "~iphone"
    }
  }

  /// Returns a hit if the nib or storyboard is missing or not copied.
  fileprivate func missingNib(_ name: String, _ use: NibUse, _ code: FunctionBody) -> ProjectCheck.Hit? {
    let what = use.kind == .storyboard ? "storyboard" : "nib"
    let subjects = Set([name, code.type].compactMap { $0 })
    guard exists(name) else {
      let similarName = documents.map(\.name).first { $0.lowercased() == name.lowercased() }
      // The file may come with a library.
      guard similarName != nil || !hasExternalCode, !name.isEmpty else { return nil }
      let remedy =
        similarName.map { "Write \($0): file names are case-sensitive on devices." }
        ?? "Correct the name, or add the file."
      return ProjectCheck.Hit(
        headline: "\(what.prefix(1).uppercased() + what.dropFirst()) \(name) not found in the project",
        locations: [location(code.file, use.line, "\(code.name) loads \(what) \(name), and no file has that name.")],
        remedy: remedy,
        diff: similarName.flatMap { diff(code.file, line: use.line, replacing: [("\"\(name)\"", "\"\($0)\"")]) },
        subjects: subjects, nib: name)
    }
    return nibNotCopied(name, what, use, code, subjects)
  }

  /// Returns a hit if the document exists but is not in the bundle that the code loads it from.
  private func nibNotCopied(
    _ name: String, _ what: String, _ use: NibUse, _ code: FunctionBody, _ subjects: Set<String>
  ) -> ProjectCheck.Hit? {
    guard let document = documentsByName[name]?.first, documentsByName[name]?.count == 1 else { return nil }
    let path = files[documents[document].file].path
    guard !isInPackage(path), !projects.isEmpty else { return nil }
    let compiling = targets(compiling: code.file)
    guard !compiling.isEmpty else { return nil }
    let copying = targets(copying: path)
    let requestLocation = location(code.file, use.line, "\(code.name) loads \(what) \(name).")
    let file = files[documents[document].file].name
    guard let first = compiling.first else { return nil }
    if copying.isEmpty {
      return ProjectCheck.Hit(
        headline: "\(file) is not in any target",
        locations: [
          requestLocation,
          location(
            first.project.file, first.target.line,
            "Target \(first.target.name) compiles \(files[code.file].name), but no target copies \(file)."),
        ],
        remedy: "Add \(file) to the target \(first.target.name) (File inspector, Target Membership).",
        subjects: subjects.union([file]), nib: name)
    }
    guard use.bundle == .ofClass || use.bundle == .main || use.bundle == .none else { return nil }
    // The bundle of the class belongs to a target that compiles it; the main bundle belongs to an app.
    let wanted =
      use.bundle == .ofClass
      ? compiling.map(\.target.name) : projects.flatMap(\.targets).filter(\.isApplication).map(\.name)
    guard !wanted.isEmpty, let other = copying.first, !copying.contains(where: { wanted.contains($0.target.name) }),
      !compiling.contains(where: { $0.target.isStaticLibrary })
    else { return nil }
    return ProjectCheck.Hit(
      headline: "\(file) is in target \(other.target.name), not in \(wanted.sorted().joined(separator: ", "))",
      locations: [
        requestLocation,
        location(other.project.file, other.target.line, "Target \(other.target.name) copies \(file)."),
      ],
      remedy: "Add \(file) to \(wanted.sorted()[0]), or load it from the bundle of a class in \(other.target.name).",
      subjects: subjects.union([file]), nib: name)
  }
}
