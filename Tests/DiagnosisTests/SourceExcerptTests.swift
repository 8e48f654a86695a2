import CrashReports
import Testing
import SourceText
import Vocabulary

@testable import Diagnosis

@Suite struct SourceExcerptTests {
  private func excerpt(_ text: String, format: String = "source-excerpt") -> SourceExcerpt? {
    var report = CrashReport(source: .init(format: format))
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      report.consoleLines.append(ConsoleLine(text: String(line), line: index + 1))
    }
    return SourceExcerpt(of: report)
  }

  @Test func readsObjectiveC() throws {
    let source = try #require(
      excerpt(
        """
        typedef NS_ENUM(NSInteger, CardStyle) { CardStylePlain };
        IB_DESIGNABLE
        @interface CardView : UIView
        @property (nonatomic, copy, nullable) IBInspectable NSString *title;
        @property (nonatomic) CGFloat radius;
        @end
        @implementation CardView
        - (instancetype)initWithFrame:(CGRect)frame style:(CardStyle)style {
          // a brace in a comment } and one in a string: @"}"
          if ((self = [super initWithFrame:frame])) { NSLog(@"}"); [self setUp]; }
          return self;
        }
        - (void)setTitle:(NSString *)title { _title = title; }
        - (void)setUp { self.radius = 4; }
        @end
        """))
    let card = try #require(source.classes.first)
    #expect(source.classes.count == 1)
    #expect(card.name == "CardView" && card.isDesignable)
    #expect(card.methods.map(\.name) == ["initWithFrame:style:", "setTitle:", "setUp"])
    #expect(card.methods.map(\.line) == [8, 13, 14])
    #expect(card.properties.map(\.type) == ["NSString", "CGFloat"])
    #expect(card.properties.map(\.isInspectable) == [true, false])
    #expect(card.properties.map(\.isObserved) == [true, false])
    #expect(card.initialCode.map(\.name) == ["initWithFrame:style:", "setUp"])
    #expect(card.methods[2].line(assigning: "radius") == 14)
    #expect(card.methods[1].line(assigning: "title") == 13)
    #expect(source.enumerations == ["CardStyle"])
  }

  @Test func readsSwift() throws {
    let source = try #require(
      excerpt(
        #"""
        @IBDesignable
        public final class CardView: UIView, Themed {
          @IBInspectable var radius: CGFloat = 4 { didSet { render() } }
          @IBInspectable public var style: Kit.CardStyle?
          private lazy var label = UILabel()
          let text = "class Fake { func no() {} }"
          override init(frame: CGRect) { super.init(frame: frame); render() }
          required init?(coder: NSCoder) { fatalError() }
          class func make(_ title: String = "a)") -> CardView { CardView() }
        }
        extension CardView { func render() { layer.cornerRadius = radius } }
        func free() { }
        """#))
    let card = try #require(source.classes.first)
    #expect(card.name == "CardView" && card.isDesignable)
    #expect(card.properties.map(\.name) == ["radius", "style", "label", "text"])
    #expect(card.properties.map(\.isObserved) == [true, false, false, false])
    #expect(card.properties[1].type == "CardStyle")
    #expect(card.methods.map(\.name) == ["init(frame:)", "init(coder:)", "make", "render"])
    #expect(card.methods[2].isTypeMethod)
    #expect(card.initialCode.map(\.name) == ["init(frame:)", "init(coder:)", "render"])
    #expect(source.classes.last?.name == nil, "a function outside any class belongs to none")
  }

  @Test func otherFormatsAreNotSource() { #expect(excerpt("- (void)a { }", format: "console") == nil) }

  @Test(arguments: [
    "{{{{((((", "}}}}", "@interface", "@property", "class", "func", "- (", "init(", "\"", "/*", "\"\"\"", "var x: ",
    "- (void)a:(int)b c", "@implementation A\n- (void)a {", "class A { class B { class C {", "\\", "'\"", "NS_ENUM(",
    "extension .", "func f(((", "var : { didSet", "@property (", "\u{0}{\u{0}", "init", "enum", "self.",
  ])
  func brokenSourceIsReadToItsEnd(_ text: String) {
    for repeats in [1, 3, 400] {
      _ = excerpt(String(repeating: text, count: repeats))
      _ = excerpt(String(repeating: text + "\n", count: repeats))
    }
  }

  @Test func editDistanceIsLimited() {
    #expect(editDistance("prepareForIntefaceBuilder", "prepareForInterfaceBuilder", limit: 3) == 1)
    #expect(editDistance("same", "same", limit: 0) == 0)
    #expect(editDistance("", "abc", limit: 3) == 3)
    #expect(editDistance("prepareForReuse", "prepareForInterfaceBuilder", limit: 3) == nil)
    #expect(editDistance("abcd", "wxyz", limit: 3) == nil)
  }

  @Test func placesOfSwiftMessages() throws {
    let location = try #require(AnalysisContext.swiftLocation(in: "/a b/Cards/CardView.swift:27: Fatal error: x"))
    #expect(location.file == "CardView.swift" && location.line == 27)
    let older = try #require(AnalysisContext.swiftLocation(in: "fatal error: x: file /src/CardView.swift, line 9"))
    #expect(older.file == "CardView.swift" && older.line == 9)
    #expect(AnalysisContext.swiftLocation(in: "a .swift file") == nil)
  }
}
