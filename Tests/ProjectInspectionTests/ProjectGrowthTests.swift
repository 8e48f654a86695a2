import Diagnosis
import TestSupport
import Testing

@testable import ProjectInspection

/// A project in one of the forms that make a check expensive.
struct LargeProject: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// A size at which a check takes some milliseconds.
  let size: Int
  let files: @Sendable (_ size: Int) -> [(path: String, text: String)]
}

/// The time of `check` grows with the size of the project, whatever the length of its lines and the number of its
/// faults.
@Suite struct ProjectGrowthTests {
  private static func nib(_ objects: (Int) -> String, _ count: Int, separator: String = "") -> (String, String) {
    let all = (0..<count).map(objects).joined(separator: separator)
    return (
      "A.xib",
      "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\" version=\"3.0\"><objects>\(separator)\(all)"
        + "\(separator)</objects></document>"
    )
  }

  private static func swift(_ count: Int, separator: String = "\n", _ members: (Int) -> String = { _ in "" })
    -> (String, String)
  {
    ("A.swift", (0..<count).map { "class Card\($0)View: UIView { \(members($0)) }" }.joined(separator: separator))
  }

  static let forms: [LargeProject] = [
    LargeProject(testDescription: "classes without their module, on one line", size: 50) {
      [nib({ "<view id=\"v\($0)\" customClass=\"Card\($0)View\"/>" }, $0), swift($0)]
    },
    LargeProject(testDescription: "unknown classes with similar names, on one line", size: 400) {
      [nib({ "<view id=\"v\($0)\" customClass=\"Crad\($0)View\"/>" }, $0), swift($0)]
    },
    LargeProject(testDescription: "unknown classes, on lines of their own", size: 400) {
      [nib({ "<view id=\"v\($0)\" customClass=\"Crad\($0)View\"/>" }, $0, separator: "\n"), swift($0)]
    },
    LargeProject(testDescription: "outlets that are not declared, on one line", size: 50) {
      [
        nib(
          {
            "<view id=\"v\($0)\" customClass=\"Card\($0)View\" customModule=\"M\"><connections><outlet property=\"o\($0)\" "
              + "destination=\"v\($0)\" id=\"c\($0)\"/></connections></view>"
          }, $0), swift($0),
      ]
    },
    LargeProject(testDescription: "outlets of one class with as many properties", size: 100) { size in
      [
        (
          "A.xib",
          "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\" version=\"3.0\"><objects><view id=\"v\" "
            + "customClass=\"CardView\" customModule=\"M\"><connections>"
            + (0..<size).map { "<outlet property=\"p\($0)\" destination=\"v\" id=\"c\($0)\"/>" }.joined()
            + "</connections></view></objects></document>"
        ),
        (
          "A.swift",
          "class CardView: UIView {\n" + (0..<size).map { "@IBOutlet var q\($0): UIView!\n" }.joined() + "}"
        ),
      ]
    },
    LargeProject(testDescription: "runtime attributes, on one line", size: 50) {
      [
        nib(
          {
            "<view id=\"v\($0)\" customClass=\"Card\($0)View\" customModule=\"M\"><userDefinedRuntimeAttributes>"
              + "<userDefinedRuntimeAttribute type=\"number\" keyPath=\"k\($0)\" value=\"2\"/>"
              + "</userDefinedRuntimeAttributes></view>"
          }, $0), swift($0),
      ]
    },
    LargeProject(testDescription: "private keys, on one line", size: 50) {
      [
        nib(
          {
            "<view id=\"v\($0)\"><userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type=\"string\" "
              + "keyPath=\"_placeholderLabel.text\" value=\"\($0)\"/></userDefinedRuntimeAttributes></view>"
          }, $0), swift($0),
      ]
    },
    LargeProject(testDescription: "extensions that add keys", size: 50) { size in
      [
        nib(
          {
            "<view id=\"v\($0)\" customClass=\"Card\($0)View\" customModule=\"M\"><connections><outlet property=\"o\($0)\" "
              + "destination=\"v\" id=\"c\"/></connections></view>"
          }, size), swift(size),
        ("B.swift", (0..<size).map { "extension UIView\($0) { var e\($0): Int { 0 } }\n" }.joined()),
      ]
    },
    LargeProject(testDescription: "blanks before a nib on one line", size: 50) { size in
      let (path, text) = nib({ "<view id=\"v\($0)\" customClass=\"Card\($0)View\"/>" }, size)
      return [(path, String(repeating: " ", count: size * 200) + text), swift(size)]
    },
    LargeProject(testDescription: "Swift on one line", size: 50) {
      [
        nib({ "<view id=\"v\($0)\" customClass=\"Card\($0)View\"/>" }, $0),
        swift($0, separator: " ") {
          "override func draw(_ r: CGRect) { setNeedsDisplay(); setNeedsLayout(); v\($0)() }"
        },
      ]
    },
    LargeProject(testDescription: "Objective-C on one line", size: 50) { size in
      [
        nib({ "<view id=\"v\($0)\" customClass=\"Card\($0)View\"/>" }, size),
        (
          "A.m",
          (0..<size).map {
            "@interface Card\($0)View : UIView @property int p\($0); @end @implementation Card\($0)View - (void)setP\($0):(int)v "
              + "{ self.p\($0) = v; } @end "
          }.joined()
        ),
      ]
    },
    LargeProject(testDescription: "a property list on one line", size: 200) { size in
      [
        (
          "Info.plist",
          "<plist version=\"1.0\"><dict>"
            + (0..<size).map { "<key>NS\($0)UsageDescription</key><string></string>" }.joined() + "</dict></plist>"
        ),
        ("A.swift", (0..<size).map { "func f\($0)() { CLLocationManager().requestAlwaysAuthorization() }" }.joined()),
      ]
    },
    LargeProject(testDescription: "one class with inspectable members", size: 400) { size in
      [
        (
          "A.swift",
          "@IBDesignable class CardView: UIView {\n"
            + (0..<size).map { "@IBInspectable var v\($0): Int = 0\n" }.joined() + "}"
        )
      ]
    },
    LargeProject(testDescription: "one class with unsupported inspectable members", size: 200) { size in
      [
        (
          "A.swift",
          "@IBDesignable class CardView: UIView {\n"
            + (0..<size).map { "@IBInspectable var v\($0): [Int] = []\n" }.joined() + "}"
        )
      ]
    },
    LargeProject(testDescription: "extensions of one class", size: 100) { size in
      [
        (
          "A.swift",
          "@IBDesignable class CardView: UIView {}\n"
            + (0..<size).map {
              "extension CardView { @IBInspectable var v\($0): Int { Bundle.main.loadNibNamed(\"V\($0)\") } }\n"
            }.joined()
        )
      ]
    },
    LargeProject(testDescription: "methods that call one another", size: 100) { size in
      [
        (
          "A.swift",
          "@IBDesignable class CardView: UIView {\noverride init(frame: CGRect) { m0() }\n"
            + (0..<size).map { "func m\($0)() { m\($0 + 1)(); v\($0) = 1 }\nvar v\($0): Int = 0 { didSet { m0() } }\n" }
            .joined() + "}"
        ),
        (
          "B.m",
          "@implementation NoteView\n- (id)initWithFrame:(CGRect)f { [self m0:1]; return self; }\n"
            + (0..<size).map { "- (void)m\($0):(int)a with:(int)b { [self m\($0 + 1):1 with:2]; }\n" }.joined() + "@end"
        ),
      ]
    },
    LargeProject(testDescription: "subclasses of one class with many members", size: 40) { size in
      [
        (
          "A.swift",
          "@IBDesignable class BaseView: UIView {\noverride init(frame: CGRect) { m0() }\n"
            + (0..<size).map { "func m\($0)() {}\nvar v\($0) = 0\n" }.joined() + "}\n"
            + (0..<size).map { "class Sub\($0)View: BaseView { override func draw(_ r: CGRect) { m\($0)() } }\n" }
            .joined()
        )
      ]
    },
    LargeProject(testDescription: "many files", size: 20) { size in
      (0..<size).flatMap { index -> [(path: String, text: String)] in
        [
          ("Pods/F\(index)/A.swift", "class Card\(index)View: UIView {}"),
          (
            "F\(index)/A\(index).xib",
            "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\" version=\"3.0\"><objects><view id=\"v\" "
              + "customClass=\"Card\(index)View\"/></objects></document>"
          ),
        ]
      }
    },
  ]

  @Test(arguments: forms)
  func checkIsLinear(_ form: LargeProject) {
    let growth = Growth(
      from: form.size, of: { form.files($0).map { ProjectFile(path: $0.path, text: $0.text) } }
    ) { files in
      let faults = ProjectIndex(files: files).check()
      // The output is linear as well.
      let size = faults.reduce(0) { sum, fault in
        sum + (fault.diff ?? "").utf8.count + fault.locations.reduce(0) { $0 + $1.text.utf8.count }
      }
      #expect(size <= 30_000 + faults.count * 16 * ProjectFile.maxLineLength)
    }
    #expect(growth.ratio < 16, "\(growth)")
  }

  /// Names of marks are compared in linear time, in every kind of file that `check` reads.
  @Test(arguments: MarkClass.catalog)
  func namesOfMarksAreLinear(_ kind: MarkClass) {
    let growth = Growth(
      from: 2_000,
      of: { size -> [ProjectFile] in
        let name = kind.text(size)
        let reference = name.unicodeScalars.map { $0.isASCII ? String($0) : "&#x\(String($0.value, radix: 16));" }
          .joined()
        return [
          ProjectFile(path: "A.swift", text: "class \(name): UIView { @IBOutlet var \(name): UIView! }"),
          ProjectFile(path: "B.m", text: "@interface \(name)B : UIView\n@end\n@implementation \(name)B\n@end"),
          ProjectFile(
            path: "A.xib",
            text: """
              <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"><objects>
              <view id="1" customClass="\(name)"/><view id="2" customClass="\(name)x"/>
              <view id="3" customClass="\(reference)"><connections><outlet property="\(name)" destination="3" id="4"/>
              </connections></view></objects></document>
              """),
          ProjectFile(
            path: "Info.plist",
            text: "<plist version=\"1.0\"><dict><key>\(name)</key><string>\(name)</string></dict></plist>"
          ),
          ProjectFile(
            path: "A.pbxproj", text: "{ objects = { \"\(name)\" = { isa = PBXGroup; name = \"\(name)\"; }; }; }"),
          ProjectFile(path: "A.xcconfig", text: "\(name) = \(name)\n"),
        ]
      }
    ) { files in
      for fault in ProjectIndex(files: files).check() {
        #expect(MarkClass.longestRun(fault.headline) <= 60)
        for location in fault.locations { #expect(MarkClass.longestRun(location.text) <= 30) }
      }
    }
    #expect(growth.ratio < 16, "\(growth)")
  }

  @Test func quotationsAreTheTrimmedLine() {
    for (line, quoted) in [
      ("  a b \t", "a b"), ("\t", ""), ("", ""), ("a\r", "a"), ("é" + String(repeating: "x", count: 239), nil),
      (String(repeating: "漢", count: 240), nil),
      (String(repeating: "x", count: 241), String(repeating: "x", count: 239) + "…"),
      (String(repeating: "x", count: 100_000), String(repeating: "x", count: 239) + "…"),
      (String(repeating: " ", count: 100_000) + "x", "x"),
    ] as [(String, String?)] {
      let file = ProjectFile(path: "a", text: "first\n\(line)\nlast")
      #expect(file.quotation(2) == quoted ?? line)
      #expect(file.quotation(1) == "first" && file.quotation(3) == "last" && file.quotation(4) == "")
    }
  }

  /// A canceled check stops between files and between checks.
  @Test func checksAreCanceled() {
    let files = Self.forms[0].files(100).map { ProjectFile(path: $0.path, text: $0.text) }
    var calls = 0
    let faults = ProjectIndex(files: files).check {
      calls += 1
      return true
    }
    #expect(faults.isEmpty && calls > 0)
  }
}
