import Diagnosis
import SourceText

extension ProjectCheck {
  /// A view controller accesses its view while it is decoded.
  static let viewControllerViewInInitWithCoder = ProjectCheck(
    "viewcontroller-view-in-initwithcoder",
    title: "A view controller accesses self.view in init(coder:)",
    explanation: """
      The view is loaded before the controller is fully initialized, and storyboards do not allow this. Reported for \
      view controllers whose init(coder:), or a method it calls, uses self.view.
      """,
    examples: [
      .fault(
        "initWithCoder: sets the background of the view",
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
        "viewDidLoad sets it",
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
            headline: "\(type.name) accesses self.view during init(coder:)",
            locations: [
              index.location(
                reached.file, body.line(position), "\(reached.method.name) runs before the view can be loaded.")
            ],
            remedy: "Move the access to viewDidLoad.", subjects: [type.name]))
      }
    }
    return hits
  }

  /// The xib that a view controller loads by its class name has no view outlet.
  static let nibViewOutletNotSet = ProjectCheck(
    "nib-view-outlet-not-set",
    title: "The view outlet is not connected in the xib of a view controller",
    explanation: """
      A view controller loads the xib that has the name of its class, and takes its view from the "view" outlet of \
      File's Owner. Reported for a xib that has a root view and no "view" outlet, whose File's Owner is a view \
      controller of the project with the same name as the xib, and where that controller does not implement loadView.
      """,
    examples: [
      .fault(
        "the outlet is missing",
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
        "the outlet is connected",
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
        headline: "The view outlet of \(name) is not connected in \(index.files[document.file].name)",
        locations: [
          index.location(document.file, owner.line, "File's Owner is \(name) and has no \"view\" outlet."),
          index.location(document.file, view.line, "This root view is not connected to it."),
        ],
        remedy: "Connect the \"view\" outlet of File's Owner to the root view.", subjects: [name, document.name])
    }
  }

  /// A designable view needs the app delegate.
  static let ibAppContextMissing = ProjectCheck(
    "ib-app-context-missing",
    title: "A designable view requires an app delegate",
    explanation: """
      In Interface Builder's agent, main() is not called and UIApplication.shared.delegate is nil. Reported for \
      designable classes whose init(frame:), prepareForInterfaceBuilder, layoutSubviews or drawing code casts \
      UIApplication.shared.delegate with as!, or force-unwraps it.
      """,
    examples: [
      .fault(
        "a forced cast in the setup method",
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
              headline: "\(type.name) force-casts or force-unwraps the app delegate, which is nil in Interface Builder",
              locations: [
                index.location(
                  reached.file, body.line(position),
                  "In Interface Builder's agent, your app delegate does not exist.")
              ],
              remedy: "Pass the view what it needs, or cast with as? and handle nil.",
              diff: index.diff(reached.file, line: body.line(position), replacing: [("delegate as!", "delegate as?")]),
              subjects: [type.name]))
        }
      }
    }
    return hits
  }
}
