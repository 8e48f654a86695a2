import Bytes
import Testing

@testable import Diagnosis

/// Wordings that may occur in a text are found without reading the others.
@Suite struct WordingGramsTests {
  private func entries(_ wordings: [String], in text: String) -> [Int] {
    var grams = WordingGrams()
    for (number, wording) in wordings.enumerated() {
      Array(wording.utf8).withUnsafeBufferPointer { grams.add($0, of: number) }
    }
    var texts = GramSet()
    texts.insert(text)
    return grams.entries(in: texts)
  }

  /// Each wording of the catalog is found in the text that it describes, in any case and with any names.
  @Test(arguments: ["", "7", "-[Deck draw:]", "a {b} c", "\u{201C}\u{DC}\u{201D}"])
  func everyWordingIsFound(_ name: String) {
    var count = 0
    for entry in RaisingAPIIndex.standard.all {
      for wording in entry.reasons.compactMap(\.wording) {
        let text = wording.replacing("{}", with: name)
        for form in [text, text.uppercased(), "x " + text.replacing("'", with: "\u{2019}") + " y"] {
          var texts = GramSet()
          texts.insert(form)
          let found = RaisingAPIIndex.standard.entries(wordedIn: texts)
          #expect(found.contains { $0.id == entry.id }, "\(entry.id): \(form)")
          count += 1
        }
      }
    }
    #expect(count > 2000)
  }

  @Test func othersAreNotRead() {
    let wordings = ["the deck {} is empty", "{card} has no suit", "a {} b", "{unclosed deck"]
    #expect(entries(wordings, in: "The deck of Jane is empty.") == [0, 2, 3])
    #expect(entries(wordings, in: "index out of range") == [2, 3])
    #expect(RaisingAPIIndex.standard.entries(wordedIn: GramSet()).count < 20)
  }
}
