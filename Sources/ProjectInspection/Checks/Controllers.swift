import Diagnosis

extension ProjectCheck {
  /// A view controller touches its view while it is decoded.
  static let viewControllerViewInInitWithCoder = ProjectCheck(
    "viewcontroller-view-in-initwithcoder",
    title: "A view controller touches self.view in init(coder:)",
    explanation: """
      The view is loaded while the controller is not whole yet, and storyboards refuse it. Reported for view controllers \
      whose init(coder:), or a method it calls, uses self.view.
      """,
    examples: [
      .fault(
        "the background in initWithCoder:",
        [
          (
            "CardController.m",
            """
            @interface CardController : UIViewController
            @end
            @implementation CardController
            - (instancetype)initWithCoder:(NSCoder *)coder {
              if ((self = [super initWithCoder:coder])) {
            →    self.view.backgroundColor = [UIColor redColor];
              }
              return self;
            }
            @end
            """
          )
        ]),
      .noFault(
        "in viewDidLoad",
        [
          (
            "CardController.swift",
            """
            class CardController: UIViewController {
              override func viewDidLoad() { super.viewDidLoad(); self.view.backgroundColor = .red }
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.sortedClasses {
      guard let root = index.chain(of: type.name).root, root.hasPrefix("UI"), root.hasSuffix("Controller") else {
        continue
      }
      for reached in index.reached(from: type.name, ["init(coder:)", "initWithCoder:"]) where !reached.isConditional {
        let body = reached.method.body
        let uses = body.positions(of: ["self", ".", "view", "."]) + body.positions(of: ["[", "self", "view", "]"])
        guard let position = uses.first, body.isUnconditional(at: position) else { continue }
        hits.append(
          Hit(
            headline: "\(type.name) touches its view while it is decoded",
            locations: [
              index.location(
                reached.file, body.line(position), "\(reached.method.name) runs before the view can be loaded.")
            ],
            remedy: "Move it to viewDidLoad.", subjects: [type.name]))
      }
    }
    return hits
  }

  /// A xib that a controller loads by its own name has no view outlet.
  static let nibViewOutletNotSet = ProjectCheck(
    "nib-view-outlet-not-set",
    title: "The xib of a view controller has no view outlet",
    explanation: """
      A controller loads the xib of its name and takes its view from the outlet of File's Owner. Reported for a xib whose \
      File's Owner is a view controller of the project with the same name, that has a root view and no outlet "view", \
      where the controller does not make its view itself.
      """,
    examples: [
      .fault(
        "no outlet",
        [
          (
            "CardController.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
            →        <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="CardController" customModule="Cards"/>
                    <view id="iN0-l3-epB"/>
                </objects>
            </document>
            """
          ), ("CardController.swift", "class CardController: UIViewController {}"),
        ]),
      .noFault(
        "the outlet is there",
        [
          (
            "CardController.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
                <objects>
                    <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="CardController" customModule="Cards">
                        <connections><outlet property="view" destination="iN0-l3-epB" id="a"/></connections>
                    </placeholder>
                    <view id="iN0-l3-epB"/>
                </objects>
            </document>
            """
          ), ("CardController.swift", "class CardController: UIViewController {}"),
        ]),
    ]
  ) { index in
    index.documents.compactMap { document in
      guard document.kind == .xib, let owner = document.filesOwner, let name = owner.customClass,
        name == document.name, let view = document.roots.first(where: { $0.tag.lowercased().hasSuffix("view") }),
        !owner.outlets.contains(where: { $0.property == "view" })
      else { return nil }
      let (types, root) = index.chain(of: name)
      guard !types.isEmpty, root == "UIViewController" || root == "UITableViewController",
        !types.contains(where: { $0.method("loadView") != nil })
      else { return nil }
      return Hit(
        headline: "\(index.files[document.file].name) does not connect the view of \(name)",
        locations: [
          index.location(document.file, owner.line, "File's Owner is \(name) and has no outlet \"view\"."),
          index.location(document.file, view.line, "This view would be it."),
        ],
        remedy: "Connect File's Owner's outlet view to the root view.", subjects: [name, document.name])
    }
  }

  /// A designable asks for the app's delegate.
  static let ibAppContextMissing = ProjectCheck(
    "ib-app-context-missing",
    title: "A designable view takes the app's delegate for granted",
    explanation: """
      In Interface Builder's agent main() was not called, and there is no delegate of the app. Reported for designable \
      classes whose init(frame:), prepareForInterfaceBuilder, layoutSubviews or drawing code casts \
      UIApplication.shared.delegate with as!, or unwraps it with an exclamation mark.
      """,
    examples: [
      .fault(
        "a forced cast in the set-up",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              override init(frame: CGRect) { super.init(frame: frame); setUp() }
              required init?(coder: NSCoder) { super.init(coder: coder); setUp() }
              private func setUp() {
            →    let app = UIApplication.shared.delegate as! AppDelegate
                print(app)
              }
            }
            """
          )
        ]),
      .noFault(
        "an optional cast",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              override init(frame: CGRect) { super.init(frame: frame); setUp() }
              required init?(coder: NSCoder) { super.init(coder: coder); setUp() }
              private func setUp() {
                guard let app = UIApplication.shared.delegate as? AppDelegate else { return }
                print(app)
              }
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    let entries = ["init(frame:)", "prepareForInterfaceBuilder", "layoutSubviews", "draw"]
    for type in index.designableClasses {
      for reached in index.reached(from: type.name, entries) where !reached.isConditional {
        let body = reached.method.body
        for position in body.positions(of: ["UIApplication", ".", "shared", ".", "delegate"]) {
          let isForced = body.has(["as", "!"], at: position + 5) || body.text(position + 5) == "!"
          guard isForced, body[position].inDesigner, body.isUnconditional(at: position) else { continue }
          hits.append(
            Hit(
              headline: "\(type.name) takes the app's delegate for granted",
              locations: [
                index.location(
                  reached.file, body.line(position),
                  "In Interface Builder's agent the application has no delegate of yours.")
              ],
              remedy: "Hand the view what it needs, or cast with as? and do without.",
              diff: index.diff(reached.file, line: body.line(position), replacing: [("delegate as!", "delegate as?")]),
              subjects: [type.name]))
        }
      }
    }
    return hits
  }
}
