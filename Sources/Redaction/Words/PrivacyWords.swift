import Bytes
import Foundation
import Knowledge

/// The vocabularies of `Knowledge/privacy`, by word: names of people, and words that stand around personal data.
struct PrivacyWords: Sendable {
  /// What a word can be.
  struct Roles: OptionSet, Sendable {
    let rawValue: UInt32

    static let given = Roles(rawValue: 1 << 0)
    /// A given name that is also another word.
    static let word = Roles(rawValue: 1 << 1)
    static let surname = Roles(rawValue: 1 << 2)
    static let notPerson = Roles(rawValue: 1 << 3)
    static let preposition = Roles(rawValue: 1 << 4)
    static let verb = Roles(rawValue: 1 << 5)
    static let street = Roles(rawValue: 1 << 6)
    static let streetBefore = Roles(rawValue: 1 << 7)
    static let streetElsewhere = Roles(rawValue: 1 << 8)
    static let part = Roles(rawValue: 1 << 9)
    static let state = Roles(rawValue: 1 << 10)
    static let notMachine = Roles(rawValue: 1 << 11)
    static let connector = Roles(rawValue: 1 << 12)
    static let titled = Roles(rawValue: 1 << 13)
    static let between = Roles(rawValue: 1 << 14)
    static let device = Roles(rawValue: 1 << 15)
    static let chinese = Roles(rawValue: 1 << 16)
    static let japanese = Roles(rawValue: 1 << 17)
    static let korean = Roles(rawValue: 1 << 18)
    static let capitalized = Roles(rawValue: 1 << 19)
    /// A word like those before titles, which stands before other texts, too.
    static let titledSometimes = Roles(rawValue: 1 << 21)
    static let month = Roles(rawValue: 1 << 20)
    /// A word between a label and its value, as in `the password is`.
    static let copula = Roles(rawValue: 1 << 22)
    /// A word between `Wi-Fi` and the name of a network.
    static let ofNetwork = Roles(rawValue: 1 << 23)
    /// A word that looks like the name of a network or a secret, and is another word.
    static let ofTechnology = Roles(rawValue: 1 << 24)
    /// A word after the names of things, and not of people.
    static let ofThings = Roles(rawValue: 1 << 25)
    /// A word that people share texts with.
    static let game = Roles(rawValue: 1 << 26)
    static let code = Roles(rawValue: 1 << 27)
    /// `your` and the like.
    static let yours = Roles(rawValue: 1 << 28)
  }

  /// What may follow a phrase.
  struct Cues: OptionSet, Sendable {
    let rawValue: UInt64

    static let person = Cues(rawValue: 1 << 0)
    static let chinesePerson = Cues(rawValue: 1 << 1)
    static let japanesePerson = Cues(rawValue: 1 << 2)
    static let koreanPerson = Cues(rawValue: 1 << 3)
    static let greeting = Cues(rawValue: 1 << 4)
    static let closing = Cues(rawValue: 1 << 5)
    static let machine = Cues(rawValue: 1 << 6)
    static let host = Cues(rawValue: 1 << 7)
    static let code = Cues(rawValue: 1 << 8)
    static let number = Cues(rawValue: 1 << 9)
    static let vehicle = Cues(rawValue: 1 << 10)
    static let use = Cues(rawValue: 1 << 11)
    static let devices = Cues(rawValue: 1 << 12)

    static let street = Cues(rawValue: 1 << 13)
    static let printer = Cues(rawValue: 1 << 14)
    static let network = Cues(rawValue: 1 << 15)
    static let realm = Cues(rawValue: 1 << 16)
    static let card = Cues(rawValue: 1 << 17)
    /// Of the author of a text.
    static let author = Cues(rawValue: 1 << 18)
    /// Of an account in lines of systems.
    static let account = Cues(rawValue: 1 << 19)

    /// After a short word only a full name of a machine with a number or a dash is one.
    static let domain = Cues(rawValue: 1 << 20)

    /// Of the name of the speaker or a relative, which may be any word.
    static let speaker = Cues(rawValue: 1 << 21)

    static let secret = Cues(rawValue: 1 << 22)
    static let wireless = Cues(rawValue: 1 << 23)
    static let call = Cues(rawValue: 1 << 24)
    /// Of an account, in languages other than English.
    static let user = Cues(rawValue: 1 << 25)
    static let messenger = Cues(rawValue: 1 << 26)
    static let appliance = Cues(rawValue: 1 << 27)
    static let deviceNumber = Cues(rawValue: 1 << 28)
    static let center = Cues(rawValue: 1 << 29)
    static let license = Cues(rawValue: 1 << 30)
    /// Of a relative or a colleague, whose name is any capitalized word.
    static let relative = Cues(rawValue: 1 << 31)
    static let area = Cues(rawValue: 1 << 32)

    static let count = 33
  }

  static let shared = PrivacyWords()

  /// Phrases after which personal data stands.
  private(set) var cues = CueTrie()
  /// Words after the name of people, or after `Anna's`, as UTF-8 with ASCII letters in lower case.
  let verbs: [[UInt8]]
  let possessions: Set<String>
  let titlesOfPrograms: Set<String>
  /// Hosts of profiles, with a slash, and the folders below them that are not accounts.
  let profiles: [[UInt8]]
  let foldersOfProfiles: Set<String>
  /// Words for a branch of a repository in languages other than English.
  let branches: [[UInt8]]
  /// Folders on a share with a folder for each user.
  let sharedFolders: Set<String>
  /// Words that show in the same line that a text was written by people.
  let contexts: [[UInt8]]
  /// Verbs at the line before a quotation of a mail.
  let quoting: Set<String>
  let endingsOfSurnames: [[UInt8]]
  let endingsOfStreets: [[UInt8]]
  let chineseAfter: [[UInt8]]
  let japaneseTitles: [[UInt8]]
  let koreanTitles: [[UInt8]]

  /// Words by their hash. Equal hashes of different words are so improbable that words are not compared.
  private var hashes: [UInt64: Roles] = [:]

  private init() {
    let names = KnowledgeText.givenNames.lists
    let surnames = KnowledgeText.surnames.lists
    let sentences = KnowledgeText.sentences.lists
    let places = KnowledgeText.places.lists
    let things = KnowledgeText.things.lists
    verbs = Self.bytes(sentences["after people"])
    possessions = Set(Self.elements(sentences["possessions"]))
    titlesOfPrograms = Set(Self.elements(things["titles of programs"]))
    profiles = Self.bytes(things["profiles"])
    foldersOfProfiles = Set(Self.elements(things["folders of profiles"]))
    sharedFolders = Set(Self.elements(things["shared folders"]))
    branches = Self.bytes(things["branches"])
    contexts = Self.bytes(things["texts of people"])
    quoting = Set(Self.elements(sentences["before quotations"]))
    endingsOfSurnames = Self.bytes(surnames["endings"])
    endingsOfStreets = Self.bytes(places["endings of streets"])
    chineseAfter = Self.bytes(sentences["after chinese people"])
    japaneseTitles = Self.bytes(sentences["japanese titles"])
    koreanTitles = Self.bytes(sentences["korean titles"])
    for (name, list) in names.all { add(list, name == "words" ? [.given, .word] : .given) }
    add(sentences["capitalized"], .capitalized)
    add(surnames["latin"], .surname)
    add(surnames["other scripts"], .surname)
    add(surnames["chinese"], .chinese)
    add(surnames["japanese"], .japanese)
    add(surnames["korean"], .korean)
    add(sentences["not people"], .notPerson)
    add(sentences["prepositions"], .preposition)
    add(sentences["after people"], .verb)
    add(places["streets after names"], .street)
    add(places["streets before names"], .streetBefore)
    add(places["streets after names elsewhere"], .streetElsewhere)
    add(places["parts"], .part)
    add(places["states"], .state)
    add(things["not machines"], .notMachine)
    add(things["connectors"], .connector)
    add(things["months"], .month)
    add(things["titled"], .titled)
    add(things["titled sometimes"], .titledSometimes)
    add(things["between"], .between)
    add(things["devices"], .device)
    add(sentences["copulas"], .copula)
    add(things["between networks"], .ofNetwork)
    add(things["technologies"], .ofTechnology)
    add(things["after things"], .ofThings)
    add(things["games"], .game)
    add(things["words for codes"], .code)
    add(things["of people"], .yours)
    addCues(sentences, places, things)
  }

  private typealias Lists = KnowledgeLists

  private mutating func addCues(_ sentences: Lists, _ places: Lists, _ things: Lists) {
    let cues: [([String], Cues)] = [
      (sentences["before people"], .person), (sentences["before chinese people"], .chinesePerson),
      (sentences["before japanese people"], .japanesePerson), (sentences["before korean people"], .koreanPerson),
      (sentences["greetings"], .greeting), (sentences["closings"], .closing),
      (things["before machines"], .machine), (things["before hosts"], .host), (things["codes"], .code),
      (things["numbers"], .number), (things["vehicles"], .vehicle), (things["use"], .use),
      (things["lists of devices"], .devices), (places["streets before names"], .street), (["printer"], .printer),
      (things["before domains"], .domain), (sentences["before speakers"], .speaker),
      (things["before networks"], .network), (["realm", "krbtgt/"], .realm), (["adr", "label"], .card),
      (things["before authors"], .author), (things["before accounts"], .account),
      (sentences["before secrets"], .secret), (things["wireless"], .wireless), (sentences["before phones"], .call),
      (sentences["before users"], .user), (things["messengers"], .messenger), (things["appliances"], .appliance),
      (things["before device numbers"], .deviceNumber), (things["centers"], .center),
      (sentences["before licenses"], .license), (sentences["relatives"], .relative), (things["areas"], .area),
    ]
    for (list, cue) in cues { for phrase in Self.elements(list) { addCue(phrase, cue) } }
  }

  /// The elements of a list whose lines have several.
  private static func elements(_ lines: [String]) -> [String] {
    lines.flatMap { $0.components(separatedBy: ", ") }
  }

  private static func bytes(_ lines: [String]) -> [[UInt8]] { elements(lines).map { Array($0.utf8) } }

  private mutating func addCue(_ phrase: String, _ cue: Cues) {
    cues.insert(Array(phrase.utf8), cue)
    guard phrase.utf8.contains(where: { $0 >= 0x80 }) else { return }
    cues.insert(Array((phrase.prefix(1).uppercased() + phrase.dropFirst()).utf8), cue)
    cues.insert(Array(phrase.uppercased().utf8), cue)
  }

  private mutating func add(_ lines: [String], _ roles: Roles) {
    for word in Self.elements(lines) {
      add(Array(word.utf8), roles)
      guard word.utf8.contains(where: { $0 >= 0x80 }) else { continue }
      add(Array(word.decomposedStringWithCanonicalMapping.utf8), roles)
      if roles.contains(.given) || roles.contains(.surname) {
        let plain = word.folding(options: .diacriticInsensitive, locale: nil)
        if plain.utf8.allSatisfy({ $0 < 0x80 }) { add(Array(plain.utf8), roles) }
      } else {
        add(Array((word.prefix(1).uppercased() + word.dropFirst()).utf8), roles)
      }
    }
  }

  private mutating func add(_ word: [UInt8], _ roles: Roles) {
    hashes[Self.hash(word[...]), default: []].formUnion(roles)
  }

  private static func hash(_ word: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte.lowercased)) &* 0x100_0000_01B3 }
    return hash
  }

  /// Returns what a word can be, ignoring the case of ASCII letters.
  func roles(_ word: ArraySlice<UInt8>) -> Roles { hashes[Self.hash(word)] ?? [] }

  /// Returns whether a word ends as surnames do.
  func endsLikeSurname(_ word: ArraySlice<UInt8>) -> Bool {
    word.count >= 6
      && endingsOfSurnames.contains { word.count > $0.count + 2 && word.suffix($0.count).elementsEqual($0) }
  }

  /// Returns whether a word ends as the names of streets do.
  func endsLikeStreet(_ word: ArraySlice<UInt8>) -> Bool {
    endingsOfStreets.contains { word.count > $0.count + 2 && word.suffix($0.count).elementsEqual($0) }
  }
}
