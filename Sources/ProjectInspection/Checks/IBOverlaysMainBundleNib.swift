import Diagnosis
import SourceText

extension ProjectCheck {
  /// A view that Interface Builder draws loads its nib from the main bundle.
  static let ibOverlaysMainBundleNib = mainBundleNib(
    "ib-overlays-mainbundle-nib", needsReport: false,
    title: "A designable view loads its nib from the main bundle",
    explanation: """
      Interface Builder draws the view in a separate process, whose main bundle is a folder inside Xcode. Bundle.main, \
      mainBundle, and a nil bundle argument all refer to that folder. Reported for classes that are designable \
      themselves or through a superclass in the project. Not reported for code that is excluded in Interface Builder.
      """,
    examples: [
      .fault(
        "a nil bundle in a designable view",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              override init(frame: CGRect) { super.init(frame: frame); embed() }
              required init?(coder: NSCoder) { super.init(coder: coder); embed() }
              private func embed() {
            →    let root = UINib(nibName: "CardView", bundle: nil).instantiate(withOwner: self).first as? UIView
                if let root { addSubview(root) }
              }
            }
            """
          )
        ]),
      .fault(
        "mainBundle, in a subclass of a designable class",
        [
          (
            "Base.h",
            """
            IB_DESIGNABLE
            @interface NibView : UIView
            @end
            """
          ),
          (
            "CardView.m",
            """
            @interface CardView : NibView
            @end
            @implementation CardView
            - (instancetype)initWithFrame:(CGRect)frame {
              if ((self = [super initWithFrame:frame])) {
            →    [[NSBundle mainBundle] loadNibNamed:@"CardView" owner:self options:nil];
              }
              return self;
            }
            @end
            """
          ),
        ]),
      .noFault(
        "the bundle of the class",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              func embed() {
                // UINib(nibName: "CardView", bundle: nil) would be wrong here
                let nib = UINib(nibName: "CardView", bundle: Bundle(for: CardView.self))
                _ = nib.instantiate(withOwner: self)
              }
            }
            """
          ), ("CardView.xib", ProjectCheck.emptyNib),
        ]),
      .noFault(
        "the main bundle in a class that Interface Builder does not draw",
        [
          (
            "CardController.swift",
            """
            class CardController: UIViewController {
              func card() -> Any? { UINib(nibName: "CardView", bundle: nil).instantiate(withOwner: self).first }
            }
            """
          ), ("CardView.xib", ProjectCheck.emptyNib),
        ]),
    ])

  /// A view that is not designable loads its nib from the main bundle. This matters only if a report shows that the nib
  /// was looked up there.
  static let ibOverlaysMainBundleNibElsewhere = mainBundleNib(
    "ib-overlays-mainbundle-nib-elsewhere", needsReport: true,
    title: "A view loads its own nib from the main bundle",
    explanation: """
      This works while only the app uses the view, and fails as soon as Interface Builder draws it, alone or inside \
      another view. Reported only together with a report that names the nib or the class, and for pasted code that \
      creates a view.
      """,
    examples: [
      .fault(
        "a view without @IBDesignable",
        [
          (
            "CardView.swift",
            """
            class CardView: UIView {
              func embed() {
            →    _ = Bundle.main.loadNibNamed("CardView", owner: self, options: nil)
              }
            }
            """
          )
        ]),
      .noFault(
        "a controller loads another nib from the bundle of its class",
        [
          (
            "CardController.swift",
            """
            class CardController: UIViewController {
              func embed() { _ = Bundle(for: CardController.self).loadNibNamed("Other", owner: self, options: nil) }
            }
            """
          ), ("Other.xib", ProjectCheck.emptyNib),
        ]),
    ])

  private static func mainBundleNib(
    _ id: String, needsReport: Bool, title: String, explanation: String, examples: [Example]
  ) -> ProjectCheck {
    ProjectCheck(
      id, pattern: "ib-overlays-mainbundle-nib", title: title, explanation: explanation, needsReport: needsReport,
      isForExcerpts: needsReport, examples: examples
    ) { index in
      var hits: [Hit] = []
      for type in index.sortedClasses where type.isDefined && (index.designable(type.name) == nil) == needsReport {
        let designable = index.designable(type.name)
        if index.isExcerpt, needsReport, !index.mayBeView(type) { continue }
        for (file, method) in type.methods {
          for use in NibUse.find(in: method.body, scope: index.tokens(of: type.name, file: file))
          where use.kind == .nib && use.inDesigner && (use.bundle == .main || use.bundle == .none) {
            // A cell is registered, and not drawn by Interface Builder.
            if index.isExcerpt, needsReport, method.body.isRegistered(use.position) { continue }
            let nib = index.nibName(use, for: type.name)
            let shown = nib.map { "nib \($0)" } ?? "a nib"
            let bundle = use.bundle == .none ? "bundle nil, which means the main bundle" : "the main bundle"
            var locations = [index.location(file, use.line, "\(method.name) loads \(shown) from \(bundle).")]
            if let designable {
              locations.append(
                index.location(
                  designable.file, designable.line, "Interface Builder draws \(type.name) in its agent process."))
            }
            hits.append(
              Hit(
                headline: "\(type.name) loads \(shown) from the main bundle", locations: locations,
                remedy: "Load it from the bundle of the class: \(index.bundleOfClass(type)).",
                diff: index.diff(file, line: use.line, replacing: index.bundleReplacements(type)),
                subjects: Set([type.name, nib].compactMap { $0 }), nib: nib, captures: nib.map { ["nib": $0] } ?? [:]))
          }
        }
      }
      return hits
    }
  }
}

extension ProjectIndex {
  /// Whether the class may be a view: pasted code often lacks its declaration.
  fileprivate func mayBeView(_ type: ProjectClass) -> Bool {
    guard let root = chain(of: type.name).root else { return true }
    return !root.hasSuffix("Controller") && !root.hasSuffix("Delegate") && root != "NSObject"
  }
}

extension ArraySlice where Element == SourceToken {
  /// Whether the nib is passed to a method that registers it: `register(UINib(…`, `[table registerNib:[UINib …`.
  fileprivate func isRegistered(_ position: Int) -> Bool {
    (Swift.max(startIndex, position - 4)..<Swift.max(startIndex, position)).contains { text($0).hasPrefix("register") }
  }
}

extension ProjectIndex {
  /// Returns the expression for the bundle of the class.
  func bundleOfClass(_ type: ProjectClass) -> String {
    if type.isUnnamed { return type.isSwift ? "Bundle(for: Self.self)" : "[NSBundle bundleForClass:[self class]]" }
    return type.isSwift ? "Bundle(for: \(type.name).self)" : "[NSBundle bundleForClass:[\(type.name) class]]"
  }

  /// Returns the expressions for the main bundle, each with its replacement.
  func bundleReplacements(_ type: ProjectClass) -> [(String, String)] {
    let right = bundleOfClass(type)
    return [
      ("[NSBundle mainBundle]", right), ("NSBundle.mainBundle", right), ("Bundle.main", right),
      ("bundle: nil", "bundle: " + right), ("bundle:nil", "bundle:" + right),
    ]
  }
}
