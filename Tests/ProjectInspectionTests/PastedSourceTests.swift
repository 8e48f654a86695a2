import Analysis
import Diagnosis
import Foundation
import ProjectInspection
import TestSupport
import Testing

/// Pasted code is checked as a project of one file.
@Suite struct PastedSourceTests {
  private func findings(_ text: String) -> [Finding] {
    Analysis.analyze(Array(text.utf8)).reports.flatMap(\.assessment.findings)
  }

  private func texts(_ finding: Finding) -> String { FindingText(finding, .catalog).statement }

  static let faults: [(pattern: String, line: Int, code: String)] = [
    (
      "objc-setter-recursion", 2,
      "- (void)setInset:(CGFloat)inset {\n  self.inset = inset;\n  [self setNeedsLayout];\n}"
    ),
    (
      "objc-setter-recursion", 5,
      "var inset: CGFloat {\n  get { stored }\n  set {\n    print(newValue)\n    inset = newValue\n  }\n}"
    ),
    (
      "autolayout-feedback-loop", 4,
      "override func layoutSubviews() {\n  super.layoutSubviews()\n  title.frame = bounds\n  setNeedsLayout()\n}"
    ),
    (
      "uikit-private-ivar-kvc", 1,
      "[searchField setValue:gray forKeyPath:@\"_placeholderLabel.textColor\"];"
    ),
    ("ib-overlays-mainbundle-nib", 1, "let content = UINib(nibName: \"Card\", bundle: nil)"),
    (
      "nib-awakeafter-recursion", 2,
      "override func awakeAfter(using coder: NSCoder) -> Any? {\n  return Bundle.main.loadNibNamed(\"Card\", owner: nil)?.first\n}"
    ),
    (
      "nib-self-class-recursion", 4,
      """
      class CardView: UIView {
        required init?(coder: NSCoder) {
          super.init(coder: coder)
          let card = Bundle.main.loadNibNamed("CardView", owner: self)?.first as! UIView
          addSubview(card)
        }
      }
      """
    ),
    (
      "autolayout-selfsizing-wrong", 2,
      """
      override var intrinsicContentSize: CGSize {
        CGSize(width: 0, height: height(for: bounds.width))
      }
      override func layoutSubviews() {
        super.layoutSubviews()
        if bounds.width != last { last = bounds.width; invalidateIntrinsicContentSize() }
      }
      """
    ),
    (
      "autolayout-private-api", 2,
      "var engine: AnyObject? {\n  perform(Selector((\"nsli_layoutEngine\")))?.takeUnretainedValue()\n}"
    ),
    (
      "ib-initframe-unimplemented", 5,
      """
      IB_DESIGNABLE
      @implementation CardView
      - (instancetype)initWithCoder:(NSCoder *)coder {
        self = [super initWithCoder:coder];
        [self build];
        return self;
      }
      - (void)build { [self addSubview:[UIView new]]; }
      @end
      """
    ),
    (
      "ib-initframe-unimplemented", 5,
      """
      IB_DESIGNABLE
      @implementation CardView
      - (instancetype)initWithCoder:(NSCoder *)coder {
        self = [super initWithCoder:coder];
        if (self) { self.layer.cornerRadius = 4; }
        return self;
      }
      - (instancetype)initWithFrame:(CGRect)frame { return [super initWithFrame:frame]; }
      @end
      """
    ),
    (
      "ib-awakefromnib-not-called", 5,
      """
      IB_DESIGNABLE
      @implementation CardView
      - (instancetype)initWithFrame:(CGRect)frame { return [super initWithFrame:frame]; }
      - (void)dealloc {
        [self removeObserver:self forKeyPath:@"title"];
      }
      - (void)awakeFromNib {
        [super awakeFromNib];
        [self addObserver:self forKeyPath:@"title" options:0 context:NULL];
      }
      @end
      """
    ),
  ]

  /// The code alone, in a fenced block, quoted in a mail, and between sentences.
  static let frames: [@Sendable (String) -> (text: String, linesBefore: Int)] = [
    { ($0 + "\n", 0) },
    { ("Why does this not work?\n\n```objc\n" + $0 + "\n```\nThanks a lot for your help.\n", 3) },
    { ($0.split(separator: "\n").map { "> " + $0 }.joined(separator: "\n") + "\n", 0) },
  ]

  @Test(arguments: faults.indices)
  func faultIsFoundWithItsLine(_ index: Int) throws {
    let sample = Self.faults[index]
    for frame in Self.frames {
      let (text, before) = frame(sample.code)
      let found = findings(text)
      let finding = try #require(found.first, "\(text)")
      #expect(finding.pattern == sample.pattern, "\(found.map(\.pattern)) in \(text)")
      #expect(found.allSatisfy { $0.confidence == .possible })
      guard case .confirmed(let faults)? = finding.project else {
        Issue.record("no location: \(text)")
        continue
      }
      #expect(faults.contains { $0.locations.contains { $0.line == sample.line + before } }, "\(faults)")
      #expect(!found.map(texts).contains { $0.contains("?") }, "\(found.map(texts))")
    }
  }

  /// A view without the declaration of its class has no name, and edits do not use one.
  @Test func classWithoutNameIsTheView() throws {
    let found = findings("private let nib = UINib(nibName: \"Card\", bundle: nil)\n")
    guard case .confirmed(let faults)? = found.first?.project else { throw CancellationError() }
    #expect(faults[0].headline == "The view loads nib Card from the main bundle")
    #expect(
      faults[0].diff?.contains("+private let nib = UINib(nibName: \"Card\", bundle: Bundle(for: Self.self))") == true)
  }

  static let correct = [
    "- (void)setPlace:(id)place {\n  [self setPlace:place completion:nil];\n}",
    "- (void)setInset:(CGFloat)inset {\n  _inset = inset;\n  self.layer.inset = inset;\n}",
    "override func layoutSubviews() {\n  super.layoutSubviews()\n  if last != bounds.width { last = bounds.width; setNeedsLayout() }\n}",
    """
    IB_DESIGNABLE
    @implementation CardView
    - (instancetype)initWithCoder:(NSCoder *)coder { self = [super initWithCoder:coder]; [self build]; return self; }
    - (instancetype)initWithFrame:(CGRect)frame { self = [super initWithFrame:frame]; [self build]; return self; }
    @end
    """,
    "field.attributedPlaceholder = NSAttributedString(string: name)\nlet color = UIColor.red\n",
    "let content = UINib(nibName: \"Card\", bundle: Bundle(for: CardView.self))",
    "func setUp() {\n  table.register(UINib(nibName: \"CardCell\", bundle: nil), forCellReuseIdentifier: \"card\")\n}",
    """
    class CardView: UIView {
      required init?(coder: NSCoder) {
        super.init(coder: coder)
        let content = Bundle(for: CardView.self).loadNibNamed("CardView", owner: self)?.first as! UIView
        addSubview(content)
      }
    }
    """,
    "- (id)awakeAfterUsingCoder:(NSCoder *)coder {\n  if (loading) { return self; }\n  return [self.class card];\n}",
    "import UIKit\n\nfinal class CardController: UIViewController {\n  func card() { present(UINib(nibName: \"Card\", bundle: nil)) }\n}",
  ]

  @Test(arguments: correct)
  func correctedCodeHasNoFault(_ code: String) {
    for frame in Self.frames {
      let found = findings(frame(code).text)
      #expect(found.isEmpty, "\(found.map(\.pattern)) in \(code)")
    }
  }

  /// Text of any kind is read without a trap, and in a time that grows with its length.
  @Test func brokenCodeIsRead() {
    let pieces = [
      "var a: Int { get {", "set(", "}", "{", "#Preview {", "func x(", "let (", "- (void)x {", "@property (", "= {",
      "}()",
      "^{", "class A: UIView {", "@EnvironmentObject var m: M", "\"", "willSet", "[", "]", "init(coder:",
      "lazy var b =",
      "@implementation", "deinit {", "struct V: View { var body: some View {", "V()", ".environmentObject(",
    ]
    var state: UInt64 = 7
    for _ in 0..<400 {
      var text = "override func layoutSubviews() {\nlet a = 1\n"
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count] + (state >> 60 < 8 ? "\n" : " ")
      }
      _ = findings(text)
    }
    let texts = [
      "let a = 1\n" + String(repeating: "var b: Int { get { let c = {\n", count: 20_000),
      "@implementation A\n- (void)setTitle:(id)t {\n"
        + String(repeating: "void (^b)(void) = ^{ [self setTitle:\n", count: 20_000),
    ]
    for text in texts {
      let time = ProcessorTime.seconds { _ = ProjectIndex(files: [ProjectFile(path: "A.m", text: text)]).check() }
      #expect(time < 60)
      _ = findings(text)
    }
  }
}
