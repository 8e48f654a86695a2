/// A form in which a message is mentioned, and nothing happened.
struct MentionForm: Sendable {
  var name: String
  var apply: @Sendable (_ message: String) -> String

  private init(_ name: String, _ apply: @escaping @Sendable (String) -> String) {
    self.name = name
    self.apply = apply
  }

  static let all: [MentionForm] = sentences + texts + comments + code + listings

  private static let sentences = [
    MentionForm("English") { "You see \"\($0)\" if the deck is empty, so check its cards before you draw one.\n" },
    MentionForm("English, code ticks") {
      "If the console prints `\($0)`, the outlet is not connected in the storyboard.\n"
    },
    MentionForm("German") { "Wenn Sie „\($0)“ sehen, prüfen Sie zuerst die Länge des Stapels.\n" },
    MentionForm("German, guillemets") { "Die Meldung »\($0)« bedeutet, dass der Stapel leer ist.\n" },
    MentionForm("French") { "Si apparaît «\($0)», il faut vérifier la longueur du paquet.\n" },
    MentionForm("French, spaced") { "Le message « \($0) » s'affiche lorsque le paquet est vide.\n" },
    MentionForm("Spanish") { "Cuando aparece «\($0)» hay que comprobar el número de cartas.\n" },
    MentionForm("Portuguese") { "Se aparecer \"\($0)\", verifique primeiro o número de cartas.\n" },
    MentionForm("Italian") { "Se compare «\($0)», occorre controllare il numero di carte.\n" },
    MentionForm("Dutch") { "Als u \"\($0)\" ziet, controleer dan eerst het aantal kaarten.\n" },
    MentionForm("Polish") { "Jeśli pojawi się „\($0)”, sprawdź najpierw liczbę kart.\n" },
    MentionForm("Swedish") { "Om du ser ”\($0)” ska du först kontrollera antalet kort.\n" },
    MentionForm("Turkish") { "\"\($0)\" hatası görürseniz önce kart sayısını kontrol edin.\n" },
    MentionForm("Russian") { "Ошибка «\($0)» появляется, если в колоде нет карт.\n" },
    MentionForm("Chinese") { "遇到“\($0)”时，请先检查牌组里有没有牌。\n" },
    MentionForm("Japanese") { "「\($0)」が表示された場合は、まずカードの枚数を確認してください。\n" },
    MentionForm("Korean") { "‘\($0)’ 오류가 보이면 먼저 카드의 수를 확인하세요.\n" },
  ]

  private static let texts = [
    MentionForm("list of messages with their meaning") {
      "Common errors and what they mean\n\n- `\($0)`: the deck is empty.\n- `Fatal error: Division by zero`: the divisor is 0.\n"
        + "- `Library not loaded: @rpath/Cards.framework/Cards`: embed the framework.\n\nRead the guide for more.\n"
    },
    MentionForm("sections of a guide") {
      "# Troubleshooting\n\n## \($0)\n\nThe deck is empty. Check its cards before you draw one.\n\n## Library not loaded\n\n"
        + "The framework is not embedded. Add it to the target, and build again.\n\n## Fatal error: Division by zero\n\n"
        + "The divisor is 0. Check it before you divide.\n"
    },
    MentionForm("table") {
      "| Message | Meaning |\n|---|---|\n| \($0) | the deck is empty |\n| Other | see the guide |\n"
    },
    MentionForm("release notes") {
      "## 2.4.1\n\n- Fixed a crash with the message \"\($0)\" when the deck was empty.\n- Faster start of the app.\n- New icons.\n"
    },
    MentionForm("question of a form") { "Do you see the message \"\($0)\" in the console? [ ] yes [ ] no\n" },
  ]

  private static let comments = [
    MentionForm("comment of Swift") { "struct Deck {\n  // \($0)\n  var cards: [Card] = []\n}\n" },
    MentionForm("comment of C") { "/* \($0) */\nint draw(struct deck *deck) { return deck->count; }\n" },
    MentionForm("comment of Python") { "import deck\n\n# \($0)\ndef draw(cards):\n    return cards[0]\n" },
    MentionForm("comment of a shell script") {
      "#!/bin/sh\nset -e\n# \($0)\nxcodebuild -scheme Cards -quiet build\nif [ -f out ]; then\n  rm out\nfi\n"
    },
    MentionForm("comment of YAML") {
      "jobs:\n  test:\n    steps:\n      # \($0)\n      - run: swift test --parallel\n        timeout-minutes: 20\n"
    },
    MentionForm("comment of Ruby") {
      "platform :ios do\n  lane :beta do\n    # \($0)\n    build_app(scheme: \"Cards\")\n  end\nend\n"
    },
    MentionForm("comment of XML") { "<deck>\n  <!-- \($0) -->\n  <card rank=\"4\"/>\n</deck>\n" },
    MentionForm("comment at the end of a line") { "let first = cards[0]  // \($0)\nshow(first)\n" },
  ]

  private static let code = [
    MentionForm("added comment of a diff") {
      "--- a/Deck.swift\n+++ b/Deck.swift\n@@ -10,3 +10,5 @@ struct Deck {\n   var cards: [Card] = []\n+  // \($0)\n+  var count: Int { cards.count }\n }\n"
    },
    MentionForm("test expectation") {
      "func testDraw() throws {\n  let output = try run(\"draw\")\n  XCTAssertTrue(output.contains(\"\(escaped($0))\"))\n}\n"
    },
    MentionForm("string literal") {
      "import Foundation\n\nlet message = \"\(escaped($0))\"\nlet title = \"Cards\"\nprint(message)\n"
    },
    MentionForm("string of Python") {
      "import re\n\nKNOWN = [\n    \"\(escaped($0))\",\n    \"other\",\n]\nprint(len(KNOWN))\n"
    },
    MentionForm("list of Python alone") { "ERRORS = (\n    \"\(escaped($0))\",\n)\n" },
    MentionForm("list of Swift alone") { "let known: Set = [ \"\(escaped($0))\" ]\n" },
    MentionForm("logging call") { "guard !cards.isEmpty else {\n  logger.error(\"\(escaped($0))\")\n  return\n}\n" },
  ]

  /// Lists of changes, of issues and of commits, guides and tables: the message is one of 1 to 5 items, at another position in each.
  private static let listings: [MentionForm] =
    changes.enumerated().map { number, change in
      MentionForm("item of a list of changes, \(change.name)") { message in
        let items = fillers.prefix(number % 5).map { "- " + $0 }
        let all = items.prefix(number % 3) + ["- " + change.item(message)] + items.dropFirst(number % 3)
        return all.joined(separator: "\n") + "\n"
      }
    }
    + titles.map { title in
      MentionForm("below the title \(title)") { "\(title)\n- \($0)\n- \(fillers[0])\n" }
    } + listed

  private static let fillers = [
    "The icons have new colors", "Faster start of the app", "The help has an index", "Smaller download", "New sounds",
  ]

  private static let changes: [(name: String, item: @Sendable (String) -> String)] = [
    ("English", { "Fixed: \($0)" }), ("English, detection", { "Added detection of \($0)" }),
    ("English, verb", { "[iOS] Fix \($0)" }), ("English, known issue", { "Known issue: \($0)" }),
    ("English, resolved", { "Resolved - \($0)" }), ("English, checked", { "[x] \($0)" }),
    ("German", { "Behoben: \($0)" }), ("French", { "Corrig\u{E9} : \($0)" }), ("Spanish", { "Corregido: \($0)" }),
    ("Portuguese", { "Corrigido: \($0)" }),
    ("Russian", { "\u{418}\u{441}\u{43F}\u{440}\u{430}\u{432}\u{43B}\u{435}\u{43D}\u{43E}: \($0)" }),
    ("Chinese", { "\u{4FEE}\u{590D}\u{4E86} \($0)" }), ("Japanese", { "\($0) \u{3092}\u{4FEE}\u{6B63}" }),
    ("Korean", { "\($0) \u{C218}\u{C815}" }),
  ]

  private static let titles = [
    "Known issues:", "## Fixed", "Bug fixes", "2.4.1 (2026-03-04)", "v2.4.1", "Bekannte Probleme:",
    "Probl\u{E8}mes connus",
    "Problemas conocidos:", "\u{5DF2}\u{77E5}\u{95EE}\u{9898}\u{FF1A}", "\u{65E2}\u{77E5}\u{306E}\u{554F}\u{984C}",
    "\u{C54C}\u{B824}\u{C9C4} \u{BB38}\u{C81C}",
  ]

  private static let listed = [
    MentionForm("commits") { "a1b2c3d \($0)\nb2c3d4e Add icons\n" },
    MentionForm("a commit with its author") {
      "commit a1b2c3d4e5f60718293a4b5c6d7e8f9012345678\nAuthor: Ann <ann@example.com>\nDate:   Mon Mar 2 10:00:00 2026 +0100\n\n    \($0)\n"
    },
    MentionForm("the title of a pull request") { "Handle \($0) (#1234)\n" },
    MentionForm("merged pull requests") {
      "* \($0) by @ann in https://github.com/example/cards/pull/12\n* Icons by @bob in https://github.com/example/cards/pull/13\n"
    },
    MentionForm("issues with numbers") { "#123 \($0)\n#127 The icons are not shown\n#140 The app starts slowly\n" },
    MentionForm("issues of a tool") {
      "123\tOPEN\t\($0)\tbug\t2026-03-02T10:00:00Z\n124\tOPEN\tThe icons are not shown\t\t2026-03-02T10:00:00Z\n"
    },
    MentionForm("a guide without marks") { "Troubleshooting\n\n\($0)\n\nClean the build folder, and build again.\n" },
    MentionForm("a question and its answer") { "Q: \($0)\nA: Clean the build folder, and build again.\n" },
    MentionForm("a table without borders") {
      "Error | Meaning\n--- | ---\n\($0) | the deck is empty\nOther | see the guide\n"
    },
    MentionForm("a table with tabs") { "Error\tMeaning\n\($0)\tthe deck is empty\nOther\tsee the guide\n" },
    MentionForm("a table with blanks") {
      "Error                         Meaning\n\($0)      the deck is empty\nOther                         see the guide\n"
    },
    MentionForm("items of a list in HTML") { "<ul>\n<li>Fixed: \($0)</li>\n<li>New icons</li>\n</ul>\n" },
    MentionForm("strings of a difference") { "CStrings:\n+ \"\(escaped($0))\"\n- \"other\"\n" },
  ]

  private static func escaped(_ message: String) -> String {
    message.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
