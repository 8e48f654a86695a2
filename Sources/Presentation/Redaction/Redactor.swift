/// Takes personal data out of texts: names of users and machines, e-mail and network addresses, tokens, and numbers of
/// devices. Equal ones get equal stand-ins, as `user-1`, in the order in which they appear, so that what is left can
/// still be compared.
///
/// UUIDs of images and addresses of code stay: without them a report cannot be symbolicated. It works on any text, also
/// on JSON as it stands in a file, and leaves JSON that was valid so.
package struct Redactor: Sendable {
  /// What is replaced; the stand-in is the raw value with a number.
  package enum Kind: String, CaseIterable, Sendable {
    case user, host, email, ip, token, device, serial
  }

  /// Words that must never be left, whatever they are: names a configuration lists, canaries of a test.
  private let names: [[UInt8]]
  /// Number of each value, by kind.
  private var numbers: [Kind: [String: Int]] = [:]
  /// Values that are replaced as words wherever they stand, with their kinds, in order of appearance.
  private var words: [(word: [UInt8], kind: Kind)] = []

  /// - Parameter names: Further names to replace wherever they stand, letter case aside.
  package init(names: [String] = []) {
    self.names = names.filter { !$0.isEmpty }.map { Array($0.lowercased().utf8) }
  }

  /// How many different values of each kind were replaced so far.
  package var counts: [Kind: Int] { numbers.mapValues(\.count) }

  /// `text` with stand-ins. What is learnt from it, as a user's name from a path, counts for later texts too.
  package mutating func redacted(_ text: String) -> String {
    String(decoding: redacted(Array(text.utf8)), as: UTF8.self)
  }

  /// As `redacted(_:)`, for a file as it stands.
  package mutating func redacted(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var at = 0
    var scanner = RedactionScanner(bytes)
    while let match = scanner.next() {
      let value = String(decoding: bytes[match.range], as: UTF8.self)
      out += bytes[at..<match.range.lowerBound]
      out += standIn(for: value, match.kind)
      at = match.range.upperBound
    }
    out += bytes[at...]
    return replacingWords(in: out)
  }

  /// What is left in `text` that should not be: values of the rules, words that were replaced elsewhere, and `names`.
  /// Empty is how it should be.
  package func survivors(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var found: [String] = []
    var scanner = RedactionScanner(bytes)
    while let match = scanner.next() { found.append(String(decoding: bytes[match.range], as: UTF8.self)) }
    for (word, _) in words where Self.positions(of: word, in: bytes, asWord: true).first != nil {
      found.append(String(decoding: word, as: UTF8.self))
    }
    let lowered = bytes.map(Self.lowered)
    for name in names where !Self.positions(of: name, in: lowered, asWord: false).isEmpty {
      found.append(String(decoding: name, as: UTF8.self))
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  // MARK: Stand-ins

  private mutating func standIn(for value: String, _ kind: Kind) -> [UInt8] {
    let key = kind == .user || kind == .token ? value : value.lowercased()
    let number: Int
    if let known = numbers[kind]?[key] {
      number = known
    } else {
      number = (numbers[kind]?.count ?? 0) + 1
      numbers[kind, default: [:]][key] = number
      if Self.isTelling(value, kind) { words.append((Array(value.utf8), kind)) }
    }
    return Array("\(kind.rawValue)-\(number)".utf8)
  }

  /// True if the value is replaced wherever it stands as a word. A short name, or one that many machines have, would
  /// be found in functions and files that have nothing to do with the person.
  private static func isTelling(_ value: String, _ kind: Kind) -> Bool {
    switch kind {
    case .user: value.utf8.count >= 4 && !commonAccounts.contains(value.lowercased())
    case .host, .device, .serial: value.utf8.count >= 6
    case .email, .ip, .token: value.utf8.count >= 6
    }
  }

  private static let commonAccounts: Set<String> = [
    "admin", "administrator", "apple", "build", "builder", "buildbot", "buildkite", "circleci", "default", "developer",
    "distiller", "github", "gitlab", "guest", "jenkins", "local", "mobile", "root", "runner", "shared", "staff",
    "swift",
    "system", "teamcity", "test", "tester", "travis", "ubuntu", "user", "users", "vagrant", "work", "xcode", "main",
    "core", "card", "cards", "view", "data", "public", "private", "nobody",
  ]

  // MARK: Words

  private mutating func replacingWords(in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for (word, kind) in words {
      let positions = Self.positions(of: word, in: bytes, asWord: true)
      guard !positions.isEmpty else { continue }
      let standIn = standIn(for: String(decoding: word, as: UTF8.self), kind)
      bytes = Self.replacing(positions, count: word.count, in: bytes, with: standIn)
    }
    for name in names {
      let positions = Self.positions(of: name, in: bytes.map(Self.lowered), asWord: false)
      guard !positions.isEmpty else { continue }
      let standIn = standIn(for: String(decoding: name, as: UTF8.self), .user)
      bytes = Self.replacing(positions, count: name.count, in: bytes, with: standIn)
    }
    return bytes
  }

  private static func replacing(_ positions: [Int], count: Int, in bytes: [UInt8], with standIn: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var at = 0
    for position in positions {
      out += bytes[at..<position]
      out += standIn
      at = position + count
    }
    return out + bytes[at...]
  }

  private static func positions(of word: [UInt8], in bytes: [UInt8], asWord: Bool) -> [Int] {
    guard let first = word.first, bytes.count >= word.count else { return [] }
    var found: [Int] = []
    var at = 0
    while at <= bytes.count - word.count {
      guard bytes[at] == first, bytes[at..<at + word.count].elementsEqual(word) else {
        at += 1
        continue
      }
      let isWord =
        RedactionScanner.beginsWord(bytes, at)
        && (at + word.count == bytes.count || !RedactionScanner.isWord(bytes[at + word.count]))
      if isWord || !asWord {
        found.append(at)
        at += word.count
      } else {
        at += 1
      }
    }
    return found
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
