import Diagnosis
import SourceText
import Vocabulary

extension ProjectCheck {
  /// A nib names a class that does not exist, or a Swift class without its module.
  static let nibUnknownClass = ProjectCheck(
    "nib-unknown-class",
    title: "A nib names an unknown class, or a Swift class without its module",
    explanation: """
      The object becomes a plain UIView or UIViewController ("Unknown class … in Interface Builder file"), and \
      connecting its outlets crashes the app. Reported for custom classes that no source file of the project declares \
      and that are not Apple's, unless code of the project is outside the folder; and for Swift classes without \
      @objc(Name) whose Module field is empty.
      """,
    examples: [
      .fault(
        "the Module field is empty",
        [
          (
            "CardView.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
            →        <view id="iN0-l3-epB" customClass="CardView"/>
                </objects>
            </document>
            """
          ), ("CardView.swift", "class CardView: UIView {}"),
        ]),
      .fault(
        "the class does not exist",
        [
          (
            "CardView.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
            →        <view id="iN0-l3-epB" customClass="CradView" customModule="Cards" customModuleProvider="target"/>
                </objects>
            </document>
            """
          ), ("CardView.swift", "class CardView: UIView {}"),
        ]),
      .noFault(
        "a class with a module, a class with an Objective-C name, and an Apple class",
        [
          (
            "CardView.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
                    <view id="1" customClass="CardView" customModule="Cards" customModuleProvider="target"/>
                    <view id="2" customClass="CRDBadgeView"/>
                    <view id="3" customClass="MKMapView"/>
                </objects>
            </document>
            """
          ),
          (
            "CardView.swift",
            """
            class CardView: UIView {}
            @objc(CRDBadgeView) class BadgeView: UIView {}
            """
          ),
        ]),
    ]
  ) { index in
    guard index.isComplete, !index.sources.isEmpty else { return [] }
    var hits: [Hit] = []
    var similarNames = SimilarNames(index.definedNames)
    let targetModules = Set(
      index.projects.flatMap(\.targets).map { $0.name.map { $0.isLetter || $0.isNumber ? $0 : "_" } }.map { String($0) }
    )
    for document in index.documents {
      for object in document.objects {
        // The class of a placeholder is not looked up, because its object already exists.
        guard let name = object.customClass, object.tag != "placeholder", !object.isFilesOwner,
          !index.isSystemClass(name), !name.contains("$")
        else { continue }
        let file = index.files[document.file].name
        guard let type = index.classes[name], type.isDefined else {
          let isInProject = object.moduleProvider == "target" || object.customModule.map(targetModules.contains) == true
          guard !index.hasExternalCode || isInProject, !name.isEmpty else { continue }
          let similarName = similarNames.first(to: name)
          hits.append(
            Hit(
              headline: "\(file) names class \(name), which no source file declares",
              locations: [index.location(document.file, object.line, "The class of this object is \(name).")],
              remedy: similarName.map { "Write \($0)." }
                ?? "Correct the class in the Identity inspector, or add its source file.",
              diff: similarName.flatMap {
                index.diff(
                  document.file, line: object.line, replacing: [("customClass=\"\(name)\"", "customClass=\"\($0)\"")])
              },
              subjects: [name, document.name]))
          continue
        }
        guard object.customModule == nil, object.moduleProvider == nil, type.isSwift,
          !type.declarations.contains(where: { !$0.type.isSwift || $0.type.objectiveCName == name }),
          let location = type.location
        else { continue }
        let target = index.targets(compiling: location.file).first { !$0.target.isTest }?.target.name
        let module = target.map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
        hits.append(
          Hit(
            headline: "\(file) names Swift class \(name) without its module",
            locations: [
              index.location(document.file, object.line, "The Module field of this \(name) is empty."),
              index.location(
                location.file, location.line,
                "\(name) is a Swift class: at run time, its name is prefixed with its module."),
            ],
            remedy: "Set Module in the Identity inspector, or select Inherit Module From Target.",
            diff: module.flatMap {
              index.diff(
                document.file, line: object.line,
                replacing: [
                  (
                    "customClass=\"\(name)\"",
                    "customClass=\"\(name)\" customModule=\"\($0)\" customModuleProvider=\"target\""
                  )
                ])
            },
            subjects: [name, document.name]))
      }
    }
    return hits
  }
}

/// Finds the class that a nib probably means by an unknown name.
private struct SimilarNames {
  /// The names by their lengths in bytes, each list sorted.
  private let names: [Int: [String]]
  private var found: [String: String?] = [:]
  /// The number of comparisons that may still be made: a project may have as many unknown names as classes, and
  /// comparing all of them takes time proportional to their product.
  private var comparisonsLeft = 50_000

  init(_ names: [String]) { self.names = Dictionary(grouping: names) { $0.utf8.count } }

  /// Returns the first name, in their order, that differs in at most two bytes; `nil` if there is none, or after too many
  /// comparisons.
  mutating func first(to name: String) -> String? {
    if let known = found[name] { return known }
    let length = name.utf8.count
    var best: String?
    for other in (length - 2)...(length + 2) {
      for candidate in names[other] ?? [] where best.map({ candidate < $0 }) ?? true {
        guard comparisonsLeft > 0 else { break }
        // A comparison takes time proportional to the product of the lengths.
        comparisonsLeft -= 1 + length * other / 128
        if editDistance(candidate, name, limit: 2) != nil {
          best = candidate
          break
        }
      }
    }
    found[name] = .some(best)
    return best
  }
}
