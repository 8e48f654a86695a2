import Analysis
import Diagnosis
import Testing

/// Comments of source code mention failures, and record none.
@Suite struct CommentMentionTests {
  private static let message = "Fatal error: Index out of range"
  private static let exception =
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 5 beyond bounds [0 .. 2]'"

  private static let sources: [String] = [message, exception].flatMap { text in
    [
      "// \(text)\n", "/// \(text)\nfunc card(at index: Int) -> Int { cards[index] }\n",
      "import Foundation\n\nstruct Deck {\n  // \(text)\n  var cards: [Int] = []\n}\n",
      "/* \(text) */\nint main(void) { return 0; }\n", "/*\n * \(text)\n */\n#include <stdio.h>\n",
      "#import <Foundation/Foundation.h>\n/**\n * \(text)\n */\n@implementation Deck\n- (void)deal { }\n@end\n",
      "let x = cards[3] // \(text)\nprint(x)\n", "import os\n# \(text)\ndef deal(cards):\n    return cards[0]\n",
      "<deck>\n<!-- \(text) -->\n<card/>\n</deck>\n",
      "package org.example\n// \(text)\nclass Deck {\n  fun deal() = 3\n}\n",
      "const deck = require(\"deck\");\n// \(text)\nfunction deal() { return deck[0]; }\n",
      "fn main() {\n    // \(text)\n    let deck = vec![1];\n}\n",
    ]
  }

  @Test(arguments: sources) func commentsAreMentions(_ source: String) {
    for finding in assess(source).flatMap(\.findings) {
      #expect(finding.confidence == .possible, "\(finding.pattern) in\n\(source)")
    }
  }

  /// A log in marks of comments is one, and code beside a log makes it no comment.
  @Test func logsInMarksAreLogs() {
    let log = [
      "Exception Type:  EXC_BREAKPOINT (SIGTRAP)", "Application Specific Information:", Self.message, "",
      "Thread 0 Crashed:", "0   libswiftCore.dylib  0x00000001a2b94560 _assertionFailure(_:_:file:line:flags:) + 484",
      "1   Cards               0x0000000100d4a3f8 CardStore.card(at:) + 180",
      "2   Cards               0x0000000100d4b110 CardController.viewDidLoad() + 96",
    ]
    let marked = log.map { "// \($0)\n" }.joined()
    #expect(assess(marked).flatMap(\.findings).contains { $0.confidence > .possible }, "\(marked)")
    let below = "let card = cards[index]\n\n" + log.joined(separator: "\n")
    #expect(assess(below).flatMap(\.findings).contains { $0.confidence > .possible })
  }
}
