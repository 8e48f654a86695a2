import TestSupport
import Testing
import Vocabulary

/// All forms of demangled names, and their short forms.
///
/// The short forms of Swift are those of `swift-demangle -simplified` without generic parameters.
@Suite struct ShortenedNameFormsTests {
  @Test(arguments: [
    // Members
    ("MyApp.CardView.load(Swift.Int, then: () -> ()) -> ()", "CardView.load(_:then:)"),
    ("MyApp.CardView.init(coder: __C.NSCoder) -> MyApp.CardView?", "CardView.init(coder:)"),
    ("MyApp.CardView.__allocating_init() -> MyApp.CardView", "CardView.__allocating_init()"),
    ("MyApp.CardView.deinit", "MyApp.CardView.deinit"),
    ("Swift.Array.deinit", "Array.deinit"),
    ("@objc MyApp.CardView.init(frame: __C_Synthesized.CGRect) -> MyApp.CardView", "@objc CardView.init(frame:)"),
    (
      "@nonobjc __C.UIImage.__allocating_init(named: Swift.String) -> __C.UIImage?",
      "@nonobjc UIImage.__allocating_init(named:)"
    ),
    ("dynamic MyApp.Player.play() -> ()", "dynamic Player.play()"),
    ("super MyApp.Player.play() -> ()", "super Player.play()"),
    ("override MyApp.Player.play() -> ()", "override Player.play()"),
    ("@objc static MyApp.Deck.shared() -> MyApp.Deck", "@objc static Deck.shared()"),
    ("static MyApp.Deck.shared : MyApp.Deck", "static Deck.shared"),
    ("MyApp.CardView.title.didset : Swift.String?", "CardView.title.didset"),
    ("MyApp.CardView.onTap.getter : (() -> ())?", "CardView.onTap.getter"),
    ("MyApp.CardView.(cache in _0A1B2C3D).getter : [Swift.String : __C.UIImage]", "CardView.cache.getter"),
    ("MyApp.Deck.subscript.getter : (Swift.Int, suit: MyApp.Suit) -> MyApp.Card?", "Deck.subscript.getter"),
    ("MyApp.Deck.subscript(Swift.Int) -> MyApp.Card", "Deck.subscript(_:)"),
    ("MyApp.CardView.log(Swift.String..., level: Swift.Int) -> ()", "CardView.log(_:level:)"),
    ("MyApp.f(x: [A : (B, C)], y: (D, E) -> F) -> ()", "f(x:y:)"),
    ("MyApp.CardView.make() async throws -> MyApp.CardView", "CardView.make()"),
    ("MyApp.CardView.make() throws(MyApp.Fault) -> MyApp.CardView", "CardView.make()"),
    // Generics
    ("MyApp.Cache.zip<A><A1, B1>(A1, B1) -> (A1, B1)", "Cache.zip(_:_:)"),
    ("MyApp.Cache<Swift.Int>.Node<Swift.String>.clear() -> ()", "Cache.Node.clear()"),
    ("MyApp.sum<A where A: Swift.Sequence, A.Element == Swift.Int>(A) -> Swift.Int", "sum(_:)"),
    // Operators
    ("MyApp.?? infix<A>(A?, @autoclosure () throws -> A) -> A", "?? infix(_:_:)"),
    ("MyApp.@^ infix(Swift.Int, Swift.Int) -> Swift.Int", "@^ infix(_:_:)"),
    ("MyApp.«+» infix(Swift.Int, Swift.Int) -> Swift.Int", "«+» infix(_:_:)"),
    ("MyApp...< infix(Swift.Int, Swift.Int) -> Swift.CountableRange<Swift.Int>", "..< infix(_:_:)"),
    ("MyApp.(== infix in _0A1B2C3D)(Swift.Int, Swift.Int) -> Swift.Bool", "== infix(_:_:)"),
    ("MyApp.(< infix in _0A1B2C3D)(Swift.Int, Swift.Int) -> Swift.Bool", "< infix(_:_:)"),
    ("MyApp.- prefix(MyApp.Vector) -> MyApp.Vector", "- prefix(_:)"),
    ("MyApp.++ postfix(inout Swift.Int) -> Swift.Int", "++ postfix(_:)"),
    (
      "static Swift.Comparable.<= infix<A, B where A: Swift.Comparable>((A, B), (A, B)) -> Swift.Bool",
      "static Comparable.<= infix(_:_:)"
    ),
    // Closures, local names
    (
      "closure #1 () -> () in closure #2 (Swift.Int) -> Swift.Bool in MyApp.f() -> ()",
      "closure #1 in closure #2 in f()"
    ),
    ("closure #1 @Sendable () async -> () in MyApp.CardView.load() -> ()", "closure #1 in CardView.load()"),
    ("implicit closure #2 : @autoclosure () throws -> Swift.Bool in MyApp.f() -> ()", "implicit closure #2 in f()"),
    ("closure #1 () -> () in MyApp.CardView.title.setter : Swift.String", "closure #1 in CardView.title.setter"),
    ("closure #1 () -> () in static MyApp.Deck.shared : MyApp.Deck", "closure #1 in static Deck.shared"),
    ("closure #1 () -> Local #1 in MyApp.f() -> () in MyApp.f() -> ()", "closure #1 in f()"),
    ("scaled #1 () -> () in MyApp.loadFonts() -> ()", "scaled #1 () in loadFonts()"),
    ("scaled #2 (by: Swift.Double, Swift.Int) -> Swift.Double in MyApp.f() -> ()", "scaled #2 (by:_:) in f()"),
    ("scaled #1 <A>(A) -> A in MyApp.Deck.f<A>(A) -> ()", "scaled #1 (_:) in Deck.f(_:)"),
    ("scaled #1 @Sendable () -> () in MyApp.f() -> ()", "scaled #1 () in f()"),
    ("$defer #1 () -> () in MyApp.f() throws -> ()", "$defer #1 () in f()"),
    ("== infix #1 (Swift.Int, Swift.Int) -> Swift.Bool in MyApp.f() -> ()", "== infix #1 (_:_:) in f()"),
    ("total #1 : Swift.Int in MyApp.count() -> Swift.Int", "total #1 in count()"),
    ("getter of total #1 : Swift.Int in MyApp.count() -> Swift.Int", "getter of total #1 in count()"),
    ("inner #1 () -> () in helper #1 () -> () in MyApp.f() -> ()", "inner #1 () in helper #1 () in f()"),
    ("run() -> () in Local #1 in MyApp.CardView.f() -> ()", "run() in Local #1 in CardView.f()"),
    ("init() -> Local #1 in MyApp.make() -> () in Local #1 in MyApp.make() -> ()", "init() in Local #1 in make()"),
    ("Local #1 in closure #1 () -> () in MyApp.f() -> ()", "Local #1 in closure #1 in f()"),
    // Extensions, private names
    ("(extension in MyApp):__C.UIView.shake(times: Swift.Int) -> ()", "UIView.shake(times:)"),
    ("static (extension in MyApp):__C.UIView.nib() -> __C.UIView?", "static UIView.nib()"),
    ("(extension in MyApp):Swift.Array<A where A == Swift.Int>.total() -> Swift.Int", "Array.total()"),
    ("closure #1 () -> () in (extension in MyApp):MyApp.Shape.draw() -> ()", "closure #1 in Shape.draw()"),
    ("MyApp.(Helper in _0A1B).(run in _0A1B)(x: Swift.Int) -> ()", "Helper.run(x:)"),
    ("MyApp.Archiver.(in _885F4768).init(output: Swift.AnyObject) -> MyApp.Archiver", "Archiver.init(output:)"),
    // Thunks
    (
      "reabstraction thunk helper from @callee_owned () -> () to @callee_unowned @convention(block) () -> ()",
      "reabstraction thunk"
    ),
    (
      "reabstraction thunk helper <A> from @callee_owned (@in A) -> () to @callee_owned (@in A) -> (@out ())",
      "reabstraction thunk"
    ),
    (
      "partial apply forwarder for closure #1 () -> () in MyApp.CardView.f() -> ()",
      "partial apply forwarder for closure #1 in CardView.f()"
    ),
    (
      "partial apply forwarder for reabstraction thunk helper from @callee_owned () -> () to @callee_owned () -> ()",
      "partial apply forwarder for reabstraction thunk"
    ),
    ("partial apply ObjC forwarder for MyApp.CardView.f() -> ()", "partial apply ObjC forwarder for CardView.f()"),
    (
      "protocol witness for Swift.Hashable.hashValue.getter : Swift.Int in conformance MyApp.Deck.Suit : Swift.Hashable in MyApp",
      "protocol witness for Hashable.hashValue.getter in conformance Deck.Suit"
    ),
    (
      "protocol witness for MyApp.Shape.draw(in: MyApp.Canvas) -> () in conformance < where A: MyApp.Shape> Swift.Array<A> : MyApp.Shape in MyApp",
      "protocol witness for Shape.draw(in:) in conformance Array"
    ),
    ("protocol witness table for MyApp.Deck : Swift.Sequence in MyApp", "protocol witness table for Deck"),
    ("dispatch thunk of MyApp.Shape.draw() -> ()", "dispatch thunk of Shape.draw()"),
    ("merged MyApp.CardView.f(Swift.Int) -> ()", "merged CardView.f(_:)"),
    ("(1) suspend resume partial function for MyApp.CardView.load() async -> ()", "CardView.load()"),
    ("(2) await resume partial function for closure #1 () async -> () in MyApp.f() -> ()", "closure #1 in f()"),
    ("key path getter for MyApp.Deck.count : Swift.Int : MyApp.Deck", "key path getter for Deck.count"),
    (
      "default argument 1 of MyApp.CardView.show(animated: Swift.Bool) -> ()",
      "default argument 1 of CardView.show(animated:)"
    ),
    (
      "variable initialization expression of MyApp.CardView.items : [Swift.String]",
      "variable initialization expression of CardView.items"
    ),
    ("one-time initialization function for shared", "one-time initialization function for shared"),
    // Specializations
    (
      "generic specialization <Swift.Int with Swift.Int : Swift.Hashable in Swift> of MyApp.f<A>(A) -> ()",
      "specialized f(_:)"
    ),
    (
      "generic not re-abstracted specialization <serialized, [Swift.Int]> of Swift.Array.append(A) -> ()",
      "specialized Array.append(_:)"
    ),
    ("generic pre-specialization <Swift.AnyObject> of Swift.Array.reserve() -> ()", "specialized Array.reserve()"),
    (
      "generic specialization <(), (() -> ())?> of Swift.Array.init(repeating: A, count: Swift.Int) -> [A]",
      "specialized Array.init(repeating:count:)"
    ),
    (
      "function signature specialization <Arg[0] = [Closure Propagated : closure #1 () -> () in App.sort() -> (), Argument Types : [Swift.Int]> of App.run(() -> ()) -> ()",
      "specialized run(_:)"
    ),
    (
      "function signature specialization <Arg[0] = [Constant Propagated Function : static App.Deck.< infix(A, A) -> B]> of App.run(() -> ()) -> ()",
      "specialized run(_:)"
    ),
    (
      "partial apply forwarder for generic specialization <Swift.Int> of closure #1 (A) -> () in MyApp.f<A>(A) -> ()",
      "partial apply forwarder for specialized closure #1 in f(_:)"
    ),
    ("merged generic specialization <Swift.Int> of MyApp.f<A>(A) -> ()", "merged specialized f(_:)"),
    // Suffixes of the compiler
    ("MyApp.CardView.f() -> () with unmangled suffix \".cold.1\"", "CardView.f()"),
    ("partial apply forwarder for MyApp.f() -> () with unmangled suffix \".7\"", "partial apply forwarder for f()"),
  ])
  func shortensSwift(_ long: String, _ short: String) {
    #expect(shortened(long) == short)
    #expect(shortened(short) == short, "a short name stays")
  }

  @Test(arguments: [
    ("void std::__1::sort<std::__1::__wrap_iter<int*>>(std::__1::__wrap_iter<int*>, int)", "std::sort(…)"),
    ("std::__1::shared_ptr<Deck> std::__1::make_shared[abi:v160006]<Deck, int, void>(int&&)", "std::make_shared(…)"),
    (
      "std::__cxx11::basic_string<char, std::char_traits<char> >::~basic_string()", "std::basic_string::~basic_string()"
    ),
    ("CardKit::Deck::name[abi:cxx11]() const", "CardKit::Deck::name()"),
    ("bool operator==<char>(std::basic_string_view<char> const&, char const*)", "operator==(…)"),
    ("operator new[](unsigned long, std::nothrow_t const&)", "operator new[](…)"),
    ("operator delete(void*)", "operator delete(…)"),
    ("CardKit::Deck::operator bool() const", "CardKit::Deck::operator bool()"),
    ("CardKit::Deck::operator char const*() const", "CardKit::Deck::operator char const*()"),
    ("CardKit::Deck::operator std::vector<int>&() &", "CardKit::Deck::operator std::vector&()"),
    ("CardKit::Deck::operator[](unsigned long)", "CardKit::Deck::operator[](…)"),
    ("CardKit::Deck::operator()()", "CardKit::Deck::operator()()"),
    ("CardKit::Deck::operator<=>(CardKit::Deck const&) const", "CardKit::Deck::operator<=>(…)"),
    ("CardKit::Deck::operator=(CardKit::Deck&&)", "CardKit::Deck::operator=(…)"),
    ("CardKit::Deck::operator->() const", "CardKit::Deck::operator->()"),
    ("CardKit::Deck::operator()[abi:cxx11](int) const", "CardKit::Deck::operator()(…)"),
    ("std::ostream& CardKit::operator<< <int>(std::ostream&, CardKit::Box<int> const&)", "CardKit::operator<<(…)"),
    ("CardKit::operator\"\" _cards(unsigned long long)", "CardKit::operator\"\" _cards(…)"),
    ("CardKit::operatorTable(int)", "CardKit::operatorTable(…)"),
    ("void (anonymous namespace)::deal<int>(int)", "(anonymous namespace)::deal(…)"),
    (
      "CardKit::(anonymous namespace)::deal(int)::$_0::operator()(char) const",
      "CardKit::(anonymous namespace)::deal(…)::$_0::operator()(…)"
    ),
    ("CardKit::deal(int)::'lambda'(char)::operator()(char) const", "CardKit::deal(…)::'lambda'(…)::operator()(…)"),
    ("CardKit::deal(int)::{lambda(char)#1}::operator()(char) const", "CardKit::deal(…)::{lambda(…)#1}::operator()(…)"),
    ("decltype(auto) CardKit::get<0>(CardKit::Pair&)", "CardKit::get(…)"),
    ("std::enable_if<true, int>::type CardKit::check<int>(int)", "CardKit::check(…)"),
    ("unsigned long const& CardKit::max<unsigned long>(unsigned long const&)", "CardKit::max(…)"),
    ("void* CardKit::allocate<(CardKit::Kind)1, (3 > 2)>(unsigned long)", "CardKit::allocate(…)"),
    ("CardKit::compare<(1 < 2)>(int)", "CardKit::compare(…)"),
    ("std::function<void (int)>::operator()(int) const", "std::function::operator()(…)"),
    ("non-virtual thunk to CardKit::Deck::shuffle(int)", "non-virtual thunk to CardKit::Deck::shuffle(…)"),
    ("vtable for CardKit::Box<int>", "vtable for CardKit::Box"),
    ("guard variable for CardKit::shared()::deck", "guard variable for CardKit::shared()::deck"),
    (
      "invocation function for block in void CardKit::each<int>(int)",
      "invocation function for block in CardKit::each(…)"
    ),
    ("block in CardKit::Deck::shuffle(int)", "block in CardKit::Deck::shuffle(…)"),
    ("CardKit::Deck::shuffle(int) const && (.cold.1)", "CardKit::Deck::shuffle(…)"),
    ("CardKit::Deck::shuffle(int) [clone .cold.1]", "CardKit::Deck::shuffle(…)"),
    ("deal(int, char*) const", "deal(…)"),
    ("deal() [clone .cold.1]", "deal()"),
    ("void deal<int (int, char)>(int)", "deal(…)"),
    ("CardKit::printf(char const*, ...)", "CardKit::printf(…)"),
    ("NSArray<NSString*>* CardKit::list(NSString*)", "CardKit::list(…)"),
  ])
  func shortensCxx(_ long: String, _ short: String) {
    #expect(shortened(long) == short)
    #expect(shortened(short) == short, "a short name stays")
  }

  /// Types and other texts that are not names of functions, which are not shortened.
  @Test(arguments: [
    "Swift.Int?", "[Swift.Int]", "[Swift.String : Swift.Int]", "(Swift.Int) -> ()", "Swift.Error & Swift.Hashable",
    "(Swift.Error & Swift.Hashable)?", "@convention(block) () -> ()", "unowned(unsafe) MyApp.CardView",
    "{ var Swift.Int }", "@__C.MainActor () -> ()", "MyApp.CardView", "MyApp.CardView.Row", "weak MyApp.CardView?",
    "Outer.Inner.deinit", "Outer.Inner.__deallocating_deinit", "void (*CardKit::handler())(char)", "foo.bar baz",
  ])
  func leavesTypes(_ name: String) {
    #expect(shortened(name) == name)
  }

  /// Each of these would take more than linear time if brackets were counted again at every step.
  @Test(arguments: [
    "(", ")", "<", ">", "[", "]", "[<", "<[", "([", "]>", "](", "a.(b in _", "x #1 in ", "-> A #1 in ", "closure #1 ",
    "closure #1 -> A #1 in ", "operator", "operator<", "operator ", "decltype(", "::", "::__1::", "a::b<", "a::(",
    " to ",
    "generic specialization <[", "(extension in a):", "(in _a).", ".(", "< infix", "(anonymous namespace)", " [clone ",
    "b: ",
    " in conformance ", "protocol witness for ", "(1) suspend resume partial function for ", "[abi:", "@Sendable ",
    ", ",
  ])
  func isLinear(_ unit: String) {
    let text = String(repeating: unit, count: 4_000 / unit.utf8.count)
    let time = ProcessorTime.seconds {
      for name in [text, "M.f(" + text + ") -> ()", "a::b(" + text + ")", "M.f<" + text, text + " in M.f() -> ()"] {
        _ = shortened(name)
      }
    }
    #expect(time < 1)
  }
}
