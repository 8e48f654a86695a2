import CrashReports
import Diagnosis

/// Something in a project that contradicts a finding: the code that the finding describes is not there.
struct ProjectRefutation: Sendable {
  /// Identifiers of the patterns whose findings it contradicts.
  let patterns: Set<String>
  /// The contradiction and where it is, or `nil`. The project has been read completely.
  let verdict: @Sendable (ProjectIndex, FindingSubjects) -> ProjectVerdict?
}

extension ProjectRefutation {
  /// Every contradiction that is looked for.
  static let catalog: [ProjectRefutation] = [
    ProjectRefutation(patterns: ["nib-self-class-recursion", "nib-awakeafter-recursion"]) { $0.plainRoot($1) },
    ProjectRefutation(patterns: ["ib-overlays-mainbundle-nib", "ib-overlays-mainbundle-resource"]) {
      $0.rightBundle($1)
    },
    ProjectRefutation(patterns: ["ib-initframe-unimplemented"]) { $0.implemented($1) },
  ]
}

extension ProjectIndex {
  /// The class loads its nib, and the root view of that nib is no such class.
  fileprivate func plainRoot(_ subjects: FindingSubjects) -> ProjectVerdict? {
    for name in subjects.classes.sorted() {
      guard let type = classes[name], type.isDefined else { continue }
      for reached in reached(from: name, ["init(coder:)", "initWithCoder:", "awakeAfterUsingCoder:", "awakeAfter"]) {
        for use in NibUse.find(in: reached.method.body, scope: tokens(of: reached.owner, file: reached.file)) {
          guard let nib = nibName(use, for: name), let found = documentsByName[nib], found.count == 1,
            let root = documents[found[0]].roots.first, root.customClass != name
          else { continue }
          // A view of the class may still be inside.
          guard !documents[found[0]].objects.contains(where: { !$0.isFilesOwner && $0.customClass == name }) else {
            continue
          }
          let what = root.customClass ?? "a plain " + root.tag
          let file = files[documents[found[0]].file].name
          return .refuted(
            reason: "\(name) loads \(file), and nothing in it is a \(name): its root view is \(what).",
            location: location(documents[found[0]].file, root.line, "The root view is \(what)."))
        }
      }
    }
    return nil
  }

  /// The class asks for the nib with the bundle of the class, everywhere.
  fileprivate func rightBundle(_ subjects: FindingSubjects) -> ProjectVerdict? {
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
        reason: "\(name) asks the bundle of its class for the nib; the report may be of an older build.",
        location: location(file, use.line, "The nib is looked up in the bundle of the class."))
    }
    return nil
  }

  fileprivate func implemented(_ subjects: FindingSubjects) -> ProjectVerdict? {
    for name in subjects.classes.sorted() {
      guard let type = classes[name], type.isDefined,
        let (file, method) = type.method("init(frame:)", "initWithFrame:"),
        ProjectCheck.ending(in: method.body) == nil
      else { continue }
      return .refuted(
        reason: "\(name) implements \(method.name); the report may be of an older build.",
        location: location(file, method.line, "\(name) has \(method.name)."))
    }
    return nil
  }
}
