import CrashReports
import Diagnosis
import SourceText

/// A search for code that contradicts a finding: the project does not contain what the finding describes.
struct ProjectRefutation: Sendable {
  /// The identifiers of the patterns whose findings it can contradict.
  let patterns: Set<String>
  /// Returns the contradiction and its location, or `nil`. Called only for a project that was read completely.
  let verdict: @Sendable (ProjectIndex, FindingSubjects) -> ProjectVerdict?
}

extension ProjectRefutation {
  /// All refutations.
  static let catalog: [ProjectRefutation] = [
    ProjectRefutation(patterns: ["nib-self-class-recursion", "nib-awakeafter-recursion"]) {
      $0.refuteSelfLoadingNib($1)
    },
    ProjectRefutation(patterns: ["ib-overlays-mainbundle-nib", "ib-overlays-mainbundle-resource"]) {
      $0.refuteMainBundle($1)
    },
    ProjectRefutation(patterns: ["ib-initframe-unimplemented"]) { $0.refuteMissingInitFrame($1) },
    ProjectRefutation(patterns: ["preview-environment-object-missing"]) { $0.refuteMissingObject($1) },
  ]
}

extension ProjectIndex {
  /// Refutes if a class loads its nib and no object of that nib has the class.
  fileprivate func refuteSelfLoadingNib(_ subjects: FindingSubjects) -> ProjectVerdict? {
    for name in subjects.classes.sorted() {
      guard let type = classes[name], type.isDefined else { continue }
      for reached in reached(from: name, ["init(coder:)", "initWithCoder:", "awakeAfterUsingCoder:", "awakeAfter"]) {
        for use in NibUse.find(in: reached.method.body, scope: tokens(of: reached.owner, file: reached.file)) {
          guard let nib = nibName(use, for: name), let found = documentsByName[nib], found.count == 1,
            let root = documents[found[0]].roots.first, root.customClass != name
          else { continue }
          // A view of the class may be nested inside the root view.
          guard !documents[found[0]].objects.contains(where: { !$0.isFilesOwner && $0.customClass == name }) else {
            continue
          }
          let what = root.customClass ?? "a plain " + root.tag
          let file = files[documents[found[0]].file].name
          return .refuted(
            reason: "\(name) loads \(file), and no object in it is a \(name): its root view is \(what).",
            location: location(documents[found[0]].file, root.line, "The root view is \(what)."))
        }
      }
    }
    return nil
  }

  /// Refutes if the class loads nibs only from the bundle of the class or the bundle of its package.
  fileprivate func refuteMainBundle(_ subjects: FindingSubjects) -> ProjectVerdict? {
    for name in subjects.classes.sorted() {
      guard let type = classes[name], type.isDefined else { continue }
      let uses = chain(of: name).classes.flatMap { owner in
        owner.methods.flatMap { file, method in
          NibUse.find(in: method.body, scope: tokens(of: owner.name, file: file)).map { (file, $0) }
        }
      }.filter { $0.1.kind == .nib }
      guard let (file, use) = uses.first, uses.allSatisfy({ $0.1.bundle == .ofClass || $0.1.bundle == .module }) else {
        continue
      }
      return .refuted(
        reason: "\(name) loads the nib from the bundle of its class; the report may be from an older build.",
        location: location(file, use.line, "The nib is loaded from the bundle of the class."))
    }
    return nil
  }

  /// Refutes if the class implements `init(frame:)`.
  fileprivate func refuteMissingInitFrame(_ subjects: FindingSubjects) -> ProjectVerdict? {
    for name in subjects.classes.sorted() {
      guard let type = classes[name], type.isDefined,
        let (file, method) = type.method("init(frame:)", "initWithFrame:"),
        ProjectCheck.terminatingCall(in: method.body) == nil
      else { continue }
      return .refuted(
        reason: "\(name) implements \(method.name); the report may be from an older build.",
        location: location(file, method.line, "\(name) has \(method.name)."))
    }
    return nil
  }

  /// Refutes if every preview that shows a view which needs an object of the class supplies one.
  fileprivate func refuteMissingObject(_ subjects: FindingSubjects) -> ProjectVerdict? {
    let project = SwiftUIProject(self)
    let steps = previews.flatMap { preview in project.steps(of: preview).map { (preview, $0) } }
    for name in subjects.classes.sorted() where classes[name]?.isDefined == true {
      let needing = steps.filter { $0.1.view?.needs.contains { $0.type == name } == true }
      guard let (preview, step) = needing.first, let view = step.view,
        needing.allSatisfy({ $0.1.environment.types.contains(name) && !$0.1.environment.isUncertain })
      else { continue }
      return .refuted(
        reason: "Every preview of a view that reads \(name) supplies it; the report may be from an older build.",
        location: location(preview.file, step.rootLine, "The preview of \(view.name) supplies \(name)."))
    }
    return nil
  }
}
