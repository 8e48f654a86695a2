import Foundation
import SourceText
import TestSupport
import Testing

@testable import ProjectInspection

/// Which expressions of a line of Swift can trap.
@Suite struct TrapExpressionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var source: String
    var expected: [String]
    var stop: TrapExpression.Stop
    var testDescription: String { source }

    init(_ source: String, _ expected: [String] = [], _ stop: TrapExpression.Stop = .inline) {
      self.source = source
      self.expected = expected
      self.stop = stop
    }
  }

  /// Lines of source, and the expressions on them that can stop the process.
  static let rows: [Row] = [
    // Force unwrap.
    Row("let card = deck.first!", ["force-unwrap deck.first!"]),
    Row("titleLabel.text = card!.title", ["force-unwrap card!"]),
    Row("return cards.last!.title.uppercased()", ["force-unwrap cards.last!"]),
    Row("let url = URL(string: text)!", ["force-unwrap URL(string: text)!"]),
    Row("show(deck!, animated: true)", ["force-unwrap deck!"]),
    Row("let x = a![\"name\"]!", ["force-unwrap a!", "force-unwrap a![\"name\"]!"]),
    Row("delegate?.window!!.isHidden = true", ["force-unwrap delegate?.window!", "force-unwrap delegate?.window!!"]),
    Row("let name = names[\"ace\"]!", ["force-unwrap names[\"ace\"]!"]),
    Row("let width = attributes[.width]!", ["force-unwrap attributes[.width]!"]),
    Row("let value = (try? load())!", ["force-unwrap (try? load())!"]),
    Row("print(\"card: \\(card!.title) of \\(deck)\")", ["force-unwrap card!"]),
    Row("let s = \"\"\"\\(card!)\"\"\"", ["force-unwrap card!"]),
    Row("x = ready ? first! : second", ["force-unwrap first!"]),
    Row("let n = Int(text)!", ["force-unwrap Int(text)!"]),
    Row("guard let a = b!.c else { return }", ["force-unwrap b!"]),
    Row("let r = #\"raw \\#(card!)\"#", ["force-unwrap card!"]),
    Row("`default`!.start()", ["force-unwrap `default`!"]),
    Row("load(with: Settings.shared!)", ["force-unwrap Settings.shared!"]),
    Row("case .ready: start(deck!)", ["force-unwrap deck!"]),
    // Not a force unwrap.
    Row("if a != b { return }"),
    Row("if !isReady { return }"),
    Row("guard !cards.isEmpty, !done else { return }"),
    Row("@IBOutlet weak var titleLabel: UILabel!"),
    Row("var store: [String: Card]!"),
    Row("private var handler: ((Card) -> Void)!"),
    Row("func show(_ card: Card!, in view: UIView!) {"),
    Row("func first() -> Card! {"),
    Row("init(deck: Deck!) { self.deck = deck }"),
    Row("var list: Array<Card>!"),
    Row("let text = \"wow! a[0]! + 1\""),
    Row("// let card = deck.first!"),
    Row("let a = 1 /* b! */"),
    Row("let s = #\"no \\(card!) here\"#"),
    Row("let name = card?.title ?? \"\""),
    Row("let r = /a!b[0]/"),
    Row("let r = #/a! + b/#"),
    Row("let flag = a !== b"),
    // Casts and errors.
    Row("let cell = view as! CardCell", ["forced-cast view as! CardCell"]),
    Row(
      "let cell = table.dequeue(id, for: path) as! CardCell",
      ["forced-cast table.dequeue(id, for: path) as! CardCell"]),
    Row("let list = value as! Array<Int>", ["forced-cast value as! Array<Int>"]),
    Row("let data = try! Data(contentsOf: url)", ["forced-try try! Data(contentsOf: url)"], .runtime),
    Row("let data = try! Data(contentsOf: url)"),
    Row("let data = try? Data(contentsOf: url)", [], .runtime),
    Row("let cell = view as? CardCell"),
    Row("if view is CardCell {"),
    // Subscripts.
    Row("let card = cards[index]", ["subscript cards[index]"]),
    Row("cards[index].title = text", ["subscript cards[index]"]),
    Row("let card = decks[i][j]", ["subscript decks[i]", "subscript decks[i][j]"]),
    Row("let c = game.players[0].hand()[n]", ["subscript game.players[0]", "subscript game.players[0].hand()[n]"]),
    Row("let part = cards[low..<high]", ["subscript cards[low..<high]", "range low..<high"]),
    Row("let rest = Array(cards[2...])", ["subscript cards[2...]"]),
    Row("let c = text[text.startIndex]", ["subscript text[text.startIndex]"]),
    Row("let f = { $0[1] }", ["subscript $0[1]"]),
    Row("let list: [Card] = []"),
    Row("let empty = [Card]()"),
    Row("let name = names[\"ace\"]"),
    Row("let count = counts[card, default: 0]"),
    Row("let card = cards[safe: index]"),
    Row("if let card = map[key] { use(card) }"),
    Row("let title = map[key]?.title"),
    Row("let title = cards[0]?.title", ["subscript cards[0]"]),
    Row(
      "let card = slots[index + 1]!",
      ["subscript slots[index + 1]", "arithmetic index + 1", "force-unwrap slots[index + 1]!"]),
    Row("let card = slots[path.row]!", ["subscript slots[path.row]", "force-unwrap slots[path.row]!"]),
    Row("let title = map[key] ?? \"\""),
    Row("let color = attributes[.foregroundColor]"),
    Row("task = Task { [weak self] in await self?.load() }"),
    Row("return [first, second]"),
    // Arithmetic.
    Row("let total = count - removed", ["arithmetic count - removed"]),
    Row("index += 1", ["arithmetic index += 1"]),
    Row("let area = width*height", ["arithmetic width*height"]),
    Row("let mean = total / cards.count", ["division total / cards.count"]),
    Row("let slot = hash % size", ["division hash % size"]),
    Row("let total = count - removed", [], .runtime),
    Row("let mean = total / cards.count", ["division total / cards.count"], .runtime),
    Row("let half = total / 2"),
    Row("let wrapped = a &+ b"),
    Row("let bits = 1 << shift"),
    Row("let x = width * 0.5"),
    Row("let x = 0.5 * width + inset"),
    Row("let title = \"a\" + name + suffix"),
    Row("let all = cards + [extra]"),
    Row("let x = CGFloat(n) / total"),
    Row("let angle = 2 * .pi * turns"),
    Row("let n = -offset"),
    Row("static func + (left: Deck, right: Deck) -> Deck {"),
    Row("@available(iOS 13.0, *)"),
    Row("import Cards"),
    Row("let seconds = 60 * 60"),
    Row("let f: (Int) -> Int = negate"),
    // Conversions, ranges, collections, preconditions.
    Row("let n = Int(value)", ["conversion Int(value)"]),
    Row("let b = UInt8(count)", ["conversion UInt8(count)"]),
    Row("let n = UInt32(exactly: value)"),
    Row("let n = Int(\"12\")"),
    Row("let n = Int(text) ?? 0"),
    Row("if let n = Int(text) { use(n) }"),
    Row("let n = Int32(truncatingIfNeeded: value)"),
    Row("let n: Int = 0"),
    Row("for i in 0..<count {", ["range 0..<count"]),
    Row("for i in 1...cards.count {", ["range 1...cards.count"]),
    Row("case 1...5: return true"),
    Row("let all = values[...]", ["subscript values[...]"]),
    Row("let f = cards.removeFirst()", ["collection cards.removeFirst()"]),
    Row("cards.remove(at: index)", ["collection cards.remove(at: index)"]),
    Row("cards.remove(card)"),
    Row("cards.insert(card, at: index)", ["collection cards.insert(card, at: index)"]),
    Row("let d = Dictionary(uniqueKeysWithValues: pairs)", ["unique-keys Dictionary(uniqueKeysWithValues: pairs)"]),
    Row("let d = Dictionary(grouping: cards, by: \\.suit)"),
    Row("precondition(index < count)", ["precondition precondition(index < count)"]),
    Row("fatalError(\"no deck\")", ["precondition fatalError(\"no deck\")"], .runtime),
    Row("func precondition(_ value: Bool) {"),
    Row(""), Row("}"), Row("\"unterminated"), Row("/* open"), Row("((((([[[[["), Row("!"), Row("a[b"),
  ]

  @Test(arguments: rows) func expressionsAreFound(_ row: Row) {
    let found = TrapExpression.find(in: Array(row.source.utf8), line: 1, stop: row.stop)
    #expect(found.map { "\($0.kind.rawValue) \($0.text)" } == row.expected)
  }

  @Test func tableIsLarge() { #expect(Self.rows.count >= 100) }

  /// The sources of this package have no `!`, `as!` or `try!`, which the linter forbids.
  @Test func sourcesOfThisPackageUnwrapNothing() throws {
    let root = Repository.url("Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
    #expect(paths.count > 20)
    for path in paths {
      let bytes = try [UInt8](Data(contentsOf: root.appendingPathComponent(path)))
      let source = SwiftExpressions(bytes, SourceLexer.code(bytes, .swift))
      for line in 1...(bytes.filter { $0 == 0x0A }.count + 1) {
        let found = source.trapping(on: line).filter {
          [.forceUnwrap, .implicitUnwrap, .forcedCast, .forcedTry].contains($0.kind)
        }
        #expect(found.isEmpty, "\(path):\(line): \(found.map(\.text))")
      }
    }
  }

  @Test func columnsAreThoseOfTheCheck() {
    let source = "  let card = decks[i].first! as! Card"
    let found = TrapExpression.find(in: Array(source.utf8), line: 1, stop: .inline)
    #expect(found.map(\.column) == [19, 28, 30])
  }

  @Test(
    arguments: [
      ("let a = \"\"\"\nb! + c[0]\n\"\"\"\nd!", 2, []), ("let a = \"\"\"\nb! + c[0]\n\"\"\"\nd!", 4, ["d!"]),
      ("/* a\n b!\n*/ c!", 2, []), ("/* a\n b!\n*/ c!", 3, ["c!"]),
      ("func f(\n  _ a: Card!,\n  b: [Int]\n) {", 2, []), ("f(\n  a: Card!,\n  b: 1\n)", 2, ["Card!"]),
      ("var label: UILabel!\nfunc f() {\n  label.text = title\n}", 3, ["label"]),
      ("var label: UILabel!\nfunc f() {\n  label?.text = title\n}", 3, []),
      ("var label: UILabel!\nfunc f() {\n  if label == nil { label = make() }\n}", 3, []),
      ("let a = deck\n  .cards\n  .first!\n  .title", 3, [".first!"]),
      ("let a = b\n[c].forEach(d)", 2, []), ("a!\r\nb!\r\n", 2, ["b!"]), ("a!", 9, []), ("a!", 0, []),
      ("let s = \"open\nlet b = c!", 2, ["c!"]), ("let s = \"\\(open\nlet b = c!", 2, ["c!"]),
    ] as [(String, Int, [String])])
  func linesAreReadInTheirFile(_ source: String, _ line: Int, _ expected: [String]) {
    let found = TrapExpression.find(in: Array(source.utf8), line: line, stop: .inline)
    #expect(found.map(\.text) == expected)
  }

  /// No input traps, and long lines take linear time.
  @Test func damageIsHarmless() {
    let pieces = [
      "#", "\"", "/", "\\", "(", "[", "{", "!", "?", ".", "<", ">", "a", "0", "-", "\n", "\\(", "\"\"\"", "/*",
    ]
    for first in pieces {
      for second in pieces {
        let source = Array(String(repeating: first + second, count: 400).utf8)
        #expect(TrapExpression.find(in: source, line: 1, stop: .inline).count <= 32)
        #expect(TrapExpression.find(in: source, line: 400, stop: .runtime).count <= 32)
      }
    }
    for row in Self.rows {
      let source = Array(row.source.utf8)
      for end in source.indices { _ = TrapExpression.find(in: Array(source[..<end]), line: 1, stop: .inline) }
      for start in source.indices { _ = TrapExpression.find(in: Array(source[start...]), line: 1, stop: .inline) }
    }
  }
}
