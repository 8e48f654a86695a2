import Diagnosis

extension ProjectCheck {
  /// Code names a nib that is not there, or is not copied.
  static let nibMissingInBundle = ProjectCheck(
    "nib-missing-in-bundle",
    title: "A nib that code names is not in the project, or in no target",
    explanation: """
      Reported where a nib or storyboard is named by a constant and no xib or storyboard of that name is in the project \
      (letter case counts), or where the document is there but no target copies it, or only targets that do not compile \
      the code. Nothing is said when the bundle cannot be told, when the project was not read to its end, or when code \
      of the project lies elsewhere.
      """,
    examples: [
      .fault(
        "letter case differs",
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
        "the nib is there; a name that is put together is not judged",
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
        guard case .literal(let name) = use.name, let hit = index.missing(name, use, code) else { continue }
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
  private func exists(_ name: String) -> Bool {
    if documentsByName[name] != nil { return true }
    // Compiled nibs, and those of one device: CardView~ipad.xib.
    return paths.contains { path in
      let stem = ProjectFile.stem(of: path)
      guard ["nib", "xib", "storyboard", "storyboardc"].contains(ProjectFile.suffix(of: path)) else { return false }
      return stem == name || stem == name + "~ipad" || stem == name + "~iphone"
    }
  }

  fileprivate func missing(_ name: String, _ use: NibUse, _ code: FunctionBody) -> ProjectCheck.Hit? {
    let what = use.kind == .storyboard ? "storyboard" : "nib"
    let subjects = Set([name, code.type].compactMap { $0 })
    guard exists(name) else {
      let similarName = documents.map(\.name).first { $0.lowercased() == name.lowercased() }
      // The file may come with a library.
      guard similarName != nil || !hasExternalCode, !name.isEmpty else { return nil }
      let remedy =
        similarName.map { "Write \($0): letter case counts on devices." } ?? "Correct the name, or add the file."
      return ProjectCheck.Hit(
        headline: "\(what.prefix(1).uppercased() + what.dropFirst()) \(name) is not in the project",
        locations: [location(code.file, use.line, "\(code.name) asks for \(what) \(name), and no file has that name.")],
        remedy: remedy,
        diff: similarName.flatMap { diff(code.file, line: use.line, replacing: [("\"\(name)\"", "\"\($0)\"")]) },
        subjects: subjects, nib: name)
    }
    return nibNotCopied(name, what, use, code, subjects)
  }

  /// The document is there: is it in the bundle of a target that compiles the code?
  private func nibNotCopied(
    _ name: String, _ what: String, _ use: NibUse, _ code: FunctionBody, _ subjects: Set<String>
  ) -> ProjectCheck.Hit? {
    guard let document = documentsByName[name]?.first, documentsByName[name]?.count == 1 else { return nil }
    let path = files[documents[document].file].path
    guard !isInPackage(path), !projects.isEmpty else { return nil }
    let compiling = targets(compiling: code.file)
    guard !compiling.isEmpty else { return nil }
    let copying = targets(copying: path)
    let requestLocation = location(code.file, use.line, "\(code.name) asks for \(what) \(name).")
    let file = files[documents[document].file].name
    guard let first = compiling.first else { return nil }
    if copying.isEmpty {
      return ProjectCheck.Hit(
        headline: "\(file) is in no target",
        locations: [
          requestLocation,
          location(
            first.project.file, first.target.line,
            "Target \(first.target.name) compiles \(files[code.file].name) and does not copy \(file); no target does."),
        ],
        remedy: "Add \(file) to the target \(first.target.name) (File inspector, Target Membership).",
        subjects: subjects.union([file]), nib: name)
    }
    guard use.bundle == .ofClass || use.bundle == .main || use.bundle == .none else { return nil }
    // The bundle of the class is that of a target which compiles it; the main bundle is that of an app.
    let wanted =
      use.bundle == .ofClass
      ? compiling.map(\.target.name) : projects.flatMap(\.targets).filter(\.isApplication).map(\.name)
    guard !wanted.isEmpty, let other = copying.first, !copying.contains(where: { wanted.contains($0.target.name) }),
      !compiling.contains(where: { $0.target.isStaticLibrary })
    else { return nil }
    return ProjectCheck.Hit(
      headline: "\(file) is in target \(other.target.name), and not in \(wanted.sorted().joined(separator: ", "))",
      locations: [
        requestLocation,
        location(other.project.file, other.target.line, "Target \(other.target.name) copies \(file), and no other."),
      ],
      remedy: "Add \(file) to \(wanted.sorted()[0]), or look it up in the bundle of a class of \(other.target.name).",
      subjects: subjects.union([file]), nib: name)
  }
}
