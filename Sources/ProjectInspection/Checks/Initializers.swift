import Diagnosis

extension ProjectCheck {
  /// System views whose designated initialiser is `init(frame:)`.
  private static let viewsWithInitFrame: Set<String> = [
    "UIView", "UIControl", "UIButton", "UILabel", "UIImageView", "UITextField", "UITextView", "UIScrollView",
    "UISlider",
    "UISwitch", "UIProgressView", "UISearchBar", "UIPickerView", "UIDatePicker", "UIPageControl", "UIStackView",
    "UISegmentedControl", "UICollectionReusableView", "UICollectionViewCell", "MKMapView", "NSView", "NSControl",
    "NSButton", "NSTextField", "NSImageView", "UIVisualEffectView",
  ]

  private static let terminatingCalls: Set<String> = [
    "fatalError", "preconditionFailure", "abort", "doesNotRecognizeSelector", "assertionFailure",
  ]

  /// A call that ends the process, whatever the arguments are.
  static func terminatingCall(in body: SourceTokens) -> Int? {
    body.indices.first { position in
      guard body[position].kind == .word, body[position].inDesigner else { return false }
      let isCall = terminatingCalls.contains(body[position].text)
      let isAssert =
        ["NSAssert", "NSCAssert", "assert"].contains(body[position].text) && body.text(position + 1) == "("
        && ["NO", "false", "0"].contains(body.text(position + 2))
      let isRaise = body.has(["NSException", "raise"], at: position) || body[position].text == "@throw"
      return (isCall || isAssert || isRaise) && body.isUnconditional(at: position)
    }
  }

  /// A designable class that cannot be made with `init(frame:)`.
  static let ibInitFrameUnimplemented = ProjectCheck(
    "ib-initframe-unimplemented",
    title: "A designable view has no init(frame:), or one that only stops the process",
    explanation: """
      Interface Builder makes views with init(frame:), nibs with init(coder:). A class of Swift that declares a \
      designated initialiser inherits no other. Reported for designable classes whose superclass has init(frame:) and \
      that declare init(coder:) or another designated initialiser but not init(frame:), and for an init(frame:) that \
      ends in fatalError or an assertion.
      """,
    examples: [
      .fault(
        "only init(coder:)",
        [
          (
            "CardView.swift",
            """
            @IBDesignable
            class CardView: UIView {
              private let style: Int
            →  required init?(coder: NSCoder) {
                style = 0
                super.init(coder: coder)
                setUp()
              }
              private func setUp() { clipsToBounds = true }
            }
            """
          )
        ]),
      .fault(
        "an initialiser that asserts",
        [
          (
            "CardView.m",
            """
            IB_DESIGNABLE
            @interface CardView : UIView
            @end
            @implementation CardView
            - (instancetype)initWithFrame:(CGRect)frame {
            →  NSAssert(NO, @"use the nib");
              return nil;
            }
            @end
            """
          )
        ]),
      .noFault(
        "both are there; a class without initialisers inherits them",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              override init(frame: CGRect) { super.init(frame: frame) }
              required init?(coder: NSCoder) { super.init(coder: coder) }
            }
            @IBDesignable class BadgeView: UIView {
              convenience init(text: String) { self.init(frame: .zero) }
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.designableClasses {
      guard let designable = index.designable(type.name) else { continue }
      let drawnLocation = index.location(
        designable.file, designable.line, "Interface Builder draws \(type.name) and makes it with init(frame:).")
      if let (file, method) = type.method("init(frame:)", "initWithFrame:") {
        guard let position = terminatingCall(in: method.body) else { continue }
        hits.append(
          Hit(
            headline: "\(method.name) of \(type.name) stops the process",
            locations: [
              index.location(file, method.body.line(position), "\(method.name) always ends here."), drawnLocation,
            ],
            remedy: "Do the same set-up in \(method.name) as in init(coder:).", subjects: [type.name]))
        continue
      }
      guard type.isSwift, let root = index.chain(of: type.name).root, viewsWithInitFrame.contains(root) else {
        continue
      }
      let designated = type.methods.filter { $0.method.isInitializer && !$0.method.modifiers.contains("convenience") }
      guard let (file, method) = designated.first(where: { $0.method.isInitCoder }) ?? designated.first else {
        continue
      }
      // A variadic or defaulted parameter may make another initialiser fit.
      guard !designated.contains(where: { $0.method.name.hasPrefix("init(frame:") }) else { continue }
      let calls = method.selfCalls.filter { call in
        !call.isSuper && method.body.text(call.position + 2) == ")" && type.method(call.name) != nil
      }
      let indent = index.indentation(file, method.line)
      let setUp = method.isInitCoder ? calls.map { indent + "  \($0.name)()" } : []
      let lines = [indent + "override init(frame: CGRect) {", indent + "  super.init(frame: frame)"] + setUp
      hits.append(
        Hit(
          headline: "\(type.name) declares \(method.name) and so has no init(frame:)",
          locations: [
            index.location(file, method.line, "A designated initialiser; init(frame:) is not inherited."),
            drawnLocation,
          ],
          remedy: "Implement init(frame:) with the same set-up as init(coder:).",
          diff: method.isInitCoder
            ? index.diff(file, inserting: lines + [indent + "}", ""], before: method.line) : nil,
          subjects: [type.name]))
    }
    return hits
  }

  /// `init(coder:)` stops the process, and a nib makes the class.
  static let swiftInitCoderUnimplemented = ProjectCheck(
    "swift-initcoder-unimplemented",
    title: "A nib or storyboard makes a class whose init(coder:) stops the process",
    explanation: """
      Xcode offers init(coder:) with fatalError("init(coder:) has not been implemented"). Reported where a nib or \
      storyboard of the project has an object of such a class, or of a subclass that inherits it.
      """,
    examples: [
      .fault(
        "the storyboard has such a view",
        [
          (
            "CardView.swift",
            """
            class CardView: UIView {
              init(title: String) { super.init(frame: .zero) }
            →  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
            }
            """
          ),
          (
            "Main.storyboard",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0">
                <scenes>
                    <scene sceneID="a">
                        <objects>
                            <viewController id="b">
                                <view key="view" id="c">
                                    <subviews>
            →                            <view id="d" customClass="CardView" customModule="Cards"/>
                                    </subviews>
                                </view>
                            </viewController>
                        </objects>
                    </scene>
                </scenes>
            </document>
            """
          ),
        ]),
      .noFault(
        "no nib makes the class",
        [
          (
            "CardView.swift",
            """
            class CardView: UIView {
              init(title: String) { super.init(frame: .zero) }
              required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for document in index.documents {
      for object in document.objects where !object.isFilesOwner {
        guard let name = object.customClass, let type = index.classes[name] else { continue }
        // The next initialiser up the chain is the one that runs.
        let owner = index.chain(of: type.name).classes.first { $0.method("init(coder:)", "initWithCoder:") != nil }
        guard let owner, let (file, method) = owner.method("init(coder:)", "initWithCoder:"),
          let position = terminatingCall(in: method.body)
        else { continue }
        let indent = index.indentation(file, method.line)
        let isWhole = method.lastLine - method.line <= 3
        let lines = [
          indent + "required init?(coder: NSCoder) {", indent + "  super.init(coder: coder)", indent + "}",
        ]
        hits.append(
          Hit(
            headline:
              "init(coder:) of \(owner.name) stops the process, and \(index.files[document.file].name) makes one",
            locations: [
              index.location(file, method.body.line(position), "init(coder:) of \(owner.name) always ends here."),
              index.location(document.file, object.line, "The document has an object of class \(name)."),
            ],
            remedy: "Implement init(coder:): call super and do the same set-up as in the other initialisers.",
            diff: method.isSwift && isWhole
              ? UnifiedDiff.text(
                index.files[file], replacing: method.line..<(method.lastLine + 1), with: lines) : nil,
            subjects: [owner.name, name, document.name]))
      }
    }
    return hits
  }

  /// The agent cannot call `init(frame:)` of a designable class.
  static let swiftInitInaccessible = ProjectCheck(
    "swift-init-inaccessible",
    title: "init(frame:) of a designable view is private",
    explanation: """
      Interface Builder's agent makes the view with init(frame:). Reported for designable classes of Swift that declare \
      it private or fileprivate.
      """,
    examples: [
      .fault(
        "a private initialiser",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
            →  private override init(frame: CGRect) { super.init(frame: frame) }
              required init?(coder: NSCoder) { super.init(coder: coder) }
            }
            """
          )
        ]),
      .noFault(
        "a private initialiser of a class that Interface Builder does not draw",
        [
          (
            "CardView.swift",
            """
            class CardView: UIView {
              private override init(frame: CGRect) { super.init(frame: frame) }
              required init?(coder: NSCoder) { super.init(coder: coder) }
            }
            """
          )
        ]),
    ]
  ) { index in
    index.designableClasses.compactMap { type in
      guard let (file, method) = type.method("init(frame:)"),
        let word = ["private", "fileprivate"].first(where: method.modifiers.contains)
      else { return nil }
      return Hit(
        headline: "init(frame:) of \(type.name) is \(word)",
        locations: [
          index.location(file, method.line, "Interface Builder's agent calls init(frame:), which is \(word).")
        ],
        remedy: "Take \(word) away.", diff: index.diff(file, line: method.line, replacing: [(word + " ", "")]),
        subjects: [type.name])
    }
  }
}
