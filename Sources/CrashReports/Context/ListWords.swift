import Bytes
import Knowledge

/// The words of `Knowledge/words/listings.txt`, by which lists of messages that others saw are told from logs.
struct ListWords: Sendable {
  static let shared = ListWords(KnowledgeText.listings.lists)

  /// Texts of which one begins a line, by their first byte.
  struct Beginnings: Sendable {
    private let texts: [[[UInt8]]]

    init(_ elements: [String]) {
      var texts = [[[UInt8]]](repeating: [], count: 256)
      for element in elements {
        let bytes = Array(element.utf8)
        guard let first = bytes.first else { continue }
        texts[Int(first)].append(bytes)
      }
      self.texts = texts
    }

    /// Returns whether a text of the list may begin with a byte.
    func mayBegin(with byte: UInt8) -> Bool { !texts[Int(byte.lowercased)].isEmpty }

    /// Returns the length of the longest text with which `line`, in lower case, begins and after which no word continues; `nil` if
    /// there is none.
    func length(in line: [UInt8]) -> Int? {
      guard let first = line.first else { return nil }
      return texts[Int(first)].filter { text in
        guard line.starts(with: text) else { return false }
        // Words of scripts without blanks continue with any character.
        guard let last = text.last, last.isLetterOrDigit, text.count < line.count else { return true }
        let next = line[text.count]
        return !next.isLetterOrDigit && next != UInt8(ascii: "_") && next != UInt8(ascii: "'")
      }.map(\.count).max()
    }
  }

  let changes: Beginnings
  let questions: Beginnings
  let answers: Beginnings
  let titles: Beginnings
  let guides: Beginnings
  let versions: Beginnings
  let changeEndings: [[UInt8]]
  let messageColumns: Set<[UInt8]>
  let meaningColumns: Set<[UInt8]>
  let states: Set<[UInt8]>
  let retries: [[UInt8]]
  let successes: [[UInt8]]
  let failures: [[UInt8]]
  let verdicts: [[UInt8]]
  /// The beginnings of messages with which a process announces its own end.
  let ownEnds: [String]

  private init(_ lists: KnowledgeLists) {
    changes = Beginnings(lists["changes"])
    questions = Beginnings(lists["questions"])
    answers = Beginnings(lists["answers"])
    titles = Beginnings(lists["list titles"])
    guides = Beginnings(lists["guide titles"])
    versions = Beginnings(lists["version words"])
    changeEndings = lists["change endings"].map { Array($0.utf8) }
    messageColumns = Set(lists["message columns"].map { Array($0.utf8) })
    meaningColumns = Set(lists["meaning columns"].map { Array($0.utf8) })
    states = Set(lists["issue states"].map { Array($0.utf8) })
    retries = lists["retries"].map { Array($0.utf8) }
    successes = lists["successes"].map { Array($0.utf8) }
    failures = lists["failures"].map { Array($0.utf8) }
    verdicts = lists["verdicts"].map { Array($0.utf8) }
    ownEnds = lists["own ends"]
  }
}
