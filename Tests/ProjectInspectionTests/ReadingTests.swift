import CrashReports
import Diagnosis
import Foundation
import TestSupport
import Testing
import Vocabulary
import Platform
import SourceText

@testable import ProjectInspection

@Suite struct XMLReaderTests {
  private func events(_ text: String) throws -> [String] {
    var reader = XMLReader(Array(text.utf8))
    var events: [String] = []
    while let event = try reader.next() {
      switch event {
      case .start(let name, let attributes, let line):
        events.append("\(line) <\(name)" + attributes.map { " \($0.name)=\($0.value)" }.joined() + ">")
      case .end(let name, let line): events.append("\(line) </\(name)>")
      case .text(let text, let line): events.append("\(line) \(text)")
      }
    }
    return events
  }

  @Test func elementsAttributesTextAndLines() throws {
    let text = """
      <?xml version="1.0"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x" [<!ENTITY a "b">]>
      <!-- a > b -->
      <a x='1' y = "&lt;&#65;&#x42;&amp;&unknown;">
        <b/>text &gt;<![CDATA[<c>]]>
      </a>
      """
    #expect(
      try events(text) == [
        "4 <a x=1 y=<AB&&unknown;>", "5 <b>", "5 </b>", "5 text >", "5 <c>", "6 </a>",
      ])
  }

  @Test(arguments: [
    "<a>", "<a></b>", "<a x=1/>", "<a x='1>", "<!-- ", "text", "<a><![CDATA[", "<", "</a>", "<a b='<'/>",
  ])
  func invalidXMLThrows(_ text: String) {
    #expect(throws: XMLReader.ParsingError.self) { try events(text) }
  }

  @Test func depthIsLimited() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(throws: XMLReader.ParsingError.tooDeep(line: 1)) { try events(deep) }
  }
}

@Suite struct SourceTests {
  @Test func commentsStringsAndExcludedBranchesAreNotCode() {
    let text = """
      // class A {}
      /* /* class B {} */ */
      let s = "class C {} \\(f("x")) class D {}"
      let t = \"\"\"
        class E {}
        \"\"\"
      let r = #"class F "quoted" {}"#
      #if !TARGET_INTERFACE_BUILDER
      class G {}
      #else
      class H {}
      #endif
      #if 0
      class I {}
      #endif
      """
    let tokens = SourceTokenizer.tokens(of: Array(text.utf8), .swift)
    let classes = tokens.indices.filter { tokens[$0].text == "class" && tokens[$0].kind == .word }
    #expect(classes.map { tokens[$0 + 1].text } == ["G", "H"])
    #expect(classes.map { tokens[$0].inDesigner } == [false, true])
    #expect(classes.map { Int(tokens[$0].line) } == [9, 11])
  }

  @Test func swiftClassesPropertiesAndInitializers() throws {
    let text = """
      @IBDesignable @objc(CRDCard) public final class CardView<T: Hashable>: UIKit.UIView, Sendable where T: Codable {
        @IBInspectable public var radius: CGFloat = 0 { didSet { layer.cornerRadius = radius } }
        @IBOutlet private(set) weak var label: UILabel!
        lazy var nib: UINib = { UINib(nibName: "x", bundle: nil) }()
        var isReady: Bool { true }
        override init(frame: CGRect) { super.init(frame: frame) }
        required init?(coder aDecoder: NSCoder) {
          super.init(coder: aDecoder)
        }
        private convenience init(title: String, size: (Int, Int) = (1, 2)) { self.init(frame: .zero) }
        enum Style: Int { case a; func inner() {} }
        func after() {}
      }
      """
    let source = SourceDeclarations.read(Array(text.utf8), .swift)
    let type = try #require(source.types.first { $0.name == "CardView" })
    #expect(type.inherits == ["UIView", "Sendable"] && type.objectiveCName == "CRDCard" && type.designableLine == 1)
    #expect(type.properties.map(\.name) == ["radius", "label", "nib", "isReady"])
    #expect(type.properties[0].isInspectable && type.properties[0].type == "CGFloat" && type.properties[1].isOutlet)
    let methods = type.methods.filter { $0.role == .function }
    #expect(methods.map(\.name) == ["init(frame:)", "init(coder:)", "init(title:size:)", "after"])
    #expect(methods[1].line == 7 && methods[1].lastLine == 9)
    #expect(methods[2].modifiers.isSuperset(of: ["private", "convenience"]))
    #expect(
      type.methods.filter { $0.role != .function }.map(\.name) == ["radius", "radius.didSet", "nib", "isReady.getter"])
    #expect(source.enumerations == ["Style"])
  }

  @Test func objectiveCClassesAndConstructors() throws {
    let text = """
      static void Later(void) __attribute__((constructor));
      IB_DESIGNABLE
      @interface CardView : UIView <NSCoding> {
        IBOutlet UILabel *_label;
      }
      @property (nonatomic, copy, getter=isOn) IBInspectable NSString * _Nullable title;
      @property (nonatomic, copy) void (^done)(NSString *name);
      - (void)setKind:(NSInteger)kind;
      @end
      @implementation CardView
      + (void)load { }
      - (instancetype)initWithFrame:(CGRect)frame { return [super initWithFrame:frame]; }
      - (void)move:(int)a to:(NSArray<NSString *> *)b { }
      static void helper(int a) { }
      @end
      static void Later(void) { }
      __attribute__((constructor)) static void Now(void) { }
      void Plain(void) { }
      """
    let source = SourceDeclarations.read(Array(text.utf8), .objectiveC)
    let interface = try #require(source.types.first { $0.kind == .interface })
    #expect(interface.inherits == ["UIView"] && interface.designableLine == 2)
    #expect(interface.properties.map(\.name) == ["_label", "title", "done"])
    #expect(interface.properties[0].isOutlet && interface.properties[1].isInspectable)
    let implementation = try #require(source.types.first { $0.kind == .implementation })
    #expect(implementation.methods.map(\.name) == ["load", "initWithFrame:", "move:to:"])
    #expect(
      source.functions.map { "\($0.name) \($0.isConstructor)" } == [
        "helper false", "Later true", "Now true", "Plain false",
      ])
  }

  @Test func conditionalCodeIsRecognized() {
    func isUnconditional(_ text: String, _ language: SourceLanguage = .swift) -> Bool {
      let tokens = SourceTokenizer.tokens(of: Array(text.utf8), language)[...]
      return tokens.firstIndex { $0.text == "HERE" }.map(tokens.isUnconditional) ?? false
    }
    #expect(isUnconditional("a(); HERE()"))
    #expect(isUnconditional("guard let x = HERE() else { return }"))
    #expect(isUnconditional("if (self = [super initWithCoder:coder]) { HERE(); } return self;", .objectiveC))
    #expect(isUnconditional("if (!self) { return nil; } HERE();", .objectiveC))
    #expect(isUnconditional("do { HERE() }"))
    #expect(isUnconditional("self = [super init]; if (self) [self HERE]; return self;", .objectiveC))
    #expect(isUnconditional("if (a) b(); HERE();", .objectiveC))
    #expect(isUnconditional("if (a) && b { c() }; HERE()"))
    #expect(!isUnconditional("if (loading) [self HERE];", .objectiveC))
    #expect(!isUnconditional("if (a) && b { HERE() }"))
    #expect(!isUnconditional("if subviews.isEmpty { HERE() }"))
    #expect(!isUnconditional("guard subviews.isEmpty else { return }; HERE()"))
    #expect(!isUnconditional("if loading { return }; HERE()"))
    #expect(!isUnconditional("if (loading) return; HERE();", .objectiveC))
    #expect(!isUnconditional("DispatchQueue.main.async { HERE() }"))
    #expect(!isUnconditional("if a { b() } else { HERE() }"))
    #expect(!isUnconditional("switch a { case 1: HERE() }"))
  }
}

@Suite struct XcodeProjectTests {
  private func project(_ objects: String) throws -> XcodeProject {
    let text = "{ objects = { \(objects) }; rootObject = P; }"
    let file = ProjectFile(path: "App/Cards.xcodeproj/project.pbxproj", text: text)
    return try #require(XcodeProject.read(file, index: 0))
  }

  @Test func groupsVariantsAndSynchronizedFolders() throws {
    let project = try project(
      """
      P = {isa = PBXProject; mainGroup = G; buildConfigurationList = L; };
      G = {isa = PBXGroup; children = (H, S, V); sourceTree = "<group>"; };
      H = {isa = PBXGroup; children = (F); path = Views; sourceTree = "<group>"; };
      F = {isa = PBXFileReference; path = "../Views/CardView.xib"; sourceTree = "<group>"; };
      V = {isa = PBXVariantGroup; children = (VF); name = Main.storyboard; sourceTree = "<group>"; };
      VF = {isa = PBXFileReference; path = Base.lproj/Main.storyboard; sourceTree = "<group>"; };
      S = {isa = PBXFileSystemSynchronizedRootGroup; path = Sources; exceptions = (E); sourceTree = "<group>"; };
      E = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Info.plist); };
      B1 = {isa = PBXBuildFile; fileRef = F; };
      B2 = {isa = PBXBuildFile; fileRef = V; };
      R = {isa = PBXResourcesBuildPhase; files = (B1, B2); };
      T = {isa = PBXNativeTarget; name = Cards; productType = "com.apple.product-type.framework"; buildPhases = (R);
        fileSystemSynchronizedGroups = (S); };
      L = {isa = XCConfigurationList; buildConfigurations = (C); };
      C = {isa = XCBuildConfiguration; buildSettings = {"EXCLUDED_ARCHS[sdk=iphonesimulator*]" = arm64; OTHER = 1; }; };
      """)
    let target = try #require(project.targets.first)
    #expect(target.copies("App/Views/CardView.xib") && target.copies("App/Base.lproj/Main.storyboard"))
    #expect(target.copies("App/Sources/A/Deck.xib") && !target.copies("App/Sources/Info.plist"))
    #expect(!target.copies("App/Other/Deck.xib") && !target.isApplication)
    #expect(project.values(of: "EXCLUDED_ARCHS", for: target).isEmpty || project.settings["OTHER"] == nil)
  }

  @Test func cyclicGroupsTerminate() throws {
    let project = try project(
      "P = {isa = PBXProject; mainGroup = G; }; G = {isa = PBXGroup; children = (G, H); }; H = {isa = PBXGroup; children = (G); };"
    )
    #expect(project.targets.isEmpty)
  }
}

@Suite struct WalkTests {
  private func folder() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("project-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  private func write(_ text: String, _ path: String, in folder: URL) throws {
    let url = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test func linksBuildProductsAndHiddenFoldersAreSkipped() throws {
    let inside = try folder()
    let outside = try folder()
    defer { for url in [inside, outside] { try? FileManager.default.removeItem(at: url) } }
    try write("class Outside {}", "Outside.swift", in: outside)
    for path in ["A.swift", ".git/B.swift", ".build/C.swift", "DerivedData/D.swift", "Pods/build/E.swift", "F/G.swift"]
    {
      try write("class X {}", path, in: inside)
    }
    let links = FileManager.default
    try links.createSymbolicLink(at: inside.appendingPathComponent("Link"), withDestinationURL: outside)
    try links.createSymbolicLink(
      at: inside.appendingPathComponent("Link.swift"),
      withDestinationURL: outside.appendingPathComponent("Outside.swift"))
    try links.createSymbolicLink(at: inside.appendingPathComponent("F/Up"), withDestinationURL: inside)
    let index = try #require(ProjectIndex.read(FilePath(inside.path)))
    #expect(index.files.map(\.path).sorted() == ["A.swift", "F/G.swift"])
    #expect(index.isComplete && index.notes.isEmpty)
  }

  @Test func limitsEndTheWalkAndAddANote() throws {
    let url = try folder()
    defer { try? FileManager.default.removeItem(at: url) }
    for number in 0..<20 { try write("class X\(number) {}", "F\(number)/A.swift", in: url) }
    var limits = ProjectLimits()
    limits.maxEntryCount = 10
    let few = try #require(ProjectIndex.read(FilePath(url.path), limits: limits))
    #expect(few.files.count < 20 && !few.isComplete && few.notes.map(\.code) == ["project-cut"])
    limits = ProjectLimits()
    limits.maxSourceBytes = 4
    let small = try #require(ProjectIndex.read(FilePath(url.path), limits: limits))
    #expect(small.files.isEmpty && small.notes.count == 20)
    #expect(ProjectIndex.read(FilePath(url.path + "/none")) == nil)
  }
}

/// Damaged files never cause a trap.
@Suite struct DamageTests {
  @Test func damagedProjectsNeverTrap() throws {
    var files: [ProjectFile] = []
    for path in Repository.files(below: "Tests/Fixtures/projects/whole") {
      files.append(ProjectFile(path: path, bytes: try Repository.bytes(of: path)))
    }
    var state: UInt64 = 42
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(1, limit)))
    }
    let marks = Array("{}()[]<>\"'/\\#@;:=\n".utf8)
    for _ in 0..<150 {
      let damaged = files.map { file in
        var bytes = file.bytes
        for _ in 0..<(1 + next(4)) where !bytes.isEmpty {
          switch next(3) {
          case 0: bytes.removeLast(next(bytes.count))
          case 1: bytes[next(bytes.count)] = marks[next(marks.count)]
          default:
            let from = next(bytes.count)
            bytes.removeSubrange(from..<min(bytes.count, from + 1 + next(40)))
          }
        }
        return ProjectFile(path: file.path, bytes: bytes)
      }
      let index = ProjectIndex(files: damaged)
      for fault in index.check() { #expect(!fault.locations.isEmpty) }
    }
  }

  /// Unclosed brackets and unterminated calls are parsed in linear time; otherwise, this test would exceed its limit.
  @Test(arguments: [
    "(", "{", "[", "UINib(nibName: ", "if a { ", "#if A\n", "class A { init() { ", "[[UINib nibWithNibName:",
  ])
  func unclosedBracketsTakeLinearTime(_ piece: String) {
    let text = String(repeating: piece, count: 20_000)
    let time = ProcessorTime.seconds {
      let index = ProjectIndex(files: [
        ProjectFile(path: "A.swift", text: text),
        ProjectFile(path: "A.m", text: "@implementation A\n- (void)a {" + text),
      ])
      _ = index.check()
    }
    #expect(time < 60, "\(piece): \(time)")
  }
}
