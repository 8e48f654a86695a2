import Testing
import SourceText

@testable import ProjectInspection

/// The code of properties, in the forms in which Swift can be written.
@Suite struct AccessorReadingTests {
  private func methods(_ members: String) -> [String] {
    let text = "class CardView: UIView {\n\(members)\n  func last() { end() }\n}\nfunc outside() {}\n"
    let type = SourceDeclarations.read(Array(text.utf8), .swift).types.first
    #expect(type?.methods.last?.name == "last", "the member after the property is read: \(members)")
    return (type?.methods.dropLast() ?? []).map { "\($0.name): \($0.body.map(\.text).joined(separator: " "))" }
  }

  static let forms: [(members: String, methods: [String])] = [
    ("  var a: Int { one() }", ["a.getter: one ( )"]),
    (
      "  var a: Int {\n    get { one() }\n    set { two(newValue) }\n  }",
      ["a.getter: one ( )", "a.setter: two ( newValue )"]
    ),
    ("  var a: Int { get async throws(E) { one() } }", ["a.getter: one ( )"]),
    (
      "  var a: Int { @inlinable get { one() } nonmutating set(b) { two(b) } }",
      ["a.getter: one ( )", "a.setter: two ( b )"]
    ),
    ("  var a: Int { _read { yield one } _modify { yield &two } }", ["a.getter: yield one", "a.setter: yield & two"]),
    ("  var a = 1 { didSet { one() } }", ["a: 1", "a.didSet: one ( )"]),
    (
      "  var a: Int = 1 {\n    willSet(b) { one() }\n    didSet(c) { two() }\n  }",
      ["a: 1", "a.willSet: one ( )", "a.didSet: two ( )"]
    ),
    ("  var a: Int\n  {\n    didSet { one() }\n  }", ["a.didSet: one ( )"]),
    ("  var a = make { $0 } {\n    didSet { one() }\n  }", ["a: make { $ 0 }", "a.didSet: one ( )"]),
    ("  lazy var a: Int = { one() }()", ["a: { one ( ) } ( )"]),
    ("  static let a = B(c: 1)\n    .d()\n    .e", ["a: B ( c : 1 ) . d ( ) . e"]),
    ("  let a = b\n    ?? c()\n  let d = 1 +\n    2", ["a: b ? ? c ( )", "d: 1 + 2"]),
    ("  let a = if b { one() } else { two() }", ["a: if b { one ( ) } else { two ( ) }"]),
    ("  let (a, b) = one()", ["a: one ( )"]),
    ("  private(set) var a: [String: (Int) -> Void] = [:]", ["a: [ : ]"]),
    ("  @Wrapper(key: \"a\") var a: B<C>.D? = nil\n  weak var delegate: E?", ["a: nil"]),
    ("  @objc dynamic class var a: Int { 1 }", ["a.getter: 1"]),
    ("  subscript(index: Int) -> Int { get { one() } set { two() } }", ["subscript: get { one ( ) } set { two ( ) }"]),
    ("  deinit { one() }", ["deinit: one ( )"]),
    ("  var a: some View { get.one() }", ["a.getter: get . one ( )"]),
    ("  var a: Int { set.insert(1); return 1 }", ["a.getter: set . insert ( 1 ) ; return 1"]),
    ("  var a: Int {\n    #if DEBUG\n    one()\n    #else\n    two()\n    #endif\n  }", ["a.getter: one ( ) two ( )"]),
  ]

  @Test(arguments: forms.map(\.members))
  func codeOfPropertyIsRead(_ members: String) throws {
    let expected = try #require(Self.forms.first { $0.members == members })
    #expect(methods(members) == expected.methods)
  }

  @Test func requirementsHaveNoCode() {
    let text =
      "protocol P {\n  var a: Int { get }\n  var b: Int { get set }\n  static var c: Int { get async }\n  func d()\n}\n"
    let type = SourceDeclarations.read(Array(text.utf8), .swift).types.first
    #expect(type?.methods.isEmpty == true && type?.properties.map(\.name) == ["a", "b", "c"])
  }

  @Test func previewsAndWrappersAreRead() {
    let text = """
      struct CardView: View {
        @Environment(\\.dismiss) private var dismiss
        @Environment(DeckStore.self) private var store: DeckStore?
        @EnvironmentObject var model: Model
        var body: some View { Text("a") }
      }
      #Preview("Card", traits: .sizeThatFitsLayout) {
        CardView()
      }
      """
    let source = SourceDeclarations.read(Array(text.utf8), .swift)
    #expect(source.previews.map { "\($0.line) \($0.body.joined)" } == ["7 CardView()"])
    let attributes = source.types[0].properties.map { property in
      property.attributes.map { $0.name + "(" + $0.arguments.joined + ")" }
    }
    #expect(
      attributes == [["@Environment(\\.dismiss)"], ["@Environment(DeckStore.self)"], ["@EnvironmentObject()"], []])
  }

  /// Members without their class, and statements, belong to a class without a name.
  @Test func excerptsAreRead() {
    func shape(_ text: String, _ language: SourceLanguage) -> [String] {
      SourceDeclarations.read(Array(text.utf8), language, isExcerpt: true).types.map {
        "\($0.name): " + $0.methods.map(\.name).joined(separator: " ")
      }
    }
    #expect(shape("override func a() {}\nvar b: Int { 1 }\nc.d(e)\n", .swift) == ["the view: a b.getter the code"])
    #expect(shape("class A { func b() {} }\nfunc c() {}\n", .swift) == ["A: b"])
    #expect(shape("- (void)a { b(); }\n- (void)c {}\n", .objectiveC) == ["the view: a c"])
    #expect(shape("[self a:b];\n", .objectiveC) == ["the view: the code"])
    #expect(shape("IB_DESIGNABLE\n@implementation A\n- (void)b {}\n@end\n", .objectiveC) == ["A: b"])
  }
}
