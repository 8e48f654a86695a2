import CrashReports
import Diagnosis
import Testing

/// Texts that explain failures, in several languages and forms: nothing in them happened, so no finding is more than possible, and
/// nothing is recorded.
@Suite struct ExplanationTests {
  static let messages = [
    "Fatal error: Index out of range",
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: index 4 beyond bounds [0 .. 3]'",
    "dyld: Library not loaded: @rpath/Cards.framework/Cards",
    "Could not cast value of type 'Cards.Deck' (0x1b90559a0) to 'Cards.Pile' (0x1b9054518).",
    "-[Deck shuffle]: unrecognized selector sent to instance 0x600000a1b2c0",
  ]

  /// Sentences around a message, which `%` stands for.
  static let sentences = [
    "# 关于崩溃信息的说明\n\n## 问题原因\n\n程序运行时遇到`%`这个错误，一般是数组越界引起的。\n\n## 解决方案\n\n请先检查数组的长度，然后再访问它的元素。\n",
    "これは配列の範囲外にアクセスした場合に発生する「%」というエラーの解説です。\n",
    "배열의 범위를 벗어나는 경우에 발생하는 「%」 오류에 대한 설명입니다.\n",
    "Ошибка «%» возникает, когда программа обращается к элементу за пределами массива.\n",
    "遇到 “%” 时应该先检查数据源的数量是否一致。\n",
    "| Message | Cause |\n|---|---|\n| % | the index is too large |\n| Fatal error: Division by zero | the divisor is 0 |\n",
    "| # | Pattern | Message | Fix |\n|---|---|---|---|\n| 1 | Bounds | % | Check the\nindices first |\n",
  ]

  @Test(arguments: messages, sentences)
  func nothingHappened(_ message: String, _ sentence: String) {
    let text = sentence.replacing("%", with: message)
    for assessment in assess(text) {
      for finding in assessment.findings {
        #expect(finding.confidence == .possible, "\(finding.pattern) in \(text)")
      }
      #expect(assessment.notARecord != nil, "\(text)")
    }
  }

  /// What programs print is a record also between words of another language.
  @Test(arguments: [
    "我的应用崩溃了：\n\n%\n", "クラッシュログ:\n%\n", "앱이 종료됩니다.\n\n```\n%\n```\n", "У меня падает приложение\n\n%\n",
    "错误：%\n", "2024-05-06 07:08:09.123 Cards[4711:90210] %\n",
  ])
  func outputRemainsARecord(_ sentence: String) {
    let text = sentence.replacing("%", with: Self.messages[1])
    let assessments = assess(text)
    #expect(assessments.flatMap(\.findings).contains { $0.confidence > .possible }, "\(text)")
    #expect(assessments.allSatisfy { $0.notARecord == nil }, "\(text)")
  }

  /// Lines of a log that no pattern knows are no failure.
  @Test(arguments: [
    "Unable to simultaneously satisfy constraints.\n(\n    \"<NSLayoutConstraint:0x600002170be0 Card.icon.width == 40   (active)>\"\n)\n",
    "2024-05-06 07:08:09.123 Cards[4711:90210] [connection] nw_socket_connect failed: error 61\n",
  ])
  func noiseIsNotRecorded(_ text: String) {
    for assessment in assess(text) where !assessment.findings.contains(where: { $0.confidence > .possible }) {
      #expect(assessment.notARecord != nil, "\(text)")
    }
  }

  /// A row of a log may have the form of a table.
  @Test func rowsWithAddressesAreNoTable() throws {
    let text = """
      | 0 | libswiftCore.dylib | 0x00000001a3c5a414 | _assertionFailure(_:_:file:line:flags:) + 312 |
      | 1 | Cards | 0x0000000102d34f50 | Deck.draw() + 76 |
      Fatal error: Index out of range: file Deck.swift, line 12
      """
    #expect(assess(text).flatMap(\.findings).contains { $0.confidence > .possible })
  }
}
