import Analysis
import CrashReports
import Diagnosis
import Testing

/// Documents about one failure that quote its message: a possible answer, which no history stores.
@Suite struct QuotedFailureTests {
  private func reports(_ text: String) -> [AnalyzedReport] {
    var options = AnalysisOptions()
    options.withDescriptions = true
    return Analysis.analyze(Array(text.utf8), options).reports
  }

  private static let messages = [
    ("swift-nil-unwrap", "Fatal error: Unexpectedly found nil while unwrapping an Optional value"),
    (
      "unrecognized-selector",
      "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[Deck draw:]: unrecognized selector sent to instance 0x600000c1'"
    ),
    ("device-locked", "Unable to launch com.example.cards because the device was not, or could not be, unlocked."),
  ]

  /// Documents about a failure with the message in `%`.
  private static let documents = [
    "# The app ends after the update\n\n## Problem\n\n```\n%\n```\n\n## What we did\n\nThe deck is checked now.\n",
    "# Solución\n\n## ❌ Error encontrado\n\n```text\n%\n```\n\n## ✅ Solución\n\nComprobar la baraja.\n",
    "# 🔧 수정\n\n**오류 메시지:**\n```\n%\n```\n\n**원인:**\n- 카드가 없음\n",
    "## Fehler\n\nNach dem Update erscheint „%“ und die App endet.\n\n## Lösung\n\nDie Karten prüfen.\n",
    "# Исправление\n\n## Проблема\n\n> `%`\n\n## Решение\n\nПроверить колоду.\n",
    "# Résolution\n\n**Problème :** « % »\n\nLe paquet est vide.\n",
    "# 解決方法\n\n## エラー\n\n%\n\n## 原因\n\nカードがありません。\n",
    "# Notes\n\n- seen in the beta: \"%\"\n- repaired in build 412\n",
    "# 问题\n\n错误信息：\n~~~\n%\n~~~\n\n## 解决\n\n检查牌堆。\n",
    "# Correção\n\n1. O app fecha com `%`.\n2. O baralho foi verificado.\n",
  ]

  @Test(arguments: messages.indices, documents.indices) func theFailureIsPossible(_ message: Int, _ document: Int)
    throws
  {
    let (pattern, text) = Self.messages[message]
    let reports = reports(Self.documents[document].replacing("%", with: text))
    let assessment = try #require(reports.first?.assessment)
    let first = try #require(assessment.findings.first, "nothing")
    #expect(first.pattern == pattern)
    // A pasted block of a log is a record, and a quotation in a sentence is not.
    #expect(first.confidence == .possible || assessment.notARecord == nil)
  }

  /// A guide names the messages of several failures, and is about none of them.
  @Test func aGuideIsAboutNone() {
    let others = [
      "Fatal error: Index out of range", "dyld: Library not loaded: @rpath/Deck.framework/Deck",
      "Thread 1: signal SIGABRT",
    ]
    let parts = (Self.messages.map(\.1) + others).map { "## An error\n\nIf you see “\($0)”, check the deck.\n\n" }
    let findings = reports("# Errors and what they mean\n\n" + parts.joined()).flatMap(\.assessment.findings)
    #expect(findings.allSatisfy { $0.confidence <= .possible })
  }

  @Test(arguments: [
    "let message = \"Fatal error: Unexpectedly found nil while unwrapping an Optional value\"\nprint(message)\n",
    "** BUILD SUCCEEDED **\n",
  ])
  func codeDataAndLogsAreNoDocuments(_ text: String) {
    #expect(reports(text).allSatisfy { $0.assessment.findings.allSatisfy { $0.confidence <= .possible } })
  }

  /// The time of a document with many quotations is limited.
  @Test(arguments: ["`", "\"", "```\n", "“a” ", "> "]) func manyMarksTakeLittleTime(_ mark: String) {
    let text = "# A\n" + String(repeating: mark, count: 60_000 / mark.utf8.count)
    #expect(reports(text).flatMap(\.assessment.findings).isEmpty)
  }
}
