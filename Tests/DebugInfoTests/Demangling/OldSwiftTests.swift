import DebugInfo
import Foundation
import TestSupport
import Testing

/// Names in the mangling of Swift 1 to 3, compared with the output of `swift-demangle`.
@Suite struct OldSwiftTests {
  /// `old-swift.csv` is created by `scripts/make-old-swift-names`. A name that is unchanged there cannot be demangled.
  @Test func readsTheTable() throws {
    let rows = try table()
    #expect(rows.count >= 600)
    let wrong = rows.filter { demangled($0.mangled) != ($0.demangled == $0.mangled ? nil : $0.demangled) }
    #expect(wrong.map(\.mangled) == [], "all names are read as swift-demangle reads them")
    #expect(rows.count { $0.demangled != $0.mangled } >= 600, "the table is not full of names that nobody can read")
  }

  @Test func readsTheNamesOfTheFixtures() throws {
    let rows = CSV.rows(of: try Repository.text(of: "Tests/Fixtures/symbols/expected.csv"))
    var checked = 0
    for row in rows where row.first?.hasPrefix("oldswift-") == true && row.count == 11 {
      let name = row[8].split(separator: " (OldSwift.c").first.map(String.init)
      #expect(demangled(row[10]) == name)
      checked += 1
    }
    #expect(checked == 32)
  }

  /// Swift 1 wrote `Ss` for the module that is `s` since Swift 2. `swift-demangle` no longer supports it.
  @Test(arguments: [
    ("_TFC5MyApp8CardView6tappedfS0_FPSs9AnyObject_T_", "_TFC5MyApp8CardView6tappedfS0_FPs9AnyObject_T_"),
    ("_TtCSs18_EmptyArrayStorage", "_TtCs18_EmptyArrayStorage"),
    ("_TToFC5MyApp8CardViewg5itemsGVSs10DictionarySSSi_", "_TToFC5MyApp8CardViewg5itemsGVs10DictionarySSSi_"),
    ("_TFSs7printlnurFxT_", "_TFs7printlnurFxT_"),
    ("_TWPV5MyApp4CardSs8HashableS_", "_TWPV5MyApp4Cards8HashableS_"),
    ("_TtGOSs8OptionalSi_", "_TtGOs8OptionalSi_"),
  ])
  func readsTheModuleOfSwift1(_ first: String, _ second: String) throws {
    let readable = try #require(demangled(first))
    #expect(readable == demangled(second))
  }

  /// C functions whose names begin like a mangled one. `swift-demangle` demangles the letters and prints the rest as
  /// suffix.
  @Test(arguments: [
    "_TSoftware", "_TSave", "_TPAverage", "_TMSize", "_TtSize", "_TSSLContext", "_TMSample", "_TtSum", "_Thread_start",
    "_Tables", "_TTLength", "_TVirtual", "_TFoo", "_TCreate", "_TIFFOpen",
  ])
  func leavesNamesOfC(_ name: String) {
    #expect(demangled(name) == nil)
    #expect(demangled("_" + name) == nil)
  }

  /// In Apple's reports, Objective-C methods of Swift classes contain the mangled name of the class.
  @Test func leavesMethodsAsTheyAre() {
    #expect(demangled("-[_TtC9MyProject14ViewController viewDidLoad]") == nil)
    #expect(demangled("+[_TtC9MyProject14ViewController shared]") == nil)
    #expect(demangled("_TtC9MyProject14ViewController") == "MyProject.ViewController")
    #expect(demangled("__TtC9MyProject14ViewController") == "MyProject.ViewController")
  }

  @Test func readsMachONamesOfSwift4() {
    #expect(demangled("__T04main3fooyyF") == "main.foo() -> ()")
    #expect(demangled("___T04main3fooyyF") == nil)
    #expect(demangled("___TtC9MyProject14ViewController") == nil)
  }

  /// A specialization may contain names of any mangling.
  @Test func readsNamesInsideNames() {
    let name = "_TTSf4cpg15_T04main3fooyyF_cpfr14$s4main3fooyyF___TF3App3runFT_T_"
    #expect(
      demangled(name)
        == "function signature specialization <Arg[0] = [Constant Propagated Global : main.foo() -> ()], "
        + "Arg[1] = [Constant Propagated Function : main.foo() -> ()]> of App.run() -> ()")
  }

  private func table() throws -> [(mangled: String, demangled: String)] {
    CSV.rows(of: try Repository.text(of: "Tests/DebugInfoTests/Demangling/old-swift.csv")).dropFirst()
      .compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }
  }
}

/// Comma-separated values (RFC 4180).
enum CSV {
  static func rows(of text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = ""
    var isQuoted = false
    var isAfterQuote = false
    for character in text {
      switch (character, isQuoted) {
      case ("\"", true):
        isQuoted = false
        isAfterQuote = true
      case ("\"", false):
        if isAfterQuote { field.append("\"") }
        isQuoted = true
      case (",", false):
        row.append(field)
        field = ""
      case ("\n", false):
        rows.append(row + [field])
        row = []
        field = ""
      default: field.append(character)
      }
      if character != "\"" { isAfterQuote = false }
    }
    return rows
  }
}
