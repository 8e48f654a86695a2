import Diagnosis
import SourceText

extension ProjectCheck {
  /// A class loads a nib in its initializer, and the root view of that nib has the same class.
  static let nibSelfClassRecursion = ProjectCheck(
    "nib-self-class-recursion",
    title: "A class loads its own nib in init(coder:): infinite recursion",
    explanation: """
      Decoding the root view calls its init(coder:). If that loads the same nib, the root view is decoded again, and \
      so on until the stack overflows. Reported if the root view of a xib has a class of the project, and init(coder:) \
      of that class, or a method it calls, loads the same xib unconditionally. In pasted code, where the xib is not \
      known, reported if the class is not the owner of the nib, or loads it from the main bundle.
      """,
    examples: [
      .fault(
        "File's Owner and the root view are both CardView, which loads its nib in init(coder:)",
        [
          (
            "CardView.xib",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
                    <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="CardView"/>
            →        <view contentMode="scaleToFill" id="iN0-l3-epB" customClass="CardView"/>
                </objects>
            </document>
            """
          ),
          (
            "CardView.swift",
            """
            class CardView: UIView {
              required init?(coder: NSCoder) {
                super.init(coder: coder)
                embed()
              }
              private func embed() {
            →    let nib = UINib(nibName: "CardView", bundle: Bundle(for: CardView.self))
                guard let root = nib.instantiate(withOwner: self).first as? UIView else { return }
                addSubview(root)
              }
            }
            """
          ),
        ]),
      .fault(
        "a base class loads the nib with the name of the subclass",
        [
          (
            "NibView.swift",
            """
            class NibView: UIView {
              required init?(coder: NSCoder) {
                super.init(coder: coder)
                addSubview(loadNib())
              }
              func nibName() -> String {
                return type(of: self).description().components(separatedBy: ".").last!
              }
              func loadNib() -> UIView {
                let bundle = Bundle(for: type(of: self))
            →    let nib = UINib(nibName: self.nibName(), bundle: bundle)
                return nib.instantiate(withOwner: self, options: nil)[0] as! UIView
              }
            }
            class CardView: NibView {}
            """
          ),
          (
            "CardView.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
                    <placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
            →        <view id="iN0-l3-epB" customClass="CardView" customModule="Cards" customModuleProvider="target"/>
                </objects>
            </document>
            """
          ),
        ]),
      .noFault(
        "a cell: the root has the class, but the nib is registered, not loaded by the class",
        [
          (
            "CardCell.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
                    <placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
                    <tableViewCell id="KGk-i7-Jjw" customClass="CardCell" customModule="Cards"/>
                </objects>
            </document>
            """
          ),
          (
            "CardCell.swift",
            """
            class CardCell: UITableViewCell {
              static let nib = UINib(nibName: "CardCell", bundle: Bundle(for: CardCell.self))
              required init?(coder: NSCoder) { super.init(coder: coder) }
            }
            """
          ),
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for document in index.documents where document.kind == .xib {
      for root in document.roots {
        guard let type = root.customClass, index.classes[type] != nil else { continue }
        let methods = index.reached(from: type, ["init(coder:)", "initWithCoder:"])
        for reached in methods where !reached.isConditional {
          let scope = index.tokens(of: reached.owner, file: reached.file)
          for use in NibUse.find(in: reached.method.body, scope: scope)
          where use.kind == .nib && index.nibName(use, for: type) == document.name
            && reached.method.body.isUnconditional(at: use.position)
          {
            hits.append(hit(index, document, root, type, reached, use))
          }
        }
      }
    }
    return index.isExcerpt ? excerptHits(index) : hits
  }

  /// Returns the hits in pasted code, whose xib is not known.
  private static func excerptHits(_ index: ProjectIndex) -> [Hit] {
    var hits: [Hit] = []
    for type in index.sortedClasses where type.isDefined {
      for reached in index.reached(from: type.name, ["init(coder:)", "initWithCoder:"])
      where !reached.isConditional && reached.method.role != .initialValue {
        let scope = index.tokens(of: reached.owner, file: reached.file)
        for use in NibUse.find(in: reached.method.body, scope: scope)
        where use.kind == .nib && reached.method.body.isUnconditional(at: use.position) {
          // A nib whose owner is self usually has a plain root view.
          guard !use.ownerIsSelf || use.bundle == .main || use.bundle == .none else { continue }
          let nib = index.nibName(use, for: type.name)
          let shown = nib.map { $0 + ".xib" } ?? "its nib"
          hits.append(
            Hit(
              headline:
                "init(coder:) of \(type.name) loads \(shown): infinite recursion if the root view has the same class",
              locations: [
                index.location(
                  reached.file, use.line,
                  "\(reached.method.name) runs when a view of this class is decoded, and loads \(shown).")
              ],
              remedy: "Set the class of the root view of \(shown) to UIView, and that of File's Owner to this class.",
              proves: false, subjects: Set([type.name, nib].compactMap { $0 }), nib: nib,
              captures: nib.map { ["nib": $0] } ?? [:]))
        }
      }
    }
    return hits
  }

  private static func hit(
    _ index: ProjectIndex, _ document: InterfaceDocument, _ root: InterfaceDocument.Object, _ type: String,
    _ reached: ReachedMethod, _ use: NibUse
  ) -> Hit {
    let ownsIt = document.filesOwner?.customClass == type
    let xib = index.files[document.file].name
    var locations = [
      index.location(
        document.file, root.line,
        ownsIt ? "The root view has the same class as File's Owner, \(type)." : "The root view has the class \(type)."),
      index.location(
        reached.file, use.line,
        "\(reached.method.name) of \(reached.owner) runs when the root view is decoded, and loads \(xib) again."),
    ]
    if ownsIt, let owner = document.filesOwner {
      locations.append(index.location(document.file, owner.line, "File's Owner is also \(type)."))
    }
    let attributes = [
      ("customClass", type), ("customModule", root.customModule ?? ""),
      ("customModuleProvider", root.moduleProvider ?? ""),
    ]
    let diff = index.diff(
      document.file, line: root.line, replacing: attributes.map { (" \($0)=\"\($1)\"", "") })
    return Hit(
      headline: "init(coder:) of \(type) loads \(xib), whose root view is a \(type): infinite recursion",
      locations: locations,
      remedy: ownsIt
        ? "Change the class of the root view of \(xib) to UIView; keep File's Owner as \(type)."
        : "Change the class of the root view of \(xib) to UIView, and that of File's Owner to \(type).",
      diff: ownsIt ? diff : nil, subjects: [type, reached.owner, document.name], nib: document.name)
  }
}

extension ProjectIndex {
  /// Returns the tokens of the largest declaration of a class in a file. Its constants are looked up there.
  func tokens(of type: String, file: Int) -> SourceTokens {
    classes[type]?.longestDeclaration(in: file)?.tokens ?? []
  }
}
