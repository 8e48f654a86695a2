import Diagnosis
import SourceText

extension ProjectCheck {
  /// A designable view does its setup only in `init(coder:)`.
  static let ibSetupOnlyInInitCoder = ProjectCheck(
    "ib-setup-only-in-initcoder", pattern: "ib-initframe-unimplemented",
    title: "A designable view does its setup only in init(coder:)",
    explanation: """
      A nib creates the view with init(coder:), Interface Builder creates it with init(frame:). Reported for designable \
      classes whose init(coder:) calls a method of the class, if init(frame:), the methods for drawing and layout, and \
      prepareForInterfaceBuilder do not call it, too; and for those whose init(coder:) adds subviews or sets the layer or \
      colors, if these methods only call super. Not reported if the superclass is in code that is not known.
      """,
    confirms: false,
    examples: [
      .fault(
        "init(frame:) only calls super",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              override init(frame: CGRect) { super.init(frame: frame) }
              required init?(coder: NSCoder) {
                super.init(coder: coder)
            →    setUp()
              }
              private func setUp() { layer.cornerRadius = 8 }
            }
            """
          )
        ]),
      .fault(
        "Objective-C: the class inherits initWithFrame:",
        [
          (
            "CardView.m",
            """
            IB_DESIGNABLE
            @interface CardView : UIView
            @end
            @implementation CardView
            - (instancetype)initWithCoder:(NSCoder *)coder {
              if ((self = [super initWithCoder:coder])) {
            →    [self setUp];
              }
              return self;
            }
            - (void)setUp { self.layer.cornerRadius = 8; }
            @end
            """
          )
        ]),
      .noFault(
        "both initializers, and prepareForInterfaceBuilder",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              override init(frame: CGRect) { super.init(frame: frame); setUp() }
              required init?(coder: NSCoder) { super.init(coder: coder); setUp() }
              private func setUp() { layer.cornerRadius = 8 }
            }
            @IBDesignable class BadgeView: UIView {
              override init(frame: CGRect) { super.init(frame: frame) }
              required init?(coder: NSCoder) { super.init(coder: coder); setUp() }
              override func prepareForInterfaceBuilder() { super.prepareForInterfaceBuilder(); setUp() }
              private func setUp() { layer.cornerRadius = 8 }
            }
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    for type in index.designableClasses {
      let (chain, root) = index.chain(of: type.name)
      // A class that is not known may call the setup from its init(frame:).
      guard root.map({ systemViews.contains($0) }) ?? index.isExcerpt else { continue }
      guard let (file, method) = type.method("init(coder:)", "initWithCoder:"), terminatingCall(in: method.body) == nil
      else { continue }
      // Another check reports a Swift class without init(frame:).
      guard !method.isSwift || chain.contains(where: { $0.method("init(frame:)") != nil }) else { continue }
      let others = index.reached(from: type.name, designerEntries)
      // Pasted code may lack the methods that are called.
      let names = Set(others.map(\.method.name)).union(others.flatMap { $0.method.selfCalls.map(\.name) })
      let call = method.selfCalls.first { isSetup($0, of: type, in: method, unless: names) }
      let areIdle = others.allSatisfy { isIdle($0.method) }
      guard let position = call?.position ?? (areIdle ? ownSetup(in: method) : nil) else { continue }
      let name = method.body.text(position)
      hits.append(
        Hit(
          headline: "\(type.name) does its setup (\(name)) only in init(coder:), which Interface Builder does not call",
          locations: [
            index.location(
              file, method.body.line(position), "This does not run when Interface Builder draws the view.")
          ],
          remedy: "Do the same setup in init(frame:), too.", proves: false, subjects: [type.name]))
    }
    return hits
  }

  /// The methods that Interface Builder calls.
  private static let designerEntries = [
    "init(frame:)", "initWithFrame:", "init()", "init", "prepareForInterfaceBuilder", "layoutSubviews", "draw",
    "drawRect:", "updateConstraints", "didMoveToWindow", "didMoveToSuperview", "willMove", "willMoveToSuperview:",
    "willMoveToWindow:", "tintColorDidChange", "traitCollectionDidChange", "traitCollectionDidChange:",
    "intrinsicContentSize.getter", "intrinsicContentSize",
  ]

  private static let systemViews: Set<String> = [
    "UIView", "UIControl", "UIButton", "UILabel", "UIImageView", "UITextField", "UITextView", "UIScrollView",
    "UISlider",
    "UISwitch", "UIProgressView", "UIStackView", "UISegmentedControl", "UIVisualEffectView", "NSView", "NSControl",
    "NSButton", "NSTextField", "NSImageView",
  ]

  /// Whether the call in `init(coder:)` does setup that does not run otherwise.
  private static func isSetup(
    _ call: SourceMethod.SelfCall, of type: ProjectClass, in method: SourceMethod, unless reached: Set<String>
  ) -> Bool {
    guard !call.isSuper, method.body.isUnconditional(at: call.position) else { return false }
    // A function of a framework is called like a method of Swift, and a property of a framework like one of the class.
    let isMessage = !method.isSwift && method.body.text(call.position - 1) == "self"
    guard isMessage || type.method(call.name) != nil else { return false }
    // Decoding is the task of this initializer.
    guard !call.name.lowercased().contains("decod"), call.name != "initWithCoder:", !call.name.hasPrefix("init")
    else { return false }
    let isDecoding = method.body.argument(at: call.position + 1).contains { ["coder", "aDecoder"].contains($0.text) }
    return !isDecoding && !reached.contains { $0 == call.name || $0.hasPrefix(call.name) }
  }

  /// Whether the code only calls its superclass and returns.
  private static func isIdle(_ method: SourceMethod) -> Bool {
    let words: Set<String> = ["self", "super", "init", "initWithFrame", "frame", "return", "if", "nil"]
    return method.body.allSatisfy { $0.kind != .word || words.contains($0.text) || method.name.hasPrefix($0.text) }
  }

  /// Members of views that are used to set them up.
  private static let setupMembers: Set<String> = [
    "addSubview", "insertSubview", "backgroundColor", "setBackgroundColor", "layer", "clipsToBounds", "contentMode",
    "tintColor", "addConstraints", "addArrangedSubview", "setImage", "setTitle",
  ]

  /// Returns the position of code in an initializer that sets up the view itself.
  private static func ownSetup(in method: SourceMethod) -> Int? {
    let body = method.body
    return body.indices.first { position in
      guard setupMembers.contains(body.text(position)), body.isWord(position), body.isUnconditional(at: position) else {
        return false
      }
      let before = body.text(position - 1)
      if before == "self" { return body.text(position - 2) == "[" }
      return before == "." ? body.text(position - 2) == "self" : method.isSwift
    }
  }

  /// An observer is removed in `deinit`, but added only in code that Interface Builder does not run.
  static let ibObserverNotAdded = ProjectCheck(
    "ib-observer-not-added", pattern: "ib-awakefromnib-not-called",
    title: "A designable view removes an observer that it adds only in awakeFromNib",
    explanation: """
      Interface Builder does not call awakeFromNib, so no observer is added, and removing it in dealloc or deinit \
      raises "Cannot remove an observer … because it is not registered as an observer". Reported for designable \
      classes that remove a key-value observer unconditionally, if every call that adds one is in awakeFromNib, or is \
      excluded in Interface Builder.
      """,
    examples: [
      .fault(
        "added in awakeFromNib, removed in deinit",
        [
          (
            "CardView.swift",
            """
            @IBDesignable class CardView: UIView {
              @objc dynamic var title = ""
              override init(frame: CGRect) { super.init(frame: frame) }
              required init?(coder: NSCoder) { super.init(coder: coder) }
              override func awakeFromNib() {
                super.awakeFromNib()
            →    addObserver(self, forKeyPath: "title", options: [], context: nil)
              }
              deinit {
            →    removeObserver(self, forKeyPath: "title")
              }
            }
            """
          )
        ]),
      .noFault(
        "the observer is removed only if it was added",
        [
          (
            "CardView.m",
            """
            IB_DESIGNABLE
            @interface CardView : UIView
            @end
            @implementation CardView
            - (instancetype)initWithFrame:(CGRect)frame { self = [super initWithFrame:frame]; return self; }
            - (void)awakeFromNib {
              [super awakeFromNib];
              [self addObserver:self forKeyPath:@"title" options:0 context:NULL];
              self.observes = YES;
            }
            - (void)dealloc {
              if (self.observes) { [self removeObserver:self forKeyPath:@"title"]; }
            }
            @end
            """
          )
        ]),
    ]
  ) { index in
    var hits: [Hit] = []
    // A class with many members may have many subclasses.
    let relevant = index.classes.mapValues { type in
      type.methods.filter { _, method in
        method.name == "dealloc" || method.role == .deinitializer
          || method.body.indices.contains { method.body.isKeyValueObserver("addObserver", at: $0) }
      }
    }
    for type in index.designableClasses {
      let all = index.chain(of: type.name).classes.flatMap { relevant[$0.name] ?? [] }
      let nibOnly = index.reached(from: type.name, ["awakeFromNib"]).map(\.method)
      let designer = index.reached(
        from: type.name, ["init(frame:)", "initWithFrame:", "prepareForInterfaceBuilder", "layoutSubviews"])
      var added: (file: Int, line: Int)?
      var isAddedElsewhere = false
      for (file, method) in all where method.role != .deinitializer {
        for position in method.body.indices where method.body.isKeyValueObserver("addObserver", at: position) {
          let isInNib =
            nibOnly.contains { $0.name == method.name && $0.line == method.line }
            && !designer.contains { $0.method.name == method.name && $0.method.line == method.line }
          if isInNib || !method.body[position].inDesigner {
            added = added ?? (file, method.body.line(position))
          } else {
            isAddedElsewhere = true
          }
        }
      }
      guard let added, !isAddedElsewhere else { continue }
      for (file, method) in all
      where method.name == "dealloc" || method.role == .deinitializer {
        guard
          let position = method.body.indices.first(where: {
            method.body.isKeyValueObserver("removeObserver", at: $0) && method.body[$0].inDesigner
          }), method.body.isUnconditional(at: position)
        else { continue }
        hits.append(
          Hit(
            headline: "\(type.name) removes an observer that it does not add in Interface Builder",
            locations: [
              index.location(file, method.body.line(position), "This raises an exception if no observer was added."),
              index.location(added.file, added.line, "Interface Builder does not run the code that adds the observer."),
            ],
            remedy: "Remove the observer only if it was added.", subjects: [type.name]))
        break
      }
    }
    return hits
  }
}

extension ArraySlice where Element == SourceToken {
  /// Whether the token at `position` is a call that adds or removes a key-value observer: with `forKeyPath`.
  fileprivate func isKeyValueObserver(_ name: String, at position: Int) -> Bool {
    guard text(position) == name, isWord(position), ["(", ":"].contains(text(position + 1)) else { return false }
    return self[position..<Swift.min(position + 30, endIndex)].prefix { $0.text != ";" }
      .contains { $0.text == "forKeyPath" }
  }
}
