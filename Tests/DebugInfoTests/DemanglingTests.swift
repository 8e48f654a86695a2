import CrashReports
import DebugInfo
import Symbolication
import TestSupport
import Testing
import Vocabulary

@Suite struct DemanglingTests {
  @Test(arguments: [
    ("$s4main3fooyyF", "main.foo() -> ()"),
    ("_$s4main3fooyyF", "main.foo() -> ()"),
    ("$S4main3fooyyF", "main.foo() -> ()"),
    ("$e4main3fooyyF", "main.foo() -> ()"),
    ("_T04main3fooyyF", "main.foo() -> ()"),
    (
      "$s5MyApp8CardViewC4load4name2atSbSS_SitKF",
      "MyApp.CardView.load(name: Swift.String, at: Swift.Int) throws -> Swift.Bool"
    ),
    ("_ZN7CardKit4Deck7shuffleEi", "CardKit::Deck::shuffle(int)"),
    ("__ZN7CardKit4Deck7shuffleEi", "CardKit::Deck::shuffle(int)"),
    ("___ZN7CardKit4Deck7shuffleEi_block_invoke", "invocation function for block in CardKit::Deck::shuffle(int)"),
    ("___ZN7CardKit4Deck7shuffleEi_block_invoke_2", "invocation function for block in CardKit::Deck::shuffle(int)"),
    ("___ZN7CardKit4Deck7shuffleEi_block_invoke.42", "invocation function for block in CardKit::Deck::shuffle(int)"),
  ])
  func readsEveryMangling(_ mangled: String, _ readable: String) {
    #expect(demangled(mangled) == readable)
  }

  @Test(arguments: [
    "", "_", "$", "$s", "_$s", "_T0", "_Z", "main", "-[CardView initWithFrame:]", "_start", "__CFRunLoopRun",
    "_dispatch_call_block_and_release", "$sNotAName", "_Znonsense", "_TFC5MyApp8CardView4load",
    "__80-[CardChannel deliver:to:]_block_invoke", "___lldb_unnamed_symbol42", "_ZN7CardKit", "Zürich", "$sé",
    "_Z\u{0}3foov", "$s4main3foo\u{1}yyF", "$s4main\u{2}\u{0}\u{0}\u{0}\u{0}", "_block_invoke", "___Z_block_invoke",
  ])
  func leavesAloneWhatIsNotMangled(_ name: String) {
    #expect(demangled(name) == nil)
  }

  @Test func refusesLongNames() {
    let name = "_Z4096" + String(repeating: "a", count: 4096) + "v"
    #expect(demangled(name) == nil)
    #expect(demangled("_Z800" + String(repeating: "a", count: 800) + "v") != nil)
  }

  /// Each repetition doubles the demangled name; that of 4 KB would not fit into memory.
  @Test(arguments: [1, 4, 8, 20, 60, 200, 370])
  func refusesUnfoldingCxxNames(_ rounds: Int) {
    var name = "_Z1f1AIiiE"
    for round in 0..<rounds { name += "S_I" + reference(round + 1) + reference(round + 1) + "E" }
    #expect((demangled(name) != nil) == (rounds <= 8))

    func reference(_ number: Int) -> String { "S" + String(number - 1, radix: 36).uppercased() + "_" }
  }

  @Test(arguments: [1, 3, 8, 20, 200])
  func refusesUnfoldingSwiftNames(_ rounds: Int) throws {
    // A generic type with the previous one as both arguments, repeated; parts up to number 25 are letters.
    var name = "$s4main1fyyAA1AVySSSSG"
    for round in 0..<rounds {
      name += (round == 0 ? "_" : "") + "ADy" + part(4 + round) + part(4 + round) + "G"
    }
    name += "tF"
    let readable = demangled(name)
    if rounds <= 8 { #expect(try #require(readable).utf8.count > 50 << rounds) }
    if rounds >= 20 { #expect(readable == nil) }

    func part(_ number: Int) -> String {
      if number < 26 { return "A" + String(UnicodeScalar(UInt8(65 + number))) }
      return number == 26 ? "A_" : "A\(number - 27)_"
    }
  }

  @Test(arguments: [
    "$sA2000000000000000000000a", "$s4mainA9999A_", "_ZS99999999999999999999_", "_ZSZZZZZZZZZZZZ_v",
    "_Z" + String(repeating: "P", count: 4000) + "i", "_Z1f" + String(repeating: "P", count: 4000) + "i",
    "_Z1f" + String(repeating: "N", count: 4000), "_Z1fIJ" + String(repeating: "Dp", count: 2000),
    "$s" + String(repeating: "Sg", count: 2000), "$s4main1fyyS" + String(repeating: "g", count: 4000) + "F",
    "$s4main" + String(repeating: "SayS", count: 1000), "$sSi" + String(repeating: "Sg", count: 1900) + "D",
    "$s4main1fyy" + String(repeating: "y", count: 3000) + "c" + String(repeating: "c", count: 900) + "F",
    "_T0" + String(repeating: "0", count: 4000), "$s99999999999999999999a", "$s0" + String(repeating: "a", count: 3000),
    "_Z1fIiEv" + String(repeating: "T_", count: 2000), "_Z" + String(repeating: "L", count: 4000),
    "_Z1fDT" + String(repeating: "(", count: 3000), "_ZGTt" + String(repeating: "Z", count: 3000),
  ])
  func survivesHostileNames(_ name: String) {
    #expect((demangled(name)?.utf8.count ?? 0) <= 65_536)
  }

  /// Random sequences of the letters of both manglings, with a fixed seed.
  @Test func survivesRandomNames() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % bound
    }
    let swift = [
      "4main", "1A", "V", "C", "y", "G", "SS", "Si", "_", "t", "F", "AA", "AB", "AcD", "A3b", "Sg", "z", "x", "A0_",
    ]
    let cxx = [
      "3foo", "N", "E", "I", "i", "S_", "S0_", "S1_", "T_", "P", "J", "Dp", "St", "Z", "L", "F", "v", "C1", "Ul",
    ]
    var read = 0
    for round in 0..<4000 {
      let isSwift = round % 2 == 0
      var name = isSwift ? "$s" : "_Z"
      for _ in 0..<(1 + random(60)) { name += isSwift ? swift[random(swift.count)] : cxx[random(cxx.count)] }
      if let readable = demangled(name) {
        read += 1
        _ = shortened(readable)
      }
    }
    #expect(read > 0)
  }
}

@Suite struct ShortenedNameTests {
  @Test(arguments: [
    ("MyApp.CardView.load(name: Swift.String, at: Swift.Int) throws -> Swift.Bool", "CardView.load(name:at:)"),
    ("closure #1 (Swift.Int) -> () in MyApp.CardView.refresh() -> ()", "closure #1 in CardView.refresh()"),
    (
      "static MyApp.Deck.shuffled(_: [MyApp.Card], by: (MyApp.Card) -> Swift.Int) -> [MyApp.Card]",
      "static Deck.shuffled(_:by:)"
    ),
    ("MyApp.CardView.title.getter : Swift.String", "CardView.title.getter"),
    ("MyApp.main() -> ()", "main()"),
    ("@objc MyApp.CardView.viewDidLoad() -> ()", "@objc CardView.viewDidLoad()"),
    ("generic specialization <Swift.Int> of Swift.Array.append(__owned A) -> ()", "specialized Array.append(_:)"),
    (
      "function signature specialization <Arg[0] = Dead> of generic specialization <Swift.Int> of MyApp.f<A>(A) -> ()",
      "specialized f(_:)"
    ),
    ("(extension in MyApp):Swift.Array.head() -> A?", "Array.head()"),
    ("MyApp.(Secret in _0123456789ABCDEF).open() -> ()", "Secret.open()"),
    ("static Swift.Int.== infix(Swift.Int, Swift.Int) -> Swift.Bool", "static Int.== infix(_:_:)"),
    ("static Swift.Comparable.< infix(A, A) -> Swift.Bool", "static Comparable.< infix(_:_:)"),
    (
      "Swift._assertionFailure(_: Swift.StaticString, _: Swift.String, file: Swift.StaticString, line: Swift.UInt, flags: Swift.UInt32) -> Swift.Never",
      "_assertionFailure(_:_:file:line:flags:)"
    ),
    (
      "protocol witness for Swift.Equatable.== infix(A, A) -> Swift.Bool in conformance MyApp.Card : Swift.Equatable in MyApp",
      "protocol witness for Equatable.== infix(_:_:) in conformance Card"
    ),
    ("MyApp.Stack<A where A: Swift.Hashable>.push<B>(B) -> ()", "Stack.push(_:)"),
    ("type metadata accessor for MyApp.CardView", "type metadata accessor for MyApp.CardView"),
    ("std::__1::vector<int, std::__1::allocator<int> >::push_back(int const&)", "std::vector::push_back(…)"),
    ("CardKit::Deck::shuffle() const", "CardKit::Deck::shuffle()"),
    ("CardKit::Deck::operator()(int) const", "CardKit::Deck::operator()(…)"),
    ("CardKit::Deck::operator<(CardKit::Deck const&) const", "CardKit::Deck::operator<(…)"),
    ("(anonymous namespace)::deal(int)", "(anonymous namespace)::deal(…)"),
    (
      "invocation function for block in dyld4::Loader::findAndRunAllInitializers(dyld4::RuntimeState&) const",
      "invocation function for block in dyld4::Loader::findAndRunAllInitializers(…)"
    ),
    ("deal(int, char*)", "deal(…)"),
  ])
  func takesTheLongForm(_ long: String, _ short: String) {
    #expect(shortened(long) == short)
    #expect(shortened(short) == short, "a short name stays")
  }

  @Test(arguments: [
    "LoadFonts", "-[CardView(Private) drawRect:]", "+[Deck shared]", "CardView.load(name:at:)",
    "closure #1 in CardView.refresh()", "specialized Array.append(_:)", "CardView.title.getter",
    "thunk for @escaping @callee_guaranteed () -> ()", "__88-[Channel run:]_block_invoke", "<deduplicated_symbol>",
    "CFRelease.cold.1", "main", "", "(", ")", "<", "a(", "a.b(", "a::b(", "a::b<", "a.b)", "::", ".", "..", "a.",
    " in ",
    "closure #", "closure #1", "a<b>c>", "(extension in ", "generic specialization <", "@", "a b c", "x in y in z",
  ])
  func leavesTheRest(_ name: String) {
    #expect(shortened(name) == name)
  }

  @Test(arguments: [
    "(", "<", "a.", "a::", "((a in _", " in ", "closure #1 in ", ", ", "a(b: ", "generic specialization <> of ",
  ])
  func isLinear(_ unit: String) {
    for (start, end) in [("", ""), ("M.f(", ") -> ()")] {
      let growth = Growth(from: 16_000) {
        start + String(repeating: unit, count: $0 / unit.utf8.count) + end
      } _: {
        _ = shortened($0)
      }
      #expect(growth.ratio < 16, "\(growth)")
    }
  }
}

@Suite struct ReadableNamesTests {
  private func frame(_ name: String) -> CrashReport.Frame {
    var frame = CrashReport.Frame(index: 0)
    frame.symbol = .init(name: name)
    return frame
  }

  @Test func fillsEveryStack() {
    var report = CrashReport(source: .init(format: "ips"))
    var thread = CrashReport.Thread(index: 0)
    thread.frames = [frame("$s4main3fooyyF"), frame("main"), CrashReport.Frame(index: 2)]
    report.threads = [thread]
    report.lastExceptionBacktrace = [frame("__ZN7CardKit4Deck7shuffleEi")]
    report.applicationSpecificBacktraces = [[frame("_$s4main3fooyyF")], []]
    ReadableNames.fill(in: &report)
    #expect(report.threads?.first?.frames.map { $0.symbol?.demangled } == ["main.foo() -> ()", nil, nil])
    #expect(report.lastExceptionBacktrace?.first?.symbol?.demangled == "CardKit::Deck::shuffle(int)")
    #expect(
      report.applicationSpecificBacktraces?.map { $0.map { $0.symbol?.demangled } } == [["main.foo() -> ()"], []])
  }

  @Test func keepsWhatIsThere() {
    var report = CrashReport(source: .init(format: "ips"))
    var named = frame("$s4main3fooyyF")
    named.symbol?.demangled = "given"
    report.lastExceptionBacktrace = [named]
    ReadableNames.fill(in: &report)
    #expect(report.lastExceptionBacktrace?.first?.symbol?.demangled == "given")
    #expect(report.threads == nil)
    #expect(report.applicationSpecificBacktraces == nil)
  }
}
