import Bytes
import Knowledge

/// The words of `Knowledge/words/prose.txt`, which tell a text that explains failures from one that reports a failure.
struct ProseWords: Sendable {
  static let shared = ProseWords(KnowledgeText.prose.lists)

  /// A list of words that are searched in a text.
  enum List: CaseIterable {
    /// Signs of an author who reports a failure.
    case reportSigns
    /// Titles of sections about causes, which are those of explanations if there are also sections about solutions.
    case causes, solutions
    /// Titles of guides, which questions do not have.
    case guideTitles
    /// Words with which a text explains when a message appears.
    case explanations
    /// Words of texts that teach.
    case teaching
    /// Names that only logs of other platforms contain, and those that only records of Apple's contain.
    case otherPlatforms, ownPlatforms
    /// Names of platforms that authors state.
    case otherPlatformNames, ownPlatformNames
    /// Names that stand for those of a reader, and words that introduce an example.
    case placeholders, introductions
  }

  /// Hashes of short words that are frequent in sentences.
  let functionWords: Set<UInt64>
  /// The words of all lists, in lower case, by their first byte.
  private let words: [[(text: [UInt8], list: List, number: Int)]]

  private init(_ lists: KnowledgeLists) {
    functionWords = Set(lists["function words"].map { ByteText.hash($0) })
    var words = [[(text: [UInt8], list: List, number: Int)]](repeating: [], count: 256)
    let searched: [(List, [String])] = [
      (.reportSigns, lists["report signs"]), (.causes, lists["causes"]), (.solutions, lists["solutions"]),
      (.guideTitles, lists["guide titles"]),
      (.explanations, lists["explanations"]), (.teaching, lists["teaching"]),
      (.otherPlatforms, lists["other platforms"]),
      (.ownPlatforms, lists["own platforms"]), (.otherPlatformNames, lists["other platform names"]),
      (.ownPlatformNames, lists["own platform names"]), (.placeholders, lists["placeholders"]),
      (.introductions, lists["introductions"]),
    ]
    var number = 0
    for (list, texts) in searched {
      for text in texts {
        let bytes = Array(text.utf8)
        guard let first = bytes.first else { continue }
        words[Int(first)].append((bytes, list, number))
        number += 1
      }
    }
    self.words = words
  }

  /// Returns how many different words of each list occur in the first `limit` bytes of a text, in any case of ASCII letters.
  func counts(in bytes: [UInt8], limit: Int) -> [List: Int] {
    let bytes = bytes.prefix(limit).map(\.lowercased)
    var found: Set<Int> = []
    var counts: [List: Int] = [:]
    for at in bytes.indices {
      for word in words[Int(bytes[at])] where bytes.hasBytes(word.text, at: at) && found.insert(word.number).inserted {
        counts[word.list, default: 0] += 1
      }
    }
    return counts
  }

  /// Returns how many bytes of a range are letters of other scripts than Latin. Typographic punctuation is not counted.
  static func foreignBytes(_ text: ByteText, _ slice: Slice) -> Int {
    var count = 0
    var at = slice.start
    while at < slice.end {
      let byte = text[at]
      // Two bytes from U+0370 on: Greek, Cyrillic, Hebrew, Arabic. Three bytes from U+0800 on, except punctuation
      // (U+2000 to U+2FFF, U+3000 to U+303F) and forms of it (U+FF00 to U+FFFF).
      switch byte {
      case 0xCD...0xDF:
        count += 2
        at += 2
      case 0xE0...0xEE:
        let isPunctuation = byte == 0xE2 || byte == 0xE3 && text[at + 1] == 0x80
        count += isPunctuation ? 0 : 3
        at += 3
      case 0xC2...0xCC: at += 2
      case 0xEF: at += 3
      default: at += 1
      }
    }
    return count
  }
}
