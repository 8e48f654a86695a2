import Diagnosis
import Knowledge
import SourceText

extension ProjectCheck {
  /// System views whose designated initializer is `init(frame:)`.
  private static let viewsWithInitFrame = Set(KnowledgeText.interfaceBuilder.lists["views with init frame"])

  private static let terminatingCalls: Set<String> = [
    "fatalError", "preconditionFailure", "abort", "doesNotRecognizeSelector", "assertionFailure",
  ]

  /// Returns the position of a call that always terminates the process, or `nil` if there is none.
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

  /// A designable class that cannot be created with `init(frame:)`.
  static let ibInitFrameUnimplemented = ProjectCheck(
    "ib-initframe-unimplemented",
    title: "A designable view does not implement init(frame:), or its init(frame:) always crashes",
    explanation: """
      Interface Builder creates views with init(frame:); nibs create them with init(coder:). A Swift class that \
      declares a designated initializer does not inherit others. Reported for designable classes whose superclass has \
      init(frame:) and that declare init(coder:) or another designated initializer but not init(frame:), and for an \
      init(frame:) that always ends in fatalError, an assertion or an exception.
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
        "an initializer that asserts",
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
        "a class with both initializers, and a class that inherits them",
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
        designable.file, designable.line, "Interface Builder draws \(type.name) and creates it with init(frame:).")
      if let (file, method) = type.method("init(frame:)", "initWithFrame:") {
        guard let position = terminatingCall(in: method.body) else { continue }
        hits.append(
          Hit(
            headline: "\(method.name) of \(type.name) always crashes",
            locations: [
              index.location(file, method.body.line(position), "\(method.name) always crashes here."), drawnLocation,
            ],
            remedy: "Do the same setup in \(method.name) as in init(coder:).", subjects: [type.name]))
        continue
      }
      guard type.isSwift, let root = index.chain(of: type.name).root, viewsWithInitFrame.contains(root) else {
        continue
      }
      let designated = type.methods.filter { $0.method.isInitializer && !$0.method.modifiers.contains("convenience") }
      guard let (file, method) = designated.first(where: { $0.method.isInitCoder }) ?? designated.first else {
        continue
      }
      // With variadic or defaulted parameters, another initializer may match.
      guard !designated.contains(where: { $0.method.name.hasPrefix("init(frame:") }) else { continue }
      let calls = method.selfCalls.filter { call in
        !call.isSuper && method.body.text(call.position + 2) == ")" && type.method(call.name) != nil
      }
      let indent = index.indentation(file, method.line)
      let setUp = method.isInitCoder ? calls.map { indent + "  \($0.name)()" } : []
      let lines = [indent + "override init(frame: CGRect) {", indent + "  super.init(frame: frame)"] + setUp
      hits.append(
        Hit(
          headline: "\(type.name) has no init(frame:): it declares \(method.name), so init(frame:) is not inherited",
          locations: [
            index.location(file, method.line, "A designated initializer; init(frame:) is not inherited."),
            drawnLocation,
          ],
          remedy: "Implement init(frame:) with the same setup as init(coder:).",
          diff: method.isInitCoder
            ? index.diff(file, inserting: lines + [indent + "}", ""], before: method.line) : nil,
          subjects: [type.name]))
    }
    return hits
  }

  /// `init(coder:)` always crashes, and a nib creates an object of the class.
  static let swiftInitCoderUnimplemented = ProjectCheck(
    "swift-initcoder-unimplemented",
    title: "A nib or storyboard uses a class whose init(coder:) is not implemented or always crashes",
    explanation: """
      Xcode's fix-it adds an init(coder:) that calls fatalError("init(coder:) has not been implemented"). Reported if \
      a nib or storyboard of the project has an object of such a class, or of a subclass that inherits the \
      initializer.
      """,
    examples: [
      .fault(
        "the storyboard has a view of the class",
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
        "no nib uses the class",
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
        // The first initializer up the class hierarchy runs.
        let owner = index.chain(of: type.name).classes.first { $0.method("init(coder:)", "initWithCoder:") != nil }
        guard let owner, let (file, method) = owner.method("init(coder:)", "initWithCoder:"),
          let position = terminatingCall(in: method.body)
        else { continue }
        let indent = index.indentation(file, method.line)
        let isShort = method.lastLine - method.line <= 3
        let lines = [
          indent + "required init?(coder: NSCoder) {", indent + "  super.init(coder: coder)", indent + "}",
        ]
        hits.append(
          Hit(
            headline:
              "\(index.files[document.file].name) uses \(name), but init(coder:) of \(owner.name) always crashes",
            locations: [
              index.location(file, method.body.line(position), "init(coder:) of \(owner.name) always crashes here."),
              index.location(document.file, object.line, "The document has an object of class \(name)."),
            ],
            remedy: "Implement init(coder:): call super and do the same setup as in the other initializers.",
            diff: method.isSwift && isShort
              ? UnifiedDiff.text(
                index.files[file], replacing: method.line..<(method.lastLine + 1), with: lines) : nil,
            subjects: [owner.name, name, document.name]))
      }
    }
    return hits
  }

  /// Interface Builder's agent cannot call `init(frame:)` of a designable class.
  static let swiftInitInaccessible = ProjectCheck(
    "swift-init-inaccessible",
    title: "init(frame:) of a designable view is private",
    explanation: """
      Interface Builder's agent creates the view with init(frame:). Reported for designable Swift classes that declare \
      it private or fileprivate.
      """,
    examples: [
      .fault(
        "a private initializer",
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
        "a private initializer of a class that Interface Builder does not draw",
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
        remedy: "Remove \(word).", diff: index.diff(file, line: method.line, replacing: [(word + " ", "")]),
        subjects: [type.name])
    }
  }
}
