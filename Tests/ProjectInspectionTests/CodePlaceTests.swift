import Diagnosis
import ProjectInspection
import Testing

/// Each check finds its fault in every place where Swift and Objective-C have code.
@Suite struct CodePlaceTests {
  /// A place in a Swift class. `members` contain the code, `trigger` runs it from another member.
  struct Place: Sendable, CustomTestStringConvertible {
    var name: String
    var members: @Sendable (String) -> String
    var trigger: @Sendable (String) -> String
    /// Whether the code can use `self`.
    var isInstance = true
    var testDescription: String { name }

    init(
      _ name: String, isInstance: Bool = true, members: @escaping @Sendable (String) -> String = { _ in "" },
      trigger: @escaping @Sendable (String) -> String
    ) {
      self.name = name
      self.members = members
      self.trigger = trigger
      self.isInstance = isInstance
    }
  }

  static let places: [Place] = [
    Place("func") {
      "  func work() {\n    \($0)\n  }\n"
    } trigger: { _ in
      "work()"
    },
    // The entry itself, which is an initializer for most checks.
    Place("init") { $0 },
    Place("didSet") {
      "  var mode = 0 {\n    didSet {\n      \($0)\n    }\n  }\n  func change() { mode = 1 }\n"
    } trigger: { _ in
      "change()"
    },
    Place("willSet") {
      "  var mode: Int = 0 {\n    willSet(new) {\n      \($0)\n    }\n    didSet {}\n  }\n  func change() { self.mode += 1 }\n"
    } trigger: { _ in
      "change()"
    },
    Place("get") {
      "  var mode: Int {\n    \($0)\n    return 1\n  }\n"
    } trigger: { _ in
      "_ = mode"
    },
    Place("get, with a setter") {
      "  var mode: Int {\n    get {\n      \($0)\n      return 1\n    }\n    set {}\n  }\n"
    } trigger: { _ in
      "_ = self.mode"
    },
    Place("set") {
      "  var mode: Int {\n    get { 1 }\n    set {\n      \($0)\n    }\n  }\n"
    } trigger: { _ in
      "mode = 2"
    },
    Place("lazy") {
      "  lazy var mode: Int = {\n    \($0)\n    return 1\n  }()\n"
    } trigger: { _ in
      "_ = mode"
    },
    Place("static let", isInstance: false) {
      "  static let mode: Int = {\n    \($0)\n    return 1\n  }()\n"
    } trigger: { _ in
      "_ = CardView.mode"
    },
    Place("closure") { "let work = {\n    \($0)\n  }\n  work()" },
    Place("nested function") { "func work() {\n    \($0)\n  }\n  work()" },
    Place("closure that is called at once") { "_ = { () -> Int in\n    \($0)\n    return 1\n  }()" },
  ]

  /// A check with a statement that is a fault, and the corrected statement.
  struct Sample: Sendable, CustomTestStringConvertible {
    var check: String
    var fault: String
    var correct: String
    /// The member that runs the code, with `%` in place of the trigger.
    var entry = "override init(frame: CGRect) {\n    super.init(frame: frame)\n    %\n  }"
    var superclass = "UIView"
    var members = "  required init?(coder: NSCoder) { super.init(coder: coder) }\n"
    var files: [(path: String, text: String)] = []
    /// Whether the statement uses `self`, which the value of a static constant cannot.
    var usesSelf = false
    var testDescription: String { check }
  }

  static let ownNib = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
        <objects>
            <placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
            <view id="iN0-l3-epB" customClass="CardView" customModule="Cards" customModuleProvider="target">
                <color key="backgroundColor" red="1" green="0" blue="0" alpha="1"/>
            </view>
        </objects>
    </document>
    """
  static let coderEntry = "required init?(coder: NSCoder) {\n    super.init(coder: coder)\n    %\n  }"
  static let frameMember = "  override init(frame: CGRect) { super.init(frame: frame) }\n"

  static let samples: [Sample] = [
    Sample(
      check: "ib-overlays-mainbundle-nib", fault: #"_ = UINib(nibName: "CardView", bundle: nil)"#,
      correct: #"_ = UINib(nibName: "CardView", bundle: Bundle(for: CardView.self))"#, files: [("CardView.xib", ownNib)]
    ),
    Sample(
      check: "ib-overlays-mainbundle-resource",
      fault: #"_ = Bundle.main.url(forResource: "cards", withExtension: "json")"#,
      correct: #"_ = Bundle(for: CardView.self).url(forResource: "cards", withExtension: "json")"#),
    Sample(
      check: "autolayout-private-api", fault: #"_ = Selector(("_nsis_compatibleBoundsInEngine:"))"#,
      correct: #"_ = Selector(("layoutIfNeeded"))"#),
    Sample(
      check: "uikit-private-ivar-kvc",
      fault: #"field.setValue(UIColor.red, forKeyPath: "_placeholderLabel.textColor")"#,
      correct: #"field.setValue(UIColor.red, forKeyPath: "title.textColor")"#, usesSelf: true),
    Sample(
      check: "nib-missing-in-bundle", fault: #"_ = UINib(nibName: "Absent", bundle: Bundle(for: CardView.self))"#,
      correct: #"_ = UINib(nibName: "CardView", bundle: Bundle(for: CardView.self))"#, files: [("CardView.xib", ownNib)]
    ),
    Sample(
      check: "font-file-missing",
      fault: #"_ = Bundle(for: CardView.self).url(forResource: "Icons", withExtension: "ttf")"#,
      correct: #"_ = Bundle(for: CardView.self).url(forResource: "Icons", withExtension: "pdf")"#),
    Sample(
      check: "nib-self-class-recursion",
      fault: #"_ = Bundle(for: CardView.self).loadNibNamed("CardView", owner: nil)"#,
      correct: #"_ = Bundle(for: CardView.self).loadNibNamed("Content", owner: nil)"#, entry: coderEntry,
      members: frameMember, files: [("CardView.xib", ownNib), ("Content.xib", "<document><objects/></document>")]),
    Sample(
      check: "nib-awakeafter-recursion",
      fault: #"_ = Bundle(for: CardView.self).loadNibNamed("CardView", owner: nil)"#,
      correct: #"_ = Bundle(for: CardView.self).loadNibNamed("Content", owner: nil)"#,
      entry: "override func awakeAfter(using coder: NSCoder) -> Any? {\n    %\n    return self\n  }",
      files: [("CardView.xib", ownNib), ("Content.xib", "<document><objects/></document>")]),
    Sample(
      check: "autolayout-feedback-loop", fault: "setNeedsLayout()", correct: "setNeedsDisplay()",
      entry: "override func layoutSubviews() {\n    super.layoutSubviews()\n    %\n  }", usesSelf: true),
    Sample(
      check: "autolayout-selfsizing-wrong", fault: "_ = bounds.width", correct: "_ = label.bounds.width",
      entry: "override var intrinsicContentSize: CGSize {\n    %\n    return .zero\n  }",
      members: "  override func layoutSubviews() { if changed { invalidateIntrinsicContentSize() } }\n", usesSelf: true),
    Sample(
      check: "ib-app-context-missing", fault: "_ = UIApplication.shared.delegate as! AppDelegate",
      correct: "_ = UIApplication.shared.delegate as? AppDelegate"),
    Sample(
      check: "ib-init-overrides-attributes", fault: "self.backgroundColor = .white",
      correct: "line.backgroundColor = .white", entry: coderEntry, members: frameMember,
      files: [("CardView.xib", ownNib)], usesSelf: true),
    Sample(
      check: "ib-layer-content-too-early", fault: "self.layer.contents = image", correct: "line.layer.contents = image",
      usesSelf: true),
    Sample(
      check: "viewcontroller-view-in-initwithcoder", fault: "self.view.backgroundColor = .red",
      correct: "self.card.backgroundColor = .red", entry: coderEntry, superclass: "UIViewController", members: "",
      usesSelf: true),
    Sample(
      check: "objc-setter-recursion", fault: #"self.title = "Card""#, correct: #"self.stored = "Card""#,
      entry: "var title: String {\n    get { stored }\n    set {\n      %\n    }\n  }", usesSelf: true),
  ]

  private func text(_ sample: Sample, _ place: Place, _ statement: String) -> String {
    let entry = sample.entry.replacing("%", with: place.trigger(statement))
    return """
      @IBDesignable class CardView: \(sample.superclass) {
      \(place.members(statement))  \(entry)
      \(sample.members)}

      """
  }

  private func faults(_ sample: Sample, _ text: String) throws -> [ProjectFault] {
    let check = try #require(ProjectCheck.with(id: sample.check))
    let others = sample.files.map { ProjectFile(path: $0.path, text: $0.text) }
    return check.faults(in: ProjectIndex(files: [ProjectFile(path: "CardView.swift", text: text)] + others))
  }

  @Test(arguments: samples)
  func faultIsFoundInEachPlace(_ sample: Sample) throws {
    for place in Self.places where place.isInstance || !sample.usesSelf {
      let fault = text(sample, place, sample.fault)
      let line = fault.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(sample.fault) }
      let found = try faults(sample, fault)
      #expect(
        found.contains { $0.locations.contains { $0.path == "CardView.swift" && $0.line - 1 == line } },
        "\(place.name): \(found.map(\.headline))")
      let correct = try faults(sample, text(sample, place, sample.correct))
      #expect(correct.isEmpty, "\(place.name), corrected: \(correct.map(\.headline))")
    }
  }

  /// The places of Objective-C. `%` stands for the statement.
  static let objectiveCPlaces: [(name: String, code: String)] = [
    ("method", "- (void)work {\n  %\n}"),
    ("class method", "+ (void)work {\n  %\n}"),
    (
      "initializer",
      "- (instancetype)initWithFrame:(CGRect)frame {\n  self = [super initWithFrame:frame];\n  %\n  return self;\n}"
    ),
    ("setter", "- (void)setMode:(NSInteger)mode {\n  _mode = mode;\n  %\n}"),
    ("getter", "- (NSInteger)mode {\n  %\n  return 1;\n}"),
    ("lazy getter", "- (UIView *)card {\n  if (!_card) {\n    %\n  }\n  return _card;\n}"),
    ("dealloc", "- (void)dealloc {\n  %\n}"),
    ("block", "- (void)work {\n  void (^block)(void) = ^{\n    %\n  };\n  block();\n}"),
    (
      "dispatch_once",
      "+ (id)shared {\n  static dispatch_once_t once;\n  dispatch_once(&once, ^{\n    %\n  });\n  return nil;\n}"
    ),
  ]

  static let objectiveCStatements: [(check: String, fault: String, correct: String)] = [
    (
      "ib-overlays-mainbundle-nib", "[[NSBundle mainBundle] loadNibNamed:@\"CardView\" owner:self options:nil];",
      "[[NSBundle bundleForClass:[CardView class]] loadNibNamed:@\"CardView\" owner:self options:nil];"
    ),
    (
      "ib-overlays-mainbundle-resource", "[[NSBundle mainBundle] pathForResource:@\"a\" ofType:@\"json\"];",
      "[[NSBundle bundleForClass:[CardView class]] pathForResource:@\"a\" ofType:@\"json\"];"
    ),
    (
      "autolayout-private-api", "[self performSelector:NSSelectorFromString(@\"nsli_layoutEngine\")];",
      "[self performSelector:NSSelectorFromString(@\"layoutIfNeeded\")];"
    ),
    (
      "uikit-private-ivar-kvc", "[field setValue:color forKeyPath:@\"_placeholderLabel.textColor\"];",
      "[field setValue:color forKeyPath:@\"titleLabel.textColor\"];"
    ),
    (
      "nib-missing-in-bundle", "[UINib nibWithNibName:@\"Absent\" bundle:[NSBundle bundleForClass:[CardView class]]];",
      "[UINib nibWithNibName:@\"CardView\" bundle:[NSBundle bundleForClass:[CardView class]]];"
    ),
    (
      "ib-font-cfrelease-null", "CGFontRef font = CGFontCreateWithDataProvider(p); CFRelease(font);",
      "CGFontRef font = CGFontCreateWithDataProvider(p); if (font) { CFRelease(font); }"
    ),
  ]

  @Test(arguments: objectiveCStatements.map(\.check))
  func faultIsFoundInEachPlaceOfObjectiveC(_ id: String) throws {
    let check = try #require(ProjectCheck.with(id: id))
    let sample = try #require(Self.objectiveCStatements.first { $0.check == id })
    for place in Self.objectiveCPlaces {
      func faults(_ statement: String) -> [ProjectFault] {
        let code = place.code.replacing("%", with: statement)
        let text = "IB_DESIGNABLE\n@interface CardView : UIView\n@end\n@implementation CardView\n\(code)\n@end\n"
        return check.faults(
          in: ProjectIndex(files: [
            ProjectFile(path: "CardView.m", text: text), ProjectFile(path: "CardView.xib", text: Self.ownNib),
          ]))
      }
      #expect(!faults(sample.fault).isEmpty, "\(place.name)")
      #expect(faults(sample.correct).isEmpty, "\(place.name), corrected")
    }
  }

  /// Observers do not run in the initializer of their own class, and a closure that is only stored does not run.
  @Test func codeThatDoesNotRunIsNotAFault() throws {
    let check = try #require(ProjectCheck.with(id: "nib-self-class-recursion"))
    let loads = #"_ = Bundle(for: CardView.self).loadNibNamed("CardView", owner: nil)"#
    for members in [
      "var mode = 0 { didSet { \(loads) } }\n  required init?(coder: NSCoder) { super.init(coder: coder); mode = 1 }",
      "let work = { \(loads) }\n  required init?(coder: NSCoder) { super.init(coder: coder) }",
      "lazy var card = { \(loads) }()\n  required init?(coder: NSCoder) { super.init(coder: coder) }",
      "required init?(coder: NSCoder) {\n    super.init(coder: coder)\n    func work() { \(loads) }\n  }",
      "var mode: Int { \(loads); return 1 }\n  required init?(coder: NSCoder) { super.init(coder: coder); other.mode = 1 }",
    ] {
      let index = ProjectIndex(files: [
        ProjectFile(path: "CardView.swift", text: "class CardView: UIView {\n  \(members)\n}\n"),
        ProjectFile(path: "CardView.xib", text: Self.ownNib),
      ])
      #expect(check.faults(in: index).isEmpty, "\(members)")
    }
  }

  /// Getters and setters of Objective-C run when a property of `self` is used.
  @Test(arguments: [
    ("[self card];", "- (UIView *)card {\n  %\n  return nil;\n}"),
    ("[self addSubview:self.card];", "- (UIView *)card {\n  %\n}"),
    ("[self setUp];\n  if (coder.loads) { [self setUp]; }", "- (void)setUp {\n  %\n}"),
    ("self.mode = 1;", "- (void)setMode:(NSInteger)mode {\n  %\n}"), ("[self setUp];", "- (void)setUp {\n  %\n}"),
    ("void (^load)(void) = ^{ [self setUp]; };\n  load();", "- (void)setUp {\n  %\n}"),
  ])
  func codeOfObjectiveCPropertiesIsReached(_ call: String, _ method: String) throws {
    let check = try #require(ProjectCheck.with(id: "nib-self-class-recursion"))
    func faults(_ nib: String) -> [ProjectFault] {
      let loads = "[[NSBundle bundleForClass:[CardView class]] loadNibNamed:@\"\(nib)\" owner:nil options:nil];"
      let text = """
        @interface CardView : UIView
        @end
        @implementation CardView
        - (instancetype)initWithCoder:(NSCoder *)coder {
          self = [super initWithCoder:coder];
          \(call)
          return self;
        }
        \(method.replacing("%", with: loads))
        @end

        """
      return check.faults(
        in: ProjectIndex(files: [
          ProjectFile(path: "CardView.m", text: text), ProjectFile(path: "CardView.xib", text: Self.ownNib),
        ]))
    }
    #expect(faults("CardView").count == 1)
    #expect(faults("Content").isEmpty)
  }
}
