import Bytes
import Knowledge
import Vocabulary

/// The only argument of an initializer or factory method of Objective-C, by the words of its selector: `deckUUID` of
/// `-[CKDeck initWithDeckUUID:]` and `+[CKDeck deckForDeckUUID:]`.
///
/// A number or a structure is never nil, so a selector whose last word names one has no such argument.
struct SingleArgument: Sendable, Equatable {
  /// The name of the argument, as a variable is written.
  let noun: String

  /// Words behind which a selector names its argument.
  private static let prepositions: Set<String> = [
    "With", "For", "From", "Of", "By", "Using", "To", "In", "On", "At", "And", "Containing",
  ]
  /// The last word of an argument that is a number, a structure or a function.
  private static let scalars = Set(KnowledgeText.words.lists["words of numbers"])

  /// Reads a readable name; `nil` for other functions, and for several arguments or none.
  init?(_ function: String) {
    guard function.hasSuffix(":]"), function.utf8.count <= 512 else { return nil }
    let isClassMethod = function.hasPrefix("+[")
    guard isClassMethod || function.hasPrefix("-["), let blank = function.lastIndex(of: " ") else { return nil }
    let selector = function[function.index(after: blank)...].dropLast(2)
    guard !selector.contains(":"), !selector.contains("_"), isClassMethod || selector.hasPrefix("init") else {
      return nil
    }
    let words = Self.words(selector)
    guard let last = words.last, !Self.scalars.contains(last.lowercased()), !Self.prepositions.contains(last) else {
      return nil
    }
    let start = words.lastIndex(where: Self.prepositions.contains)
    // Without a preposition, the selector does not tell the argument from the name of the method.
    guard let start, start > 0, start + 1 < words.count else { return nil }
    let noun = words[(start + 1)...]
    let first = noun.first ?? ""
    let isAcronym = first.utf8.count > 1 && first.utf8.allSatisfy { $0 &- 0x41 < 26 || $0 &- 0x30 < 10 }
    self.noun = (isAcronym ? first : first.lowercased()) + noun.dropFirst().joined()
  }

  /// Splits `pushResultForUUIDList` into `push`, `Result`, `For`, `UUID`, `List`.
  private static func words(_ selector: Substring) -> [String] {
    var words: [String] = []
    let bytes = Array(selector.utf8)
    func isUpper(_ index: Int) -> Bool { bytes.indices.contains(index) && bytes[index] &- 0x41 < 26 }
    var start = 0
    for index in bytes.indices where index > 0 && isUpper(index) {
      let beginsWord =
        !isUpper(index - 1) || (index + 1 < bytes.count && !isUpper(index + 1) && bytes[index + 1] &- 0x61 < 26)
      guard beginsWord else { continue }
      words.append(String(streamSafe: bytes[start..<index]))
      start = index
    }
    if start < bytes.count { words.append(String(streamSafe: bytes[start...])) }
    return words
  }
}
