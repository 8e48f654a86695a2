import DebugInfo
import TestSupport
import Testing
import Vocabulary

/// Names in the mangling of Swift 1 to 3.
@Suite struct OldSwiftTests {
  /// `old-swift.tsv` has a mangled name and its readable form in each line: one for each form of crash reports.
  static let names: [(mangled: String, readable: String)] = {
    let text = (try? Repository.text(of: "Tests/DebugInfoTests/Demangling/old-swift.tsv")) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }()

  @Test func readsTheForms() {
    #expect(Self.names.count > 50)
    for (mangled, readable) in Self.names {
      #expect(demangled(mangled) == readable)
      // With the underscore of Mach-O.
      #expect(demangled("_" + mangled) == readable)
    }
  }

  /// The short form has no types, and is therefore the one of a name with types, as current Swift writes it.
  @Test(arguments: [
    ("_TFC9MyProject14ViewController11viewDidLoadfT_T_", "$s9MyProject14ViewControllerC11viewDidLoadyyF"),
    ("_TToFC9MyProject14ViewController11viewDidLoadfT_T_", "$s9MyProject14ViewControllerC11viewDidLoadyyFTo"),
    (
      "_TFFC9MyProject14ViewController11viewDidLoadFT_T_U_FT_T_", "_T09MyProject14ViewControllerC11viewDidLoadyyFyycfU_"
    ),
  ])
  func shortFormIsThatOfCurrentNames(_ old: String, _ current: String) throws {
    #expect(shortened(try #require(demangled(old))) == shortened(try #require(demangled(current))))
  }

  /// Forms that are rare in reports, and damaged names. They remain as they are.
  @Test(arguments: [
    "_TF9MyProjectoi2eeFTVS_5ThemeS0__Sb", "_TFe9MyProjectrSag6isFullSb", "_TWVBo", "_TwCpV9MyProject5Theme",
    "_TMO9MyProject5State", "_TtFT_T_", "_TIvC9MyProject4Card5titleSSi", "_TFF9MyProject4pickurFTGSax_Si_xU_FT_T_",
    "_TFC", "_TFC9MyProject14ViewController11viewDidLoad", "_TFC9MyProject14ViewController99loadfT_T_",
    "_TFFC9MyProject14ViewController11viewDidLoadfS9_T_U_FT_T_", "_TWrapper", "_TTSg5CSo6UIView_",
  ])
  func leavesOtherForms(_ name: String) { #expect(demangled(name) == nil) }

  /// C functions whose names begin like a mangled one.
  @Test(arguments: [
    "_TSoftware", "_TSave", "_TPAverage", "_TMSize", "_TtSize", "_TSSLContext", "_TMSample", "_TtSum", "_Thread_start",
    "_Tables", "_TTLength", "_TVirtual", "_TFoo", "_TCreate", "_TIFFOpen", "_TF_1", "_TC64Decode", "_TMaSize",
  ])
  func leavesNamesOfC(_ name: String) {
    #expect(demangled(name) == nil)
    #expect(demangled("_" + name) == nil)
  }

  /// In Apple's reports, Objective-C methods of Swift classes contain the mangled name of the class.
  @Test func leavesMethodsAsTheyAre() {
    #expect(demangled("-[_TtC9MyProject14ViewController viewDidLoad]") == nil)
    #expect(demangled("+[_TtC9MyProject14ViewController shared]") == nil)
    #expect(demangled("___TtC9MyProject14ViewController") == nil)
  }

  @Test func readsMachONamesOfSwift4() {
    #expect(demangled("__T04main3fooyyF") == "main.foo() -> ()")
    #expect(demangled("___T04main3fooyyF") == nil)
  }
}
